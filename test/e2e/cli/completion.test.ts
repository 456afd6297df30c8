/** The completion script, asked as a shell asks it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { legibleUnder } from '../../support/service-process.ts';

const run = promisify(execFile);
const scriptFor = async (shell: string): Promise<string> => {
  const { code, stdout, stderr } = await legibleUnder({}, 'completion', shell);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
};

describe('completion for bash', () => {
  let script: string;
  before(async () => {
    script = await scriptFor('bash');
  });

  const ROWS: readonly [typed: string[], offered: readonly string[], not: readonly string[]][] = [
    [['legible', ''], ['scan', 'scan-mcp', 'census', 'completion', '--help'], ['create']],
    [['legible', 'sc'], ['scan', 'scan-mcp'], ['census']],
    [['legible', 'scan', '--f'], ['--format', '--fail-under', '--fail-on'], ['--pages']],
    [
      ['legible', 'scan', '--format', ''],
      ['json', 'sarif', 'junit'],
      ['--pages', 'scan'],
    ],
    [['legible', 'scan', 'https://a.example/', '--format', 's'], ['sarif', 'summary'], ['json']],
    [['legible', 'scan-mcp', '--h'], ['--header', '--help'], ['--exclude']],
    [['legible', 'account', ''], ['create', 'list', 'set-plan', 'reset-password'], ['scan']],
    [['legible', 'account', 'create', '--'], ['--email', '--plan'], ['--pages']],
    [['legible', 'completion', ''], ['bash', 'zsh', 'fish'], ['create']],
  ];
  for (const [typed, offered, not] of ROWS) {
    it(typed.join(' '), async () => {
      const words = typed.map((word) => `'${word}'`).join(' ');
      const { stdout } = await run('bash', [
        '-c',
        `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length - 1}; _legible; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ]);
      const answers = stdout.trim().split('\n');
      for (const word of offered) assert.ok(answers.includes(word), `${word} of ${answers}`);
      for (const word of not) assert.ok(!answers.includes(word), `${word} of ${answers}`);
    });
  }

  it('is offered to the shell for the command', async () => {
    const { stdout } = await run('bash', ['-c', `${script}\ncomplete -p legible`]);
    assert.equal(stdout, 'complete -o default -F _legible legible\n');
  });
});

describe('completion for the others', () => {
  it('zsh: through its reader of scripts for bash, and no name that is zsh’s own', async () => {
    const script = await scriptFor('zsh');
    assert.match(script, /^autoload -U \+X bashcompinit && bashcompinit\n/);
    assert.doesNotMatch(script, /\b(?:path|words|cdpath|fpath|argv|status)=/);
  });

  it('fish: each option with its words, below its command', async () => {
    const lines = (await scriptFor('fish')).trim().split('\n');
    assert.ok(lines.every((line) => line.startsWith('complete -c legible ')));
    assert.ok(lines.includes('complete -c legible -n "__fish_seen_subcommand_from scan" -l pages'));
    assert.ok(lines.some((line) => /from scan" -l format -x -a "text json .*sarif/.test(line)));
    assert.ok(lines.some((line) => /from account; and __fish_seen_subcommand_from create" -l email/.test(line)));
  });
});

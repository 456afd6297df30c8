/** The blocks of the pages about CI work as they are: what they call exists, with the options that they give it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/program.ts';
import { parseSettings } from '../../../src/cli/scan-settings.ts';
import { type CodeBlock, codeBlocks } from '../../support/code-blocks.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const PAGES = ['docs/ci.md', 'src/library/articles/pages/ci.md'];

/** Blocks within lists are indented. */
const blocksOf = (page: string): CodeBlock[] => codeBlocks(page.replace(/^ {2}(?=```)/gm, ''));
/** The same line over several lines is one command. */
const linesOf = (code: string): string[] => code.replace(/\\\n\s*/g, ' ').split('\n');
/** How a job calls the command: a package, a clone, an image. */
const CALL = /(?:npx legible|npm run -s legible --|legible-cli) +(?<rest>[a-z].+)$/;
/** Top-level keys of a YAML map, by the indentation of the first. */
const keysBelow = (yaml: string, key: string): string[] => {
  const [, below = ''] = new RegExp(`^( *)${key}:\\n((?:\\1 +.*\\n|\\n)*)`, 'm').exec(yaml)?.slice(1) ?? [];
  const indent = /^ */.exec(below)?.[0] ?? '';
  return [...below.matchAll(new RegExp(`^${indent}([\\w-]+):`, 'gm'))].map(([, name = '']) => name);
};

async function optionsOf(name: string): Promise<string[]> {
  const program = new Command();
  const entry = COMMANDS.find((command) => command.name === name);
  assert.ok(entry, `legible ${name} is a command`);
  (await entry.load())(program);
  const command = program.commands.find((each) => each.name() === name) ?? assert.fail(name);
  return command.options.flatMap(({ long, short }) => [long, short].filter((flag) => typeof flag === 'string'));
}

describe('the pages about CI', () => {
  for (const path of PAGES) {
    const blocks = blocksOf(read(path));
    const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

    it(`${path} calls commands that exist, with options that they have`, async () => {
      const calls = blocks.flatMap(({ code }) => linesOf(code).flatMap((line) => CALL.exec(line)?.groups?.rest ?? []));
      assert.ok(calls.length > 0);
      for (const call of calls) {
        const [name = '', ...rest] = call.replace(/ #.*$/, '').split(/\s+/);
        const options = await optionsOf(name);
        const used = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
        assert.deepEqual(
          used.filter((option) => option !== undefined && !options.includes(option)),
          [],
          call,
        );
      }
    });

    it(`${path} has shell that parses`, () => {
      const shell = of('sh', 'bash');
      assert.ok(shell.length > 0);
      for (const { code } of shell) {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
        assert.equal(status, 0, `${stderr}\n${code}`);
      }
    });

    it(`${path} has settings that are read`, () => {
      const settings = of('json');
      assert.ok(settings.length > 0);
      for (const { code } of settings) parseSettings(JSON.parse(code), path);
    });

    it(`${path} gives the Action inputs that it has, and uses outputs that it sets`, () => {
      const action = read('action.yml');
      const yaml = of('yaml', 'yml').map(({ code }) => `${code}\n`);
      assert.ok(yaml.length > 0);
      const [inputs, outputs] = [keysBelow(action, 'inputs'), keysBelow(action, 'outputs')];
      assert.ok(inputs.includes('fail-under') && outputs.includes('report'));
      for (const code of yaml) {
        assert.doesNotMatch(code, /\t/, 'YAML is indented with spaces');
        for (const [step] of code.matchAll(/- uses: \.\/\.legible\n(?: {4}.*\n)*/g))
          for (const name of keysBelow(step, 'with')) assert.ok(inputs.includes(name), name);
        for (const [, name = ''] of code.matchAll(/steps\.legible\.outputs\.([\w-]+)/g))
          assert.ok(outputs.includes(name), name);
      }
    });
  }

  it('docs/ci.md copies files into its image that the repository has', () => {
    const [image] = blocksOf(read('docs/ci.md')).filter(({ language }) => language === 'dockerfile');
    const copied = [...(image?.code ?? '').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
    assert.ok(copied.length > 4);
    for (const file of copied) assert.ok(existsSync(new URL(file, ROOT)), file);
  });

  it('leave no placeholder for what the product knows', () => {
    for (const path of PAGES)
      assert.doesNotMatch(
        read(path),
        /<(?:version|commit|your-[\w-]+|owner|repo)>|YOUR_|OWNER\/REPO|@v?[xX]\b|TODO/,
        path,
      );
  });
});

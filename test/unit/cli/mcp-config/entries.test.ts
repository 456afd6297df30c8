import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeEntries, readConfigText } from '../../../../src/cli/mcp-config/entries.ts';
import { configPlaces, hostOfFile, type Machine } from '../../../../src/cli/mcp-config/hosts.ts';

const machine: Machine = {
  env: { TOKEN: 'from-the-environment', HOST: 'mcp.example' },
  home: '/home/u',
  platform: 'linux',
  folder: '/home/u/project',
};
const read = (file: string, value: unknown, on: Machine = machine) =>
  readConfigText({ host: hostOfFile(file), file }, typeof value === 'string' ? value : JSON.stringify(value), on);
const only = (file: string, server: unknown, member = 'mcpServers') => {
  const { entries, problem } = read(file, { [member]: { s: server } });
  assert.equal(problem, undefined);
  assert.equal(entries.length, 1);
  return entries[0]?.target;
};
const why = (server: unknown, file = '/x/mcp.json') => {
  const target = only(file, server);
  return target?.kind === 'none' ? target.why : 'started';
};

describe('the servers of a configuration', () => {
  it('Claude Desktop: command, arguments and environment, no references', () => {
    assert.deepEqual(
      only('/a/claude_desktop_config.json', { command: 'npx', args: ['-y', 's', '${TOKEN}'], env: { A: '1' } }),
      { kind: 'stdio', command: 'npx', args: ['-y', 's', '${TOKEN}'], env: { A: '1' }, cwd: '/home/u/project' },
    );
  });

  it('Claude Code: references with defaults, and the servers of this project alone', () => {
    const { entries } = read('/home/u/.claude.json', {
      mcpServers: { a: { url: 'https://${HOST}/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } } },
      projects: {
        '/home/u/project': { mcpServers: { b: { command: '${RUNNER:-npx}', args: ['x'] } } },
        '/home/u/other': { mcpServers: { c: { command: 'x' } } },
      },
    });
    assert.deepEqual(
      entries.map(({ name, target }) => [name, target]),
      [
        [
          'a',
          { kind: 'http', url: 'https://mcp.example/mcp', headers: { Authorization: 'Bearer from-the-environment' } },
        ],
        ['b', { kind: 'stdio', command: 'npx', args: ['x'], env: {}, cwd: '/home/u/project' }],
      ],
    );
  });

  it('Cursor and VS Code: named references', () => {
    assert.deepEqual(
      only('/p/.cursor/mcp.json', {
        command: 'x',
        args: ['${workspaceFolder}', '${userHome}'],
        env: { A: '${env:TOKEN}' },
      }),
      {
        kind: 'stdio',
        command: 'x',
        args: ['/home/u/project', '/home/u'],
        env: { A: 'from-the-environment' },
        cwd: '/home/u/project',
      },
    );
    const target = only('/p/.vscode/mcp.json', { type: 'stdio', command: 'x', args: ['${input:key}'] }, 'servers');
    assert.ok(target?.kind === 'none' && /args\[0\]: it asks for the input key/.test(target.why));
  });

  it('Windsurf, Zed and Gemini CLI: their own names of members', () => {
    assert.deepEqual(only('/home/u/.codeium/windsurf/mcp_config.json', { serverUrl: 'https://a.example/mcp' }), {
      kind: 'http',
      url: 'https://a.example/mcp',
      headers: {},
    });
    const zed = only(
      '/home/u/.config/zed/settings.json',
      { command: { path: 'z', args: ['1'], env: { A: 'b' } } },
      'context_servers',
    );
    assert.deepEqual(zed, { kind: 'stdio', command: 'z', args: ['1'], env: { A: 'b' }, cwd: '/home/u/project' });
    assert.deepEqual(only('/home/u/.gemini/settings.json', { httpUrl: 'https://a.example/$HOST', cwd: 'sub' }), {
      kind: 'http',
      url: 'https://a.example/mcp.example',
      headers: {},
    });
  });

  it('Codex: TOML with names of variables', () => {
    const { entries, problem } = read(
      '/home/u/.codex/config.toml',
      `model = "x"
[mcp_servers.local]
command = "npx"
args = ["-y", "s"]
env_vars = ["TOKEN", "UNSET"]
cwd = "/srv"
[mcp_servers.remote]
url = "https://r.example/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-A" = "b" }
env_http_headers = { "X-C" = "HOST" }
[mcp_servers.off]
command = "x"
enabled = false`,
    );
    assert.equal(problem, undefined);
    assert.deepEqual(
      entries.map(({ target }) => target),
      [
        { kind: 'stdio', command: 'npx', args: ['-y', 's'], env: { TOKEN: 'from-the-environment' }, cwd: '/srv' },
        {
          kind: 'http',
          url: 'https://r.example/mcp',
          headers: { 'X-A': 'b', 'X-C': 'mcp.example', authorization: 'Bearer from-the-environment' },
        },
        { kind: 'none', why: 'it is turned off in the configuration', isOff: true },
      ],
    );
  });

  it('what cannot be used says why', () => {
    assert.match(why([]), /expected an object/);
    assert.match(why({}), /expected command or url/);
    assert.match(why({ command: 1 }), /expected command to be text/);
    assert.match(why({ command: 'x', args: 'y' }), /expected args to be a list/);
    assert.match(why({ command: 'x', args: [1] }), /expected args\[0\] to be text/);
    assert.match(why({ command: 'x', env: [] }), /expected env to be an object/);
    assert.match(why({ command: 'x', env: { A: {} } }), /expected env\.A to be text/);
    assert.match(why({ url: 'file:///etc/passwd' }), /expected url to be an http or https address/);
    assert.match(why({ command: 'x\0y' }), /no usable text/);
    assert.match(why({ command: '${UNSET_NAME}' }), /the environment variable UNSET_NAME is not set/);
    assert.equal(why({ command: 'x', env: { PORT: 3000, DEBUG: true } }), 'started');
  });

  it('a file that is no configuration says so, and shows nothing of what it holds', () => {
    for (const [text, says] of [
      ['{"mcpServers": {"a": {"env": {"KEY": sk-secret}}}}', /^it is no JSON(?: \(line 1, column \d+\))?$/],
      ['[]', /expected an object/],
      ['{"mcpServers": []}', /expected mcpServers to be an object/],
      [`{"mcpServers": ${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`, /nested too deeply/],
    ] as const) {
      const { problem, entries } = read('/x/mcp.json', text);
      assert.match(problem ?? '', says);
      assert.ok(!problem?.includes('secret'));
      assert.deepEqual(entries, []);
    }
    assert.match(read('/x/config.toml', 'a = = "sk-secret"').problem ?? '', /^it is no TOML \(line 1\)$/);
    assert.deepEqual(read('/x/mcp.json', '').entries, []);
    assert.deepEqual(read('/x/mcp.json', '{"mcpServers": {"__proto__": {"command": "x"}}}').entries.length, 1);
  });

  it('comments and trailing commas are read; twenty thousand entries are cut with a word', () => {
    assert.equal(read('/x/mcp.json', '{ // a\n "mcpServers": { "a": { "command": "x", }, }, }').entries.length, 1);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`s${at}`, { command: 'x' }]));
    const { entries, problem } = read('/x/mcp.json', { mcpServers: many });
    assert.equal(entries.length, 10_000);
    assert.match(problem ?? '', /20000 servers; the first 10000 were read/);
  });

  it('secrets are named and their values are nowhere', () => {
    const { entries } = read('/p/.cursor/mcp.json', {
      mcpServers: {
        s: {
          command: 'x',
          args: [
            '--api-key',
            'SEKRIT1',
            '--token=SEKRIT2',
            'postgres://u:SEKRIT3@h/db',
            '--header',
            'Authorization: SEKRIT4',
          ],
          env: {
            GITHUB_TOKEN: 'SEKRIT5',
            SLACK_TOKEN: '${env:TOKEN}',
            PASSWORD_FILE: '/run/p',
            API_KEY: '<your key>',
            MAX_TOKENS: '5',
          },
        },
        r: { url: 'https://u:SEKRIT6@r.example/mcp?api_key=SEKRIT7', headers: { 'X-Api-Key': 'SEKRIT8' } },
      },
    });
    assert.deepEqual(
      entries.map(({ secrets }) => secrets),
      [
        ['variable GITHUB_TOKEN', 'argument --api-key', 'argument --token', 'argument 4', 'argument 6 (Authorization)'],
        ['header X-Api-Key', 'password in the address', 'query parameter api_key'],
      ],
    );
    for (const { shown, secrets } of entries) assert.ok(!`${shown}${secrets}`.includes('SEKRIT'), shown);
    assert.match(entries[0]?.shown ?? '', /^x --api-key \*\*\* --token=\*\*\* .*\(environment GITHUB_TOKEN, /);
  });

  it('what a variable of the environment holds is not shown; a default that is a secret is named', () => {
    const { entries } = read('/p/.mcp.json', {
      mcpServers: {
        s: { command: 'x', args: ['${TOKEN}', '--key', '${TOKEN}'], env: { API_KEY: '${NOT_SET:-SEKRIT}' } },
        r: { url: 'https://r.example/${TOKEN:-SEKRIT}/${NOT_SET:-mcp}' },
      },
    });
    assert.deepEqual(
      entries.map(({ shown, secrets }) => [shown, secrets]),
      [
        ['x ${TOKEN} --key ${TOKEN} (environment API_KEY)', ['variable API_KEY']],
        ['https://r.example/$%7BTOKEN%7D/mcp', []],
      ],
    );
  });

  it('names that no environment and no header can have', () => {
    assert.match(why({ command: 'x', env: { 'A\0B': '1' } }), /env: AB is no usable name/);
    assert.match(why({ command: 'x', env: { 'A=B': '1' } }), /env: A=B is no usable name/);
    for (const headers of [
      { 'X Y': 'a' },
      { X: 'a\r\nB: c' },
      { X: '\u6f22' },
      { Host: 'other.example' },
      { 'Content-Length': '5' },
    ])
      assert.match(why({ url: 'https://h.example/', headers }), /cannot be sent as a header/);
  });

  it('the same server of two hosts is one; another command under that name is another', () => {
    const a = read('/p/.cursor/mcp.json', { mcpServers: { s: { command: 'x' } } }).entries;
    const b = read('/p/.mcp.json', { mcpServers: { s: { command: 'x' }, t: { command: 'x' } } }).entries;
    const c = read('/p/mcp.json', { mcpServers: { s: { command: 'y' } } }).entries;
    assert.deepEqual(
      mergeEntries([...a, ...b, ...c]).map(({ name, hosts }) => [name, hosts]),
      [
        ['s', ['Cursor', 'Claude Code']],
        ['t', ['Claude Code']],
        ['s', ['mcp.json']],
      ],
    );
  });
});

describe('where hosts keep their configuration', () => {
  const files = (on: Partial<Machine>) => configPlaces({ ...machine, ...on }).map(({ file }) => file);

  it('by platform and by their own variables', () => {
    assert.ok(files({}).includes('/home/u/.config/Claude/claude_desktop_config.json'));
    assert.ok(files({ platform: 'darwin' }).includes('/home/u/Library/Application Support/Code/User/mcp.json'));
    const windows = files({ platform: 'win32', home: 'C:\\Users\\u', folder: 'C:\\p', env: { APPDATA: 'C:\\R' } });
    assert.ok(windows.includes('C:\\R\\Claude\\claude_desktop_config.json'));
    assert.ok(windows.includes('C:\\p\\.vscode\\mcp.json'));
    assert.ok(files({ env: { CODEX_HOME: '/c' } }).includes('/c/config.toml'));
  });

  it('each is recognised by its path, and has a source', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const home = platform === 'win32' ? 'C:\\Users\\u' : '/home/u';
      for (const { file, host } of configPlaces({ ...machine, env: {}, home, platform })) {
        assert.equal(hostOfFile(file).name, host.name, file);
        assert.match(host.source, /^https:\/\//);
      }
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printableTail, secretsOf } from '../../../../src/cli/mcp-config/error-tail.ts';

const KEY = 'SEKRIT-value-0123';

/** What may be shown of a text that a process with these arguments and variables wrote. */
const shown = (text: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  printableTail(text, secretsOf(args, env));

describe('the last lines of an error stream', () => {
  const rows: [title: string, lines: string[], expected: string[]][] = [
    ['a variable with the name of a secret', shown('no: hush!', [], { API_TOKEN: 'hush!' }), ['no: ***']],
    ['a variable of any name that looks like a key', shown(`no: ${KEY}`, [], { TENANT: KEY }), ['no: ***']],
    ['its form in an address', shown('GET /?k=a%2Fb%3D12', [], { API_KEY: 'a/b=12' }), ['GET /?k=***']],
    [
      'its form in Basic credentials',
      shown(`Proxy: ${Buffer.from(KEY).toString('base64')}`, [], { API_KEY: KEY }),
      ['Proxy: ***='],
    ],
    ['a key of several lines', shown('line two-of-key', [], { PRIVATE_KEY: 'one-of-key\ntwo-of-key' }), ['line ***']],
    ['an argument', shown('bad --password=tide77', ['--password=tide77']), ['bad --password=***']],
    ['an argument after its option', shown('bad tide77', ['--password', 'tide77']), ['bad ***']],
    ['a secret inside a longer one', shown('ab12ab12 ab12', [], { A_TOKEN: 'ab12', B_TOKEN: 'ab12ab12' }), ['*** ***']],
    ['a password in an address', shown('to https://u:tide77@db.example/x'), ['to https://***@db.example/x']],
    ['a header', shown('sent Authorization: Bearer tide77tide77'), ['sent Authorization: Bearer ***']],
    ['a secret that it names itself', shown('API_KEY=tide77, "token":"tide78"'), ['API_KEY=***, "token":"***"']],
    ['what an issuer marks', shown('key (sk-SEKRIT0123456789ab) refused'), ['key (***) refused']],
    [
      'paths, words and numbers stay',
      shown('ENOENT /data/2026 production 8080', [], { DATA: '/data/2026', NODE_ENV: 'production', PORT: '8080' }),
      ['ENOENT /data/2026 production 8080'],
    ],
    [
      'colours and control characters',
      shown('\u001b[1;31mError\u001b[0m:\u0007 no\u202e file\u001b[2K'),
      ['Error: no file'],
    ],
    ['the last 8 lines', shown(Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\r\n')), lines(12, 20)],
    [
      'frames of a stack are left out',
      shown(`Error: no port\n${'    at main (/x/server.js:1:1)\n'.repeat(10)}\nNode.js v22`),
      ['Error: no port', 'Node.js v22'],
    ],
    ['lines of white space', shown('\n \none\n\t\n'), ['one']],
  ];
  for (const [title, got, expected] of rows) it(title, () => assert.deepEqual(got, expected));

  it('a long line is cut', () => {
    const [line = ''] = shown('x '.repeat(5_000));
    assert.ok(line.length <= 300 && line.endsWith('…'), `${line.length}`);
  });

  it('takes less than a second of text that expressions could backtrack on', () => {
    const startedAt = performance.now();
    for (const text of ['a'.repeat(16_384), 'a://'.repeat(4_096), '"='.repeat(8_192), '\u001b[0;'.repeat(4_096)])
      shown(text, [], { TENANT: `${'/'.repeat(4_000)}1a` });
    assert.ok(performance.now() - startedAt < 1_000);
  });
});

function lines(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, at) => `line ${from + at}`);
}

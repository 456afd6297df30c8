/** Secrets in a configuration are named, and their values are shown nowhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedaction, secretValues, shownAddress, shownArguments } from '../../../../src/cli/mcp-config/secrets.ts';

describe('secrets', () => {
  it('inside of an argument are masked, with their names', () => {
    const of = (...args: string[]) => shownArguments(args).map(({ text, secret }) => [text, secret]);
    assert.deepEqual(
      of(
        'https://h.example/sse?profile=x&api_key=SEKRIT1&y=2',
        '--header=Authorization: Bearer SEKRIT2',
        'curl -H "Authorization: Basic SEKRIT3" x',
        'Server=x;User=sa;Password=SEKRIT4;',
        '{"apiKey":"SEKRIT5","port":1}',
        'node s.js --token SEKRIT6 --port 80',
        'run sk-SEKRITSEKRITSEKRIT now',
        'mongodb://u:SEKRIT7@h/db and more',
      ),
      [
        ['https://h.example/sse?profile=x&api_key=***&y=2', 'argument 1 (api_key)'],
        ['--header=Authorization: Bearer ***', 'argument 2'],
        ['curl -H "Authorization: Basic ***" x', 'argument 3'],
        ['Server=x;User=sa;Password=***;', 'argument 4 (Password)'],
        ['{"apiKey":"***","port":1}', 'argument 5 (apiKey)'],
        ['node s.js --token *** --port 80', 'argument 6 (--token)'],
        ['run *** now', 'argument 7'],
        ['mongodb://u:***@h/db and more', 'argument 8'],
      ],
    );
  });

  it('what only looks like one stays', () => {
    const args = [
      '-y',
      '@scope/server-token',
      '--port=80',
      'a:b',
      'https://h.example/docs?page=2',
      'max_tokens=5',
      'Bearer',
    ];
    assert.deepEqual(
      shownArguments(args).map(({ text }) => text),
      args,
    );
  });

  it('of an address: in the path, too, where it is a key', () => {
    const shown = shownAddress('https://h.example/api/s/Zm9vYmFy0123456789AbCd/mcp?key=SEKRIT');
    assert.deepEqual(shown, {
      text: 'https://h.example/api/s/***/mcp?key=***',
      secrets: ['key in the path of the address', 'query parameter key'],
      values: ['Zm9vYmFy0123456789AbCd', 'SEKRIT'],
    });
    const plain = 'https://h.example/api/model-context-protocol/v1/mcp';
    assert.equal(shownAddress(plain).text, plain);
  });

  it('that a server repeats are taken out of texts and names, and the shape stays', () => {
    const redact = createRedaction(
      secretValues({ AUTHORIZATION: 'Bearer SEKRIT0123', NAME: 'public-name', PIN_TOKEN: '1234' }),
    );
    assert.deepEqual(
      redact({ a: ['x SEKRIT0123', 'Bearer SEKRIT0123', 5, null], keySEKRIT0123: { b: 'public-name 1234' } }),
      {
        a: ['x ***', '***', 5, null],
        'key***': { b: 'public-name 1234' },
      },
    );
  });

  it('a long text is masked in linear time', () => {
    const startedAt = performance.now();
    for (const text of [
      'a'.repeat(32_000),
      'a='.repeat(16_000),
      '--a '.repeat(8_000),
      'a://b:'.repeat(5_000),
      '"'.repeat(32_000),
    ])
      shownArguments([text]);
    assert.ok(performance.now() - startedAt < 1_000);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leakedInternals } from '../../../../../src/scanner/checks/mcp/error-handling.ts';

const LEAKS: [string, RegExp][] = [
  ['SyntaxError: x\n    at JSON.parse (native:1:2)', /^at JSON\.parse/],
  ['    at async Server.handle (file:///srv/x.js:10:20)', /^at async Server/],
  ['&nbsp;at parse (/app/node_modules/body-parser/lib/types/json.js:92:19)<br>', /^at parse/],
  ['"stack":"Error\\n at /home/node/dist/index.mjs:3:4"', /\/home\/node\/dist\/index\.mjs$/],
  ['cannot open /var/task/handler.py', /\/var\/task\/handler\.py$/],
  ['Error in C:\\\\app\\\\server.js', /server\.js$/],
  ['Traceback (most recent call last):', /^Traceback/],
  ['  File "main.py", line 12, in x', /^File "main\.py", line 12/],
];
const FINE = [
  '',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error at position 24"}}',
  'Unexpected end of JSON input',
  'See https://example.com/docs/app/errors.js',
  'Not found: /mcp/app',
  'Call us at home (1:2)',
  'POST /usr is not here.',
];

describe('what an error gives away', () => {
  for (const [text, expected] of LEAKS)
    it(`finds ${expected.source}`, () => assert.match(leakedInternals(text) ?? '', expected));
  for (const text of FINE) it(`finds nothing in "${text}"`, () => assert.equal(leakedInternals(text), undefined));

  it('is looked for in the first 4,096 characters and cut to 120', () => {
    assert.equal(leakedInternals(`${' '.repeat(4096)}Traceback (most recent call last)`), undefined);
    assert.equal(leakedInternals(`/app/${'x'.repeat(250)}.js`)?.length, 120);
  });

  it('takes no time on text that nearly matches again and again', () => {
    for (const piece of [
      'at a',
      'at a (',
      'at a (1:',
      ':1:1',
      '/app/',
      ' /app/x.',
      '"/usr/.j',
      'C:\\',
      'File "',
      'a:1:',
    ]) {
      const text = piece.repeat(5000);
      const start = performance.now();
      leakedInternals(text);
      assert.ok(performance.now() - start < 250, piece);
    }
  });
});

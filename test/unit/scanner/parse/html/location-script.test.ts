import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { assignsLocation } from '../../../../../src/scanner/parse/html/redirect-scripts.ts';

const LEAVES = [
  'location = "/a"',
  'window.location="/a";',
  'location.href = `/a`',
  "window.location.replace('/a')",
  'document . location . assign ( "/a" )',
  '<!-- hide\nlocation.href = "/a" //-->',
  '/* why */ top.location.href="/a"',
  'var a = 1; location = a',
  'var a = f()\nlocation = a',
  'if (a) { b() }\nlocation = "/a"',
  'function f() { return /[}"]/ }; location = f()',
  'var s = "if (x) {"; location = s',
];
const STAYS = [
  '',
  'var a = location.href',
  'if (a) location = "/a"',
  'if (top != self)\n  top.location = self.location',
  'if (a) { location = "/a" }',
  'if (a) b(); else location = "/a"',
  'function go() { location.href = "/a" }',
  'document.querySelector("a").onclick = () => { location = "/a" }',
  'a && location.replace("/a")',
  'location == "/a"',
  'location.hash = "#a"',
  'location.reload()',
  'location.href.replace("a", "b")',
  'mylocation = 1; locations = 2; my.location = 3',
  '"location = 1"',
  '// location = 1',
  'let x = {\n location: 1 }',
  'const\nlocation = 1',
  'function f(s) { s.replace(/}/g, ""); location = s }',
  'x = a /\nlocation.assign(1)',
];

describe('scripts that leave the page', () => {
  for (const code of LEAVES) it(`leaves: ${code}`, () => assert.equal(assignsLocation(code), true));
  for (const code of STAYS) it(`stays: ${code}`, () => assert.equal(assignsLocation(code), false));

  it('never throws', () => {
    const piece = fc.constantFrom(
      'location',
      '.',
      '=',
      '(',
      ')',
      '{',
      '}',
      '"',
      '`',
      '/',
      '\\',
      '\n',
      ';',
      'if',
      ' ',
      '[',
      ']',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => typeof assignsLocation(pieces.join('')) === 'boolean'),
      { seed: 1 },
    );
  });
});

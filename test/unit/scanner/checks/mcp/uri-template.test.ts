import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUriTemplate } from '../../../../../src/scanner/checks/mcp/resources.ts';
import { assertQuick } from '../../parse/assert-quick.ts';

const VALID = [
  'docs://page/{path}',
  'docs://index',
  '{scheme}://{host}',
  'repo://{owner}/{repo}/contents{/path*}',
  'a:{?q,page}',
  'a:{+x:3}',
  'a:{#x}',
  'a:{.x}{;y}{&z}',
  'a:{x.y_z}',
  'a:{%41b}',
  'a:%20b',
  'a:ü',
  "a:it's",
  'a:{x:9999}',
];
const INVALID = [
  '',
  'a:{',
  'a:}',
  'a:{}',
  'a:{x',
  'a:{{x}}',
  'a:{x y}',
  'a:{user-id}',
  'a:{x:}',
  'a:{x:0}',
  'a:{x:10000}',
  'a:{x:1:2}',
  'a:{x,}',
  'a:{=x}',
  'a:{|x}',
  'a:{.}',
  'a:{x..y}',
  'a:{.x.}',
  'a:{x**}',
  'a:b c',
  'a:%2',
  'a:%zz',
  'a:<b>',
  'a:"b"',
  'a:b\\c',
  'a:b\u0000',
  'a:b\nc',
  `a:${'b'.repeat(8_192)}`,
];

describe('isUriTemplate', () => {
  for (const text of VALID) it(`is one: ${text}`, () => assert.equal(isUriTemplate(text), true));
  for (const text of INVALID)
    it(`is none: ${JSON.stringify(text).slice(0, 60)}`, () => assert.equal(isUriTemplate(text), false));

  it('takes linear time', () => {
    for (const part of ['{', '}', '{a', '{a}', '{a.', '%41', 'a.', '{a,', '{a:']) {
      assertQuick(() => isUriTemplate(part.repeat(Math.floor(8_192 / part.length))));
      assertQuick(() => isUriTemplate(`{${part.repeat(Math.floor(8_000 / part.length))}!}`));
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { yamlKeys } from '../../../../../src/scanner/parse/agent-files/api-document.ts';

const keysOf = (text: string) =>
  [...yamlKeys(text)].map(({ path, value, isItem }) => `${isItem ? '- ' : ''}${path.join('.')}=${value}`);

describe('yamlKeys', () => {
  const rows: { when: string; text: string; expect: string[] }[] = [
    { when: 'nesting', text: 'a:\n  b: 1\n  c:\n    d: 2\ne: 3', expect: ['a=', 'a.b=1', 'a.c=', 'a.c.d=2', 'e=3'] },
    { when: 'quotes and comments', text: `"a b": 'x # y' # z\n'c: d': "e"`, expect: ['a b=x # y', 'c: d=e'] },
    { when: 'colons in keys and values', text: '/a:b/{c}: http://x\nnot a key', expect: ['/a:b/{c}=http://x'] },
    { when: 'lists at the indent of their key', text: 'a:\n- x\n- b: y\nc: z', expect: ['a=', '- a=', '- a=', 'c=z'] },
    { when: 'keys of list items', text: 'a:\n  - b: 1\n    c: 2', expect: ['a=', '- a=', 'a.c=2'] },
    { when: 'comments, blank lines and document marks', text: '---\n# x: y\n\na: 1\n...\nb: 2', expect: ['a=1'] },
    { when: 'an open quote', text: '"a: b', expect: [] },
  ];
  for (const { when, text, expect } of rows) it(`reads ${when}`, () => assert.deepEqual(keysOf(text), expect));
});

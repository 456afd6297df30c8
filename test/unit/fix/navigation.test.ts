/** Groups of navigation links, as the templates of generators mark them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { navigationLinks } from '../../../src/fix/navigation.ts';

const A = '<a href="/a">A</a>';
const B = '<a href="/b">B</a>';

const CASES: readonly (readonly [name: string, html: string, groups: readonly string[]])[] = [
  [
    'headings before lists',
    `<nav><h3>Guide</h3><ul><li>${A}</ul><h3>API</h3><ul><li>${B}</ul></nav>`,
    ['Guide', 'API'],
  ],
  [
    'a summary',
    `<nav><details><summary><span>Guide</span><svg></svg></summary><ul><li>${A}</ul></details>${B}</nav>`,
    ['Guide', ''],
  ],
  [
    'the link of an item above a list',
    `<nav><ul><li><a href="/g">Guide</a><ul><li>${A}</ul><li>${B}</ul></nav>`,
    ['', 'Guide', ''],
  ],
  [
    'labels of nested menus',
    `<nav><li><input><label>Guide</label><nav><label>Guide</label><ul><li>${A}</ul></nav></li><li>${B}</li></nav>`,
    ['Guide', ''],
  ],
  [
    'a section that looks like a button',
    `<nav><section><div role="button"><h2>Guide</h2></div><div><div>${A}</div></div></section><section>${B}</section></nav>`,
    ['Guide', ''],
  ],
  ['a button', `<nav><button>Open</button><ul><li>${A}<li>${B}</ul></nav>`, ['', '']],
  ['the name of the whole', `<nav><h2>Main navigation</h2>${A}<h2>Next:</h2>${B}</nav>`, ['', '']],
  ['a sentence', `<nav><p>${'word '.repeat(30)}</p>${A}${B}</nav>`, ['', '']],
  ['no navigation', `<main><h2>Guide</h2>${A}</main>`, []],
];

describe('groups of a navigation', () => {
  for (const [name, html, groups] of CASES) {
    it(`with ${name}`, () => {
      assert.deepEqual(
        navigationLinks(html).map(({ group }) => group),
        groups,
      );
    });
  }

  it('leave out links within the page, and take a deep nesting', () => {
    assert.deepEqual(navigationLinks('<nav><a href="#x">x</a></nav>'), []);
    assert.ok(navigationLinks(`<nav>${'<div>'.repeat(5000)}${A}`).length === 1);
  });
});

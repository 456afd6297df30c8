/** The names of pages in drafts of llms.txt. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageNames } from '../../../../../src/scanner/checks/site/drafts.ts';
import { digest } from '../../../../support/artifacts.ts';

const CASES: readonly (readonly [when: string, pages: Readonly<Record<string, string>>, names: readonly string[]])[] = [
  ['titles end with the name of the site', { '/a': 'Oats – Mill', '/b': 'Rye – Mill' }, ['Oats', 'Rye']],
  ['titles begin with it', { '/a': 'Mill | Oats', '/b': 'Mill | Rye' }, ['Oats', 'Rye']],
  [
    'pages share one title',
    { '/tea/green-tea.html': 'Tea shop', '/tea/black-tea.html': 'Tea shop' },
    ['Green tea', 'Black tea'],
  ],
  ['addresses say nothing, by none that all share', { '/p/1': 'Tea shop', '/p/2': 'Tea shop' }, ['', '']],
  ['there is one page', { '/': 'Oats – Mill' }, ['Oats – Mill']],
  ['a page has no title', { '/oat-flour/': '', '/b': 'Rye' }, ['Oat flour', 'Rye']],
];

describe('the names of pages in a draft', () => {
  for (const [when, titles, names] of CASES) {
    it(`tell pages apart where ${when}`, () => {
      const pages = Object.entries(titles).map(([path, title]) => digest(path, { title }));
      assert.deepEqual(pages.map(pageNames(pages)), names);
    });
  }
});

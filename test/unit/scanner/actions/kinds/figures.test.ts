import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, inShort } from '../../../../support/acting.ts';

const SCRIPT = '<script src="/figures.js"></script>';
const table = (value: string, head = 'th') =>
  `<table><tr><${head}>Room</${head}><${head}>Price</${head}></tr><tr><td>Double</td><td>${value}</td></tr><tr><td>Single</td><td>${value}</td></tr></table>`;

const rows: readonly (readonly [when: string, pages: readonly string[], ...expect: readonly string[]])[] = [
  ['cells have text and headers', [table('90')], 'works 100/100'],
  ['cells are empty', [table('')], 'blocked 0/0 no-text'],
  ['a script fills the cells', [table('<i data-price></i>') + SCRIPT], 'browser only 0/100 no-text'],
  ['cells hold dashes', [table('—')], 'blocked 0/0 no-text'],
  ['cells wait', [table('Loading…') + SCRIPT], 'browser only 0/100 no-text'],
  ['cells are pictures', [table('<img src="/1.png" alt="">')], 'blocked 0/0 pictures'],
  ['pictures have words', [table('<img src="/1.png" alt="90 EUR">')], 'works 100/100'],
  ['headers lack', [table('90', 'td')], 'in part 95/95 no-headers'],
  ['headers lack in one table of three', [table('90'), table('90', 'td'), table('90')], 'in part 98/98 no-headers'],
  ['one table of two is empty', [table('90'), table('')], 'in part 50/50 no-text'],
  ['a price is empty', ['<p>Kettle <span class="price"></span></p>'], 'blocked 0/0 no-text'],
  [
    'a price waits for its script',
    [`<p>Kettle <span class="price">…</span></p>${SCRIPT}`],
    'browser only 0/100 no-text',
  ],
  ['a table is a picture', ['<img src="/price-list.png" alt="">'], 'blocked 0/0 pictures'],
  [
    'a table lays out a page',
    ['<table role="presentation"><tr><td>a</td><td></td></tr><tr><td>b</td><td></td></tr></table>'],
  ],
];

describe('figures', () => {
  for (const [when, pages, ...expect] of rows) {
    it(when, () => {
      const acted = act(Object.fromEntries(pages.map((html, at) => [`/rooms-${at}`, html])));
      assert.deepEqual(inShort(acted, 'figures'), expect);
      assert.deepEqual(acted.probes, []);
    });
  }

  it('show the page and the cell that are at fault', () => {
    const [offer] = act({ '/a': table('90'), '/b': table('<i class="empty"></i>') }).offers;
    assert.match(offer?.where ?? '', /\/b$/);
    assert.match(offer?.shown ?? '', /^<td>/);
  });

  it('of a thousand tables are read within bounds', () => {
    const started = performance.now();
    assert.deepEqual(inShort(act({ '/a': table('90').repeat(1000) }), 'figures'), ['works 100/100']);
    assert.ok(performance.now() - started < 5000);
  });
});

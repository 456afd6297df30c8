import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const row = (cells: number, tag = 'td') => `<tr>${`<${tag}>x</${tag}>`.repeat(cells)}</tr>`;
const table = (rows: string, attributes = '') => `<table ${attributes}>${rows}</table>`;

describe('tables of data', () => {
  const rows: readonly (readonly [when: string, html: string, data: number, withoutHeaders: number])[] = [
    ['with a header row', table(row(2, 'th') + row(2)), 1, 0],
    ['with a header cell by scope', table('<tr><td scope=row>a<td>b</tr>'), 1, 0],
    ['with a header cell by role', table('<tr><td role=columnheader>a<td>b</tr>'), 1, 0],
    ['3 rows and 2 columns without', table(row(2).repeat(3)), 1, 1],
    ['without lines', table(row(2).repeat(3), 'border=0'), 0, 0],
    ['without lines, with a header row', table(row(2, 'th') + row(2), 'border="0"'), 1, 0],
    ['with lines', table(row(2).repeat(3), 'border=1'), 1, 1],
    ['2 rows', table(row(2).repeat(2)), 0, 0],
    ['1 column', table(row(1).repeat(3)), 0, 0],
    ['a row of one cell among them', table(row(2).repeat(3) + row(1)), 0, 0],
    ['by its role no table', table(row(2).repeat(3), 'role=presentation'), 0, 0],
    ['a table in a cell', table(`<tr><td>${table(row(2).repeat(3))}<td>x</tr>${row(2).repeat(3)}`), 1, 1],
    ['a form in a cell', table(`<tr><td><input><td>x</tr>${row(2).repeat(3)}`), 0, 0],
    ['a heading in a cell', table(`<tr><td><h2>x</h2><td>x</tr>${row(2).repeat(3)}`), 0, 0],
    ['an index of modules', table(row(3).repeat(4), 'class="indextable modindextable"'), 0, 0],
    ['in navigation', `<nav>${table(row(2).repeat(3))}</nav>`, 0, 0],
    ['hidden', `<div hidden>${table(row(2).repeat(3))}</div>`, 0, 0],
  ];
  for (const [when, html, data, withoutHeaders] of rows) {
    it(when, () => {
      const { bulkCharCount: _, ...counts } = factsOf(html).tables;
      assert.deepEqual(counts, { data, withoutHeaders });
    });
  }
});

describe('data in bulk', () => {
  const bulkOf = (html: string) => factsOf(html).tables.bulkCharCount;
  it('begins with 20 rows', () => {
    assert.equal(bulkOf(table(row(2).repeat(19))), 0);
    const html = table(row(2).repeat(20));
    assert.equal(bulkOf(html), factsOf(html).markdownCharCount);
    assert.equal(bulkOf(`<p>Some text.</p>${html}<p>More text.</p>`), bulkOf(html) + '\n\n'.length);
  });
  it('counts a table in another once', () => {
    const inner = table(row(2).repeat(20));
    const short = factsOf(table(`<tr><td>${inner}</td></tr>`));
    assert.ok(short.tables.bulkCharCount > 0 && short.tables.bulkCharCount <= short.markdownCharCount);
    const long = factsOf(table(`<tr><td>${inner}</td></tr>${row(2).repeat(20)}`));
    assert.equal(long.tables.bulkCharCount, long.markdownCharCount);
  });
  it('is JSON or base64 of 2,000 characters', () => {
    const rows: readonly (readonly [html: string, chars: number])[] = [
      [`<pre>[${'1,'.repeat(999)}]</pre>`, 2000],
      [`<pre>[${'1,'.repeat(998)}1]</pre>`, 0],
      [`<pre>\n <span>{</span>${'"a":1,'.repeat(400)}<span>}</span> </pre>`, 2404],
      [`<pre>${'f();'.repeat(600)}</pre>`, 0],
      [`<p>${'QUJD'.repeat(500)}</p>`, 2000],
      [`<p>${'QUJD'.repeat(499)}</p>`, 0],
      [`<pre>${`${'QUJD'.repeat(19)}\n`.repeat(30)}</pre>`, 2310],
      [`<p>${'words '.repeat(500)}</p>`, 0],
      [`<script>[${'1,'.repeat(2000)}]</script>`, 0],
    ];
    for (const [html, chars] of rows) {
      const found = factsOf(html).bulkTextCharCount;
      assert.ok(Math.abs(found - chars) <= 5, `${html.slice(0, 40)}: ${found}`);
    }
  });
});

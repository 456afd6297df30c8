import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlFacts, htmlOf } from '../../../../../support/html-page.ts';

const table = (heads: readonly string[], ...rows: readonly (readonly string[])[]) =>
  `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows
    .map((cells) => `<tr>${cells.map((cell) => (cell.startsWith('<td') ? cell : `<td>${cell}</td>`)).join('')}</tr>`)
    .join('')}</table>`;

/** A page, and for each of its groups of figures the kind, the cells and those without text. */
const rows: readonly (readonly [what: string, html: string, ...groups: readonly string[]])[] = [
  ['a table of figures', table(['Room', 'Price'], ['Double', '90'], ['Single', '60']), 'table 2 0'],
  ['a column that has no value', table(['Room', 'Price'], ['Double', ''], ['Single', '']), 'table 2 2'],
  [
    'a column that is written as empty',
    table(['Room', 'Ref'], ['Double', '&nbsp;'], ['Single', '&nbsp;']),
    'table 2 0',
  ],
  [
    'fields within boxes',
    table(
      ['Item', 'Quantity'],
      ...['Hat', 'Cap'].map((item) => [item, '<div><div><div><input value=1></div></div></div>']),
    ),
    'table 2 0',
  ],
  ['one gap in a column', table(['Room', 'Price'], ['Double', '90'], ['Single', '']), 'table 2 0'],
  [
    'cells that a script looks for',
    table(['Room', 'Price'], ['Double', '90'], ['Single', '<td data-price-of="single"></td>']),
    'table 2 1',
  ],
  [
    'a column of notes that nobody wrote',
    table(['Name', 'Type', 'Description'], ['other', 'Amount', ''], ['text', 'string', '']),
    'table 2 0',
  ],
  ['a column without a heading', table(['Room', 'Price', ''], ['Double', '90', ''], ['Single', '60', '']), 'table 2 0'],
  [
    'a table that lays out a list',
    '<table border="0"><tr><td>1</td><td>Run it.</td></tr><tr><td>2</td><td>Stop it.</td></tr></table>',
  ],
  [
    'a table without lines and with headings',
    table(['Room', 'Price'], ['Double', '90'], ['Single', '60']).replace('<table', '<table border="0"'),
    'table 2 0',
  ],
  [
    'a table without lines that a script fills',
    '<table border="0"><tr><td>Double</td><td id="a"></td></tr><tr><td>Single</td><td id="b"></td></tr></table>',
    'table 2 2',
  ],
  [
    'the frame of a page',
    '<table><tr><td><img src="/logo.png" alt=""></td><td>Repositories</td></tr><tr><td>some repositories</td></tr></table>',
  ],
  [
    'the fields of a filter',
    `<table>${'<tr><td>Columns</td><td><select name="c"><option>Status</option></select></td></tr>'.repeat(3)}</table>`,
  ],
  ['figures without headers', `<table>${'<tr><td>Double</td><td>90</td></tr>'.repeat(3)}</table>`, 'table 3 0'],
  ['a picture of a table', '<img src="/i/table.png" alt="Sizes and prices">', 'table 6 6'],
  ['a picture of a table by its name', '<img src="/uploads/price-list-2026.jpg" alt="">', 'table 6 6'],
  ['a picture of a table for a room', '<img src="/i/oak.jpg" alt="A round oak table">'],
  ['a price without a number', '<p>Kettle <span class="price"></span></p>', 'price 1 1'],
  ['terms with values', '<dl><dt>Open</dt><dd>9 to 5</dd></dl>'],
  ['a term without a value', '<dl><dt>Open</dt><dd></dd><dt>Closed</dt><dd>Monday</dd></dl>', 'terms 2 1'],
  [
    'members that are links',
    '<dl><dt><a href="/turn">Turn</a></dt><dd></dd><dt><a href="/tide">Tide</a></dt><dd></dd></dl>',
  ],
  [
    'a signature with a permalink, and its text behind the list',
    '<dl><dt id="f.parse">parse()<a href="#f.parse">¶</a></dt><dd></dd></dl><p>Parses a line.</p>',
  ],
  ['terms with texts that begin with dots', '<dl><dt>bt</dt><dd>... going back to it</dd></dl>'],
  ['a cell that names a place', table(['Gate', 'Place'], ['1', 'Loading bay'], ['2', 'Laden am Markt']), 'table 2 0'],
  ['cells that say that they wait', table(['Gate', 'Place'], ['1', 'Loading…'], ['2', 'Lade Preise ...']), 'table 2 2'],
  [
    'lines that a script draws between the rows of a history',
    `<table>${'<tr><td>21:12</td><td><div id="m1" class="node"></div></td><td>Adjust the timetable</td></tr>'.repeat(3)}</table>`,
    'table 3 0',
  ],
  [
    'blocks that a script fills, under a heading',
    table(['Room', 'Price'], ['Double', '<div id="a"></div>'], ['Single', '<div id="b"></div>']),
    'table 2 2',
  ],
  ['a list of links in a table', `<table>${'<tr><td>If</td><td><a href="/if">Run</a></td></tr>'.repeat(3)}</table>`],
  ['a description as a term', '<dl><dt><div>where the text is no amount</div></dt><dd></dd></dl>'],
  ['a value without a term of its own list', '<dl><dt>Open</dt><dd>9 to 5</dd></dl><dl><dd></dd></dl>'],
];

describe('figures that a page promises', () => {
  for (const [what, html, ...groups] of rows) {
    it(what, () => {
      const found = htmlFacts(htmlOf(html)).actions.figures.map(
        ({ kind, cells, missing }) => `${kind} ${cells} ${missing}`,
      );
      assert.deepEqual(found, groups);
    });
  }
});

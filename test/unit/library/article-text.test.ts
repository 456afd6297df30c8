import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from '../../../src/library/article-text.ts';

describe('readText', () => {
  it('takes the words out of the markup', () => {
    const { headings, passages, code } = readText(
      '## A *heading*\n\nSome **bold** and `code` and [a link](https://x.example/y).\nA next  line.\n\n1. One\n   - Two\n2. Three\n\n> Quoted.\n\n```js\nlet x;\n```',
    );
    assert.deepEqual(headings, ['A heading']);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Some bold and code and a link. A next line.', 'One', 'Two', 'Three', 'Quoted.'],
    );
    assert.ok(passages.every(({ heading }) => heading === 'A heading'));
    assert.deepEqual(code, ['let x;']);
  });

  it('reads a row of a table as a sentence', () => {
    const rows = (table: string) => readText(table).passages.map(({ text }) => text);
    assert.deepEqual(
      rows(
        '| `start_scan` | Limit | Counts |\n|---|---|---|\n| `get_scan` | counted for each key of an account | all |',
      ),
      ['get_scan: counted for each key of an account; counts: all.'],
    );
    assert.deepEqual(rows('| What | Limit |\n|---|---|\n| start a `scan` | 10 a minute |'), [
      'Start a scan: 10 a minute.',
    ]);
    assert.deepEqual(rows('| | Price | API |\n|---|---|---|\n| 25 pages | 0.02 | no |\n| 250 pages | | yes |'), [
      '25 pages: price: 0.02; API: no.',
      '250 pages: API: yes.',
    ]);
  });
});

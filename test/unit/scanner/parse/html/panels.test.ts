import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const panelsOf = (html: string) => factsOf(html).panels;

describe('panels', () => {
  const rows: readonly (readonly [html: string, count: number, chars: number])[] = [
    ['<p>12345</p>', 0, 0],
    ['<details><summary>1</summary>2345</details>', 1, 7],
    ['<div role=tabpanel>12345</div><div role=tabpanel hidden>12345</div>', 2, 12],
    ['<div class="tab-pane fade">12345</div>', 1, 5],
    ['<div class="x accordion-body">12345</div>', 1, 5],
    ['<div class="accordion-collapse collapse"><div class=accordion-body>12345</div></div>', 1, 5],
    ['<div role=tabpanel><details>12345</details></div>', 1, 5],
    ['<div role=tablist></div><div role=tabpanel>12345</div>', 0, 0],
    ['<div role=tabpanel hidden>12345</div>', 1, 5],
    ['<div class="table accordion">12345</div>', 0, 0],
    ['<nav><details>12345</details></nav>', 0, 0],
  ];
  for (const [html, count, charCount] of rows) {
    it(html, () => {
      const found = panelsOf(html);
      assert.equal(found.count, count);
      // The line breaks between blocks may fall to either side.
      assert.ok(Math.abs(found.charCount - charCount) <= 2, `${found.charCount} characters`);
    });
  }
});

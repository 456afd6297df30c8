import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { assertQuick } from '../assert-quick.ts';

const lines = (...text: string[]) => parseLlmsTxt(text.join('\n'));

describe('list items of an llms.txt', () => {
  // [item, well formed, link found]
  const items: [string, boolean, [string, string, string] | undefined][] = [
    ['- [A](/a)', true, ['A', '/a', '']],
    ['-   [A](/a):   note', true, ['A', '/a', 'note']],
    ['- [A](/a) - note', true, ['A', '/a', 'note']],
    ['- [A](/a) — note', true, ['A', '/a', 'note']],
    ["- [A](/a 'title'): note", true, ['A', '/a', 'note']],
    ['- [A](/a (title)): note', true, ['A', '/a', 'note']],
    ['- [[A] b](/a)', true, ['[A] b', '/a', '']],
    ['- [A] (x) [B](/b)', false, ['B', '/b', '']],
    ['- [A](/a) and more', false, ['A', '/a', 'and more']],
    ['- **[A](/a)**: note', true, ['A', '/a', 'note']],
    ['- **[A](/a):** note', true, ['A', '/a', 'note']],
    ['- __[A](/a)__ - note', true, ['A', '/a', 'note']],
    ['- *[A](/a)*', true, ['A', '/a', '']],
    ['- [**A**](/a): note', true, ['A', '/a', 'note']],
    ['- [`A`](</a b> "title"): note', true, ['A', '/a b', 'note']],
    ['- [`x[0](y)`](/a): note', true, ['x[0](y)', '/a', 'note']],
    ['- [A](/a_(b)): note', true, ['A', '/a_(b)', 'note']],
    ['- [A](/a?b&amp;c): note', true, ['A', '/a?b&c', 'note']],
    ['+ [A](/a): note', true, ['A', '/a', 'note']],
    ['* [A](/a): note', true, ['A', '/a', 'note']],
    ['12) [A](/a): note', true, ['A', '/a', 'note']],
    ['- `[A](/a)` and [B](/b)', false, ['B', '/b', '']],
    ['- See [A](/a): note', false, ['A', '/a', 'note']],
    ['- [](/a)', false, ['', '/a', '']],
    ['- A: https://site.example/a', false, undefined],
    ['- <https://site.example/a>: note', false, ['', 'https://site.example/a', 'note']],
    ['- <mailto:a@site.example> https://site.example/a', false, undefined],
    ['- ![A](/a.png) https://site.example/', false, undefined],
    ['- [A]() https://site.example/', false, undefined],
    ['- [A](/a b) https://site.example/', false, undefined],
    ['- \\[A](/a) https://site.example/', false, undefined],
    ['- [A](/a', false, undefined],
  ];
  for (const [item, isWellFormed, link] of items) {
    it(`reads ${item}`, () => {
      const { sections, listItems } = lines('## S', '- [Other](/other)', item);
      const found = sections[0]?.links[1];
      assert.deepEqual(found && [found.name, found.url, found.notes], link);
      assert.equal(listItems.wellFormed, isWellFormed ? 2 : 1);
      assert.equal(listItems.total, 2);
      assert.deepEqual(listItems.malformedLines, isWellFormed ? [] : [3]);
    });
  }

  it('cost no more in lines made to be slow', () => {
    for (const part of ['`', '`` ` ', '<https://', '[', '[a](<', '**[a](', '\\`'])
      assertQuick(() => lines('## S', ...Array.from({ length: 20 }, () => `- ${part.repeat(2000)}`)));
  });
  it('takes no prose for a broken link', () => {
    const { listItems } = lines(
      ...[
        '# S',
        '- See [here](/a), too',
        '- Web: https://site.example',
        '## Rules',
        '- Be kind',
        '- Run `curl https://x`',
      ],
      ...['## Docs', '- [A](/a)', '  - with details', '- stray prose', '---', '* * *'],
    );
    assert.deepEqual(listItems, { total: 2, wellFormed: 1, malformedLines: [10] });
  });
});

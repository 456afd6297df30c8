import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawHtmlBytes } from '../../../../../src/scanner/parse/html/rough-html.ts';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';

describe('rawHtmlBytes', () => {
  const rows: [what: string, lines: string[], bytes: number][] = [
    ['no tag', ['a < b and c > d', 'x <3'], 0],
    ['a pair of tags', ['<b>bold</b>'], 7],
    ['an empty tag', ['line<br/>break<br>'], 9],
    ['attributes', ['<Card title="x" href=/y>text'], 24],
    ['a tag over two lines', ['<div', 'class="a">'], 15],
    ['letters beyond ASCII', ['<a title="é">'], 14],
    ['autolinks', ['<https://site.example/a> <me@site.example>'], 0],
    ['tags in code spans', ['Use `<script>` or `<a>` here'], 0],
    ['a lone backtick before a tag', ['it`s <b>'], 3],
    ['a tag that never ends', ['<div class="a"'], 0],
    ['two tags, the first without end', ['<div <b>'], 3],
  ];
  for (const [what, lines, bytes] of rows) it(what, () => assert.equal(rawHtmlBytes(lines), bytes));
});

describe('the HTML of an llms.txt', () => {
  const rows: [what: string, text: string, bytes: number][] = [
    ['in prose, headings and notes', '# <b>S</b>\n\n<p>Text\n\n- [a](/b): <i>c</i>\n', 7 + 3 + 7],
    ['not that in fences', '# S\n\n```html\n<div>\n```\n\n- item\n\n  ```\n  <div>\n  ```\n', 0],
    ['not comments', '<!-- <b>made</b> -->\n# S\n<!--\n<div>\n-->\n', 0],
  ];
  for (const [what, text, bytes] of rows) {
    it(`counts it ${what}`, () => assert.equal(parseLlmsTxt(text).rawHtmlBytes, bytes));
  }
  it('does not call a fence unclosed that goes on after the read limit', () => {
    const fence = '```\n';
    assert.equal(parseLlmsTxt(fence + 'x'.repeat(900_000)).unclosedFenceLine, 1);
    assert.equal(parseLlmsTxt(`${fence}${'x'.repeat(1_000_000)}\n${fence}`).unclosedFenceLine, undefined);
  });
});

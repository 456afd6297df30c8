import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownText } from '../../../../../src/scanner/parse/markdown/markdown-text.ts';
import { assertQuick } from '../assert-quick.ts';

const CASES: readonly (readonly [what: string, prose: string, text: string, targets?: readonly string[]])[] = [
  ['plain words', 'One *two* three.', 'One *two* three.'],
  [
    'a link',
    'See [the guide](https://a.example/x "Guide") for more.',
    'See [the guide for more.',
    ['https://a.example/x'],
  ],
  ['a target in angle brackets', '[a](<b c> "t")', '[a', ['b c']],
  ['parentheses in a target', '[a](/b_(c)) d', '[a d', ['/b_(c)']],
  ['a link over two lines', '[the\nguide](/x) is', '[the\nguide is', ['/x']],
  ['an image', 'A ![picture of it](a.png) B', 'A   B'],
  ['a picture without a target, then a link', '![alt] and [b](/c)', ' ] and [b', ['/c']],
  ['an image in a link', '[![alt](a.png)](/b) c', '[  c', ['/b']],
  ['a link by reference', '[a][ref]\n\n[ref]: ../x "t"', '[a\n\n[ref]: ../x "t"', ['../x']],
  ['a footnote', 'a[^1]\n\n[^1]: See b.', 'a[^1]\n\n[^1]: See b.'],
  ['tags', 'a <b class="x">b</b>c<br>d <div>e</div>', 'a bc d  e '],
  ['an autolink', 'a <https://a.example/> b', 'a <https://a.example/> b'],
  ['less than', 'a < b and 1<2 > 0', 'a < b and 1<2 > 0'],
  ['a comment', 'a <!-- <b> [x](y) --> c', 'a  c'],
  ['a comment without end', 'a <!-- b <i>c</i>', 'a <!-- b c'],
  ['character references', 'a&nbsp;b &#39;c&#x27; R&D', 'a b  c  R&D'],
  ['code spans', '`[a](b)` ``<i> ` &amp;`` [c](d)', '`[a](b)` ``<i> ` &amp;`` [c', ['d']],
  ['a backtick without partner', 'a ` b [c](/d)', 'a ` b [c', ['/d']],
  ['brackets without target', '[a] (b) ](', '[a] (b) ]('],
  ['an empty target', '[a]()', '[a'],
];

describe('markdownText', () => {
  for (const [what, prose, text, targets = []] of CASES) {
    it(`reads ${what}`, () => assert.deepEqual(markdownText(prose), { text, targets }));
  }
  for (const [what, prose] of [
    ['images without end', '![a'.repeat(300_000)],
    ['targets without end', '](a'.repeat(300_000)],
    ['long targets without end', `](${'a'.repeat(4000)}`.repeat(250)],
    ['references without end', '][a'.repeat(300_000)],
    ['tags without end', '<a'.repeat(500_000)],
    ['comments without end', '<!-- '.repeat(200_000)],
    ['backticks of all lengths', Array.from({ length: 1400 }, (_, at) => `${'`'.repeat(at)} `).join('')],
    ['ampersands', '&'.repeat(1_000_000)],
    ['definitions', '[a]: b\n'.repeat(150_000)],
    ['one bracket and then nothing', `[${'a'.repeat(1_000_000)}`],
  ] as const) {
    it(`is quick with ${what}`, () => assertQuick(() => markdownText(prose)));
  }
});

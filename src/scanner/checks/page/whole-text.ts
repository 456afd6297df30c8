import { defineCheck, pass } from '../define.ts';
import { readablePage } from './readable.ts';
import { signOutcome } from './sign-outcome.ts';

const TEASER =
  'Put the whole text into the page, or link to the address where it is, and take the page out of the sitemap.';
const LETTERS =
  'Write the text in the order and with the letters that people read; leave direction and looks to the style sheet.';

export default defineCheck({
  id: 'P26',
  slug: 'whole-text',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Pages hold their whole text, in letters that can be read',
    fail: 'Pages hold part of their text, or hold it in letters that cannot be read',
    action: 'Put the whole text of each page into its HTML, in plain letters',
  },
  why: 'An agent answers from the text of the page. It does not open apps or frames, and cannot read text that a picture shows.',
  rule: 'Looks for signs that text is missing: words that end a teaser ("read it in our app") at the end of a text of under 150 words, or of one that breaks off; structured data whose articleBody or wordCount has 1.5 times the words and 40 more; a frame or an embedded document on a page of under 40 words; letters reversed by a bidi override, spread over elements, or mapped by a font. Warns about each, and fails where less than half of the text is left. Passes without a sign, however short the page is.',
  sources: [
    'https://schema.org/articleBody',
    'https://schema.org/wordCount',
    'https://www.w3.org/International/questions/qa-bidi-unicode-controls',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { facts, evidence } = read;
    return (
      signOutcome('P26', facts, evidence, {
        teaser: TEASER,
        'promised-words': TEASER,
        frame: 'Put the text of the frame into the page itself, or link to its document.',
        reversed: LETTERS,
        scattered: LETTERS,
        mapped: LETTERS,
      }) ?? pass('Nothing shows that text of the page is missing.', evidence)
    );
  },
});

import type { PageFacts } from '../../parse/html/page-facts.ts';
import { asksForJavaScript } from '../../parse/html/script-rendered.ts';
import { countWords } from '../../parse/html/word-counter.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';
import { signOutcome } from './sign-outcome.ts';

const MIN_CHARS = 1500;
const MIN_CHARS_WITH_HEADING = 500;
const MIN_HEADINGS = 3;
const MIN_LONG_PARAGRAPHS = 5;
const MIN_MAIN_PARAGRAPHS = 2;
/** A page with fewer words, navigation included, has no text, whether scripts would bring it or nothing does. */
const BLANK_WORDS = 4;
const MIN_WORDS = 50;
const ENOUGH_WORDS = 100;

export default defineCheck({
  id: 'P5',
  slug: 'server-rendered',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Page text is in the HTML',
    fail: 'Page text needs JavaScript',
    action: 'Render the text of each page on the server',
  },
  why: 'Most agents fetch HTML and run no scripts. They never see text that a script fills in.',
  rule: 'Passes with enough main text: 1,500 characters, a heading and 500 characters, 3 headings, 5 paragraphs of more than 30 characters, or 2 paragraphs in main. Passes also without signs of client-side rendering (an empty application root, scripts and hardly any text, a noscript notice). With such a sign, warns at 50 to 100 words, or where noscript has 50 words of text, and fails below. Fails with only a request to enable JavaScript, and with fewer than 4 words and no form. Other signs warn, and fail where less than half of the text is left: on a page of under 40 words a container that a script fills, or a canvas; text in data islands, templates, shadow roots and style sheets that the page shows nowhere; headings with an empty container below; "Loading" in place of text.',
  sources: ['https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { facts } = read;
    const { wordCount, start } = facts.mainText;
    const evidence = { ...read.evidence, measured: wordCount, threshold: MIN_WORDS };
    const howToFix =
      'Render this template on the server, or at build time, so that its headings and text are in the first response.';

    if (wordCount < MIN_WORDS && asksForJavaScript(start)) {
      return fail('The only text of the page asks to enable JavaScript.', {
        howToFix,
        evidence: { ...evidence, snippet: start },
      });
    }
    if (isBlank(facts)) {
      return fail('The HTML of the page has no text.', {
        howToFix,
        evidence: { ...evidence, measured: facts.bodyWordCount, threshold: BLANK_WORDS },
      });
    }
    if (hasContent(facts) || isForm(facts) || facts.spaMarker === undefined || wordCount > ENOUGH_WORDS) {
      const bySign = signOutcome('P5', facts, read.evidence, { 'script-container': howToFix });
      if (bySign !== undefined) return bySign;
      return pass(`The HTML of the page has ${wordCount} words of text outside its menus.`, evidence);
    }
    const inNoscript = asksForJavaScript(facts.noscriptText) ? 0 : countWords(facts.noscriptText);
    if (inNoscript >= MIN_WORDS) {
      return warn('The text of the page is in noscript, so only readers without scripts get it.', {
        howToFix,
        evidence: { ...evidence, measured: inNoscript },
      });
    }
    const message = `The page is filled in by scripts (${facts.spaMarker}): without them it has ${wordCount} words.`;
    return wordCount < MIN_WORDS ? fail(message, { howToFix, evidence }) : warn(message, { howToFix, evidence });
  },
});

const isForm = ({ mainFields }: PageFacts) => mainFields.search + mainFields.other > 0;

const isBlank = (facts: PageFacts) => facts.bodyWordCount < BLANK_WORDS && !isForm(facts);

function hasContent({ mainText, headings }: PageFacts): boolean {
  const shown = headings.filter(({ text, inChrome }) => !inChrome && text !== '').length;
  return (
    mainText.charCount >= MIN_CHARS ||
    (shown > 0 && mainText.charCount >= MIN_CHARS_WITH_HEADING) ||
    shown >= MIN_HEADINGS ||
    mainText.longParagraphs >= MIN_LONG_PARAGRAPHS ||
    mainText.mainParagraphs >= MIN_MAIN_PARAGRAPHS
  );
}

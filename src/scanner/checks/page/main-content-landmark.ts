import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

const MIN_SHARE = 0.6;
/** Words of a small print that themes put under every page without calling it a footer: much of a short page. */
const MAX_WORDS_OUTSIDE = 100;
/** A page with fewer words can be read without a landmark. */
const MIN_WORDS = 300;

export default defineCheck({
  id: 'P9',
  slug: 'main-content-landmark',
  series: 'page',
  category: 'structure',
  titles: {
    pass: 'A landmark marks the main content',
    fail: 'No single landmark marks the main content',
    action: 'Put the main content of each page into one <main>',
  },
  why: 'Readers reduce a page to its main element. Without one they guess, and keep menus or lose text.',
  rule: 'Passes with exactly one visible main element or role, or else one article, that holds at least 60 % of the words outside navigation, asides, header, footer and fields, or all but 100. Warns about a smaller share or several landmarks. Fails with none; warns instead in a page of under 300 words.',
  sources: [
    'https://html.spec.whatwg.org/multipage/grouping-content.html#the-main-element',
    'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { landmarks, mainText, bodyWordCount } = read.facts;
    const { mains, articles } = landmarks;
    const kind = mains > 0 ? 'main' : 'article';
    const count = mains > 0 ? mains : articles;
    const words = mains > 0 ? landmarks.mainWords : landmarks.articleWords;
    const howToFix = 'Wrap the content of the page, and nothing else, in one <main> element.';

    if (count === 0) {
      const { wordCount } = mainText;
      // The limit is of the whole page: with fewer words outside the menus the message gives both.
      const whole = wordCount < MIN_WORDS && bodyWordCount >= MIN_WORDS ? `, ${bodyWordCount} with its menus` : '';
      const message = `The page has no main or article element${wordCount === 0 ? '' : ` around its ${wordCount} words${whole}`}.`;
      const evidence = { ...read.evidence, measured: 0, threshold: 1 };
      return bodyWordCount < MIN_WORDS ? warn(message, { howToFix, evidence }) : fail(message, { howToFix, evidence });
    }
    if (count > 1) {
      return warn(`The content is spread over ${count} ${kind} elements${kind === 'article' ? ' and no main' : ''}.`, {
        howToFix,
        evidence: { ...read.evidence, measured: count, threshold: 1 },
      });
    }
    if (mainText.wordCount === 0)
      return notApplicable('The page has no text that a landmark could hold.', read.evidence);
    const share = words / mainText.wordCount;
    const evidence = { ...read.evidence, measured: Math.round(share * 1000) / 1000, threshold: MIN_SHARE };
    const message = `One ${kind} element holds ${words} of the ${mainText.wordCount} words outside navigation.`;
    const isEnough = share >= MIN_SHARE || (words > 0 && mainText.wordCount - words <= MAX_WORDS_OUTSIDE);
    return isEnough ? pass(message, evidence) : warn(message, { howToFix, evidence });
  },
});

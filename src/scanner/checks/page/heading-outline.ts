import type { Heading } from '../../parse/html/page-facts.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

/** From this many words on a text needs subheadings. */
const MIN_WORDS = 300;
const WORDS_PER_SUBHEADING = 500;

export default defineCheck({
  id: 'P10',
  slug: 'heading-outline',
  series: 'page',
  category: 'structure',
  titles: {
    pass: 'Headings form an outline',
    fail: 'Headings do not form an outline',
    action: 'Use one H1 and nest headings without gaps',
  },
  why: 'Agents find their place in a page by its headings, and split it there for search.',
  rule: 'Passes with one H1 with text, or an image with an alternative text (a second one may name the site: in the header (an element, or the first box called so) or sidebar, outside a main with an H1, or as a link to another page before it), no skipped level in the content (H2 to H4), one H2 or H3 per 500 words from 300 words on, and at most one empty heading. A heading that is a link to another page, as in a teaser, skips no level; words in lists of links do not count. Warns about one kind of fault. Fails with two, or with no H1.',
  sources: ['https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { headings, mainText } = read.facts;
    const titled = headings.filter(({ text }) => text !== '');
    const h1s = countH1s(titled);
    const empty = headings.length - titled.length;
    const skips = skippedLevels(titled);
    const alike = titled.filter(({ level }) => level === 2 || level === 3);
    const subheadings = alike.filter(({ inChrome }) => !inChrome).length;
    // The evidence shows those of menus and footers too.
    const where = subheadings < alike.length ? ' in its content' : '';
    const wordCount = mainText.wordsOutsideLinkLists;
    const isTooThin = wordCount >= MIN_WORDS && subheadings * WORDS_PER_SUBHEADING < wordCount;

    const faults = [
      h1s === 0 && 'has no H1',
      h1s > 1 && `has ${h1s} H1`,
      skips > 0 && `skips a level ${skips === 1 ? 'once' : `${skips} times`}`,
      isTooThin && `has ${subheadings} H2 and H3${where} for ${wordCount} words`,
      empty > 1 && `has ${empty} headings without text`,
    ].filter((fault) => fault !== false);
    const evidence = {
      ...read.evidence,
      measured: headings.length,
      examples: headings.map(({ level, text }) => `h${level}: ${text}`),
    };
    if (faults.length === 0) {
      return pass(`The page has ${sayOutline(titled)}.`, evidence);
    }
    const finding = {
      howToFix:
        'Give the page one H1, go down one level at a time, and put an H2 or H3 over every few hundred words of text.',
      evidence,
    };
    const message = `The outline ${faults.join(', ')}.`;
    return h1s === 0 || faults.length > 1 ? fail(message, finding) : warn(message, finding);
  },
});

function sayOutline(headings: readonly Heading[]): string {
  const isNamedTwice = headings.filter(({ level }) => level === 1).length > 1;
  const siteName = isNamedTwice ? ' (the H1 outside the content is taken for the name of the site)' : '';
  const outside = headings.filter(({ level, inChrome }) => inChrome && level > 1).length;
  const others = outside === 0 ? '' : `, and ${outside} outside its content`;
  const inside = headings.length - outside;
  const outline = inside === 1 ? 'a single heading, an H1' : `${inside} headings in order, with one H1 as its title`;
  return `${outline}${siteName}${others}`;
}

/** Themes write the name of the site as an H1 into the header or the sidebar: it is no title of the page that has its own. */
function countH1s(titled: readonly Heading[]): number {
  const h1s = titled.filter(({ level }) => level === 1);
  const inContent = h1s.filter(({ inChrome }) => !inChrome);
  return inContent.length > 0 ? inContent.length : h1s.length;
}

/**
 * Steps down by more than one level from one heading of the content to the next; menus and footers have their own. The
 * title of a card is a link whose level a theme chooses: it opens no section of this page.
 */
function skippedLevels(headings: readonly Heading[]): number {
  const shown = headings.filter(({ level, inChrome }) => !inChrome || level === 1);
  return shown.filter(({ level, isLink }, index) => !isLink && level - (shown[index - 1]?.level ?? level) > 1).length;
}

import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

const PASS = { share: 0.1, chars: 2000 };
const WARN = { share: 0.5, chars: 10_000 };

export default defineCheck({
  id: 'P8',
  slug: 'content-start',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Content starts near the top of the HTML',
    fail: 'Content starts late in the HTML',
    action: 'Move the main content up in the HTML',
  },
  why: 'Agents often read only the start of a page. Menus before the content use it up.',
  rule: 'Looks for the first heading or paragraph of the content (of main, where there is one, or an H1 before it) in the page as Markdown. Passes within the first 10 % or 2,000 characters. Warns within 50 % or 10,000. Fails later. Without either, all characters stand before it. Not applicable to a page without text.',
  sources: ['https://agentdocsspec.com/spec/'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { contentStart, markdownCharCount: total } = read.facts;
    if (total === 0) return notApplicable('The page has no text in its HTML.', read.evidence);
    const offset = contentStart?.charOffset ?? total;
    const isWithin = ({ share, chars }: typeof PASS): boolean => offset <= chars || offset <= share * total;
    const message =
      contentStart === undefined
        ? `No heading or paragraph marks where the content begins in ${total} characters.`
        : offset === 0
          ? `The content begins with the first of ${total} characters.`
          : `The content begins after ${offset} of ${total} characters.`;
    const evidence = {
      ...read.evidence,
      measured: offset,
      threshold: Math.max(PASS.chars, Math.floor(PASS.share * total)),
    };
    if (isWithin(PASS)) return pass(message, evidence);
    const howToFix =
      'Put the main content before menus and sidebars in the source (a style sheet can still show them first), and begin it with a heading.';
    return isWithin(WARN) ? warn(message, { howToFix, evidence }) : fail(message, { howToFix, evidence });
  },
});

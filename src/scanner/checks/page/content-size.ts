import { CHARS_PER_TOKEN } from '../../parse/text/chars-per-token.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

const MAX_CHARS = 50_000;
const MAX_CHARS_WARN = 100_000;

export default defineCheck({
  id: 'P7',
  slug: 'content-size',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Page text fits into one fetch',
    fail: 'Page text is too long for one fetch',
    action: 'Shorten or split long pages',
  },
  why: 'Agents turn a page into Markdown and cut it where their budget ends. They never read the text after the cut.',
  rule: 'Measures the page as Markdown, navigation included. Passes up to 50,000 characters (about 12,500 tokens). Warns up to 100,000. Fails above. Not applicable to a page without text.',
  sources: ['https://agentdocsspec.com/spec/', 'https://llmstxt.org/'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { markdownCharCount: chars } = read.facts;
    if (chars === 0) return notApplicable('The page has no text in its HTML.', read.evidence);
    const tokens = Math.round(chars / CHARS_PER_TOKEN);
    const message = `The page is ${chars} characters of Markdown, about ${tokens} tokens.`;
    const evidence = { ...read.evidence, measured: chars, threshold: MAX_CHARS };
    if (chars <= MAX_CHARS) return pass(message, evidence);
    const howToFix =
      'Split the page by topic, move long lists and tables to pages of their own, or serve a shorter .md version.';
    return chars <= MAX_CHARS_WARN ? warn(message, { howToFix, evidence }) : fail(message, { howToFix, evidence });
  },
});

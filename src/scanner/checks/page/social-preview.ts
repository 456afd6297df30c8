import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

const WANTED = ['og:title', 'og:description'];

export default defineCheck({
  id: 'P16',
  slug: 'social-preview',
  series: 'page',
  category: 'metadata',
  titles: {
    pass: 'Open Graph tags describe the page',
    fail: 'Open Graph tags are missing',
    action: 'Add og:title and og:description',
  },
  why: 'Chats, link previews and many crawlers show the Open Graph title and description instead of the page.',
  rule: 'Passes with both og:title and og:description. Warns with one. Fails with neither.',
  sources: ['https://ogp.me/'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { metas } = read.facts;
    const missing = WANTED.filter((wanted) => !metas.some(({ key, content }) => key === wanted && content !== ''));
    const found = WANTED.length - missing.length;
    const evidence = { ...read.evidence, measured: found, threshold: WANTED.length };
    if (found === WANTED.length) return pass('The page has og:title and og:description.', evidence);
    const howToFix = `Add ${missing.map((name) => `<meta property="${name}" content="...">`).join(' and ')} to the head.`;
    return found === 0
      ? fail('The page has neither og:title nor og:description.', { howToFix, evidence })
      : warn(`The page has no ${missing.join(', ')}.`, { howToFix, evidence });
  },
});

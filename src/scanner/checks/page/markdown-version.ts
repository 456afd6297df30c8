import type { MarkdownAttempt } from '../../model/page.ts';
import { isProperlyTyped } from '../../model/page.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { evidenceOfTwin, twinOf } from './markdown-twin.ts';

const HOW: Record<MarkdownAttempt['via'], string> = {
  alternate: 'the address that its alternate link names',
  'llms-txt': 'the address that llms.txt names',
  suffix: 'its own address with .md',
  negotiation: 'its own address by content negotiation',
};

export default defineCheck({
  id: 'P22',
  slug: 'markdown-version',
  series: 'page',
  category: 'markdown',
  titles: {
    pass: 'Pages have a Markdown version',
    fail: 'Pages have no Markdown version',
    action: 'Serve a Markdown version of every page',
  },
  why: 'Markdown gives an agent the text at a fraction of the tokens, without menus, banners and markup.',
  rule: 'Looks for a Markdown version at the alternate link, in llms.txt, at .md, /index.md and .html.md, and by Accept: text/markdown. Passes with a 200 of type text/markdown. Warns about Markdown under another type. Fails with none. Not applicable to search and form pages, and to pages with under 100 words of their own. When the first pages of a section have none, its other pages are not measured.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc7763'],
  needs: ['page'],
  evaluate({ page }) {
    const twin = twinOf(page);
    if (twin.kind === 'not-judged') return twin.outcome;
    if (twin.kind === 'found') {
      const { attempt } = twin;
      const evidence = evidenceOfTwin(attempt);
      if (isProperlyTyped(attempt)) return pass(`The page is Markdown at ${HOW[attempt.via]}.`, evidence);
      return warn(`The page is Markdown at ${HOW[attempt.via]}, but served as another type.`, {
        howToFix: 'Serve the Markdown as "Content-Type: text/markdown; charset=utf-8".',
        evidence,
      });
    }
    const { attempts } = page.markdown;
    const places = attempts.length === 1 ? 'place' : 'places';
    return fail(`The page has no Markdown version. Looked for at ${attempts.length} ${places}.`, {
      howToFix:
        'Serve each page as Markdown at its address with .md (/guide/ at /guide/index.md), or when it is asked for by "Accept: text/markdown", and name it in <link rel="alternate" type="text/markdown">.',
      evidence: { ...twin.evidence, measured: attempts.length, examples: attempts.map(({ url }) => url) },
    });
  },
});

import { isProperlyTyped, type MarkdownAttempt } from '../../model/page.ts';
import { isAnotherText } from '../../parse/html/compare-twin.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { evidenceOfTwin, twinOf } from './markdown-twin.ts';

const HOW: Record<MarkdownAttempt['via'], string> = {
  alternate: 'the address that its alternate link names',
  'llms-txt': 'the address that llms.txt names',
  suffix: 'its own address with .md',
  negotiation: 'its own address by content negotiation',
  'user-agent': 'its own address for assistants that the site knows by their user agent',
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
  rule: 'Looks for a Markdown version at the alternate link, in llms.txt, at .md, /index.md and .html.md, and by Accept: text/markdown; on the first pages also as Claude Code and as Claude-User ask. Passes with a 200 of type text/markdown. Warns about Markdown under another type. Fails with none, and with a text that lacks more than 80 % of the headings and sentences of the page and holds little else of it. Not applicable to searches, to form pages (3 fields and more, under 300 words and under 150 beside the fields), and to pages with under 100 words of their own (not in menus, lists of links, teasers, links within the page or forms for comments). When the first pages of a section have none, its other pages are not measured.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc7763'],
  needs: ['page'],
  evaluate({ page }) {
    const twin = twinOf(page);
    if (twin.kind === 'not-judged') return twin.outcome;
    if (twin.kind === 'found') {
      const { attempt } = twin;
      const evidence = evidenceOfTwin(attempt);
      if (page.markdown.twin !== undefined && isAnotherText(page.markdown.twin)) {
        const { looked, missing } = page.markdown.twin.segments;
        return fail(
          `The Markdown at ${HOW[attempt.via]} is another text: it lacks ${missing} of ${looked} headings and sentences of the page.`,
          {
            howToFix:
              'Answer with the text of this page: make its Markdown version from the same source, at the same time.',
            evidence,
          },
        );
      }
      if (isProperlyTyped(attempt)) return pass(`The page is Markdown at ${HOW[attempt.via]}.`, evidence);
      return warn(`The page is Markdown at ${HOW[attempt.via]}, but served as another type.`, {
        howToFix: 'Serve the Markdown as "Content-Type: text/markdown; charset=utf-8".',
        evidence,
      });
    }
    const { attempts } = page.markdown;
    const places = [...new Set(attempts.map(({ url }) => url))];
    return fail(
      `The page has no Markdown version. Looked for at ${places.length} ${places.length === 1 ? 'URL' : 'URLs'}.`,
      {
        howToFix:
          'Serve each page as Markdown at its address with .md (/guide/ at /guide/index.md), or when it is asked for by "Accept: text/markdown", and name it in <link rel="alternate" type="text/markdown">.',
        evidence: { ...twin.evidence, measured: places.length, examples: places },
      },
    );
  },
});

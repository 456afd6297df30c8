import type { MarkdownAttempt } from '../../artifacts.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../../define-check.ts';
import type { PageFacts } from '../../parse/html/page-facts.ts';
import { readablePage } from './readable.ts';

const MIN_WORDS = 100;
/** A page with this many fields to fill in and fewer words is a form. */
const MIN_FORM_FIELDS = 3;
const MAX_FORM_WORDS = 300;
const MARKDOWN_TYPES = new Set(['text/markdown', 'text/x-markdown']);
const SEARCH_PATH = /^(?:search|suche|recherche|buscar)(?:\.[a-z]{2,5})?$/;
const SEARCH_PARAMETERS = ['q', 'query', 's', 'search'];

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
  name: 'The page is there as Markdown',
  why: 'Markdown gives an agent the text at a fraction of the tokens, without menus, banners and markup.',
  rule: 'A Markdown twin is looked for at the alternate link, in llms.txt, at .md, /index.md, .html.md, and by Accept: text/markdown. 200 with type text/markdown passes, Markdown under another type is a warning, none fails. Does not apply to search and form pages, and with under 100 words outside lists of links.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc7763'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const notContent = whyNotContent(read.facts, read.answer.finalUrl);
    if (notContent !== undefined) return notApplicable(notContent, read.evidence);

    const { tried, attempts } = page.markdown;
    const found = attempts.filter(({ status, isMarkdown }) => status === 200 && isMarkdown);
    const proper = found.find(({ contentType }) => MARKDOWN_TYPES.has(contentType));
    if (proper !== undefined) return pass(`The page is Markdown at ${HOW[proper.via]}.`, evidenceOf(proper));
    const [mistyped] = found;
    if (mistyped !== undefined) {
      return warn(`The page is Markdown at ${HOW[mistyped.via]}, but served as another type.`, {
        howToFix: 'Serve the Markdown as "Content-Type: text/markdown; charset=utf-8".',
        evidence: evidenceOf(mistyped),
      });
    }
    const looked = tried
      ? `Looked for at ${attempts.length} ${attempts.length === 1 ? 'place' : 'places'}.`
      : 'It was not looked for again: other pages of this part of the site have none.';
    return fail(`The page has no Markdown version. ${looked}`, {
      howToFix:
        'Serve each page as Markdown at its address with .md (/guide/ at /guide/index.md), or when it is asked for by "Accept: text/markdown", and name it in <link rel="alternate" type="text/markdown">.',
      evidence: { ...read.evidence, measured: attempts.length, examples: attempts.map(({ url }) => url) },
    });
  },
});

function evidenceOf({ via, url, status, contentType }: MarkdownAttempt) {
  return {
    url,
    ...(status === undefined ? {} : { status }),
    contentType,
    ...(via === 'negotiation' ? { request: { accept: 'text/markdown' } } : {}),
  };
}

function whyNotContent({ mainText, mainFields }: PageFacts, url: string): string | undefined {
  const words = mainText.wordsOutsideLinkLists;
  if (words < MIN_WORDS) return `The page has ${words} words outside lists of links: too few for a version of its own.`;
  const { pathname, searchParams } = new URL(url);
  const name = pathname.toLowerCase().split('/').filter(Boolean).at(-1) ?? '';
  const isResults = mainFields.search > 0 && SEARCH_PARAMETERS.some((parameter) => searchParams.has(parameter));
  if (SEARCH_PATH.test(name) || isResults) return 'The page is a search.';
  return mainFields.other >= MIN_FORM_FIELDS && words < MAX_FORM_WORDS ? 'The page is a form.' : undefined;
}

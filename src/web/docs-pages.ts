import type { H3, H3Event } from 'h3';
import { Marked } from 'marked';
import { prefers } from '../accept.ts';
import { ServiceError } from '../errors.ts';
import type { Library } from '../library/answer.ts';
import type { Article, ArticleType } from '../library/article.ts';

/** The index, section by section. */
const SECTIONS: readonly (readonly [ArticleType, string])[] = [
  ['page', 'Using Legible'],
  ['methodology', 'The method'],
  ['llms-txt', 'llms.txt'],
  ['specs', 'Standards'],
  ['checks', 'The checks, by series'],
  ['check', 'Every check'],
];
const INDEX = '/docs';

/** What is shown at a path, in both of its forms. */
interface Document {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Markdown below the title. */
  readonly body: string;
}

/**
 * `GET /docs` lists the library, `GET /docs/…` shows an article. Both are HTML, and Markdown at the same path with `.md`
 * or where Accept ranks text/markdown above HTML.
 */
export function mountDocsPages(app: H3, { library, baseUrl }: { library: Library; baseUrl: string }): void {
  const index = indexOf(library.articles);
  const documentAt = (path: string): Document | undefined => {
    if (path === INDEX) return index;
    const article = library.find(path);
    return article && { ...article, body: `${article.body}\n\n${sourcesOf(article)}` };
  };
  const answer = ({ req, url: { pathname } }: H3Event): Response => {
    if (pathname.endsWith('/')) {
      return new Response(null, { status: 308, headers: { location: pathname.slice(0, -1) } });
    }
    const isTwin = pathname.endsWith('.md');
    const document = documentAt(isTwin ? pathname.slice(0, -'.md'.length) : pathname);
    if (document === undefined) throw new ServiceError('not_found', 'There is no such page. GET /docs lists them all.');
    const asMarkdown = isTwin || prefers(req.headers.get('accept'), 'text/markdown', 'text/html');
    return new Response(asMarkdown ? markdownOf(document) : htmlOf(document, baseUrl), {
      headers: {
        'content-type': `text/${asMarkdown ? 'markdown' : 'html'}; charset=utf-8`,
        ...(isTwin ? {} : { vary: 'Accept' }),
      },
    });
  };
  for (const path of [INDEX, `${INDEX}.md`, `${INDEX}/**`]) app.get(path, answer);
}

function indexOf(articles: readonly Article[]): Document {
  const sections = SECTIONS.map(([type, heading]) => {
    const lines = articles
      .filter(({ itemType }) => itemType === type)
      .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))
      .map(({ path, title, description }) => `- [${escapeBrackets(title)}](${path}): ${description}`);
    return `## ${heading}\n\n${lines.join('\n')}`;
  });
  return {
    path: INDEX,
    title: 'The library',
    description: 'How Legible grades websites and MCP servers, what every check wants, and the standards behind them.',
    body: sections.join('\n\n'),
  };
}

const escapeBrackets = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

const sourcesOf = ({ sources }: Article): string =>
  ['## Sources', '', ...sources.map((source) => `- <${source}>`)].join('\n');

const markdownOf = ({ title, description, body }: Document): string => `# ${title}\n\n> ${description}\n\n${body}\n`;

/** HTML in an article is there to be read: it is shown, not interpreted. */
const marked = new Marked({ async: false, renderer: { html: ({ text }) => escapeHtml(text) } });

function htmlOf({ path, title, description, body }: Document, baseUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Legible</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${path}.md">
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto;padding:1rem;background:#8882}table{display:block;overflow:auto;border-collapse:collapse}td,th{border:1px solid #8884;padding:.2rem .5rem;text-align:left}</style>
</head>
<body>
${path === INDEX ? '' : `<nav><a href="${INDEX}">The library</a></nav>\n`}<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(description)}</p>
${marked.parse(body)}</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

import type { H3 } from 'h3';
import type { Article } from '../../library/articles.ts';
import { BOT_TOKEN } from '../../scanner/ai-agents.ts';
import { isHeld } from '../../scanner/parse/http-headers/request-headers.ts';
import {
  articleDocument,
  atHome,
  byPath,
  DOCUMENTATION_UPDATED,
  type Document,
  type Home,
  INDEX_PATH,
  inMarkdown,
  markdownOf,
  SECTIONS,
  versionOf,
} from './document.ts';

const CACHED = 'public, max-age=300';
/** Of the sections of llms.txt these may be left out where context is short (llmstxt.org, "Optional"). */
const OPTIONAL: ReadonlySet<string> = new Set(['specs', 'check', 'recipe']);
/** Pages that are no documents. */
const OTHER_PAGES = ['/', '/bot', '/sample'];

export interface SiteFiles extends Home {
  readonly articles: readonly Article[];
  readonly others: readonly Document[];
}

/** `/llms.txt`, `/llms-full.txt`, `/sitemap.xml` and `/robots.txt`, made once. Returns their paths. */
export function mountSiteFiles(app: H3, parts: SiteFiles): string[] {
  const files = [
    ['/llms.txt', 'text/plain', llmsTxt(parts)],
    ['/llms-full.txt', 'text/plain', llmsFull(parts)],
    ['/sitemap.xml', 'application/xml', sitemap(parts)],
    ['/robots.txt', 'text/plain', robotsTxt(parts.baseUrl)],
  ] as const;
  for (const [path, type, body] of files) {
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': CACHED,
      etag: `W/"${versionOf(body)}"`,
    };
    app.get(path, ({ req }) =>
      isHeld(req.headers.get('if-none-match'), headers.etag)
        ? new Response(null, { status: 304, headers })
        : new Response(body, { headers }),
    );
  }
  return files.map(([path]) => path);
}

const SUMMARY =
  'Legible grades from 0 to 100 how well AI agents can find, read and use a website or a remote MCP server, and says what to fix first.';

/** The index for agents: links lead to the Markdown twins. */
function llmsTxt({ articles, others, baseUrl }: SiteFiles): string {
  const line = (note: (description: string) => string) => (document: Document | Article) =>
    `- [${inMarkdown(document.title)}](${baseUrl}${document.path}.md): ${inMarkdown(note(document.description))}`;
  // Of pages that may be left out, the first sentence is enough: the file is to fit into a context.
  const linesOf = (type: string) =>
    [...articles.filter(({ itemType }) => itemType === type), ...(type === 'page' ? others : [])]
      .sort(byPath)
      .map(line(OPTIONAL.has(type) ? firstSentence : (description) => description));
  const main = SECTIONS.filter(({ type }) => !OPTIONAL.has(type));
  const optional = SECTIONS.filter(({ type }) => OPTIONAL.has(type));
  return [
    '# Legible',
    `> ${SUMMARY}`,
    [
      `- Scan a site over REST: \`POST ${baseUrl}/api/scan\` with \`{"url": "https://example.com/"}\` needs no key; read the result at the \`pollUrl\` of the answer.`,
      `- Scan over MCP: \`${baseUrl}/mcp\` (Streamable HTTP) needs no key, \`${baseUrl}/api/v1/mcp\` an API key.`,
      `- Ask about the method, a check or a standard: \`GET ${baseUrl}/ask?query=...\`.`,
      '- Every page here is Markdown at its address with `.md`, or with `Accept: text/markdown`.',
    ].join('\n'),
    ...main.map(({ type, heading }) => [`## ${heading}`, '', ...linesOf(type)].join('\n')),
    [
      '## Machine-readable',
      '',
      `- [OpenAPI description](${baseUrl}/openapi.json): every REST operation`,
      `- [Access](${baseUrl}/auth.md): how an agent, and the person it works for, get a key`,
      `- [Everything in one file](${baseUrl}/llms-full.txt): the guides and the method, as one Markdown text`,
    ].join('\n'),
    ['## Optional', '', ...optional.flatMap(({ type }) => linesOf(type))].join('\n'),
    '',
  ].join('\n\n');
}

/** Up to the first full stop before a capital letter. */
const firstSentence = (text: string): string => /^.*?\.(?= \p{Lu})/u.exec(text)?.[0] ?? text;

/** The guides and the method in one text; standards, recipes and single checks are reached from llms.txt. */
function llmsFull({ articles, ...home }: SiteFiles): string {
  const documents = SECTIONS.filter(({ type }) => !OPTIONAL.has(type)).flatMap(({ type }) =>
    articles
      .filter(({ itemType }) => itemType === type)
      .sort(byPath)
      .map((article) => atHome(articleDocument(article), home)),
  );
  const pages = documents.map(
    (document) => `${markdownOf(document, home.baseUrl)}\nSource: ${home.baseUrl}${document.path}\n`,
  );
  return [`# Legible\n\n> ${SUMMARY}\n`, ...pages].join('\n---\n\n');
}

/** https://www.sitemaps.org/protocol.html */
function sitemap({ articles, others, baseUrl }: SiteFiles): string {
  const paths = [...OTHER_PAGES, INDEX_PATH, ...[...articles, ...others].sort(byPath).map(({ path }) => path)];
  const urls = paths.map(
    (path) => `<url><loc>${baseUrl}${path}</loc><lastmod>${DOCUMENTATION_UPDATED}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/**
 * RFC 9309, with the Content-Signal line of contentsignals.org: agents may read, quote and learn from these pages.
 * Reports are not disallowed: agents may read one by its address, and a blocked crawler would never see the noindex.
 */
const robotsTxt = (baseUrl: string): string => `User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=yes
Allow: /
Disallow: /dashboard

User-agent: ${BOT_TOKEN}
Allow: /
Disallow: /dashboard

Sitemap: ${baseUrl}/sitemap.xml
`;

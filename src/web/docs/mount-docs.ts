import type { H3, H3Event } from 'h3';
import { prefers } from '../../accept.ts';
import { ServiceError } from '../../errors.ts';
import type { Article } from '../../library/article.ts';
import { type Layout, LLMS_TXT_LINK } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import {
  bodyOf,
  DOCUMENTATION_PUBLISHED,
  DOCUMENTATION_UPDATED,
  type Document,
  markdownOf,
  versionOf,
} from './document.ts';
import { articleDocument, INDEX_PATH, indexDocument } from './library-documents.ts';

const CACHED = 'public, max-age=300';

export interface DocsParts {
  readonly articles: readonly Article[];
  /** Documents beside the library, such as the reference of the API. */
  readonly others: readonly Document[];
  /** Documents elsewhere on the site, which the index leaves out. */
  readonly elsewhere?: readonly Document[];
  readonly layout: Layout;
  readonly baseUrl: string;
}

/**
 * `GET /docs` lists the documentation, `GET /docs/…` and `elsewhere` show a page of it. Each is HTML, and Markdown at the same path with
 * `.md` or where Accept ranks text/markdown above HTML.
 */
export function mountDocs(app: H3, { articles, others, elsewhere = [], layout, baseUrl }: DocsParts): void {
  const index = indexDocument(articles, others);
  const documents = new Map(
    [index, ...articles.map(articleDocument), ...others, ...elsewhere].map((each) => [each.path, each]),
  );
  const versions = new Map([...documents].map(([path, document]) => [path, versionOf(markdownOf(document))]));

  const answer = ({ req, url: { pathname } }: H3Event): Response => {
    if (pathname.endsWith('/')) {
      return new Response(null, { status: 308, headers: { location: pathname.slice(0, -1) } });
    }
    const isTwin = pathname.endsWith('.md');
    const document = documents.get(isTwin ? pathname.slice(0, -'.md'.length) : pathname);
    if (document === undefined) return notFound(layout, req);
    const { path } = document;
    const asMarkdown = isTwin || prefers(req.headers.get('accept'), 'text/markdown', 'text/html');
    const headers = {
      'cache-control': CACHED,
      etag: `W/"${versions.get(path)}-${asMarkdown ? 'md' : 'html'}"`,
      link: [
        `<${baseUrl}${path}>; rel="canonical"`,
        ...(asMarkdown ? [] : [`<${path}.md>; rel="alternate"; type="text/markdown"`]),
        LLMS_TXT_LINK,
      ].join(', '),
      ...(isTwin ? {} : { vary: 'Accept' }),
    };
    if (req.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
    if (asMarkdown) {
      return new Response(markdownOf(document), {
        headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' },
      });
    }
    return page(layout, document, trailOf(document, index), { baseUrl, headers });
  };
  const single = [index, ...elsewhere].flatMap(({ path }) => [path, `${path}.md`]);
  for (const path of [...single, `${INDEX_PATH}/**`]) app.get(path, answer);
}

interface Crumb {
  readonly path: string;
  readonly title: string;
}

const trailOf = ({ path, title }: Document, index: Document): readonly Crumb[] => [
  { path: '/', title: 'Legible' },
  ...(isOfDocs(path) ? [{ path: INDEX_PATH, title: index.title }] : []),
  ...(path === INDEX_PATH ? [] : [{ path, title }]),
];

const isOfDocs = (path: string): boolean => path === INDEX_PATH || path.startsWith(`${INDEX_PATH}/`);

function page(
  layout: Layout,
  document: Document,
  trail: readonly Crumb[],
  { baseUrl, headers }: { baseUrl: string; headers: Readonly<Record<string, string>> },
): Response {
  const { path, title, description, type } = document;
  const url = `${baseUrl}${path}`;
  const publisher = { '@type': 'Organization', name: 'Legible', url: `${baseUrl}/` };
  return layout(
    {
      title,
      description,
      path,
      ...(isOfDocs(path) ? { section: 'docs' } : {}),
      headers,
      head: markup`<link rel="alternate" type="text/markdown" href="${path}.md">\n`,
      jsonLd: {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': type,
            '@id': url,
            url,
            ...(type === 'CollectionPage' ? { name: title } : { headline: title }),
            description,
            inLanguage: 'en',
            datePublished: DOCUMENTATION_PUBLISHED,
            dateModified: DOCUMENTATION_UPDATED,
            isPartOf: { '@type': 'WebSite', name: 'Legible', url: `${baseUrl}/` },
            author: publisher,
            publisher,
          },
          {
            '@type': 'BreadcrumbList',
            itemListElement: trail.map((crumb, at) => ({
              '@type': 'ListItem',
              position: at + 1,
              name: crumb.title,
              item: `${baseUrl}${crumb.path}`,
            })),
          },
        ],
      },
    },
    markup`${crumbs(trail)}
<article class="article">
<h1>${title}</h1>
<p class="lead">${description}</p>
${bodyOf(document)}
<p class="soft small no-print">Last changed on <time datetime="${DOCUMENTATION_UPDATED}">${DOCUMENTATION_UPDATED}</time>. <a href="${path}.md">This page as Markdown</a></p>
</article>`,
  );
}

const crumbs = (trail: readonly Crumb[]): Markup =>
  markup`<nav class="crumbs" aria-label="Breadcrumb"><ol>${trail.map(({ path, title }, at) =>
    at === trail.length - 1
      ? markup`<li aria-current="page">${title}</li>`
      : markup`<li><a href="${path}">${title}</a></li>`,
  )}</ol></nav>`;

/** @throws ServiceError not_found for clients that would rather not read HTML */
function notFound(layout: Layout, request: Request): Response {
  if (!prefers(request.headers.get('accept'), 'text/html', 'application/json')) {
    throw new ServiceError('not_found', 'There is no such page. GET /docs lists them all.');
  }
  return layout(
    { title: 'Not found', description: 'There is no such page.', status: 404, isIndexed: false, section: 'docs' },
    markup`<div class="stack"><h1>There is no such page</h1><p><a href="${INDEX_PATH}">The library</a> lists them all, and <a href="/llms.txt">llms.txt</a> does so for agents.</p></div>`,
  );
}

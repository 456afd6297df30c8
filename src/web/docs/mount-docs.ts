import type { H3, H3Event } from 'h3';
import type { Article } from '../../library/articles.ts';
import { anchorOf } from '../../library/articles.ts';
import { isHeld, prefers } from '../../scanner/parse/http-headers/request-headers.ts';
import { type Layout, LLMS_TXT_LINK, notFound } from '../layout.ts';
import { copyable, type Markup, markup } from '../markup.ts';
import {
  articleDocument,
  atHome,
  bodyOf,
  DOCUMENTATION_PUBLISHED,
  DOCUMENTATION_UPDATED,
  type Document,
  type Heading,
  type Home,
  INDEX_PATH,
  indexDocument,
  type Section,
  type SectionEntry,
  sectionsOf,
  twinOf,
  versionOf,
} from './document.ts';

const CACHED = 'public, max-age=300';
/** With fewer there is nothing to find one's way in. */
const FEWEST_HEADINGS = 3;
/** With more links only the main ones are shown, because on a phone they all come before the text. */
const MOST_HEADINGS = 24;

export interface DocsParts extends Home {
  readonly articles: readonly Article[];
  /** Documents outside the library, such as the reference of the API. */
  readonly others: readonly Document[];
  /** Documents elsewhere on the site, which the index leaves out. */
  readonly elsewhere?: readonly Document[];
  readonly layout: Layout;
}

/**
 * `GET /docs` lists the documentation, `GET /docs/…` and `elsewhere` show a page of it. Each is HTML, and Markdown at the same path with
 * `.md` or where Accept ranks text/markdown above HTML.
 */
export function mountDocs(app: H3, { articles, others, elsewhere = [], layout, ...home }: DocsParts): void {
  const { baseUrl } = home;
  const sections = sectionsOf(articles, others);
  const index = indexDocument(sections);
  const documents = new Map(
    [index, ...articles.map((article) => atHome(articleDocument(article), home)), ...others, ...elsewhere].map(
      (each) => [each.path, each],
    ),
  );
  const pages = new Map<string, KeptPage>();
  const pageOf = async (document: Document): Promise<KeptPage> => {
    const known = pages.get(document.path);
    if (known !== undefined) return known;
    const response = page(layout, document, { trail: trailOf(document, index), sections, baseUrl });
    const made = { headers: response.headers, body: await response.text() };
    pages.set(document.path, made);
    return made;
  };

  const answer = async ({ req, url: { pathname } }: H3Event): Promise<Response> => {
    if (pathname.endsWith('/')) {
      return new Response(null, { status: 308, headers: { location: pathname.slice(0, -1) } });
    }
    const isTwin = pathname.endsWith('.md');
    const document = documents.get(isTwin ? pathname.slice(0, -'.md'.length) : pathname);
    if (document === undefined) return notFound(layout, req, 'There is no such page. GET /docs lists them all.');
    const { path } = document;
    const asMarkdown = isTwin || prefers(req.headers.get('accept'), 'text/markdown', 'text/html');
    // A page changes with what frames it too: its version is that of all of it.
    const shown = asMarkdown ? { headers: MARKDOWN, body: twinOf(document, baseUrl) } : await pageOf(document);
    const headers = {
      'cache-control': CACHED,
      etag: `W/"${versionOf(shown.body)}"`,
      link: [
        `<${baseUrl}${path}>; rel="canonical"`,
        ...(asMarkdown ? [] : [`<${path}.md>; rel="alternate"; type="text/markdown"`]),
        LLMS_TXT_LINK,
      ].join(', '),
      ...(isTwin ? {} : { vary: 'Accept' }),
    };
    if (isHeld(req.headers.get('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
    return new Response(shown.body, { headers: { ...Object.fromEntries(shown.headers), ...headers } });
  };
  const single = [index, ...elsewhere].flatMap(({ path }) => [path, `${path}.md`]);
  for (const path of [...single, `${INDEX_PATH}/**`]) app.get(path, answer);
}

const MARKDOWN = new Headers({ 'content-type': 'text/markdown; charset=utf-8' });

/** Each page is made at its first request, because documents do not change at run time. */
interface KeptPage {
  readonly headers: Headers;
  readonly body: string;
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

/** The parts around a document. */
interface Frame {
  readonly trail: readonly Crumb[];
  readonly sections: readonly Section[];
  readonly baseUrl: string;
}

function page(layout: Layout, document: Document, { trail, sections, baseUrl }: Frame): Response {
  const { path, title, description, type } = document;
  const { body, headings } = bodyOf(document);
  const article = articleOf(document, body, headings, baseUrl);
  const url = `${baseUrl}${path}`;
  const publisher = { '@type': 'Organization', name: 'Legible', url: `${baseUrl}/` };
  return layout(
    {
      title,
      description,
      path,
      ...(isOfDocs(path) ? { section: 'docs' } : {}),
      head: markup`<link rel="alternate" type="text/markdown" href="${path}.md">\n`,
      scripts: ['copy.js', 'docs-menu.js'],
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
    isOfDocs(path)
      ? markup`<div class="docs">
<div class="docs-page">${crumbs(trail)}${toMenu}
${article}
${neighbours(sections, path)}</div>
${menu(sections, path)}
</div>`
      : markup`${crumbs(trail)}${article}`,
  );
}

function articleOf(
  { path, title, description }: Document,
  body: Markup,
  headings: readonly Heading[],
  baseUrl: string,
): Markup {
  return markup`<article class="article">
<h1>${title}</h1>
<p class="lead">${description}</p>
<aside class="soft small no-print" aria-label="About this page"><p>Last changed on <time datetime="${DOCUMENTATION_UPDATED}">${DOCUMENTATION_UPDATED}</time>. For agents: <a href="${path}.md">this page as Markdown</a>, <a href="/llms.txt">all pages in llms.txt</a></p></aside>
<div class="columns">
${headings.length >= FEWEST_HEADINGS && contents(headings)}
<div class="prose">
${path === SET_UP_PATH && setUp(baseUrl)}${body}
</div>
</div>
</article>`;
}

function contents(headings: readonly Heading[]): Markup {
  const named = headings.length > MOST_HEADINGS ? headings.filter(({ depth }) => depth === 2) : headings;
  return markup`<nav class="contents no-print" aria-label="On this page"><p class="small">On this page</p><ul>${named.map(
    ({ id, words, depth }) => markup`<li${depth === 3 && markup` class="deeper"`}><a href="#${id}">${words}</a></li>`,
  )}</ul></nav>`;
}

const crumbs = (trail: readonly Crumb[]): Markup =>
  markup`<nav class="crumbs" aria-label="Breadcrumb"><ol>${trail.map(({ path, title }, at) =>
    at === trail.length - 1
      ? markup`<li aria-current="page">${title}</li>`
      : markup`<li><a href="${path}">${title}</a></li>`,
  )}</ol></nav>`;

const MENU_ID = 'docs-menu';

/** On narrow screens the menu is below the text: this leads to it. */
const toMenu = markup`<p class="to-menu small no-print"><a href="#${MENU_ID}">Menu</a></p>`;

/** The sections, and the pages of the one that holds the current page. It follows the text, so that agents get that first. */
const menu = (sections: readonly Section[], path: string): Markup =>
  markup`<nav class="docs-menu small no-print" id="${MENU_ID}" aria-label="Documentation"><ul>${sections.map((section) => menuSection(section, path))}</ul></nav>`;

function menuSection({ heading, entries }: Section, path: string): Markup {
  const href = `${INDEX_PATH}#${anchorOf(heading)}`;
  if (!entries.some((entry) => entry.path === path)) return markup`<li><a href="${href}">${heading}</a></li>`;
  return markup`<li><a href="${href}"><strong>${heading}</strong></a><ul>${entries.map(
    (entry) =>
      markup`<li><a href="${entry.path}"${entry.path === path && markup` aria-current="page"`}>${entry.title}</a></li>`,
  )}</ul></li>`;
}

/** The pages before and after one, in the order of the menu; nothing for a page that is in no section. */
function neighbours(sections: readonly Section[], path: string): Markup | undefined {
  const all = sections.flatMap(({ entries }) => entries);
  const at = all.findIndex((entry) => entry.path === path);
  if (at < 0) return undefined;
  const [before, after] = [all[at - 1], all[at + 1]];
  return markup`<nav class="neighbours no-print" aria-label="Previous and next page">${before && neighbour(before, 'prev')}${after && neighbour(after, 'next')}</nav>`;
}

const neighbour = ({ path, title }: SectionEntry, rel: 'prev' | 'next'): Markup =>
  markup`<a class="${rel}" rel="${rel}" href="${path}"><span class="step small soft">${rel === 'prev' ? 'Previous' : 'Next'}</span> ${title}</a>`;

/** The page that shows how a host is connected. */
const SET_UP_PATH = '/docs/mcp';

/** What hosts need to connect to this installation, without a key; each host asks before it installs. */
export function installLinks(baseUrl: string): { readonly cursor: string; readonly vsCode: string } {
  const url = `${baseUrl}/mcp`;
  const base64 = Buffer.from(JSON.stringify({ url })).toString('base64');
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=legible&config=${encodeURIComponent(base64)}`,
    vsCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'legible', type: 'http', url }))}`,
  };
}

/** The address of this installation, one-click installation, and lines to copy. */
function setUp(baseUrl: string): Markup {
  const { cursor, vsCode } = installLinks(baseUrl);
  return markup`<section class="stack" aria-labelledby="set-up"><h2 id="set-up">Set up</h2>
<p>The address of this installation; without a key it offers the free tools:</p>
${copyable(`${baseUrl}/mcp`)}
<p><a class="button" href="${cursor}">Add to Cursor</a> <a class="button" href="${vsCode}">Add to VS Code</a></p>
<p>Claude Code:</p>
${copyable(`claude mcp add --transport http legible ${baseUrl}/mcp`, 'shell')}
<p>Claude Code with a key, for all tools:</p>
${copyable(`claude mcp add --transport http legible ${baseUrl}/api/v1/mcp --header "Authorization: Bearer $KEY"`, 'shell')}
<p>Registries read <a href="/server.json">server.json</a>.</p></section>`;
}

/** The page around every page for people, and the one for unknown paths. */
import type { H3 } from 'h3';
import { ServiceError } from '../errors.ts';
import { prefers } from '../scanner/parse/http-headers/request-headers.ts';
import { assetUrl } from './assets.ts';
import { DOCUMENT_START } from './document-start.ts';
import { type Content, Markup, markup } from './markup.ts';
import { SHARE_IMAGE, type Share } from './share-image.ts';

/** The page loads nothing inline or external, so injected third-party text could still do nothing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Leads agents from every page to the index that is written for them. */
export const LLMS_TXT_LINK = '</llms.txt>; rel="describedby"; type="text/plain"';

export interface PageOptions {
  /** Without the name of the service, which is added. */
  readonly title: string;
  readonly description: string;
  /** Root-relative path of the page itself, for its canonical address; left out on pages that are not indexed. */
  readonly path?: string;
  /** Default true. */
  readonly isIndexed?: boolean;
  /** For pages that are not indexed: an indexed page has the preview of its title and description. */
  readonly share?: Share;
  /** Which part of the navigation the page belongs to. */
  readonly section?: 'scan' | 'docs' | 'dashboard';
  /** Names of scripts in `public/`; modules, which run once the page is parsed. */
  readonly scripts?: readonly string[];
  /** schema.org data, as JSON-LD. */
  readonly jsonLd?: unknown;
  /** More for the head, such as alternate versions. */
  readonly head?: Markup;
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A whole page around the contents of its `main` element. */
export type Layout = (options: PageOptions, main: Markup) => Response;

export function createLayout(baseUrl: string): Layout {
  return (options, main) => {
    const { isIndexed = true, status = 200, headers = {} } = options;
    return new Response(documentOf(baseUrl, options, main), {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        // Other sites never learn of an unlisted address. With `no-referrer` the forms of this site would send `Origin: null`.
        'referrer-policy': isIndexed ? 'strict-origin-when-cross-origin' : 'same-origin',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        ...(isIndexed ? { link: LLMS_TXT_LINK } : { 'x-robots-tag': 'noindex, nofollow' }),
        ...headers,
      },
    });
  };
}

function documentOf(
  baseUrl: string,
  { title, description, path, isIndexed = true, share, section, scripts = [], jsonLd, head }: PageOptions,
  main: Markup,
): string {
  return markup`${DOCUMENT_START}<title>${title} · Legible</title>
<meta name="description" content="${description}">
${
  isIndexed
    ? path !== undefined &&
      markup`<link rel="canonical" href="${baseUrl}${path}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${baseUrl}${path}">
`
    : markup`<meta name="robots" content="noindex, nofollow">
${share && preview(baseUrl, share)}`
}<link rel="icon" type="image/svg+xml" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('styles.css')}">
${scripts.map((name) => markup`<script type="module" src="${assetUrl(name)}"></script>\n`)}${head}${jsonLd !== undefined && jsonLdOf(jsonLd)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(section)}
<main id="main" tabindex="-1">
${main}
</main>
${SITE_FOOTER}
</body>
</html>
`.text;
}

/** https://ogp.me/, and the one member of its own that X asks for. */
const preview = (baseUrl: string, { path, title, description, image, alt }: Share): Markup =>
  markup`<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Legible">
<meta property="og:url" content="${baseUrl}${path}">
<meta property="og:image" content="${baseUrl}${image}">
<meta property="og:image:type" content="${SHARE_IMAGE.type}">
<meta property="og:image:width" content="${SHARE_IMAGE.width}">
<meta property="og:image:height" content="${SHARE_IMAGE.height}">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">
`;

/** JSON in a script element: a `<` in it must not be able to end the element. */
const jsonLdOf = (data: unknown): Markup =>
  new Markup(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`);

const LINKS: readonly (readonly [PageOptions['section'], string, string])[] = [
  ['scan', '/', 'Scan'],
  ['docs', '/docs', 'Docs'],
  ['dashboard', '/dashboard', 'Dashboard'],
];

function siteHeader(section: PageOptions['section']): Markup {
  const link = ([name, href, words]: (typeof LINKS)[number]): Content =>
    markup`<li><a href="${href}"${name === section && markup` aria-current="page"`}>${words}</a></li>`;
  return markup`<header class="site-header">
<div class="wrap">
<a class="brand" href="/"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect x="1.5" y="1.5" width="21" height="21" rx="6"/><path d="M8 6.5v11h8.5M12 6.5h4.5M12 12h3.5"/></svg><span>Legible</span></a>
<nav aria-label="Main"><ul>${LINKS.map(link)}</ul></nav>
</div>
</header>`;
}

const SITE_FOOTER = markup`<footer class="site-footer">
<div class="wrap">
<p>Legible grades how well websites and MCP servers can be used by AI agents.</p>
<ul>
<li><a href="/docs">Method and checks</a></li>
<li><a href="/openapi.json">API description</a></li>
<li><a href="/bot">Our bot</a></li>
<li><a href="/docs/security">Security</a></li>
</ul>
</div>
</footer>`;

const UNKNOWN_PATH = 'There is nothing at this path. /openapi.json lists those of the API, and /llms.txt the pages.';

/**
 * A page for those who read HTML.
 * @param message for all others
 * @throws ServiceError not_found for them
 */
export function notFound(layout: Layout, request: Request, message = UNKNOWN_PATH): Response {
  if (!prefers(request.headers.get('accept'), 'text/html', 'application/json')) {
    throw new ServiceError('not_found', message);
  }
  return layout(
    { title: 'Not found', description: 'There is no such page.', status: 404, isIndexed: false },
    markup`<div class="flow"><p class="eyebrow">Not found</p><h1>There is no such page</h1><p><a href="/docs">The library</a> lists the pages of the documentation, and <a href="/llms.txt">llms.txt</a> does so for agents.</p><p><a class="button" href="/">Scan a site</a></p></div>`,
  );
}

/** Paths for programs: they get JSON for any Accept header. */
const FOR_PROGRAMS = /^\/(?:api|\.well-known)(?:\/|$)/;

/** Catch-all page for unknown paths. */
export function mountNotFound(app: H3, layout: Layout): void {
  app.get('/**', ({ req, url }) => {
    if (FOR_PROGRAMS.test(url.pathname)) throw new ServiceError('not_found', UNKNOWN_PATH);
    return notFound(layout, req);
  });
}

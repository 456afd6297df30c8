/** The recorded sites as their usual hosts serve them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Answer, Page, Site } from '../support/site-server.ts';

const SITES = join(import.meta.dirname, 'sites');

interface Host {
  /** `/about` answers `about.html`. */
  readonly cleanUrls?: boolean;
  /** Adds `charset=utf-8` to text types; without it HTML alone names its charset. */
  readonly charset?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML has no validators: a server renders it for each request. */
  readonly dynamic?: boolean;
  /** Unknown paths answer the home page with 200. */
  readonly appFallback?: boolean;
  /** The server writes the address it is asked at into every page; in the recording it is this one. */
  readonly ownAddress?: string;
  /** Where the root sends to. */
  readonly root?: string;
}

const HOSTS = {
  /** Static hosting with clean URLs, as Netlify, GitHub Pages and Cloudflare Pages serve a build. */
  static: { cleanUrls: true, charset: true, headers: { 'cache-control': 'public, max-age=0, must-revalidate' } },
  /** nginx with its default configuration. */
  nginx: { headers: { server: 'nginx' } },
  next: {
    cleanUrls: true,
    charset: true,
    dynamic: true,
    headers: {
      'cache-control': 'private, no-cache, no-store, max-age=0, must-revalidate',
      vary: 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding',
      'x-powered-by': 'Next.js',
    },
  },
  wordpress: {
    charset: true,
    dynamic: true,
    ownAddress: 'https://thegreenhouse.example',
  },
  shop: { cleanUrls: true, charset: true, dynamic: true },
  app: { charset: true, appFallback: true },
  /** The root of a host of crates sends to the crate. */
  crates: { charset: true, headers: { server: 'nginx' }, root: '/beacon/' },
} as const satisfies Record<string, Host>;

export interface RecordedSite {
  readonly name: string;
  /** Of the folder below sites/; default the name. */
  readonly folder?: string;
  readonly host: keyof typeof HOSTS;
  /** Files that the generator would not write without its plug-in for llms.txt. */
  readonly without?: RegExp;
}

const LLMS_FILES = /(^|\/)llms[\w-]*\.txt$|\.md$/;

export const RECORDED_SITES: readonly RecordedSite[] = [
  { name: 'vitepress', host: 'static' },
  { name: 'vitepress-llms', host: 'static' },
  { name: 'starlight', host: 'static', without: LLMS_FILES },
  { name: 'starlight-llms', folder: 'starlight', host: 'static' },
  { name: 'docusaurus', host: 'static', without: LLMS_FILES },
  { name: 'docusaurus-llms', folder: 'docusaurus', host: 'static' },
  { name: 'eleventy', host: 'static' },
  { name: 'hugo', host: 'nginx' },
  { name: 'mkdocs', host: 'nginx' },
  { name: 'sphinx', host: 'nginx' },
  { name: 'next', host: 'next' },
  { name: 'wordpress', host: 'wordpress' },
  { name: 'shop', host: 'shop' },
  { name: 'vite', host: 'app' },
  { name: 'typedoc', host: 'static' },
  { name: 'jsdoc', host: 'static' },
  { name: 'javadoc', host: 'nginx' },
  { name: 'rustdoc', host: 'crates' },
  { name: 'doxygen', host: 'nginx' },
  { name: 'hexo', host: 'static' },
  { name: 'jekyll', host: 'static' },
  { name: 'pelican', host: 'nginx' },
  { name: 'honkit', host: 'static' },
  { name: 'asciidoctor', host: 'nginx' },
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.json': 'application/json',
};

/** The site as an object that a test server serves. */
export function readRecordedSite({ name, folder = name, host: hostName, without }: RecordedSite): Site {
  const host: Host = HOSTS[hostName];
  const root = join(SITES, folder);
  const pages: Record<string, Page> = {};
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!statSync(join(root, file)).isFile() || without?.test(file)) continue;
    const page = answerWith(readFileSync(join(root, file)), extname(file), host);
    pages[`/${file}`] = page;
    // index.html comes before index.xml, a feed that has an address of its own only where there is no page.
    for (const path of pathsOf(file, host)) pages[path] ??= page;
    const inner = /^(.+)\/index\.\w+$/.exec(file)?.[1];
    if (inner !== undefined) pages[`/${inner}`] ??= { status: 301, headers: { location: `/${inner}/` } };
  }
  if (host.root !== undefined) pages['/'] = { status: 302, headers: { location: host.root } };
  const { '/404.html': notFound, '/index.html': home } = pages;
  if (host.appFallback === true && home !== undefined) return { pages, fallback: home };
  if (notFound === undefined) return { pages };
  return {
    pages,
    fallback: (request) => ({ ...(typeof notFound === 'function' ? notFound(request) : notFound), status: 404 }),
  };
}

/** Addresses of a file apart from its own path. */
function pathsOf(file: string, { cleanUrls = false }: Host): string[] {
  const folder = /^(.*?)index\.(html|xml)$/.exec(file)?.[1];
  if (folder !== undefined) return [`/${folder}`];
  return cleanUrls && file.endsWith('.html') ? [`/${file.slice(0, -'.html'.length)}`] : [];
}

function answerWith(
  body: Buffer,
  ending: string,
  { charset = false, dynamic = false, headers = {}, ownAddress }: Host,
): Page {
  const type = TYPES[ending] ?? 'application/octet-stream';
  const contentType = charset && type !== 'application/json' ? `${type}; charset=utf-8` : type;
  const all = { ...headers, 'content-type': contentType };
  if (ownAddress !== undefined) {
    return ({ origin }) => ({
      headers: { ...all, link: `<${origin}/wp-json/>; rel="https://api.w.org/"` },
      body: body.toString('utf8').replaceAll(ownAddress, origin),
    });
  }
  if (dynamic && ending === '.html') return { headers: all, body };
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  return (request): Answer =>
    request.headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { headers: { ...all, etag }, body };
}

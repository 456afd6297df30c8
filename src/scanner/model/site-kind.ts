/** What a site is, as far as its pages tell: what it offers, its kind, and the platform that it is built on. */

import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import type { Answer } from './http.ts';
import type { CrawlArtifact, PageArtifact, PageDigest, PageHint } from './page.ts';

/** Share of the readable pages that link to a basket: a shop shows it everywhere, a text about shops does not. */
const CART_SHARE = 0.5;

/** What the pages of a site say that it offers: conditional checks apply, and rarer files are asked for, where it is meant. */
export interface Intent {
  /** Some page is about an API. */
  readonly api: boolean;
  /** Pages that document HTTP operations or render a description: an API that programs can call, sorted. */
  readonly apiPages: readonly string[];
  readonly mcp: boolean;
  /** Some page answers 401 with a Bearer challenge. */
  readonly auth: boolean;
  /** Pages with JSON-LD of things for sale, and those of them with complete offers, sorted. */
  readonly offerPages: readonly string[];
  readonly completeOfferPages: readonly string[];
  readonly hasCart: boolean;
  /** Pages that ask for payment with a 402, with what they ask for. */
  readonly payments: readonly { readonly url: string; readonly asks: PageHint; readonly terms: string | undefined }[];
}

export function intentOf({ pages }: Pick<CrawlArtifact, 'pages'>): Intent {
  const readable = pages.filter(({ readable: state }) => state === 'yes');
  const withHint = (...hints: readonly PageHint[]) =>
    pages.filter((page) => hints.some((hint) => page.hints.includes(hint))).map(({ finalUrl }) => finalUrl);
  const carts = readable.filter(({ hints }) => hints.includes('cart-link')).length;
  return {
    api: pages.some(({ hints, apiDescriptions }) => hints.some(isAboutApi) || apiDescriptions.length > 0),
    apiPages: distinct(pages.filter(isApiPage).map(({ finalUrl }) => finalUrl)),
    mcp: withHint('mcp-link').length > 0,
    auth: withHint('bearer-challenge').length > 0,
    offerPages: distinct(withHint('offer-partial', 'offer-complete')),
    completeOfferPages: distinct(withHint('offer-complete')),
    hasCart: readable.length > 0 && carts >= readable.length * CART_SHARE,
    payments: pages
      .flatMap(({ finalUrl: url, hints, paymentTerms: terms }) =>
        hints.filter(isPayment).map((asks) => ({ url, asks, terms })),
      )
      .sort((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url))),
  };
}

/** Something is for sale. */
export const isShop = ({ offerPages, hasCart, payments }: Intent): boolean =>
  offerPages.length > 0 || hasCart || payments.length > 0;

const isAboutApi = (hint: PageHint) => hint === 'api-docs' || hint === 'api-viewer' || hint === 'api-host';
const isPayment = (hint: PageHint) => hint.startsWith('asks-');

/** Language references and class documentation are called API too: only HTTP operations make it one to call. */
const isApiPage = ({ hints }: PageDigest): boolean =>
  hints.includes('api-viewer') || (hints.includes('api-docs') && hints.includes('http-operation'));

const distinct = (urls: readonly string[]): string[] => [...new Set(urls)].sort();

/** What a site is, as far as its addresses and offers tell: what does not apply to it depends on that. */
export type SiteKind = 'one page' | 'shop' | 'documentation' | 'blog' | 'app' | 'website';

/** Share of the pages that must speak for a kind. */
const SPEAKING_SHARE = 0.5;
const DOCS_HOSTS = /^(?:docs?|developers?|api|reference|manual|help|learn|wiki)\./;
const DOCS_PARTS = new Set([
  'docs',
  'doc',
  'documentation',
  'reference',
  'guide',
  'guides',
  'manual',
  'tutorial',
  'tutorials',
  'api',
  'wiki',
  'help',
]);
const DOCS_TITLE = /\b(?:docs|documentation|handbook|manual|user guide|developer guide)\b/i;
const BLOG_PARTS = new Set(['blog', 'posts', 'post', 'news', 'articles', 'journal', 'archive']);
const YEAR = /^(?:19|20)\d\d$/;

/** @param shells pages whose text only scripts would bring */
export function siteKindOf(pages: readonly PageDigest[], intent: Intent, shells: number): SiteKind {
  const readable = pages.filter(({ readable }) => readable === 'yes');
  if (readable.length <= 1) return shells >= pages.length && pages.length > 0 ? 'app' : 'one page';
  if (isShop(intent)) return 'shop';
  const share = (speaks: (url: URL) => boolean) => {
    const urls = readable.map(({ finalUrl }) => parseUrl(finalUrl)).filter((url) => url !== undefined);
    return urls.filter(speaks).length / readable.length;
  };
  const has = (names: ReadonlySet<string>) => (url: URL) => partsOf(url).some((part) => names.has(part));
  if (share((url) => DOCS_HOSTS.test(url.hostname) || has(DOCS_PARTS)(url)) >= SPEAKING_SHARE) return 'documentation';
  // A build that is not published yet has no host to tell by.
  const saysDocs = ({ title }: PageDigest): boolean => DOCS_TITLE.test(title);
  const isDocsHome = readable.some((page) => page.foundBy === 'root' && saysDocs(page));
  if (isDocsHome || readable.filter(saysDocs).length >= SPEAKING_SHARE * readable.length) return 'documentation';
  if (share((url) => has(BLOG_PARTS)(url) || partsOf(url).some((part) => YEAR.test(part))) >= SPEAKING_SHARE)
    return 'blog';
  return shells >= SPEAKING_SHARE * pages.length ? 'app' : 'website';
}

const partsOf = ({ pathname }: URL): string[] => pathname.toLowerCase().split('/');

/** A program or service that a site is built with or served by. */
export interface PlatformPart {
  /** Of its recipe in the library: `nginx`. */
  readonly id: string;
  readonly name: string;
  /** What it was recognised by, in trusted text. */
  readonly sign: string;
}

/** What makes the pages of a site, and what serves them, each where the site shows it. */
export interface Platform {
  readonly generator?: PlatformPart;
  readonly host?: PlatformPart;
}

/** The first rule that matches decides. */
interface Rule {
  readonly id: string;
  readonly name: string;
  /** Start of a generator meta tag, lower-case. */
  readonly generator?: string;
  /** Part of the address of a file that the head names. */
  readonly file?: string;
  /** A header, lower-case, and the start of its value; any value without one. */
  readonly header?: readonly [name: string, start?: string];
}

const GENERATORS: readonly Rule[] = [
  { id: 'docusaurus', name: 'Docusaurus', generator: 'docusaurus' },
  { id: 'vitepress', name: 'VitePress', generator: 'vitepress' },
  { id: 'astro', name: 'Astro', generator: 'astro', file: '/_astro/' },
  { id: 'nextjs', name: 'Next.js', generator: 'next.js', file: '/_next/', header: ['x-powered-by', 'next.js'] },
  { id: 'nuxt', name: 'Nuxt', generator: 'nuxt', file: '/_nuxt/', header: ['x-powered-by', 'nuxt'] },
  { id: 'eleventy', name: 'Eleventy', generator: 'eleventy' },
  { id: 'hugo', name: 'Hugo', generator: 'hugo' },
  { id: 'mkdocs', name: 'MkDocs', generator: 'mkdocs' },
  { id: 'wordpress', name: 'WordPress', generator: 'wordpress', file: '/wp-content/' },
  { id: 'wordpress', name: 'WordPress', file: '/wp-includes/' },
  { id: 'wordpress', name: 'WordPress', file: '/wp-json/', header: ['x-pingback'] },
  { id: 'mediawiki', name: 'MediaWiki', generator: 'mediawiki' },
  { id: 'shopify', name: 'Shopify', file: '/cdn/shop/', header: ['powered-by', 'shopify'] },
  { id: 'wix', name: 'Wix', generator: 'wix.com' },
  { id: 'squarespace', name: 'Squarespace', file: '//static1.squarespace.com/', header: ['server', 'squarespace'] },
  // Its generator tag is that of Docutils, which other programs use.
  { id: 'sphinx', name: 'Sphinx', file: '_static/pygments.css' },
];

/** Services before the programs behind them. Cloudflare is last, because it proxies other hosts as well. */
const HOSTS: readonly Rule[] = [
  { id: 'vercel', name: 'Vercel', header: ['x-vercel-id'] },
  { id: 'netlify', name: 'Netlify', header: ['x-nf-request-id'] },
  { id: 'plain-files', name: 'GitHub Pages', header: ['server', 'github.com'] },
  { id: 'plain-files', name: 'GitHub Pages', header: ['x-github-request-id'] },
  { id: 'nginx', name: 'nginx', header: ['server', 'nginx'] },
  { id: 'nginx', name: 'nginx (OpenResty)', header: ['server', 'openresty'] },
  { id: 'apache', name: 'Apache', header: ['server', 'apache'] },
  { id: 'caddy', name: 'Caddy', header: ['server', 'caddy'] },
  { id: 'cloudflare', name: 'Cloudflare', header: ['cf-ray'] },
];

/** Every platform that can be recognised. */
export const PLATFORM_RULES: readonly Pick<Rule, 'id' | 'name'>[] = [...GENERATORS, ...HOSTS];

/** Links to pages rather than to files of this one. */
const OF_PAGES: ReadonlySet<string> = new Set(['canonical', 'alternate', 'next', 'prev']);

interface Shown {
  readonly generators: readonly string[];
  readonly files: readonly string[];
  readonly headers: readonly Answer['headers'][];
}

/**
 * Recognises the platform from the home page and the headers of the first pages. Every page of a site has the same
 * signs as a rule, so more pages tell no more. Undefined where the site shows nothing of it.
 */
export function platformOf(home: PageArtifact | undefined, firstAnswers: readonly Answer[]): Platform | undefined {
  const answers = home?.response.answered === true ? [home.response.answer, ...firstAnswers] : firstAnswers;
  const { metas = [], headLinks = [] } = home?.facts ?? {};
  const shown: Shown = {
    generators: metas.filter(({ key }) => key === 'generator').map(({ content }) => content.trim().toLowerCase()),
    files: headLinks.filter(({ rel }) => !rel.some((name) => OF_PAGES.has(name))).map(({ href }) => href),
    headers: answers.map(({ headers }) => headers),
  };
  const generator = firstMatch(GENERATORS, shown);
  const host = firstMatch(HOSTS, shown);
  return generator === undefined && host === undefined ? undefined : defined({ generator, host });
}

function firstMatch(rules: readonly Rule[], shown: Shown): PlatformPart | undefined {
  for (const rule of rules) {
    const sign = signOf(rule, shown);
    if (sign !== undefined) return { id: rule.id, name: rule.name, sign };
  }
  return undefined;
}

function signOf({ generator, file, header }: Rule, { generators, files, headers }: Shown): string | undefined {
  if (generator !== undefined && generators.some((content) => content.startsWith(generator))) return 'generator tag';
  if (file !== undefined && files.some((href) => href.includes(file))) return `files in ${file}`;
  if (header === undefined) return undefined;
  const [name, start = ''] = header;
  const isSent = headers.some((sent) => sent[name]?.trim().toLowerCase().startsWith(start) === true);
  return isSent ? `header ${name}` : undefined;
}

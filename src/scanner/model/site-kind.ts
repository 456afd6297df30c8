import { parseUrl } from '../../parse-url.ts';
import type { CrawlArtifact, PageDigest, PageHint } from './page.ts';

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
  readonly payments: readonly { readonly url: string; readonly asks: PageHint }[];
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
      .flatMap(({ finalUrl: url, hints }) => hints.filter(isPayment).map((asks) => ({ url, asks })))
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
  if (share((url) => has(BLOG_PARTS)(url) || partsOf(url).some((part) => YEAR.test(part))) >= SPEAKING_SHARE)
    return 'blog';
  return shells >= SPEAKING_SHARE * pages.length ? 'app' : 'website';
}

const partsOf = ({ pathname }: URL): string[] => pathname.toLowerCase().split('/');

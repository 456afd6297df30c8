import type { CrawlArtifact, PageDigest, PageHint } from '../model/page.ts';

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

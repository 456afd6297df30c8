/** What a page lets people do, from the walk over it and from facts that others have taken from the same walk. */

import { parseUrl } from '../../../../basics/parse-url.ts';
import { asList, isObject, textOf } from '../../json/json.ts';
import { structuredNodes } from '../../json/json-ld.ts';
import { PAGE_NAMES, staysOnPage } from '../../url/page-number.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import type { Anchor, PageFacts } from '../page-facts.ts';
import { CART_WORDS, ORDER_WORDS } from './cart-words.ts';
import { figureCollector } from './figure-parts.ts';
import { actionFormCollector } from './form-parts.ts';
import type { ActionForm, PageActions, ProductFacts } from './page-actions.ts';
import { surroundingsCollector } from './surroundings.ts';
import type { Part } from './text-within.ts';

/** What the walk over a page finds, for `pageActions`. */
export type ActionParts = Pick<PageActions, 'forms' | 'controls' | 'figures'> &
  ReturnType<ReturnType<typeof surroundingsCollector>['facts']> & { readonly hasPassword: boolean };

/** The collectors as one visitor each, with one answer. */
export function actionCollectors(): { readonly visitors: readonly Part<unknown>[]; facts: Part<ActionParts>['facts'] } {
  const forms = actionFormCollector();
  const figures = figureCollector();
  const surroundings = surroundingsCollector();
  return {
    visitors: [forms, figures, surroundings],
    facts(resolve) {
      const found = forms.facts(resolve);
      return {
        ...found,
        forms: found.forms.map((form) => resolved(form, resolve)),
        figures: figures.facts(resolve),
        ...surroundings.facts(resolve),
      };
    },
  };
}

const resolved = (form: ActionForm, resolve: (href: string) => string | undefined): ActionForm => ({
  ...form,
  url: form.url === '' ? '' : (resolve(form.url) ?? ''),
});

const MAX_FURTHER = 5;
const MAX_CART_LINKS = 3;
/** A sign-in is a page of few words. */
const MAX_SIGN_IN_WORDS = 150;

/** Words of links to further pages of a list: alone, or with what they list. */
const NEXT =
  /^(?:[«»‹›←→<>\s]{0,4})(?:next(?: page)?|older(?: posts| entries)?|load more|more results|weiter|nächste(?: seite)?|suivante?|siguiente|successiv[oa]|volgende|další|następna|следующая|下一页|次へ|다음)(?:[«»‹›←→<>\s]{0,4})$/i;
const PAGE_NUMBER = /^(?:page )?\d{1,3}$/i;
const PAGE_ADDRESS = new RegExp(`[?&;/](?:${PAGE_NAMES})[=/]?\\d{1,5}(?:$|[&;/#?.])`, 'i');
const CART_ADDRESS = /[?&]add[-_]to[-_](?:cart|basket)=|\/(?:cart|basket)\/add\b/i;

type Read = Pick<
  PageFacts,
  'anchors' | 'headLinks' | 'jsonLd' | 'items' | 'forms' | 'registersTools' | 'mainText' | 'bodyWordCount'
>;

/** @param pageUrl final URL of the page */
export function pageActions({ hasPassword, ...parts }: ActionParts, facts: Read, pageUrl: string): PageActions {
  const nodes = structuredNodes(facts);
  const product = productIn(nodes);
  const site = registrableDomain(new URL(pageUrl).hostname);
  const isOwn = (url: string): boolean => registrableDomain(new URL(url).hostname) === site;
  return {
    ...parts,
    // Two ports of one address are two programs.
    frames: parts.frames.filter(({ url }) => !isOwn(url) || new URL(url).port !== new URL(pageUrl).port),
    calls: parts.calls.filter((url) => parseUrl(url) !== undefined && isOwn(url)),
    further: furtherPages(facts, pageUrl),
    product,
    cartLinks: facts.anchors
      .flatMap(({ url, text, inNavigation }) => {
        // What a page says to sell may be ordered without a basket; elsewhere such words make no shop.
        const isOrder = product !== undefined && !inNavigation && ORDER_WORDS.test(text.trim());
        return url !== undefined && (isOrder || CART_WORDS.test(text) || CART_ADDRESS.test(url)) ? [url] : [];
      })
      .slice(0, MAX_CART_LINKS),
    searchTemplate: nodes
      .flatMap(({ properties }) => asList(properties.potentialAction).filter(isObject))
      .filter((action) => asList(action['@type']).includes('SearchAction'))
      .map(({ target }) => textOf(isObject(target) ? target.urlTemplate : target))
      .find((template) => template !== undefined)
      ?.slice(0, 500),
    openSearch: facts.headLinks.find(({ type }) => type === 'application/opensearchdescription+xml')?.url,
    registersTools:
      facts.registersTools ||
      facts.forms.some(({ hasToolName, hasToolDescription }) => hasToolName && hasToolDescription),
    elsewhere: parts.forms.some(({ inContent }) => inContent) ? undefined : elsewhere(facts),
    isSignIn: hasPassword && facts.bodyWordCount <= MAX_SIGN_IN_WORDS,
  };
}

/** With more words a page has something to say besides. */
const MAX_POINTER_WORDS = 120;
const SIGN_IN =
  /(?:^|[^\p{L}])(?:sign[- ]?in|log[- ]?in|anmelden|einloggen|se connecter|connexion|iniciar sesión|accedi|entrar|inloggen)(?:$|[^\p{L}])/iu;
const SIGN_IN_ADDRESS = /\/(?:oauth2?|authorize|log-?in|sign-?in|sso)(?:[/?#]|$)/i;
const APP = /(?:^|[^\p{L}])app(?:$|[^\p{L}])/iu;
const STORE = /(?:apps\.apple|play\.google)\.com|app-?store|google-?play|\/\/apps?\./i;

function elsewhere({ anchors, mainText }: Read): PageActions['elsewhere'] {
  if (mainText.wordCount > MAX_POINTER_WORDS) return undefined;
  const own = anchors.filter(({ inNavigation }) => !inNavigation);
  const leadsTo = (address: RegExp) => own.some(({ url }) => url !== undefined && address.test(url.slice(0, 500)));
  if (APP.test(mainText.start) && leadsTo(STORE)) return 'app';
  return SIGN_IN.test(mainText.start) && leadsTo(SIGN_IN_ADDRESS) ? 'sign-in' : undefined;
}

function furtherPages({ anchors, headLinks }: Read, pageUrl: string): PageActions['further'] {
  const declared = headLinks.flatMap(({ rel, url }) =>
    rel.includes('next') && url !== undefined && PAGE_ADDRESS.test(url) ? [{ url, label: 'rel=next' }] : [],
  );
  const linked = anchors
    .filter(isFurther(pageUrl))
    .flatMap(({ url, text }) => (url === undefined ? [] : [{ url, label: text.slice(0, 40) }]));
  const seen = new Set<string>([pageUrl]);
  return [...linked, ...declared].filter(({ url }) => !seen.has(url) && seen.add(url)).slice(0, MAX_FURTHER);
}

/** A next link of a list has the relation, or the words and an address that counts; documents have next links, too. */
const isFurther = (pageUrl: string) => {
  const here = new URL(pageUrl);
  return ({ url, text, rel }: Anchor): boolean => {
    if (url === undefined || parseUrl(url)?.origin !== here.origin) return false;
    const counts = PAGE_ADDRESS.test(url) && !staysOnPage(url, pageUrl) && !isFirst(url, text);
    return (
      (counts &&
        (PAGE_NUMBER.test(text) ||
          NEXT.test(text) ||
          rel.includes('next') ||
          namesItsPage(url, text) ||
          ((text === '' || rel.includes('prev')) && isOneFurther(url, pageUrl)))) ||
      /^(?:load more|more results|older posts|older entries)$/i.test(text)
    );
  };
};

/** "1", to an address that counts 1, is the first page; where addresses count from 0, it is called 2, or next. */
const isFirst = (url: string, text: string): boolean => FIRST.test(text) && pageNumberOf(url) === 1;
const FIRST = /^(?:page )?1$/i;

/** To the same address with the number of the next page: by a picture alone, or called the previous one, as blogs call older posts. */
function isOneFurther(url: string, pageUrl: string): boolean {
  const [there, here] = [new URL(url), new URL(pageUrl)];
  const number = pageNumberOf(url);
  return there.pathname === here.pathname && number === (pageNumberOf(pageUrl) ?? 1) + 1;
}

function pageNumberOf(url: string): number | undefined {
  const number = /(\d{1,5})(?:$|[&;/#?.])/.exec(PAGE_ADDRESS.exec(url)?.[0] ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

/** "Flats, page 2" leads to an address that counts 2. */
function namesItsPage(url: string, text: string): boolean {
  const number = pageNumberOf(url);
  return number !== undefined && text.length <= MAX_PAGE_LABEL && text.split(/[^\p{L}\p{N}]/u).includes(String(number));
}
const MAX_PAGE_LABEL = 80;

/** Values of schema.org/ItemAvailability with which nothing can be bought online. */
const SOLD_OUT = /(?:OutOfStock|SoldOut|Discontinued|InStoreOnly)$/;
const PRODUCTS = new Set(['Product', 'IndividualProduct']);

function productIn(nodes: ReturnType<typeof structuredNodes>): ProductFacts | undefined {
  const products = nodes.filter(
    ({ types, properties }) => types.some((type) => PRODUCTS.has(type)) && properties.offers !== undefined,
  );
  const [product] = products;
  if (product === undefined || products.length > 1) return undefined;
  const offers = asList(product.properties.offers).filter(isObject);
  const [offer] = offers;
  if (offer === undefined || offers.length > 1) return undefined;
  const parts = [offer, ...asList(offer.priceSpecification).filter(isObject)];
  const first = (name: string) =>
    parts
      .map((part) => textOf(part[name]))
      .find((text) => text !== undefined)
      ?.slice(0, 40);
  return {
    name: (textOf(product.properties.name) ?? '').slice(0, 80),
    price: first('price') ?? first('lowPrice'),
    currency: first('priceCurrency'),
    isAvailabilityKnown: offer.availability !== undefined,
    isSoldOut: SOLD_OUT.test(textOf(offer.availability)?.slice(0, 100) ?? ''),
  };
}

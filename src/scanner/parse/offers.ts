import { asList, isObject, jsonLdNodes, textOf } from './json-ld.ts';

type Properties = Readonly<Record<string, unknown>>;

const PRODUCTS = new Set(['Product', 'ProductGroup', 'IndividualProduct']);
const MAX_OFFERS = 100;

/**
 * What a page's JSON-LD says of things for sale: products with offers, and whether some offer is `complete` (price,
 * currency and availability: schema.org/Offer). A product without offers is a thing that is talked about, and software
 * or events with a price are no shop: `none`.
 */
export function offersIn(documents: readonly unknown[]): 'none' | 'partial' | 'complete' {
  const nodes = documents.flatMap((document) => jsonLdNodes(document));
  const offers = nodes
    .filter(({ isSchemaOrg, types }) => isSchemaOrg && types.some((type) => PRODUCTS.has(type)))
    .flatMap(({ properties }) => asList(properties.offers).filter(isObject))
    .slice(0, MAX_OFFERS);
  if (offers.length === 0) return 'none';
  return offers.some(isComplete) ? 'complete' : 'partial';
}

/** An aggregate may leave price, currency or availability to the offers in it, and an offer its price to a specification. */
function isComplete(offer: Properties): boolean {
  const parts = [offer, ...[offer.offers, offer.priceSpecification].flatMap((inner) => asList(inner).filter(isObject))];
  const has = (...names: readonly string[]) =>
    parts.slice(0, MAX_OFFERS).some((part) => names.some((name) => textOf(part[name]) !== undefined));
  return has('price', 'lowPrice') && has('priceCurrency') && isAvailable(parts);
}

/** An enumeration member, as a text or as a node with its @id. */
function isAvailable(parts: readonly Properties[]): boolean {
  return parts
    .slice(0, MAX_OFFERS)
    .some(({ availability }) =>
      asList(availability).some((value) => textOf(isObject(value) ? value['@id'] : value) !== undefined),
    );
}

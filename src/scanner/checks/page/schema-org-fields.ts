import { asList, isObject, type JsonLdNode, textOf } from '../../parse/json-ld.ts';
import { SCHEMA_ORG_PARTS, SCHEMA_ORG_THINGS } from './schema-org-types.ts';

type Properties = Readonly<Record<string, unknown>>;
/** The fields that a node should have and has not, in our words. */
type Rule = (properties: Properties) => (string | false)[];

const ARTICLE: Rule = (properties) => ['headline', 'datePublished', 'author'].map((name) => lacks(properties, name));

/** What the types that agents ask for most must say (catalogue, P14). */
const RULES = new Map<string, Rule>([
  ['Article', ARTICLE],
  ['BlogPosting', ARTICLE],
  ['NewsArticle', ARTICLE],
  ['TechArticle', ARTICLE],
  ['Product', product],
  ['Organization', (properties) => ['name', 'url'].map((name) => lacks(properties, name))],
  ['WebSite', (properties) => ['name', 'url'].map((name) => lacks(properties, name))],
  ['SoftwareApplication', (properties) => ['name', 'applicationCategory'].map((name) => lacks(properties, name))],
  ['BreadcrumbList', breadcrumbs],
  ['FAQPage', faq],
]);

/** Fields that a node's types ask for and it does not have, each written as `Type.field`. */
export function missingFields({ types, properties }: JsonLdNode): string[] {
  return types.filter(isSchemaOrgType).flatMap((type) => {
    const rule = RULES.get(type) ?? (SCHEMA_ORG_THINGS.has(type) ? named : () => []);
    return rule(properties)
      .filter((field) => field !== false)
      .map((field) => `${type}.${field}`);
  });
}

export const isSchemaOrgType = (type: string): boolean => SCHEMA_ORG_THINGS.has(type) || SCHEMA_ORG_PARTS.has(type);

const isGiven = (value: unknown): boolean => asList(value).some((entry) => entry !== '' && entry !== null);

const lacks = (properties: Properties, name: string): string | false => !isGiven(properties[name]) && name;

function named(properties: Properties): (string | false)[] {
  return [!isGiven(properties.headline) && lacks(properties, 'name')];
}

function product(properties: Properties): (string | false)[] {
  const offers = asList(properties.offers).filter(isObject);
  const hasPrice = (offer: Properties): boolean =>
    isGiven(offer.price) ||
    isGiven(offer.lowPrice) ||
    // An aggregate may hold its offers, and an offer its price, one level down.
    [...asList(offer.offers), ...asList(offer.priceSpecification)].some(
      (inner) => isObject(inner) && isGiven(inner.price),
    );
  const hasCurrency = (offer: Properties): boolean =>
    isGiven(offer.priceCurrency) ||
    [...asList(offer.offers), ...asList(offer.priceSpecification)].some(
      (inner) => isObject(inner) && isGiven(inner.priceCurrency),
    );
  return [
    lacks(properties, 'name'),
    !offers.some(hasPrice) && 'offers.price',
    !offers.some(hasCurrency) && 'offers.priceCurrency',
  ];
}

/** Each entry needs a name, its own or its item's, and all but the last (the page itself) an item. */
function breadcrumbs(properties: Properties): (string | false)[] {
  const entries = asList(properties.itemListElement);
  if (entries.length === 0) return ['itemListElement'];
  const hasName = (entry: unknown): boolean =>
    isObject(entry) && (isGiven(entry.name) || asList(entry.item).some((item) => isObject(item) && isGiven(item.name)));
  const hasItem = (entry: unknown, index: number): boolean =>
    index === entries.length - 1 || (isObject(entry) && isGiven(entry.item));
  return [!entries.every(hasName) && 'itemListElement.name', !entries.every(hasItem) && 'itemListElement.item'];
}

function faq(properties: Properties): (string | false)[] {
  const questions = asList(properties.mainEntity).filter(isObject);
  if (questions.length === 0) return ['mainEntity'];
  return [
    !questions.every((question) => textOf(question.name) !== undefined) && 'mainEntity.name',
    !questions.every((question) => isGiven(question.acceptedAnswer)) && 'mainEntity.acceptedAnswer',
  ];
}

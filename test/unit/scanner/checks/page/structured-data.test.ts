import check from '../../../../../src/scanner/checks/page/structured-data.ts';
import type { JsonLdBlock, PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const block = (value: unknown): JsonLdBlock => ({ value, problem: undefined, snippet: '' });
const schema = (node: object) => block({ '@context': 'https://schema.org', ...node });
const given = (jsonLd: JsonLdBlock[], overrides: Partial<PageFacts> = {}) => ({
  page: page('/a', { facts: { titles: ['How to sail | Acme'], headings: [], jsonLd, ...overrides } }),
});
const bad = (problem: 'syntax' | 'empty' | 'oversized'): JsonLdBlock => ({ value: undefined, problem, snippet: '{' });

const ARTICLE = { '@type': 'Article', headline: 'How to sail', datePublished: '2026-01-01', author: { name: 'A' } };
const OFFER = { '@type': 'Offer', price: '10', priceCurrency: 'EUR' };
const PRODUCT = { '@type': 'Product', name: 'How to sail', offers: OFFER };
const QUESTION = { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } };
const CRUMB = { '@type': 'ListItem', name: 'Home', item: 'https://site.example/' };
const complete: readonly object[] = [
  ARTICLE,
  { ...ARTICLE, '@type': 'BlogPosting' },
  PRODUCT,
  { ...PRODUCT, offers: { '@type': 'AggregateOffer', lowPrice: 5, priceCurrency: 'EUR' } },
  { ...PRODUCT, offers: [{ priceSpecification: { price: 5, priceCurrency: 'EUR' } }] },
  { '@type': 'Organization', name: 'Acme', url: 'https://site.example/' },
  { '@type': 'WebSite', name: 'Acme', url: 'https://site.example/' },
  { '@type': 'SoftwareApplication', name: 'Acme', applicationCategory: 'Game' },
  { '@type': 'BreadcrumbList', itemListElement: [CRUMB, { '@type': 'ListItem', name: 'Here' }] },
  { '@type': 'BreadcrumbList', itemListElement: [{ item: { '@id': 'https://site.example/', name: 'Home' } }] },
  { '@type': 'FAQPage', mainEntity: [QUESTION] },
  { '@type': 'Recipe', name: 'Bread' },
  { '@type': 'ImageObject', contentUrl: 'https://site.example/a.png' },
];
const incomplete: readonly (readonly [node: object, says: RegExp])[] = [
  [{ ...ARTICLE, datePublished: undefined }, /Article\.datePublished/],
  [{ ...ARTICLE, '@type': 'NewsArticle', author: undefined }, /NewsArticle\.author/],
  [{ ...ARTICLE, '@type': 'TechArticle', headline: '' }, /TechArticle\.headline/],
  [{ ...PRODUCT, offers: undefined }, /Product\.offers\.price, Product\.offers\.priceCurrency/],
  [{ ...PRODUCT, offers: { price: 0 } }, /lacks Product\.offers\.priceCurrency\./],
  [{ '@type': 'Organization', name: 'Acme' }, /Organization\.url/],
  [{ '@type': 'WebSite', url: 'https://site.example/' }, /WebSite\.name/],
  [{ '@type': 'SoftwareApplication', name: 'Acme' }, /applicationCategory/],
  [{ '@type': 'BreadcrumbList' }, /itemListElement/],
  [{ '@type': 'BreadcrumbList', itemListElement: [{ item: 'x' }] }, /itemListElement\.name/],
  [{ '@type': 'BreadcrumbList', itemListElement: [{ name: 'a' }, { name: 'b' }] }, /itemListElement\.item/],
  [{ '@type': 'FAQPage', mainEntity: [{ name: 'Why?' }] }, /acceptedAnswer/],
  [{ '@type': 'Recipe' }, /Recipe\.name/],
];

checkTable(check, [
  ...complete.map((node) => ({
    when: `complete: ${JSON.stringify(node).slice(0, 60)}`,
    given: given([schema(node)]),
    expect: 'pass' as const,
  })),
  ...incomplete.map(([node, says]) => ({
    when: `incomplete: ${says.source}`,
    given: given([schema(node)]),
    expect: 'warn' as const,
    says,
  })),
  { when: 'none', given: given([]), expect: 'fail', says: /no JSON-LD, and no item in microdata or RDFa/ },
  {
    when: 'a block that does not parse beside a good one',
    given: given([schema(ARTICLE), bad('syntax')]),
    expect: 'fail',
    says: /block 2/,
  },
  { when: 'an empty block', given: given([bad('empty')]), expect: 'fail', says: /empty/ },
  { when: 'a block over our limits', given: given([bad('oversized')]), expect: 'pass' },
  {
    when: 'microdata that is complete',
    given: given([], { items: [{ '@type': ['https://schema.org/Person'], name: 'A. Weaver' }] }),
    expect: 'pass',
    says: /Person/,
  },
  {
    when: 'microdata that lacks what its type needs',
    given: given([], { items: [{ '@type': ['https://schema.org/Product'], name: 'Loom' }] }),
    expect: 'warn',
    says: /Product\.offers\.price/,
  },
  {
    when: 'microdata of the frame alone',
    given: given([], { items: [{ '@type': ['https://schema.org/WPHeader'], headline: 'Mill' }] }),
    expect: 'fail',
  },
  {
    when: 'JSON-LD that is complete beside microdata that is not',
    given: given([schema(ARTICLE)], { items: [{ '@type': ['https://schema.org/Product'], name: 'Loom' }] }),
    expect: 'pass',
  },
  {
    when: 'another context',
    given: given([block({ '@context': 'https://w3id.org/x', '@type': 'Article' })]),
    expect: 'fail',
    says: /no type of schema\.org/,
  },
  {
    when: 'a graph',
    given: given([
      block({ '@context': 'http://schema.org', '@graph': [ARTICLE, { '@type': 'Organization', name: 'A', url: 'u' }] }),
    ]),
    expect: 'pass',
  },
  {
    when: 'nested nodes need not be complete',
    given: given([schema({ ...ARTICLE, publisher: { '@type': 'Organization', name: 'Acme' } })]),
    expect: 'pass',
  },
  {
    when: 'a type that schema.org does not know',
    given: given([schema({ '@type': 'Artikel', name: 'x' })]),
    expect: 'warn',
    says: /1 node of a type/,
  },
  {
    when: 'another headline',
    given: given([schema({ ...ARTICLE, headline: 'Growing potatoes' })]),
    expect: 'warn',
    says: /something else/,
  },
  {
    when: "the H1's headline",
    given: given([schema({ ...ARTICLE, headline: 'Growing potatoes' })], {
      headings: [{ level: 1, text: 'Growing potatoes', wordsAfter: 1, inChrome: false, isLink: false }],
    }),
    expect: 'pass',
  },
  {
    when: 'several products',
    given: given([schema({ ...PRODUCT, name: 'Anchor' }), schema({ ...PRODUCT, name: 'Rope' })]),
    expect: 'pass',
  },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);

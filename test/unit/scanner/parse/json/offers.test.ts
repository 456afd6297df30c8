import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonLdNodes, offersIn } from '../../../../../src/scanner/parse/json/json-ld.ts';

const CONTEXT = 'https://schema.org';
const OFFER = { '@type': 'Offer', price: 5, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' };
const product = (offers?: unknown, rest: object = {}) => ({ '@context': CONTEXT, '@type': 'Product', offers, ...rest });

describe('offersIn', () => {
  const rows: { when: string; given: unknown; expect: ReturnType<typeof offersIn> }[] = [
    { when: 'a complete offer', given: product(OFFER), expect: 'complete' },
    { when: 'one complete offer of two', given: product([{ '@type': 'Offer' }, OFFER]), expect: 'complete' },
    { when: 'no price', given: product({ ...OFFER, price: undefined }), expect: 'partial' },
    { when: 'an empty price', given: product({ ...OFFER, price: ' ' }), expect: 'partial' },
    { when: 'no currency', given: product({ ...OFFER, priceCurrency: undefined }), expect: 'partial' },
    { when: 'no availability', given: product({ ...OFFER, availability: undefined }), expect: 'partial' },
    {
      when: 'availability as a node',
      given: product({ ...OFFER, availability: { '@id': 'schema:InStock' } }),
      expect: 'complete',
    },
    {
      when: 'a price in its specification',
      given: product({
        '@type': 'Offer',
        availability: 'InStock',
        priceSpecification: { '@type': 'UnitPriceSpecification', price: '5.00', priceCurrency: 'EUR' },
      }),
      expect: 'complete',
    },
    {
      when: 'an aggregate with its offers',
      given: product({ '@type': 'AggregateOffer', lowPrice: 3, priceCurrency: 'EUR', offers: [OFFER] }),
      expect: 'complete',
    },
    {
      when: 'variants of a group',
      given: { '@context': CONTEXT, '@type': 'ProductGroup', hasVariant: [{ '@type': 'Product', offers: OFFER }] },
      expect: 'complete',
    },
    { when: 'a product that is only talked about', given: product(undefined, { review: {} }), expect: 'none' },
    {
      when: 'software with a price',
      given: { '@context': CONTEXT, '@type': 'SoftwareApplication', offers: OFFER },
      expect: 'none',
    },
    {
      when: 'another vocabulary',
      given: { '@context': 'https://goods.example', '@type': 'Product', offers: OFFER },
      expect: 'none',
    },
    { when: 'nothing', given: undefined, expect: 'none' },
  ];
  for (const { when, given, expect } of rows)
    it(`${expect}: ${when}`, () => assert.equal(offersIn(jsonLdNodes(given)), expect));

  it('looks at every document of the page', () =>
    assert.equal(offersIn(jsonLdNodes([{}, product(OFFER)])), 'complete'));
});

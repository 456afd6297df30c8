import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { intentOf, isShop } from '../../../../src/scanner/model/site-kind.ts';
import { digest, ORIGIN } from '../../../support/artifacts.ts';

const of = (...pages: Partial<PageDigest>[]) => intentOf({ pages: pages.map((page, at) => digest(`/${at}`, page)) });

describe('intentOf', () => {
  it('is nothing for pages of text', () => {
    const intent = of({}, { hints: ['http-operation'] });
    assert.deepEqual(intent, {
      api: false,
      apiPages: [],
      mcp: false,
      auth: false,
      offerPages: [],
      completeOfferPages: [],
      hasCart: false,
      payments: [],
    });
    assert.equal(isShop(intent), false);
  });

  it('takes only HTTP operations and viewers for documentation of an API to call', () => {
    const intent = of(
      { hints: ['api-docs'] },
      { hints: ['api-docs', 'http-operation'] },
      { hints: ['api-viewer'] },
      { hints: ['http-operation'] },
    );
    assert.equal(intent.api, true);
    assert.deepEqual(intent.apiPages, [`${ORIGIN}/1`, `${ORIGIN}/2`]);
    assert.equal(of({ hints: ['api-host'] }).api, true);
    assert.equal(of({ apiDescriptions: [{ url: `${ORIGIN}/openapi.json`, isDeclared: false }] }).api, true);
  });

  it('is a shop when half of the readable pages lead to a basket', () => {
    const cart = { hints: ['cart-link' as const] };
    assert.equal(isShop(of(cart, {})), true);
    assert.equal(isShop(of(cart, {}, {})), false);
    assert.equal(isShop(of(cart, {}, { readable: 'no' })), true);
  });

  it('is a shop when it has offers or asks for payment', () => {
    assert.equal(isShop(of({ hints: ['offer-partial'] }, {}, {})), true);
    assert.deepEqual(of({ hints: ['asks-mpp'] }, {}).payments, [
      { url: `${ORIGIN}/0`, asks: 'asks-mpp', terms: undefined },
    ]);
    const { offerPages, completeOfferPages } = of({ hints: ['offer-complete'] }, { hints: ['offer-partial'] });
    assert.deepEqual([offerPages.length, completeOfferPages.length], [2, 1]);
  });

  it('does not depend on the order of the pages', () => {
    const pages = ['/b', '/a', '/c'].map((path) =>
      digest(path, { hints: ['api-viewer', 'offer-partial', 'asks-x402'] }),
    );
    assert.deepEqual(intentOf({ pages }), intentOf({ pages: [...pages].reverse() }));
  });
});

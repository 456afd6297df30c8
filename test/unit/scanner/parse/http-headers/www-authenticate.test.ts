import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  offersScheme,
  paymentAskedBy,
  resourceMetadataIn,
} from '../../../../../src/scanner/parse/http-headers/www-authenticate.ts';

describe('challenges', () => {
  it('tells whether a scheme is offered', () => {
    assert.equal(offersScheme('Bearer realm="a"', 'bearer'), true);
    assert.equal(offersScheme('Basic realm="a", Bearer', 'bearer'), true);
    assert.equal(offersScheme('Basic realm="no bearer here"', 'bearer'), false);
    assert.equal(offersScheme('Bearerish x="y"', 'bearer'), false);
    assert.equal(offersScheme(undefined, 'bearer'), false);
  });

  it('finds the address of the resource metadata', () => {
    const url = 'https://site.example/.well-known/oauth-protected-resource/mcp';
    assert.equal(resourceMetadataIn(`Bearer error="invalid_token", resource_metadata="${url}"`), url);
    assert.equal(resourceMetadataIn(`Bearer Resource_Metadata = ${url}, scope="a"`), url);
    assert.equal(resourceMetadataIn('Bearer resource_metadata=""'), undefined);
    assert.equal(resourceMetadataIn('Bearer realm="a"'), undefined);
    assert.equal(resourceMetadataIn(undefined), undefined);
  });

  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const rows: { when: string; headers: Record<string, string>; expect: ReturnType<typeof paymentAskedBy> }[] = [
    {
      when: 'requirements',
      headers: { 'payment-required': base64({ x402Version: 2, accepts: [{}] }) },
      expect: 'x402',
    },
    { when: 'no requirements', headers: { 'payment-required': base64({ accepts: [] }) }, expect: 'x402-broken' },
    { when: 'no base64 JSON', headers: { 'payment-required': '%%%' }, expect: 'x402-broken' },
    { when: 'the Payment scheme', headers: { 'www-authenticate': 'Payment id="1", method="x"' }, expect: 'mpp' },
    { when: 'a price for crawlers', headers: { 'crawler-price': 'USD 0.01' }, expect: 'crawler-price' },
    { when: 'nothing', headers: {}, expect: 'unknown' },
  ];
  for (const { when, headers, expect } of rows)
    it(`${expect}: a 402 with ${when}`, () => assert.equal(paymentAskedBy(headers), expect));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedPayment } from '../../../../../src/scanner/parse/http-headers/payment-terms.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const TO = { asset: '0xA', payTo: '0xB', maxTimeoutSeconds: 60 };
const V1 = { scheme: 'exact', network: 'base', maxAmountRequired: '2500', resource: 'https://site.example/a', ...TO };
const V2 = { scheme: 'exact', network: 'eip155:8453', amount: '2500', ...TO };
const resource = { url: 'https://site.example/a' };
const long = { ...V2, extra: { note: 'x'.repeat(20_000) } };

describe('the payment that a 402 asks for', () => {
  const rows: {
    when: string;
    headers?: Record<string, string>;
    body?: string;
    by: ReturnType<typeof askedPayment>['by'];
    terms?: string;
  }[] = [
    {
      when: 'requirements in the header',
      headers: { 'payment-required': base64({ x402Version: 2, resource, accepts: [V2] }) },
      by: 'x402',
      terms: 'x402 v2: exact eip155:8453 2500 0xA',
    },
    {
      when: 'a header of 27,000 characters',
      headers: { 'payment-required': base64({ x402Version: 2, resource, accepts: [long] }) },
      by: 'x402',
      terms: 'x402 v2: exact eip155:8453 2500 0xA',
    },
    {
      when: 'requirements in the body',
      body: JSON.stringify({ x402Version: 1, error: 'payment required', accepts: [V1, V1] }),
      by: 'x402',
      terms: 'x402 v1: exact base 2500 0xA; exact base 2500 0xA',
    },
    {
      when: 'a broken header beside requirements in the body',
      headers: { 'payment-required': '%%%' },
      body: JSON.stringify({ x402Version: 1, accepts: [V1] }),
      by: 'x402',
      terms: 'x402 v1: exact base 2500 0xA',
    },
    {
      when: 'terms of version 2 in the body alone',
      body: JSON.stringify({ x402Version: 2, accepts: [V2] }),
      by: 'x402-in-body',
      terms: 'x402 v2: exact eip155:8453 2500 0xA',
    },
    {
      when: 'terms of version 2 in header and body',
      headers: { 'payment-required': base64({ x402Version: 2, resource, accepts: [V2] }) },
      body: JSON.stringify({ x402Version: 2, accepts: [V2] }),
      by: 'x402',
      terms: 'x402 v2: exact eip155:8453 2500 0xA',
    },
    {
      when: 'no requirements',
      headers: { 'payment-required': base64({ x402Version: 2, accepts: [] }) },
      by: 'x402-broken',
    },
    {
      when: 'version 2 without the resource',
      headers: { 'payment-required': base64({ x402Version: 2, accepts: [V2] }) },
      by: 'x402-incomplete',
      terms: 'x402 v2: exact eip155:8453 2500 0xA; lacks resource',
    },
    {
      when: 'one of two ways to pay is complete',
      headers: { 'payment-required': base64({ x402Version: 2, resource, accepts: [{ scheme: 'exact' }, V2] }) },
      by: 'x402',
      terms: 'x402 v2: exact; exact eip155:8453 2500 0xA',
    },
    {
      when: 'version 1 without whom to pay',
      body: JSON.stringify({ x402Version: 1, accepts: [{ ...V1, payTo: undefined }] }),
      by: 'x402-incomplete',
      terms: 'x402 v1: exact base 2500 0xA; lacks payTo',
    },
    { when: 'no requirements in the body', body: '{"x402Version":1,"accepts":[]}', by: 'x402-broken' },
    { when: 'no base64 JSON', headers: { 'payment-required': '%%%' }, by: 'x402-broken' },
    {
      when: 'the Payment scheme',
      headers: { 'www-authenticate': 'Payment id="1", method="x"' },
      by: 'mpp',
      terms: 'Payment id="1", method="x"',
    },
    { when: 'a price for crawlers', headers: { 'crawler-price': 'USD 0.01' }, by: 'crawler-price', terms: 'USD 0.01' },
    { when: 'a page for people', body: '<h1>Subscribe</h1>', by: 'unknown' },
    { when: 'other JSON', body: '{"error":"pay"}', by: 'unknown' },
    { when: 'nothing', by: 'unknown' },
  ];
  for (const { when, headers = {}, body, by, terms } of rows)
    it(`${by}: ${when}`, () => assert.deepEqual(askedPayment(headers, body), { by, terms }));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentPayload } from '@x402/core/types';
import { someOf } from '../exhaustive.ts';
import { PAY_TO, USDC } from '../facilitator.ts';
import { isRequired } from '../paid-service.ts';
import { paymentHeader } from '../payer.ts';
import type { Till } from './till.ts';

/** Payments that are refused with their reason. */
export function testInvalidPayments(till: Till): void {
  const { send, sign, paid, way } = till;
  describe('an invalid payment', () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    type Change = (payload: PaymentPayload) => unknown;
    const withAccepted =
      (change: object): Change =>
      (payload) => ({ ...payload, accepted: { ...payload.accepted, ...change } });
    const withAuthorization =
      (change: object): Change =>
      (payload) => {
        const { authorization } = payload.payload as { authorization: object };
        return { ...payload, payload: { ...payload.payload, authorization: { ...authorization, ...change } } };
      };
    const now = () => Math.floor(Date.now() / 1000);
    const changed: [string, Change, RegExp][] = [
      ['version 1', (payload) => ({ ...payload, x402Version: 1 }), /^invalid_payment: /],
      ['no authorization', (payload) => ({ ...payload, payload: {} }), /^invalid_payment: /],
      ['accepted: null', (payload) => ({ ...payload, accepted: null }), /^invalid_payment: /],
      ['another network', withAccepted({ network: 'eip155:1' }), /^no_matching/],
      ['another asset', withAccepted({ asset: PAY_TO }), /^no_matching/],
      ['another receiver', withAccepted({ payTo: USDC }), /^no_matching/],
      ['another amount', withAccepted({ amount: '1' }), /^no_matching/],
      ['one tier with the pages of the other', withAccepted({ extra: { pageLimit: 250 } }), /^no_matching/],
      ['a tampered extension', (payload) => ({ ...payload, extensions: { bazaar: { info: 1 } } }), /^extension_echo/],
      [
        'a signed value that is not the amount',
        withAuthorization({ value: '1' }),
        /^invalid_exact_evm_payload_authorization_value_mismatch$/,
      ],
      ['a signed receiver that is not ours', withAuthorization({ to: USDC }), /^invalid_exact_evm_recipient_mismatch$/],
      [
        'an authorization that has expired',
        withAuthorization({ validBefore: '1' }),
        /^invalid_exact_evm_payload_authorization_valid_before$/,
      ],
      [
        'one that is not valid yet',
        withAuthorization({ validAfter: String(now() + 3600) }),
        /^invalid_exact_evm_payload_authorization_valid_after$/,
      ],
      [
        'a bad signature',
        (payload) => ({ ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(64)}1b` } }),
        /signature/,
      ],
    ];
    for (const [what, change, error] of someOf(changed, way === 'http' ? 4 : 13)) {
      it(`gets the reason: ${what}`, async () => {
        isRequired(await send({ header: encoded(change(await sign())) }), error);
        assert.equal(paid(), 0n);
        const asked = what === 'a bad signature' ? 1 : 0;
        assert.equal(till.shop.facilitator.calls.verify, asked, 'only signatures need the facilitator');
      });
    }
    for (const header of someOf(['%%%', 'AAAA', encoded(null), encoded([]), 'x'.repeat(15_000)], 3)) {
      it(`gets the reason: a header of ${header.slice(0, 8)}`, async () => {
        isRequired(await send({ header }), /^invalid_payment: /);
        assert.equal(till.shop.facilitator.calls.verify, 0);
      });
    }
    it('gets the reason: an empty wallet', async () => {
      till.shop.token.give(till.payer.account.address, 0n);
      isRequired(await send({ header: paymentHeader(await sign()) }), /insufficient_balance/);
    });
  });
}

/** Good payments whose body asks for nothing that can be scanned. */
export function testBadBodies(till: Till): void {
  const { send, sign, way } = till;
  describe('a payment with a body that is none', () => {
    const bodies: [string, unknown, string][] = [
      ...(way === 'http'
        ? [
            ['no JSON', '{', 'invalid_request'] as [string, unknown, string],
            ['a browser', { url: 'https://example.com/', browser: true }, 'unsupported_option'] as [
              string,
              unknown,
              string,
            ],
          ]
        : []),
      ['no url', {}, 'invalid_url'],
      ['a long url', { url: `https://example.com/${'a'.repeat(2000)}` }, 'invalid_url'],
      ['a blocked address', { url: 'http://169.254.169.254/' }, 'blocked_address'],
    ];
    for (const [what, body, code] of bodies) {
      it(`is answered with 400, and nothing is verified: ${what}`, async () => {
        const reply = await send({ header: paymentHeader(await sign()), body });
        assert.equal(reply.status, 400);
        assert.equal(reply.error.code, code);
        assert.equal(till.shop.facilitator.calls.verify, 0);
      });
    }
  });
}

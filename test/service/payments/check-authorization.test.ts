import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { termsProblem, timeProblem } from '../../../src/payments/read-payment.ts';

const PAY_TO = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const NOW = 1_800_000_000;
const good = {
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: PAY_TO,
  value: '20000',
  validAfter: String(NOW - 600),
  validBefore: String(NOW + 300),
  nonce: `0x${'00'.repeat(32)}`,
};

describe('termsProblem', () => {
  const cases: [string, object, string | undefined][] = [
    ['the terms of the tier', {}, undefined],
    ['the receiver in lower case', { to: PAY_TO.toLowerCase() }, undefined],
    ['the value with leading zeros', { value: '0020000' }, undefined],
    ['another receiver', { to: good.from }, 'invalid_exact_evm_recipient_mismatch'],
    ['a value below the price', { value: '19999' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['a value above the price', { value: '20001' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
  ];
  for (const [what, change, expected] of cases) {
    it(`${expected ?? 'accepts'}: ${what}`, () =>
      assert.equal(termsProblem({ ...good, ...change }, { payTo: PAY_TO, amount: '20000' }), expected));
  }
});

describe('timeProblem', () => {
  const cases: [string, object, string | undefined][] = [
    ['valid for exactly as long as needed', { validBefore: String(NOW + 226) }, undefined],
    ['valid from now on', { validAfter: String(NOW) }, undefined],
    ['valid without an end', { validBefore: '9'.repeat(20) }, undefined],
    ['a second too short', { validBefore: String(NOW + 225) }, 'authorization_expires_too_soon'],
    ['expired now', { validBefore: String(NOW) }, 'invalid_exact_evm_payload_authorization_valid_before'],
    ['a second too early', { validAfter: String(NOW + 1) }, 'invalid_exact_evm_payload_authorization_valid_after'],
  ];
  for (const [what, change, expected] of cases) {
    it(`${expected ?? 'accepts'}: ${what}`, () =>
      assert.equal(timeProblem({ ...good, ...change }, NOW, 226), expected));
  }
});

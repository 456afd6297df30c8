import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressRange } from '../../../../src/scanner/net/address-range.ts';

describe('the range of an address', () => {
  for (const [address, range] of [
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
    ['no address', 'no address'],
  ] as const) {
    it(`${address}: ${range}`, () => assert.equal(addressRange(address), range));
  }
});

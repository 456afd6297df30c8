import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Caller, requireKey, subjectOf } from '../../src/auth/caller.ts';

const key: Caller = { kind: 'key', accountId: 'acc_a', plan: 'pro', keyPrefix: 'Ab3dE6gH' };
const address: Caller = { kind: 'address', address: '203.0.113.7' };

describe('a caller', () => {
  it('is counted by its key or its address, which never meet', () => {
    assert.equal(subjectOf(key), 'key:Ab3dE6gH');
    assert.equal(subjectOf(address), 'address:203.0.113.7');
    assert.notEqual(subjectOf({ kind: 'address', address: 'Ab3dE6gH' }), subjectOf(key));
  });

  it('has a key where a keyed tool is reached; anything else is a bug', () => {
    assert.equal(requireKey(key), key);
    assert.throws(() => requireKey(address), /without a key/);
  });
});

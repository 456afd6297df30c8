import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Caller, requireAccount, subjectsOf } from '../../../src/auth/caller.ts';

const key: Caller = { kind: 'key', accountId: 'acc_a', plan: 'pro', keyPrefix: 'Ab3dE6gH' };
const address: Caller = { kind: 'address', address: '203.0.113.7' };

describe('a caller', () => {
  it('is counted by its key or its address, which never meet', () => {
    assert.deepEqual(subjectsOf(key), ['key:Ab3dE6gH']);
    assert.deepEqual(subjectsOf(address), ['address:203.0.113.7']);
    assert.deepEqual(subjectsOf({ ...address, agent: 'bot.example' }), ['address:203.0.113.7', 'agent:bot.example']);
    assert.notDeepEqual(subjectsOf({ kind: 'address', address: 'Ab3dE6gH' }), subjectsOf(key));
  });

  it('is not counted when it runs the process', () => {
    assert.deepEqual(subjectsOf({ kind: 'operator', accountId: 'acc_a' }), []);
  });

  it('has an account where a keyed tool is reached; anything else is a bug', () => {
    assert.equal(requireAccount(key), 'acc_a');
    assert.equal(requireAccount({ kind: 'operator', accountId: 'acc_o' }), 'acc_o');
    assert.throws(() => requireAccount(address), /without an account/);
  });
});

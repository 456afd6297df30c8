import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { PublishedKey } from '../../../../src/auth/bot-signature/keys.ts';
import { followCurrentKey } from '../../../../src/auth/bot-signature/keys.ts';
import { createLog } from '../../../../src/log.ts';
import { EXAMPLE_JWK } from './rfc-key.ts';

const keyOf = (keyId: string, state: PublishedKey['state']): PublishedKey => ({
  keyId,
  jwk: EXAMPLE_JWK,
  secret: '',
  createdAt: 0,
  signsFrom: 0,
  state,
});

describe('the key that signs', () => {
  it('follows what other processes do within 15 seconds, and stays while the store is away', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    let published = async () => [keyOf('next', 'next'), keyOf('one', 'signing')];
    const { current, stop } = await followCurrentKey({ published: () => published() }, log);
    assert.equal(current().keyId, 'one');
    const later = async () => {
      t.mock.timers.tick(15_000);
      await setImmediate();
      return current().keyId;
    };

    published = async () => [keyOf('next', 'signing'), keyOf('one', 'retiring')];
    assert.equal(await later(), 'next');
    published = async () => Promise.reject(new Error('no store'));
    assert.equal(await later(), 'next');
    assert.match(lines.join(''), /the signing key could not be read/);
    published = async () => [keyOf('three', 'signing')];
    assert.equal(await later(), 'three');
    stop();
    published = async () => [keyOf('four', 'signing')];
    assert.equal(await later(), 'three');
  });
});

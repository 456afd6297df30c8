import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newKeyPair } from '../../../../src/auth/bot-signature/keys.ts';
import { thumbprintOf } from '../../../../src/auth/bot-signature/profile.ts';

it('the id of a new signing key is its thumbprint, and no command takes it for an option', () => {
  for (let made = 0; made < 300; made += 1) {
    const { jwk, keyId } = newKeyPair();
    assert.equal(keyId, thumbprintOf(jwk));
    assert.doesNotMatch(keyId, /^-/);
  }
});

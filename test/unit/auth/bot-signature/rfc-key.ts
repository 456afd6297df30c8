/** The Ed25519 example key of RFC 9421, B.1.4, and messages to sign with it. */
import type { SignedMessage } from '../../../../src/auth/bot-signature/signature-base.ts';

export const EXAMPLE_SEED = Buffer.from('n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU', 'base64url');
export const EXAMPLE_JWK = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' } as const;
export const EXAMPLE_KEY_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';
export const EXAMPLE_KEY = { secret: EXAMPLE_SEED.toString('hex'), keyId: EXAMPLE_KEY_ID };

/** A request with the header checks of a real one, which throw for an invalid name. */
export function messageOf(url: string, headers: Record<string, string> = {}, method = 'GET'): SignedMessage {
  const sent = new Headers(headers);
  return { method, url: new URL(url), header: (name) => sent.get(name) ?? undefined };
}

import { createHash } from 'node:crypto';
import type { BotKey, BotKeys } from './keys.ts';
import { DIRECTORY_PATH, DIRECTORY_TAG } from './profile.ts';
import { component, signMessage } from './sign.ts';
import { contentDigest } from './signature-base.ts';

/** Longer than the directory may be cached (RFC 9111), so that a cached copy always has a valid signature. */
const LIFETIME_SECONDS = 3600;
/** How long one set of signatures is reused, because signing costs more than the rest of the response. */
const SIGN_AGAIN_MS = 60_000;

/** The directory of this service as it is sent. */
export interface SignedDirectory {
  readonly body: string;
  /** Entity tag: changes with the keys, not with their signatures. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The JWK Set of the published keys, signed with each of them (draft-ietf-webbotauth-httpsig-protocol-01, appendix B).
 * `@authority` is always the public host, even behind a proxy.
 */
export function createOwnDirectory(keys: Pick<BotKeys, 'published'>, baseUrl: string, now: () => number = Date.now) {
  let latest: { directory: SignedDirectory; signedAt: number } | undefined;
  return async (): Promise<SignedDirectory> => {
    const published = await keys.published();
    const body = JSON.stringify({
      keys: published.map(({ jwk: { kty, crv, x }, keyId }) => ({ kty, crv, kid: keyId, x, use: 'sig' })),
    });
    const isUsable = latest?.directory.body === body && now() - latest.signedAt < SIGN_AGAIN_MS;
    if (latest === undefined || !isUsable) {
      latest = { directory: signDirectory(body, published, baseUrl, now()), signedAt: now() };
    }
    return latest.directory;
  };
}

/** @param nowMs milliseconds */
export function signDirectory(
  body: string,
  keys: readonly Pick<BotKey, 'keyId' | 'secret'>[],
  baseUrl: string,
  nowMs: number,
): SignedDirectory {
  const digest = contentDigest(body);
  const created = Math.floor(nowMs / 1000);
  const url = new URL(DIRECTORY_PATH, baseUrl);
  const request = { method: 'GET', url, header: () => undefined };
  const response = { ...request, header: () => digest, request };
  const signatures = keys.map((key, index) =>
    signMessage(response, {
      key,
      label: `binding${index}`,
      components: [component('@authority', { req: true }), component('content-digest')],
      parameters: [
        ['created', created],
        ['expires', created + LIFETIME_SECONDS],
        ['keyid', key.keyId],
        ['tag', DIRECTORY_TAG],
      ],
    }),
  );
  return {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    headers: {
      'content-digest': digest,
      'signature-input': signatures.map(({ input }) => input).join(', '),
      signature: signatures.map(({ signature }) => signature).join(', '),
    },
  };
}

/** What this service signs: its requests to scanned sites, and the directory of its own keys. */
import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { type Item, type Parameters, serializeInnerList } from 'structured-headers';
import type { BotKey, BotKeys } from './keys.ts';
import { DIRECTORY_PATH, DIRECTORY_TAG, privateKeyOf, REQUEST_TAG, signText } from './profile.ts';
import { contentDigest, type SignedMessage, signatureBase } from './signature-base.ts';

/**
 * How Signature-Agent is written: the String of earlier drafts, or the Dictionary of
 * draft-ietf-webbotauth-httpsig-protocol-01.
 */
export type SignatureForm = 'string' | 'dictionary';

const LABEL = 'sig1';
const REQUEST_LIFETIME_SECONDS = 60;
const NONCE_BYTES = 64;

interface SignerParts {
  /** The key that signs now. */
  currentKey(): BotKey;
  /** Origin of the published key directory. */
  readonly baseUrl: string;
  readonly form: SignatureForm;
  /** Milliseconds. */
  now?(): number;
}

/** Signs requests, each anew: Signature-Agent, Signature-Input and Signature, good for a minute at the request's host. */
export function createSignRequest({ currentKey, baseUrl, form, now = Date.now }: SignerParts) {
  const isString = form === 'string';
  const agent = isString ? `"${baseUrl}"` : `${LABEL}="${baseUrl}${DIRECTORY_PATH}"`;
  const components = [component('@authority'), component('signature-agent', isString ? {} : { key: LABEL })];
  return ({ method, url }: { readonly method: string; readonly url: string }): Record<string, string> => {
    const key = currentKey();
    const created = Math.floor(now() / 1000);
    const message = { method, url: new URL(url), header: () => agent };
    const { input, signature } = signMessage(message, {
      key,
      label: LABEL,
      components,
      parameters: [
        ['created', created],
        ['keyid', key.keyId],
        ['alg', 'ed25519'],
        ['expires', created + REQUEST_LIFETIME_SECONDS],
        ['nonce', randomBytes(NONCE_BYTES).toString('base64')],
        ['tag', REQUEST_TAG],
      ],
    });
    return { 'signature-agent': agent, 'signature-input': input, signature };
  };
}

/** Parameters of a signature in the order they are sent (RFC 9421, section 2.3). */
export type SignatureParameters = readonly (readonly [name: string, value: string | number])[];

/** A component by its name, with parameters where it has some. */
export const component = (name: string, parameters: Record<string, string | true> = {}): Item => [
  name,
  new Map(Object.entries(parameters)),
];

/** One signature over a message: the members of Signature-Input and Signature under `label`. */
export function signMessage(
  message: SignedMessage,
  {
    key,
    label,
    components,
    parameters,
  }: {
    key: Pick<BotKey, 'secret'>;
    label: string;
    components: Item[];
    parameters: SignatureParameters;
  },
): { input: string; signature: string } {
  const all: Parameters = new Map(parameters);
  const signature = signText(signatureBase(message, [components, all]), readyKey(key));
  return {
    input: `${label}=${serializeInnerList([components, all])}`,
    signature: `${label}=:${Buffer.from(signature).toString('base64')}:`,
  };
}

/** Reading a key costs as much as a signature. */
const readyKeys = new WeakMap<Pick<BotKey, 'secret'>, KeyObject>();

function readyKey(key: Pick<BotKey, 'secret'>): KeyObject {
  const ready = readyKeys.get(key) ?? privateKeyOf(Buffer.from(key.secret, 'hex'));
  readyKeys.set(key, ready);
  return ready;
}

/** Longer than the directory may be cached (RFC 9111), so that a cached copy always has a valid signature. */
const DIRECTORY_LIFETIME_SECONDS = 3600;
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
        ['expires', created + DIRECTORY_LIFETIME_SECONDS],
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

import { randomBytes } from 'node:crypto';
import { type Item, type Parameters, serializeInnerList } from 'structured-headers';
import type { BotKey } from './keys.ts';
import { DIRECTORY_PATH, REQUEST_TAG, signText } from './profile.ts';
import { type SignedMessage, signatureBase } from './signature-base.ts';

/**
 * How Signature-Agent is written: the String of earlier drafts, or the Dictionary of
 * draft-ietf-webbotauth-httpsig-protocol-01.
 */
export type SignatureForm = 'string' | 'dictionary';

const LABEL = 'sig1';
const LIFETIME_SECONDS = 60;
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
        ['expires', created + LIFETIME_SECONDS],
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
  const signature = signText(signatureBase(message, [components, all]), Buffer.from(key.secret, 'hex'));
  return {
    input: `${label}=${serializeInnerList([components, all])}`,
    signature: `${label}=:${Buffer.from(signature).toString('base64')}:`,
  };
}

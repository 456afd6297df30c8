/** A verifier whose directory is a map, and requests to try it with. */
import assert from 'node:assert/strict';
import type { DirectoryCache } from '../../../../src/auth/bot-signature/directory.ts';
import { type BotVerdict, Refused, readPublicKey } from '../../../../src/auth/bot-signature/profile.ts';
import { component, type SignatureParameters, signMessage } from '../../../../src/auth/bot-signature/sign.ts';
import type { BotRules } from '../../../../src/auth/bot-signature/signatures.ts';
import { type BotRequest, createBotVerifier } from '../../../../src/auth/bot-signature/verifier.ts';
import type { Store, WindowLimit, Windows } from '../../../../src/store/store.ts';
import { EXAMPLE_JWK, EXAMPLE_KEY, EXAMPLE_KEY_ID, messageOf } from './rfc-key.ts';

export const NOW_SECONDS = 1735689660;
export const AGENT = 'https://signature-agent.test/keys.json';
/** The vectors are old and their key is everybody's: rules under which they are of today. */
export const LOOSE: BotRules = { refusedKeys: new Set(), maxLifetimeSeconds: 1e12 };

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Subject of the sender's address. */
  readonly source?: string;
}

/** The example key under any URL. */
const oneKey: DirectoryCache = {
  async keyOf(_url, thumbprint) {
    const key = readPublicKey(EXAMPLE_JWK.x);
    if (thumbprint !== EXAMPLE_KEY_ID || key === undefined) throw new Refused('unverified', 'key_not_listed');
    return { key, notBefore: 0, expires: Number.POSITIVE_INFINITY };
  },
};

/** Refuses no draw, so that one request can be tried many times. */
const forgetful = storeOf(async () => true);

/** A store whose windows allow a draw or not; nothing else of it is used. */
export function storeOf(isAllowed: (subject: string, limit: WindowLimit) => Promise<boolean>): Pick<Store, 'windows'> {
  const draw: Windows['draw'] = async (subject, [limit]) => {
    assert.ok(limit);
    return { allowed: await isAllowed(subject, limit), retryMs: 0, states: [] };
  };
  return { windows: { draw, peek: draw } };
}

/** The same with a memory, in which no time passes. */
export function countingStore(): Pick<Store, 'windows'> {
  const counts = new Map<string, number>();
  return storeOf(async (subject, { max }) => {
    const count = (counts.get(subject) ?? 0) + 1;
    if (count <= max) counts.set(subject, count);
    return count <= max;
  });
}

export function verifierOf({
  store = forgetful,
  directories = oneKey,
  rules = LOOSE,
  nowSeconds = NOW_SECONDS,
}: {
  store?: Pick<Store, 'windows'>;
  directories?: DirectoryCache;
  rules?: BotRules;
  nowSeconds?: number;
} = {}) {
  const verifier = createBotVerifier({
    store,
    directories,
    ownHost: 'legible.example',
    rules,
    now: () => nowSeconds * 1000,
  });
  return (sent: Sent): Promise<BotVerdict> => verifier.verify(requestOf(sent));
}

const requestOf = ({ url, method, headers, body, source = '203.0.113.7' }: Sent): BotRequest => ({
  ...messageOf(url, headers, method),
  source,
  readBody: async () => (body === undefined ? undefined : Buffer.from(body)),
});

export type Components = readonly (string | [name: string, parameters: Record<string, string | true>])[];

/** As a rule: `@authority` and the agent's member, by the example key, for a minute from NOW_SECONDS on. */
export function sign({
  components = ['@authority', ['signature-agent', { key: 'sig1' }]],
  parameters = {},
  headers = { 'signature-agent': `sig1="${AGENT}"` },
  url = 'https://example.com/',
  method = 'GET',
  body,
  key = EXAMPLE_KEY,
}: {
  components?: Components;
  /** Over the usual ones; undefined leaves one out. */
  parameters?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  url?: string;
  method?: string;
  body?: string;
  key?: { readonly secret: string; readonly keyId: string };
} = {}): Sent {
  const all = {
    created: NOW_SECONDS,
    keyid: key.keyId,
    alg: 'ed25519',
    expires: NOW_SECONDS + 60,
    tag: 'web-bot-auth',
    ...parameters,
  };
  const signed = signMessage(messageOf(url, headers, method), {
    key,
    label: 'sig1',
    components: components.map((one) => (typeof one === 'string' ? component(one) : component(...one))),
    parameters: Object.entries(all).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ) satisfies SignatureParameters,
  });
  return {
    url,
    method,
    headers: { ...headers, 'signature-input': signed.input, signature: signed.signature },
    ...(body === undefined ? {} : { body }),
  };
}

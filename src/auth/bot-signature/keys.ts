import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { withLock } from '../../store/claims.ts';
import type { Store } from '../../store/store.ts';
import { type PublicJwk, publicJwkOf, thumbprintOf } from './profile.ts';

const DAY_MS = 86_400_000;
/** How long a key signs before the schedule brings in the next one. */
const ROTATE_AFTER_MS = 90 * DAY_MS;
/** How long a key is published before it signs, so that no verifier's copy of the directory lacks it. */
const PUBLISHED_AHEAD_MS = DAY_MS;
/** How long a key stays published after its successor began to sign. */
const PUBLISHED_AFTER_MS = DAY_MS;

/** Verifiers bound the list (this one reads 20 keys): more immediate rotations than that in a day drop the oldest keys. */
const MAX_PUBLISHED = 20;

export interface BotKey {
  /** RFC 7638 thumbprint, which is its name everywhere. */
  readonly keyId: string;
  readonly jwk: PublicJwk;
  /** The 32-byte seed in hexadecimal. Logs redact members of the name `secret`. */
  readonly secret: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly signsFrom: number;
}

export interface PublishedKey extends BotKey {
  readonly state: 'next' | 'signing' | 'retiring';
}

/** The signing keys of this service, in the store, so that every process signs with the same key. */
export interface BotKeys {
  /** The keys that the directory lists, the newest first; makes the first one. One of them is the signing one. */
  published(): Promise<readonly PublishedKey[]>;
  /**
   * Publishes a further key that takes over in a day, or answers the one that is about to already.
   * @param immediately it signs at once, although verifiers may not know it yet
   */
  rotate(immediately?: boolean): Promise<BotKey>;
  /** Called by the schedule: rotates a key after 90 days, and deletes keys that are no longer published. */
  tend(): Promise<void>;
  /**
   * Deletes a key, with its private half: it no longer signs and the directory no longer lists it. When no other key
   * signs, the next one or a new one takes over at once.
   * @throws ServiceError not_found
   */
  revoke(keyId: string): Promise<void>;
}

export function createBotKeys(store: Store, now: () => number = Date.now): BotKeys {
  const documents = store.documents<BotKey>('bot-keys');
  const LIST = 'bot-keys';

  /** By the time from which they sign, the latest first. */
  async function all(): Promise<BotKey[]> {
    const entries = await store.index.newest(LIST, { limit: 100 });
    const keys = await Promise.all(entries.map(({ member }) => documents.get(member)));
    return keys.filter((key) => key !== undefined);
  }

  async function add(signsFrom: number): Promise<BotKey> {
    const { seed, jwk, keyId } = newKeyPair();
    const key: BotKey = { keyId, jwk, secret: Buffer.from(seed).toString('hex'), createdAt: now(), signsFrom };
    // The list is written last, so that every key it names exists.
    await documents.set(keyId, key);
    await store.index.add(LIST, signsFrom, keyId);
    return key;
  }

  async function forget(keyId: string): Promise<void> {
    await store.index.remove(LIST, keyId);
    await documents.delete(keyId);
  }

  const locked = <Result>(action: () => Promise<Result>) => withLock(store, 'bot-keys', action);

  const hasSigner = (keys: readonly BotKey[]): boolean => keys.some(({ signsFrom }) => signsFrom <= now());

  /** Call only under the lock: makes sure that one key signs now. */
  async function ensureSigner(): Promise<void> {
    const keys = await all();
    if (hasSigner(keys)) return;
    const next = keys.at(-1);
    if (next === undefined) {
      await add(now());
      return;
    }
    await documents.set(next.keyId, { ...next, signsFrom: now() });
    await store.index.add(LIST, now(), next.keyId);
  }

  const rotate = async (immediately: boolean): Promise<BotKey> => {
    const [newest] = await all();
    if (immediately) return add(now());
    if (newest !== undefined && newest.signsFrom > now()) return newest;
    return add(now() + (newest === undefined ? 0 : PUBLISHED_AHEAD_MS));
  };

  return {
    async published() {
      let keys = await all();
      if (!hasSigner(keys)) {
        await locked(ensureSigner);
        keys = await all();
      }
      return stated(keys, now());
    },
    rotate: (immediately = false) => locked(() => rotate(immediately)),
    tend: () =>
      locked(async () => {
        await ensureSigner();
        const keys = await all();
        const listed = new Set(stated(keys, now()).map(({ keyId }) => keyId));
        for (const { keyId } of keys) if (!listed.has(keyId)) await forget(keyId);
        const [newest] = keys;
        if (newest !== undefined && now() - newest.signsFrom >= ROTATE_AFTER_MS) await rotate(false);
      }),
    revoke: (keyId) =>
      locked(async () => {
        if (!(await all()).some((key) => key.keyId === keyId)) {
          throw new ServiceError('not_found', 'key: there is no such signing key. "legible bot-key list" shows all.');
        }
        await forget(keyId);
        await ensureSigner();
      }),
  };
}

/** The keys that are published at a time: the next ones, the one that signs, and those it took over from lately. */
function stated(keys: readonly BotKey[], at: number): PublishedKey[] {
  const begun = keys.findIndex(({ signsFrom }) => signsFrom <= at);
  // By a clock that went back, or another machine's, not even the first one may have begun.
  const signing = begun === -1 ? keys.length - 1 : begun;
  const published = keys.flatMap((key, position): PublishedKey[] => {
    if (position < signing) return [{ ...key, state: 'next' }];
    if (position === signing) return [{ ...key, state: 'signing' }];
    // It retires when the one before it in the list, its successor, begins to sign.
    const since = keys[position - 1]?.signsFrom ?? at;
    return at < since + PUBLISHED_AFTER_MS ? [{ ...key, state: 'retiring' }] : [];
  });
  return published.slice(0, MAX_PUBLISHED);
}

/** How long a rotation or a revocation in another process may take to reach this one. */
const LOOK_AGAIN_MS = 15_000;

interface CurrentKey {
  /** The current signing key, as far as this process knows. */
  current(): BotKey;
  stop(): void;
}

/** Keeps the signing key at hand, because signing cannot wait for the store. */
export async function followCurrentKey(keys: Pick<BotKeys, 'published'>, log: Log): Promise<CurrentKey> {
  const signing = async () => {
    const found = (await keys.published()).find(({ state }) => state === 'signing');
    if (found === undefined) throw new Error('no bot key signs');
    return found;
  };
  let key: BotKey = await signing();
  const timer = setInterval(() => {
    signing().then(
      (found) => {
        key = found;
      },
      (error: unknown) => log.warn({ err: error }, 'the signing key could not be read; the last one is still used'),
    );
  }, LOOK_AGAIN_MS).unref();
  return { current: () => key, stop: () => clearInterval(timer) };
}

/** A key whose id no command takes for an option: one thumbprint in 64 starts with a dash. */
export function newKeyPair(): { readonly seed: Uint8Array; readonly jwk: PublicJwk; readonly keyId: string } {
  for (;;) {
    const seed = randomBytes(32);
    const jwk = publicJwkOf(seed);
    const keyId = thumbprintOf(jwk);
    if (!keyId.startsWith('-')) return { seed, jwk, keyId };
  }
}

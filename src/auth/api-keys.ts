import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Account } from './accounts.ts';
import { BASE62, randomText } from './random-text.ts';

/** The stored record of a key: it holds the SHA-256 of the secret, never the secret. */
export interface ApiKey {
  readonly prefix: string;
  readonly name: string;
  readonly accountId: string;
  /** Hexadecimal SHA-256 of the secret. */
  readonly secretHash: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface ApiKeys {
  /**
   * Makes a key. `key` is its only showing.
   * @throws ServiceError subscription_required on a free account, invalid_request for a bad name or too many keys
   */
  create(account: Account, name: string): Promise<{ key: string; record: ApiKey }>;
  list(accountId: string): Promise<ApiKey[]>;
  /** At once and for good. @throws ServiceError not_found when the account has no such key */
  revoke(accountId: string, prefix: string): Promise<ApiKey>;
  /** The live key a Bearer value names; undefined for a malformed, unknown, wrong or revoked one. */
  verify(bearer: string): Promise<ApiKey | undefined>;
}

export const MAX_ACTIVE_KEYS = 20;
const PREFIX_LENGTH = 8;
const SECRET_LENGTH = 40;
const KEY_PATTERN = /^svc_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{40})$/;
const MAX_LISTED = 1000;
const LAST_USED_STEP_MS = 60_000;
/** More keys in use than this are read from the store again, the one proven longest ago first. */
const MAX_PROVEN = 10_000;

/** A key that was right, as far as nothing can change it any more. */
interface ProvenKey {
  readonly record: ApiKey;
  /** The last use of it that this process knows to be written down. */
  usedAt: number;
}

export function createApiKeys(store: Store, now: () => number = Date.now): ApiKeys {
  const documents = store.documents<ApiKey>('api-keys');
  // A revocation has a separate document, so that a concurrent update of lastUsedAt cannot undo it.
  const revocations = store.documents<string>('api-key-revocations');
  const lastUses = store.documents<string>('api-key-uses');
  const listOf = (accountId: string) => `keys:${accountId}`;
  // By prefix and hash of the secret, so that only the right secret is quicker than an unknown prefix.
  const proven = new Map<string, ProvenKey>();

  /** A record never changes after its creation. A cached key therefore costs one read per call, for its revocation. */
  async function prove(prefix: string, secret: string): Promise<ProvenKey | undefined> {
    const hash = hashOf(secret);
    const name = `${prefix} ${hash.toString('hex')}`;
    const known = proven.get(name);
    if (known !== undefined) return known;
    const record = await documents.get(prefix || 'none');
    // Compared also when there is no such key, so that an unknown prefix takes as long as a wrong secret.
    const matches = timingSafeEqual(hash, Buffer.from(record?.secretHash ?? NO_HASH, 'hex'));
    if (record === undefined || !matches) return undefined;
    const found = { record, usedAt: Number.NEGATIVE_INFINITY };
    proven.set(name, found);
    for (const oldest of proven.keys()) {
      if (proven.size <= MAX_PROVEN) break;
      proven.delete(oldest);
    }
    return found;
  }

  const whole = async (record: ApiKey): Promise<ApiKey> => ({
    ...record,
    revokedAt: (await revocations.get(record.prefix)) ?? null,
    lastUsedAt: (await lastUses.get(record.prefix)) ?? null,
  });

  const list: ApiKeys['list'] = async (accountId) => {
    const entries = await store.index.newest(listOf(accountId), { limit: MAX_LISTED });
    const records = await Promise.all(entries.map(({ member }) => documents.get(member)));
    return Promise.all(records.filter((record) => record !== undefined).map(whole));
  };

  return {
    list,
    async create(account, name) {
      const { key, record } = newKey(account, labelOf(account, name), now());
      const { prefix } = record;
      // In turn: keys that are made at once would all count the same keys before them.
      await withLock(store, `create-key:${account.id}`, async () => {
        const active = (await list(account.id)).filter(({ revokedAt }) => revokedAt === null);
        if (active.length >= MAX_ACTIVE_KEYS) {
          throw new ServiceError(
            'invalid_request',
            `An account has at most ${MAX_ACTIVE_KEYS} active keys; revoke one first.`,
          );
        }
        await documents.set(prefix, record);
        await store.index.add(listOf(account.id), now(), prefix);
      });
      return { key, record };
    },
    async revoke(accountId, prefix) {
      const record = await documents.get(prefix);
      if (record === undefined || record.accountId !== accountId) {
        throw new ServiceError('not_found', 'prefix: this account has no such key.');
      }
      if ((await revocations.get(prefix)) === undefined) await revocations.set(prefix, new Date(now()).toISOString());
      return whole(record);
    },
    async verify(bearer) {
      const [, prefix = '', secret = ''] = KEY_PATTERN.exec(bearer) ?? [];
      const key = await prove(prefix, secret);
      if (key === undefined || (await revocations.get(prefix)) !== undefined) return undefined;
      const isStale = () => now() - key.usedAt >= LAST_USED_STEP_MS;
      // Another process may have written one down.
      if (isStale()) key.usedAt = Date.parse((await lastUses.get(prefix)) ?? '') || Number.NEGATIVE_INFINITY;
      if (isStale()) {
        key.usedAt = now();
        await lastUses.set(prefix, new Date(key.usedAt).toISOString());
      }
      return key.record;
    },
  };
}

/** @throws ServiceError subscription_required on a free account, invalid_request for a bad name */
function labelOf(account: Account, name: string): string {
  const label = name.trim();
  if (label.length < 1 || label.length > 100) {
    throw new ServiceError(
      'invalid_request',
      'name: expected 1 to 100 characters that say which agent or job uses the key.',
    );
  }
  if (account.plan === 'free') {
    throw new ServiceError(
      'subscription_required',
      'API keys need a Pro subscription; this account is on the free plan.',
    );
  }
  return label;
}

function newKey(account: Account, name: string, nowMs: number): { key: string; record: ApiKey } {
  const prefix = randomText(PREFIX_LENGTH, BASE62);
  const secret = randomText(SECRET_LENGTH, BASE62);
  const record: ApiKey = {
    prefix,
    name,
    accountId: account.id,
    secretHash: hashOf(secret).toString('hex'),
    createdAt: new Date(nowMs).toISOString(),
    lastUsedAt: null,
    revokedAt: null,
  };
  return { key: `svc_live_${prefix}_${secret}`, record };
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const NO_HASH = '0'.repeat(64);

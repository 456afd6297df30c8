import { mkdir } from 'node:fs/promises';
import { type Accounts, createAccounts } from '../auth/accounts.ts';
import { type ApiKeys, createApiKeys } from '../auth/api-keys.ts';
import {
  createPasswordLinks,
  createPasswords,
  type PasswordLinks,
  type Passwords,
  type ScryptCost,
} from '../auth/sign-in.ts';
import { ConfigError, settingProblem } from '../errors.ts';
import type { Log } from '../log.ts';
import { createFolderProbe, FolderTimeout, requireAnswer } from '../store/lmdb/data-file.ts';
import type { Migrated } from '../store/migrate.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { UnusableStoreError } from '../store/store.ts';
import type { Config } from './config.ts';

type StoreSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'redisUrl'>>;

export interface Repositories {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly passwords: Passwords;
  readonly passwordLinks: PasswordLinks;
}

/**
 * The store with the repositories that the command line manages; safe next to a running server on the same data.
 * @param passwordCost of the passwords that are set; default as `createPasswords` has it
 * @throws ConfigError when the data directory cannot hold a store, or Redis cannot be reached
 */
export async function openRepositories(config: StoreSettings, passwordCost?: ScryptCost): Promise<Repositories> {
  const store = await openConfiguredStore(config);
  const passwords = createPasswords(store, passwordCost);
  return {
    store,
    accounts: createAccounts(store),
    apiKeys: createApiKeys(store),
    passwords,
    passwordLinks: createPasswordLinks(store, passwords),
  };
}

/**
 * Copies the embedded store of the data directory into the Redis of the settings; see `migrateToRedis`.
 * @throws ConfigError when no Redis is set; ServiceError as that does
 */
export async function copyToRedis({ dataDir, redisUrl }: StoreSettings): Promise<Migrated> {
  if (redisUrl === undefined) throw new ConfigError('REDIS_URL: no Redis is set to copy the embedded store into.');
  const { migrateToRedis } = await import('../store/migrate.ts');
  return migrateToRedis({ dataDir, redisUrl });
}

async function openConfiguredStore({ dataDir, redisUrl }: StoreSettings): Promise<Store> {
  try {
    await requireAnswer(dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const store = await openStore({ dataDir, redisUrl });
    return redisUrl === undefined ? readyWithFolder(store, dataDir) : store;
  } catch (cause) {
    if (cause instanceof UnusableStoreError) throw new ConfigError(cause.message, { cause });
    if (redisUrl !== undefined && !(cause instanceof FolderTimeout)) {
      throw new ConfigError(
        settingProblem('REDIS_URL', redisUrl, 'names no Redis that answers here; check host, port and password'),
        { cause },
      );
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(settingProblem('DATA_DIR', dataDir, `cannot be the folder of the store (${reason})`), {
      cause,
    });
  }
}

/** The embedded store reads from mapped memory: without the probe, a hung file system would stop the event loop. */
function readyWithFolder(store: Store, dataDir: string): Store {
  const probe = createFolderProbe(dataDir);
  return {
    ...store,
    async ping() {
      await probe();
      await store.ping();
    },
  };
}

/** A start does not fail for it: the policy of a rented Redis is not always the operator's to choose. */
export async function warnOfEviction(redisUrl: string, log: Log): Promise<void> {
  const { evictionPolicyOf } = await import('../store/redis/connection.ts');
  const policy = await evictionPolicyOf(redisUrl).catch(() => undefined);
  if (policy === undefined) return;
  log.warn(
    { policy },
    'Redis deletes scans, payments and locks when its memory is full. Set maxmemory-policy to noeviction.',
  );
}

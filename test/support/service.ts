/** The real service inside the test's process, on a separate store, with accounts for its calls. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { readConfig } from '../../src/app/config.ts';
import type { Repositories } from '../../src/app/repositories.ts';
import { type ServiceOptions, startService } from '../../src/app/service.ts';
import type { Plan } from '../../src/auth/caller.ts';
import { ConfigError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { atEnd } from './at-end.ts';
import { watchAnswers } from './documented.ts';
import { bugsOfSharedPools, sharedPools } from './shared-pools.ts';

export interface TestService {
  /** Origin, as absolute URLs of the service have it. */
  readonly url: string;
  readonly dataDir: string;
  readonly repositories: Repositories;
  /** The key of a new account: its scans and its budget are its own. */
  key(plan?: Plan): Promise<string>;
  /** A further key of the account that a key belongs to. */
  anotherKey(key: string): Promise<string>;
  /**
   * Fails the test when the service logged an error, for nothing a client sends may be one, or any of its keys, and when
   * one of its answers was not as the OpenAPI description says.
   */
  stop(): Promise<void>;
}

export interface TestServiceOptions extends ServiceOptions {
  /** Settings over the defaults of a test; every caller may scan the fixture sites on 127.0.0.1. */
  readonly settings?: Record<string, string>;
  /** A store that is there already, and is left there; default a new one that is removed at the end. */
  readonly dataDir?: string;
  /** An error that the test provokes in the service's own working, and that it must log. */
  readonly logs?: RegExp;
}

/** pino's number. */
const ERROR_LEVEL = 50;
/** Hashing in earnest takes a quarter of a second. */
const PASSWORD_COST = { N: 2 ** 10, r: 8, p: 1 };
/** The secret part of a key. */
const secretOf = (key: string) => key.split('_').at(-1) ?? key;

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'legible-test-'));

/**
 * The embedded store; under TEST_REDIS_URL a database of that Redis, the same one for the same folder. That Redis must
 * have enough databases.
 */
async function storeSettings(dataDir: string): Promise<{ REDIS_URL?: string }> {
  const { TEST_REDIS_URL: url } = process.env;
  if (url === undefined) return {};
  const client = await createClient({ url }).connect();
  try {
    const known = await client.hGet('databases', dataDir);
    const database = known ?? String(await client.incr('last-database'));
    await client.hSet('databases', dataDir, database);
    return { REDIS_URL: `${url}/${database}` };
  } finally {
    await client.close();
  }
}

interface OwnService extends TestService {
  /** What `stop` fails for, until now. */
  assertClean(): Promise<void>;
}

const shared = new Map<string, Promise<OwnService>>();

/**
 * The service of this test process with these settings, which other test files use too: for tests that look only at
 * accounts, scans and addresses of their own. Its `stop` makes the same assertions and leaves it running.
 */
export async function shareTestService(settings: Record<string, string> = {}): Promise<TestService> {
  // Opened first, so that they close after the service.
  sharedPools();
  const name = JSON.stringify(Object.entries(settings).sort());
  const known = shared.get(name) ?? startTestService({ settings });
  if (!shared.has(name)) {
    shared.set(name, known);
    atEnd(async () => (await known).stop());
  }
  const service = await known;
  return { ...service, stop: service.assertClean };
}

/** Others may take the free port before the service listens on it: then it is started again, on another one. */
async function startOnFreePort<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let left = 3; ; left -= 1) {
    try {
      return await start();
    } catch (error) {
      const isTaken = error instanceof ConfigError && error.message.includes('another process listens');
      if (!isTaken || left === 0) throw error;
    }
  }
}

/** Starts it on a free port. */
export async function startTestService({
  settings,
  dataDir: given,
  logs,
  ...options
}: TestServiceOptions = {}): Promise<OwnService> {
  const dataDir = given ?? (await newDataDir());
  const lines: string[] = [];
  const keys: string[] = [];
  const store = await storeSettings(dataDir);
  const common = {
    PORT: '0',
    DATA_DIR: dataDir,
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    ANONYMOUS_PRIVATE_SCANS: 'on',
  };
  const config = readConfig({ ...common, ...store, ...settings });
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const service = await startOnFreePort(() =>
    startService(config, log, { pools: sharedPools(), passwordCost: PASSWORD_COST, ...options }),
  );
  const { accounts, apiKeys } = service.repositories;
  const answers = watchAnswers(service.baseUrl);
  let count = 0;
  const assertClean = async () => {
    const log = lines.join('');
    for (const secret of keys) assert.ok(!log.includes(secretOf(secret)), 'no key stands in the log');
    const errors = lines.filter((line) => Number(Object(JSON.parse(line)).level) >= ERROR_LEVEL);
    assert.equal(errors.filter((line) => logs?.test(line)).length, logs === undefined ? 0 : 1);
    assert.deepEqual(
      errors.filter((line) => !logs?.test(line)),
      [],
      'the service logs no other error',
    );
    assert.deepEqual(bugsOfSharedPools(), [], 'no check throws in a thread');
    assert.deepEqual(await answers.faults(), [], 'every answer is as the OpenAPI description says');
    // Checked once: the log of a shared service grows with every test file.
    lines.length = 0;
  };
  return {
    url: service.baseUrl,
    dataDir,
    repositories: service.repositories,
    async key(plan = 'pro') {
      count += 1;
      const email = `${plan}-${count}-${process.pid}@test.example`;
      // Accounts on the free plan cannot make keys; an account gets there by falling back to it.
      const account = await accounts.create({ email, plan: plan === 'free' ? 'pro' : plan });
      const { key } = await apiKeys.create(account, 'test');
      if (plan === 'free') await accounts.setPlan(email, 'free');
      keys.push(key);
      return key;
    },
    async anotherKey(key) {
      const record = await apiKeys.verify(key);
      const account = record === undefined ? undefined : await accounts.get(record.accountId);
      assert.ok(account, 'the key is one of this service');
      const { key: another } = await apiKeys.create(account, 'another');
      keys.push(another);
      return another;
    },
    assertClean,
    async stop() {
      await answers.faults();
      answers.end();
      await service.stop();
      if (given === undefined) await rm(dataDir, { recursive: true });
      await assertClean();
    },
  };
}

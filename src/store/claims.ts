/** Built on claims: a lock across all processes, and a secret that all of them share. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Store } from './store.ts';

const LEASE_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** Runs an action under a lock with this name, across all processes. Meant for work of milliseconds. */
export async function withLock<Result>(
  { claims }: Pick<Store, 'claims'>,
  name: string,
  action: () => Promise<Result>,
): Promise<Result> {
  let claim = await claims.take(name, { leaseMs: LEASE_MS, note: '' });
  while (!claim.won) {
    await setTimeout(LOOK_AGAIN_MS);
    claim = await claims.take(name, { leaseMs: LEASE_MS, note: '' });
  }
  try {
    return await action();
  } finally {
    await claims.release(name, claim.fence);
  }
}

const FOR_EVER_MS = 100 * 365 * 86_400_000;

/**
 * A secret of this installation, made on first use and the same for every process on the store.
 * @returns 64 hexadecimal characters
 */
export async function secretOf(store: Store, name: string): Promise<string> {
  const key = `secret:${name}`;
  for (;;) {
    const claim = await store.claims.take(key, { leaseMs: 5000, note: '' });
    if (claim.won) {
      const secret = randomBytes(32).toString('hex');
      if (await store.claims.finish(key, claim.fence, secret, FOR_EVER_MS)) return secret;
    } else if (claim.state === 'finished') {
      return String(claim.value);
    } else {
      await setTimeout(Math.min(claim.leaseLeftMs, 50));
    }
  }
}

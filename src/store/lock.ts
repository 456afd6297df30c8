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

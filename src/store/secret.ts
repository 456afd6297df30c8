import { randomBytes } from 'node:crypto';
import type { Store } from './store.ts';

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
      await new Promise((resolve) => setTimeout(resolve, Math.min(claim.leaseLeftMs, 50)));
    }
  }
}

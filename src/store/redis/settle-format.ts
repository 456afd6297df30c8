import { requireKnownFormat, STORE_FORMAT } from '../format.ts';
import type { Calls } from './connection.ts';

/**
 * Makes sure that this code can read what lies in Redis under a prefix, and writes down its format when it holds none.
 * @throws UnusableStoreError for data of a newer version
 */
export async function settleFormat({ run }: Calls, prefix: string): Promise<void> {
  // Not below the prefix: all that is there is data.
  const key = `${prefix}-format`;
  const stored = await run((redis) => redis.get(key));
  requireKnownFormat(stored ?? undefined);
  if (stored === null) await run((redis) => redis.set(key, String(STORE_FORMAT), { condition: 'NX' }));
}

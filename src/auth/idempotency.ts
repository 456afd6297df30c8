import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';

export interface IdempotentCall {
  /** Whose key it is: two accounts never meet under one key. */
  readonly accountId: string;
  readonly key: string;
  readonly tool: string;
  /** The parsed input without the key itself. */
  readonly input: unknown;
}

export interface Idempotency {
  /**
   * Runs `work` once for all calls with one (account, key): a later call with the same input gets the stored output. A
   * `work` that rejects releases the key, so it must reject only when it had no effect.
   * @param work receives an operation id that stays the same on a retry after a crash, so that it creates each thing
   * once
   * @throws ServiceError idempotency_mismatch for another input, idempotency_in_flight while the first call runs
   */
  once<Output>(
    call: IdempotentCall,
    work: (workName: string) => Promise<Output>,
  ): Promise<{ output: Output; replayed: boolean }>;
}

const LEASE_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;

export function createIdempotency({ claims }: Pick<Store, 'claims'>): Idempotency {
  return {
    async once<Output>({ accountId, key, tool, input }: IdempotentCall, work: (workName: string) => Promise<Output>) {
      const name = `idempotency:${digest(`${accountId}\0${key}`)}`;
      const fingerprint = digest(`${tool}\0${canonicalJson(input)}`);
      const claim = await claims.take(name, { leaseMs: LEASE_MS, note: fingerprint });
      if (!claim.won) {
        if (claim.note !== fingerprint) {
          throw new ServiceError(
            'idempotency_mismatch',
            'Idempotency-Key: it was used for another request within 24 hours. Use a new key.',
          );
        }
        if (claim.state === 'held') {
          throw new ServiceError(
            'idempotency_in_flight',
            'Idempotency-Key: the first request with it is still running. Try again shortly.',
            {
              retryAfterSeconds: 1,
            },
          );
        }
        // This function stored the output under the same fingerprint, so its type is known.
        return { output: claim.value as Output, replayed: true };
      }
      let output: Output;
      try {
        output = await work(digest(`${name}\0${fingerprint}\0${claim.firstFence}`));
      } catch (error) {
        await claims.release(name, claim.fence);
        throw error;
      }
      // Outside the try: a failed write of the output must not allow the work to run again.
      await claims.finish(name, claim.fence, output, KEPT_MS);
      return { output, replayed: false };
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** JSON with object keys sorted, so that the order of members does not make another request. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

import type { Claims } from '../store.ts';
import type { Deadlines, Environment } from './environment.ts';
import { textKey } from './environment.ts';

export interface Claim {
  /** Never given twice, so that a holder of old cannot pass for the present one. */
  readonly fence: number;
  readonly firstFence: number;
  readonly note: string;
  /** ms since the epoch: the end of the lease, or of the keeping once it is finished. */
  readonly until: number;
  /** `{ value }` as JSON, once it is finished. */
  readonly outcome?: string;
}

/**
 * An expired lease still belongs to its holder until another caller takes it. A holder without renewals for that long
 * is considered dead.
 */
const ABANDONED_MS = 24 * 3_600_000;

const endOf = (claim: Claim): number => claim.until + (claim.outcome === undefined ? ABANDONED_MS : 0);

export function openClaims(environment: Environment, deadlines: Deadlines): Claims {
  const claims = environment.table<string, Claim>('claims');
  const schedule = deadlines.of('claim', {
    endOf([key = '']) {
      const claim = claims.get(key);
      return claim && endOf(claim);
    },
    remove: ([key = '']) => claims.remove(key),
  });

  const put = (key: string, claim: Claim) => {
    claims.put(key, claim);
    schedule(endOf(claim), key);
  };
  const unfinished = (key: string, fence: number): Claim | undefined => {
    const claim = claims.get(key);
    return claim?.fence === fence && claim.outcome === undefined ? claim : undefined;
  };

  return {
    take: (name, { leaseMs, note }) =>
      environment.write(() => {
        const key = textKey(name);
        const now = Date.now();
        const current = claims.get(key);
        if (current !== undefined && current.until > now) {
          return current.outcome === undefined
            ? { won: false, state: 'held', note: current.note, leaseLeftMs: current.until - now }
            : { won: false, state: 'finished', note: current.note, value: JSON.parse(current.outcome).value };
        }
        const fence = environment.nextNumber();
        const firstFence = current !== undefined && current.outcome === undefined ? current.firstFence : fence;
        put(key, { fence, firstFence, note, until: now + leaseMs });
        return { won: true, fence, firstFence };
      }),
    renew: (name, fence, leaseMs) =>
      environment.write(() => {
        const key = textKey(name);
        const claim = unfinished(key, fence);
        if (claim === undefined) return false;
        claims.put(key, { ...claim, until: Date.now() + leaseMs });
        return true;
      }),
    finish: (name, fence, value, keepMs) =>
      environment.write(() => {
        const key = textKey(name);
        const claim = unfinished(key, fence);
        if (claim === undefined) return false;
        put(key, { ...claim, until: Date.now() + keepMs, outcome: JSON.stringify({ value }) });
        return true;
      }),
    release: (name, fence) =>
      environment.write(() => {
        const key = textKey(name);
        if (unfinished(key, fence) === undefined) return false;
        claims.remove(key);
        return true;
      }),
  };
}

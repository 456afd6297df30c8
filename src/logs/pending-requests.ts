import type { Claim } from './agents.ts';
import type { Aggregate } from './aggregate.ts';
import type { LogEntry } from './entry.ts';
import type { Identities } from './identity.ts';

/** Requests that wait for DNS together. */
const MAX_PENDING = 1_000;
const DNS_AT_ONCE = 16;

/** Requests of agents whose identity only DNS tells. */
interface PendingRequests {
  /** Counts a request, or lets it wait. */
  add(entry: LogEntry, claim: Claim): void;
  readonly isFull: boolean;
  /** Asks DNS about those that wait, and counts them. */
  settle(): Promise<void>;
}

export function createPendingRequests(
  aggregate: Pick<Aggregate, 'add'>,
  identities: Pick<Identities, 'of' | 'ask'>,
): PendingRequests {
  let pending: { entry: LogEntry; claim: Claim }[] = [];
  return {
    add(entry, claim) {
      const identity = identities.of(claim, entry);
      if (identity === undefined) pending.push({ entry, claim });
      else aggregate.add(entry, claim, identity);
    },
    get isFull() {
      return pending.length >= MAX_PENDING;
    },
    async settle() {
      const waiting = pending;
      pending = [];
      for (let at = 0; at < waiting.length; at += DNS_AT_ONCE) {
        await Promise.all(waiting.slice(at, at + DNS_AT_ONCE).map(({ claim, entry }) => identities.ask(claim, entry)));
      }
      for (const { claim, entry } of waiting) {
        aggregate.add(entry, claim, identities.of(claim, entry) ?? 'unverifiable');
      }
    },
  };
}

/**
 * Spares the browser what it has seen: an agent without chance does the same wherever a site answers the same, so a task
 * whose every answer is as in an earlier variant has the outcome that it had there.
 */
import { createHash } from 'node:crypto';
import type { Asked, Respond, Served } from '../site-variant.ts';

export interface Exchange {
  readonly asked: Asked;
  /** Hash of the answer. */
  readonly served: string;
}
export interface Replay {
  /** The outcome of the task in an earlier variant that answers all of its requests alike. */
  outcomeOf(task: string, respond: Respond): boolean | undefined;
  keep(task: string, exchanges: readonly Exchange[], outcome: boolean): void;
}

export const exchangeOf = (asked: Asked, { status, headers, body }: Served): Exchange => ({
  asked,
  served: createHash('sha1')
    .update(JSON.stringify([status, headers, body]))
    .digest('base64'),
});

/** Whether the variant answers all of them as they were answered. */
export const isAlike = (exchanges: readonly Exchange[], respond: Respond): boolean =>
  exchanges.every(({ asked, served }) => exchangeOf(asked, respond(asked)).served === served);

export function createReplay(): Replay {
  const known = new Map<string, { readonly exchanges: readonly Exchange[]; readonly outcome: boolean }[]>();
  return {
    outcomeOf(task, respond) {
      const same = known.get(task)?.find(({ exchanges }) => isAlike(exchanges, respond));
      return same?.outcome;
    },
    keep(task, exchanges, outcome) {
      known.set(task, [...(known.get(task) ?? []), { exchanges, outcome }]);
    },
  };
}

/** Advances batches: begins scans as the limits of the account allow, and reads their ends. */
import type { Accounts } from '../auth/accounts.ts';
import type { Caller } from '../auth/caller.ts';
import { type Budget, type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { Scans } from '../scans/scans.ts';
import { watchBudgetOf } from '../scans/watches/schedule.ts';
import type { Watches } from '../scans/watches/watches.ts';
import type { Store } from '../store/store.ts';
import type { BatchLine, LineState } from './batch-list.ts';
import type { Batches } from './batches.ts';
import { MOST_BEGUN, scanOfLine } from './cancel-batch.ts';
import type { Sites } from './sites.ts';
import type { Batch, WholeBatch } from './stored-batches.ts';

/** Scans of one batch in the queue or running at once, so that a batch is cancelled quickly and others get their turn. */
const IN_FLIGHT = 20;
const TURN_MS = 30_000;
const LOOK_AGAIN_MS = 1000;
const MOST_IN_A_TURN = 100;
/** The share of each limit left for manual calls during a batch: at least one a minute and 20 a day. */
const SHARE_KEPT_BACK = 0.1;
const NO_PLAN = 'The plan of the account has no scans over the API.';

interface Target {
  readonly url: string;
  readonly permit?: PrivateHostPermit;
}

export interface BatchRunnerParts {
  readonly store: Pick<Store, 'claims'>;
  readonly batches: Batches;
  readonly scans: Pick<Scans, 'byId' | 'start'>;
  readonly sites: Pick<Sites, 'label'>;
  readonly watches: Pick<Watches, 'set'>;
  readonly accounts: Pick<Accounts, 'get'>;
  readonly quotas: Pick<Quotas, 'draw' | 'peek'>;
  /** @throws ServiceError for a URL that may not be scanned */
  readonly accept: (url: string, field: string, caller: Caller) => Promise<Target>;
  readonly log: Log;
  now?(): number;
}

/**
 * Runs batches that have work to do, once each. Every process may call it at the same time: each scan begins once.
 * @param passed ids that had their turn in earlier calls; where there are too many for one call, the next takes the others
 */
export async function runBatches(parts: BatchRunnerParts, passed: Set<string> = new Set()): Promise<void> {
  const left = (await parts.batches.due()).filter((id) => !passed.has(id));
  const turn = left.slice(0, MOST_IN_A_TURN);
  if (turn.length === left.length) passed.clear();
  else for (const id of turn) passed.add(id);
  for (const id of turn) {
    await advance(id, parts).catch((error: unknown) =>
      parts.log.error({ err: error, batch: id }, 'a batch was not advanced'),
    );
  }
}

/** Runs batches about once a second until it is closed. */
export function startBatchRunner(parts: BatchRunnerParts): { close(): Promise<void> } {
  const passed = new Set<string>();
  let isClosed = false;
  let turn = Promise.resolve();
  let timer: NodeJS.Timeout;
  const next = () => {
    turn = runBatches(parts, passed)
      // The store is away: another turn follows.
      .catch((error: unknown) => parts.log.warn({ err: error }, 'batches were not advanced'))
      .then(() => {
        if (!isClosed) timer = setTimeout(next, LOOK_AGAIN_MS).unref();
      });
  };
  timer = setTimeout(next, 0).unref();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await turn;
    },
  };
}

async function advance(id: string, parts: BatchRunnerParts): Promise<void> {
  const { store, batches } = parts;
  const claim = await store.claims.take(`batch-turn:${id}`, { leaseMs: TURN_MS, note: '' });
  if (!claim.won) return;
  try {
    const whole = await batches.byId(id);
    if (whole === undefined) return await batches.change(id, async () => ({ lines: new Map() }));
    const ended = await endedLines(whole, parts);
    const next = await prepare(whole, ended, parts);
    await batches.change(id, (now) => commit(now, ended, next, parts));
  } finally {
    await store.claims.release(`batch-turn:${id}`, claim.fence);
  }
}

/** Lines whose scan has ended since. */
async function endedLines({ lines }: WholeBatch, { scans }: BatchRunnerParts): Promise<Map<number, LineState>> {
  const ended = new Map<number, LineState>();
  for (const [at, { state, scanId = '' }] of lines.entries()) {
    if (state !== 'running') continue;
    const scan = await scans.byId(scanId);
    if (scan?.status === 'running') continue;
    // Its owner has deleted or cancelled it.
    ended.set(at, scan === undefined || scan.isCancelled === true ? 'cancelled' : scan.status);
  }
  return ended;
}

/** What a line that waits comes to: its target, or why it is refused. */
type Prepared = { readonly target: Target } | { readonly refusal: string } | { readonly known: true };

/** What the next lines come to, by their places, and until when the limits let no further one begin. */
interface Next {
  readonly prepared: ReadonlyMap<number, Prepared>;
  /** Milliseconds since the epoch. */
  readonly waitsUntil?: number | undefined;
}

/** Looks up the hosts of the next lines, outside of any lock because DNS may take seconds. */
async function prepare(
  { batch, lines }: WholeBatch,
  ended: ReadonlyMap<number, LineState>,
  { scans, accounts, quotas, accept, now = Date.now }: BatchRunnerParts,
): Promise<Next> {
  const prepared = new Map<number, Prepared>();
  if ((batch.waitsUntil ?? 0) > now()) return { prepared, waitsUntil: batch.waitsUntil };
  const running = lines.filter(({ state }) => state === 'running').length - ended.size;
  const waiting = [...lines.entries()].filter(([, { state }]) => state === 'waiting');
  const caller = await callerOf(batch, accounts);
  if (caller === undefined) {
    for (const [at] of waiting) prepared.set(at, { refusal: NO_PLAN });
    return { prepared };
  }
  const rooms = await Promise.all([roomOf('start-scan', caller, quotas), roomOf('look-up', caller, quotas)]);
  const left = Math.min(...rooms.map((room) => room.left));
  const waitMs = Math.max(...rooms.map((room) => room.waitMs));
  const next = waiting.slice(0, Math.max(0, Math.min(left, MOST_BEGUN, IN_FLIGHT - running)));
  const decide = async ([at, { rootUrl = '' }]: [number, BatchLine]): Promise<void> => {
    // Begun by a process that died before it said so.
    if ((await scans.byId(scanOfLine(batch.id, at))) !== undefined) prepared.set(at, { known: true });
    else {
      try {
        await quotas.draw(caller, 'look-up');
        prepared.set(at, { target: await accept(rootUrl, 'The line', caller) });
      } catch (error) {
        // The line waits: another call of the key has taken the last look-up.
        if (error instanceof RateLimitedError) return;
        if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
        prepared.set(at, { refusal: error.message });
      }
    }
  };
  await Promise.all(next.map(decide));
  return { prepared, waitsUntil: waiting.length > 0 && left === 0 ? now() + waitMs : undefined };
}

/** How often a batch may still draw on a budget, and where it may not, how long until it is worth another look. */
async function roomOf(
  budget: Budget,
  caller: Caller,
  quotas: Pick<Quotas, 'peek'>,
): Promise<{ left: number; waitMs: number }> {
  const windows = (await quotas.peek(caller, budget)).map(({ max, remaining, resetMs }) => ({
    left: Math.max(0, remaining - Math.ceil(max * SHARE_KEPT_BACK)),
    resetMs,
  }));
  return {
    left: Math.min(Infinity, ...windows.map(({ left }) => left)),
    waitMs: Math.max(0, ...windows.map(({ left, resetMs }) => (left === 0 ? resetMs : 0))),
  };
}

/** The caller whose limits the scans count on; undefined for an account that may start none any more. */
async function callerOf(
  { accountId, keyPrefix }: Batch,
  accounts: BatchRunnerParts['accounts'],
): Promise<Caller | undefined> {
  const account = await accounts.get(accountId);
  if (account === undefined) return undefined;
  if (keyPrefix === undefined) return { kind: 'operator', accountId };
  return account.plan === 'free' ? undefined : { kind: 'key', accountId, plan: account.plan, keyPrefix };
}

/** Begins the prepared scans, under the lock of the batch. A line that was cancelled meanwhile stays so. */
async function commit(
  { batch, lines }: WholeBatch,
  ended: ReadonlyMap<number, LineState>,
  next: Next,
  { scans, sites, watches, accounts, quotas, now = Date.now }: BatchRunnerParts,
) {
  const changed = new Map<number, BatchLine>();
  for (const [at, state] of ended) {
    const line = lines[at];
    if (line?.state === 'running') changed.set(at, { ...line, state });
  }
  const caller = await callerOf(batch, accounts);
  let { waitsUntil } = next;
  for (const [at, each] of [...next.prepared].sort(([a], [b]) => a - b)) {
    const line = lines[at];
    if (line?.state !== 'waiting') continue;
    if ('refusal' in each || caller === undefined) {
      changed.set(at, { ...line, state: 'refused', reason: 'refusal' in each ? each.refusal : NO_PLAN });
      continue;
    }
    const id = scanOfLine(batch.id, at);
    if ('target' in each) {
      // Another batch of the same key may have begun scans meanwhile.
      const { left, waitMs } = await roomOf('start-scan', caller, quotas);
      if (left === 0) {
        waitsUntil = now() + waitMs;
        break;
      }
      try {
        await quotas.draw(caller, 'start-scan');
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
        waitsUntil = now() + 1000 * (error.retryAfterSeconds ?? 1);
        break;
      }
    }
    const { url, permit } = 'target' in each ? each.target : { url: line.rootUrl ?? '', permit: undefined };
    const { accountId, pageLimit } = batch;
    const scan = await scans.start({ id, accountId, rootUrl: url, pageLimit, ...defined({ permit }) });
    const reason = await followUp({ batch, rootUrl: scan.rootUrl, permit: scan.permit }, caller, { sites, watches });
    changed.set(at, { ...line, state: 'running', scanId: id, ...defined({ reason }) });
  }
  return { lines: changed, waitsUntil };
}

/**
 * Labels a site and watches it, as the batch wants. One is done although the other is refused.
 * @returns why it has no watch or no labels, in trusted text
 */
async function followUp(
  {
    batch: { accountId, labels, watch, pageLimit },
    rootUrl,
    permit,
  }: { batch: Batch; rootUrl: string; permit: PrivateHostPermit | undefined },
  caller: Caller,
  { sites, watches }: Pick<BatchRunnerParts, 'sites' | 'watches'>,
): Promise<string | undefined> {
  const budget = watchBudgetOf(caller.kind === 'key' ? caller.plan : 'pro');
  const steps = [
    labels.length === 0 ? undefined : () => sites.label(accountId, rootUrl, (before) => [...before, ...labels]),
    watch === undefined
      ? undefined
      : () => {
          const wanted = { accountId, rootUrl, cadence: watch, pageLimit, ...defined({ permit }) };
          return watches.set({ ...wanted, isScannedNow: true }, budget);
        },
  ];
  const refusals: string[] = [];
  for (const step of steps) {
    try {
      await step?.();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      refusals.push(error.message);
    }
  }
  return refusals.length === 0 ? undefined : refusals.join(' ');
}

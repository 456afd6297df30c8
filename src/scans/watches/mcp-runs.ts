/** Runs of watched MCP servers: what each showed is kept as a lock, and a run that finds it changed makes an entry. */

import { type LockedServer, lockOf, withinChars } from '../../scanner/mcp/across-servers/lock.ts';
import { type ItemDrift, itemDrift } from '../../scanner/mcp/grade/drift.ts';
import type { McpSeen } from '../../scanner/model/scan.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { droppedLine } from '../../scanner/scoring/compare.ts';
import { type Watch, type WatchEntry, withEntries } from './watches.ts';

/** One scan of a watched server. */
export type McpRun =
  | {
      readonly reached: true;
      readonly scanId: string;
      readonly shareToken: string;
      /** Undefined where no session could be opened. */
      readonly score: number | undefined;
      /** Undefined where the server listed nothing, as behind authorization. */
      readonly seen: McpSeen | undefined;
    }
  | { readonly reached: false /** In trusted text. */; readonly message: string };

export interface McpRunEnd {
  readonly watch: Watch;
  /** What to keep; undefined where the run showed nothing. */
  readonly lock: LockedServer | undefined;
}

/** Of one entry, so that a server with a thousand tools makes no feed of megabytes. */
const MAX_DIFFERENCES = 40;
/** Of all values that a lock keeps for the next difference; beyond them it keeps hashes. */
const MAX_LOCK_CHARS = 1_000_000;

/** The watch after a run that was reached. @param locked what the server showed before; undefined on the first run */
export function afterMcpRun(
  watch: Watch,
  run: McpRun & { reached: true },
  locked: LockedServer | undefined,
  at: string,
): McpRunEnd {
  const { seen, score, scanId, shareToken } = run;
  const today = at.slice(0, 10);
  const drift = seen === undefined || locked === undefined ? [] : itemDrift(seen, locked, today);
  const { lastFailure: _, ...well } = watch;
  const before = watch.last;
  const dropped = before?.score === undefined || score === undefined ? undefined : droppedLine(before.score, score);
  const lines = [...driftLines(drift), ...(dropped === undefined ? [] : [dropped])];
  const entry: WatchEntry = {
    scanId,
    shareToken,
    comparedWith: before?.shareToken ?? shareToken,
    at,
    lines,
    level: drift.some(({ orders }) => orders.length > 0) ? 'poisoned' : 'changed',
    differences: drift.flatMap(differenceLines).slice(0, MAX_DIFFERENCES),
  };
  return {
    watch: {
      ...well,
      failures: 0,
      last: { scanId, shareToken, endedAt: at, ...(score === undefined ? {} : { score }) },
      entries: withEntries(watch, lines.length === 0 ? [] : [entry]),
    },
    lock: seen === undefined ? undefined : withinChars(lockOf(seen, today, locked), MAX_LOCK_CHARS),
  };
}

/** Trusted text, the gravest first: names and texts of the server are in the differences. */
function driftLines(drift: readonly ItemDrift[]): string[] {
  const poisoned = drift.filter(({ orders }) => orders.length > 0);
  const count = (kind: ItemDrift['kind']) => drift.filter((each) => each.kind === kind).length;
  const parts = new Map<string, number>();
  for (const { kind, changes } of drift)
    if (kind === 'changed') for (const { part } of changes) parts.set(part, (parts.get(part) ?? 0) + 1);
  const changed = [...parts].map(([part, times]) => `${part} (${times})`).join(', ');
  return [
    ...(poisoned.length === 0
      ? []
      : [
          `POISONED UPDATE: changed text of ${pluralize(poisoned.length, 'item')} gives orders to the model or hides text. Disconnect the server until you have read the differences.`,
        ]),
    ...(changed === '' ? [] : [`${pluralize(count('changed'), 'item')} changed: ${changed}.`]),
    ...(count('added') === 0 ? [] : [`${pluralize(count('added'), 'item')} added.`]),
    ...(count('removed') === 0 ? [] : [`${pluralize(count('removed'), 'item')} removed.`]),
  ];
}

/** Lines that hold quoted text of the server. */
const differenceLines = ({ item, kind, changes, orders, note }: ItemDrift): string[] => [
  `${kind}: ${item} (${note})`,
  ...orders.map((order) => `  order to the model: ${order}`),
  ...changes.flatMap(({ part, lines }) => lines.map((line) => `  ${part}: ${line}`)),
];

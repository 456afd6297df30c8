import { copyOf } from './copy-of.ts';
import { createDistinctCount, type DistinctCount } from './distinct-count.ts';
import type { CreateTopList, TopList } from './top-list.ts';

/** Paths that are kept for each agent and list. */
const KEPT_PATHS = 250;
const KEPT_SIZES = 64;
/** Upper bounds of the classes of time, in seconds: each is a fifth more than the one before. */
const CLASSES = Array.from({ length: 64 }, (_, at) => 0.001 * 1.2 ** at);
/** Different paths that are counted for one size. */
const MAX_SIZE_PATHS = 6;

/** The figures of one agent while a log is read. Spoofed requests count in `spoofed` alone. */
export interface Figures {
  verified: number;
  spoofed: number;
  unverifiable: number;
  signed: number;
  requests: number;
  bytes: number;
  readonly classes: [number, number, number, number];
  readonly refusals: Map<number, number>;
  /** Refusals and quiet challenges of verified requests. */
  refusedVerified: number;
  challenges: number;
  /** Of those, with a status that is no refusal. */
  quietChallenges: number;
  missing: number;
  timed: number;
  slow: number;
  readonly times: number[];
  robotsReads: number;
  disallowed: number;
  markdown: number;
  llmsTxt: number;
  sessions: number;
  readonly pages: DistinctCount;
  readonly read: TopList;
  readonly refused: TopList;
  readonly forbidden: TopList;
  readonly redirected: TopList;
  readonly journeys: TopList;
  sizes: Map<number, { count: number; readonly paths: string[] }>;
  pageAnswers: number;
}

export const newFigures = (createTopList: CreateTopList): Figures => ({
  verified: 0,
  spoofed: 0,
  unverifiable: 0,
  signed: 0,
  requests: 0,
  bytes: 0,
  classes: [0, 0, 0, 0],
  refusals: new Map(),
  refusedVerified: 0,
  challenges: 0,
  quietChallenges: 0,
  missing: 0,
  timed: 0,
  slow: 0,
  times: [],
  robotsReads: 0,
  disallowed: 0,
  markdown: 0,
  llmsTxt: 0,
  sessions: 0,
  pages: createDistinctCount(),
  read: createTopList(KEPT_PATHS),
  refused: createTopList(KEPT_PATHS),
  forbidden: createTopList(KEPT_PATHS),
  redirected: createTopList(KEPT_PATHS),
  journeys: createTopList(KEPT_PATHS),
  sizes: new Map(),
  pageAnswers: 0,
});

/** Adds a time to its class. */
export function addTime(figures: Figures, seconds: number, slowSeconds: number): void {
  figures.timed += 1;
  if (seconds >= slowSeconds) figures.slow += 1;
  const found = CLASSES.findIndex((bound) => seconds <= bound);
  const at = found === -1 ? CLASSES.length - 1 : found;
  figures.times[at] = (figures.times[at] ?? 0) + 1;
}

/** The time that a share of the answers stayed within, in seconds: at most 20 % too high. Undefined without times. */
export function quantile({ times, timed }: Figures, share: number): number | undefined {
  let left = timed * share;
  for (const [at, bound] of CLASSES.entries()) {
    left -= times[at] ?? 0;
    if (timed > 0 && left <= 0) return Math.round(bound * 1000) / 1000;
  }
  return undefined;
}

/** Counts a page that was answered with 200, by its size. */
export function addSize(figures: Figures, bytes: number, path: string): void {
  figures.pageAnswers += 1;
  const known = figures.sizes.get(bytes);
  if (known !== undefined) {
    known.count += 1;
    if (known.paths.length < MAX_SIZE_PATHS && !known.paths.includes(path)) known.paths.push(copyOf(path));
    return;
  }
  figures.sizes.set(bytes, { count: 1, paths: [copyOf(path)] });
  if (figures.sizes.size < KEPT_SIZES * 2) return;
  // The rarer half makes room: a size that many pages share stays.
  const byCount = [...figures.sizes].sort((a, b) => a[1].count - b[1].count);
  figures.sizes = new Map(byCount.slice(KEPT_SIZES));
}

/** A size that this many answers share on different paths is one page: a challenge, a wall, or an empty application. */
const MIN_SAME = 5;
const MIN_SAME_PATHS = 4;
const MIN_SAME_SHARE = 0.3;

/** The size that pages of different addresses share, where it is suspicious. */
export function sameSize({ sizes, pageAnswers }: Figures): { bytes: number; answers: number } | undefined {
  const [most] = [...sizes].sort((a, b) => b[1].count - a[1].count || a[0] - b[0]);
  if (most === undefined) return undefined;
  const [bytes, { count, paths }] = most;
  const isSuspicious =
    bytes > 0 && count >= MIN_SAME && paths.length >= MIN_SAME_PATHS && count >= pageAnswers * MIN_SAME_SHARE;
  return isSuspicious ? { bytes, answers: count } : undefined;
}

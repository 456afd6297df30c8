/** A page of an account's sites: filtered, sorted and cut, without a store. */
import { Buffer } from 'node:buffer';
import type { Losses, Outcome } from './outcome.ts';
import type { Site } from './site.ts';

export const SORTS = ['recent', 'worst', 'best', 'dropped', 'name', 'gain', 'lost', 'watched'] as const;
export type Sort = (typeof SORTS)[number];

/** A site as lists choose and order it: a few hundred bytes, where its record has some thousand. */
export interface SiteRow extends Pick<Site, 'id' | 'rootUrl' | 'labels' | 'changedAt'> {
  /** The root URL without its scheme. */
  readonly name: string;
  readonly score: number | undefined;
  /** See changeOf. */
  readonly change: number | undefined;
  /** Points of the first fix. */
  readonly gain: number | undefined;
  /** Share of the text that some cause keeps from readers, from 0 to 1. */
  readonly lost: number | undefined;
}

export interface Wanted {
  /** Only sites with this label. */
  readonly label?: string | undefined;
  /** Only sites whose address, or a label of which, has these characters. */
  readonly search?: string | undefined;
  readonly sort: Sort;
  /** The other way round. Sites without the value come last either way. */
  readonly reverse?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** For `watched`: when the next run of a root URL is due, milliseconds since the epoch; Infinity for a paused watch. */
  readonly nextRuns?: ReadonlyMap<string, number> | undefined;
}

/** The newest run with a score. */
export const latestScored = ({ runs }: Pick<Site, 'runs'>): Outcome | undefined =>
  runs.find(({ score }) => score !== undefined);

/** By how much the score moved since the run before; undefined without one under the same rubric. */
export function changeOf({ runs }: Pick<Site, 'runs'>): number | undefined {
  const [last, before] = runs.filter(({ score }) => score !== undefined);
  if (last?.score === undefined || before?.score === undefined) return undefined;
  return last.rubricVersion === before.rubricVersion ? last.score - before.score : undefined;
}

/** The share of the text of a site that all causes together keep back. */
export const lostShare = (losses: Losses | Readonly<Record<string, number>>): number =>
  Object.values(losses).reduce((sum, share) => sum + share, 0);

export function rowOf(site: Site): SiteRow {
  const { id, rootUrl, labels, changedAt } = site;
  const { score, fixes, losses } = latestScored(site) ?? {};
  return {
    id,
    rootUrl,
    name: rootUrl.replace(/^https?:\/\//, ''),
    labels,
    changedAt,
    score,
    change: changeOf(site),
    gain: fixes?.[0]?.gain,
    lost: losses && lostShare(losses),
  };
}

type Key = number | string;

/** What a site is sorted by, ascending; undefined where it has no such value. */
function keyOf(row: SiteRow, { sort, nextRuns }: Pick<Wanted, 'sort' | 'nextRuns'>): Key | undefined {
  const { score, gain, lost } = row;
  switch (sort) {
    case 'recent':
      return -row.changedAt;
    case 'worst':
      return score;
    case 'best':
      return score === undefined ? undefined : -score;
    case 'dropped':
      return row.change;
    case 'name':
      return row.name;
    case 'gain':
      return gain === undefined ? undefined : -gain;
    case 'lost':
      return lost === undefined ? undefined : -lost;
    case 'watched': {
      const next = nextRuns?.get(row.rootUrl);
      // A paused watch comes behind those that run. JSON has no Infinity, and cursors are JSON.
      return next === undefined ? undefined : Math.min(next, Number.MAX_SAFE_INTEGER);
    }
  }
}

/** Null sorts last, whichever way round. */
type Place = readonly [key: Key | null, id: string];

/** The place of the last site of a page, as text: the next page begins behind it, whatever changed meanwhile. */
const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Undefined for text that is no cursor. */
export function placeOf(cursor: string): Place | undefined {
  try {
    const [key, id]: unknown[] = Object(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (typeof id !== 'string') return undefined;
    return key === null || typeof key === 'number' || typeof key === 'string' ? [key, id] : undefined;
  } catch {
    return undefined;
  }
}

function compare([a, one]: Place, [b, other]: Place, isReversed: boolean): number {
  if (a !== b) {
    if (a === null) return 1;
    if (b === null) return -1;
    return a < b !== isReversed ? -1 : 1;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether the order and the choice are those of the store's index, so that it can be read a page at a time. */
export const isByIndex = ({ label, search, sort, reverse }: Wanted): boolean =>
  label === undefined && search === undefined && sort === 'recent' && reverse !== true;

/** Where an index that is read newest first goes on. */
export function indexBefore(cursor: string | undefined): number | undefined {
  const [key] = (cursor === undefined ? undefined : placeOf(cursor)) ?? [];
  return typeof key === 'number' && Number.isSafeInteger(key) ? -key : undefined;
}

export interface RowPage {
  readonly rows: readonly SiteRow[];
  readonly nextCursor: string | undefined;
  /** Sites with the label and the characters, on whatever page. */
  readonly matching: number;
}

/** @param all in any order */
export function pageOfRows(all: readonly SiteRow[], wanted: Wanted): RowPage {
  const { label, search, limit, cursor, reverse = false } = wanted;
  const words = search?.toLowerCase();
  const has = (text: string) => words === undefined || text.toLowerCase().includes(words);
  const chosen =
    label === undefined && words === undefined
      ? all
      : all.filter(
          ({ labels, rootUrl }) =>
            (label === undefined || labels.includes(label)) && (has(rootUrl) || labels.some((each) => has(each))),
        );
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const placed = chosen
    .map((row) => ({ row, place: [keyOf(row, wanted) ?? null, row.id] as const }))
    .filter(({ place }) => after === undefined || compare(place, after, reverse) > 0)
    .sort((a, b) => compare(a.place, b.place, reverse));
  const page = placed.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    nextCursor: placed.length > page.length && last !== undefined ? cursorOf(last.place) : undefined,
    matching: chosen.length,
  };
}

/** The cursor of a page that ends with this site. */
export const cursorAfter = (site: Site, wanted: Pick<Wanted, 'sort' | 'nextRuns'>): string =>
  cursorOf([keyOf(rowOf(site), wanted) ?? null, site.id]);

/** A label with the number of sites that have it. */
export interface LabelCount {
  readonly label: string;
  readonly sites: number;
}

/** Every label of the sites, in alphabetical order. */
export function labelCounts(rows: readonly Pick<SiteRow, 'labels'>[]): LabelCount[] {
  const counts = new Map<string, number>();
  for (const { labels } of rows) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([label, sites]) => ({ label, sites }));
}

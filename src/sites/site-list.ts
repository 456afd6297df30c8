/** A page of an account's sites: filtered, sorted and cut, without a store. */
import { Buffer } from 'node:buffer';
import type { Outcome } from './outcome.ts';
import type { Site } from './sites.ts';

export const SORTS = ['recent', 'worst', 'best', 'dropped', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export interface Wanted {
  /** Only sites with this label. */
  readonly label?: string | undefined;
  /** Only sites whose address has these characters. */
  readonly search?: string | undefined;
  readonly sort: Sort;
  readonly limit: number;
  readonly cursor?: string | undefined;
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

/** What a site is sorted by, ascending; sites without the value come last. */
function keyOf(site: Site, sort: Sort): number | string {
  const score = latestScored(site)?.score;
  switch (sort) {
    case 'recent':
      return -site.changedAt;
    case 'worst':
      return score ?? Infinity;
    case 'best':
      return score === undefined ? Infinity : -score;
    case 'dropped':
      return changeOf(site) ?? Infinity;
    case 'name':
      return site.rootUrl.replace(/^https?:\/\//, '');
  }
}

type Place = readonly [key: number | string, id: string];

/** The place of the last site of a page, as text: the next page begins behind it, whatever changed meanwhile. */
const cursorOf = ([key, id]: Place): string =>
  Buffer.from(JSON.stringify([key === Infinity ? null : key, id])).toString('base64url');

/** Undefined for text that is no cursor. */
export function placeOf(cursor: string): Place | undefined {
  try {
    const [key, id]: unknown[] = Object(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (typeof id !== 'string') return undefined;
    if (key === null) return [Infinity, id];
    return typeof key === 'number' || typeof key === 'string' ? [key, id] : undefined;
  } catch {
    return undefined;
  }
}

function compare([a, one]: Place, [b, other]: Place): number {
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether the order and the choice are those of the store's index, so that it can be read a page at a time. */
export const isByIndex = ({ label, search, sort }: Wanted): boolean =>
  label === undefined && search === undefined && sort === 'recent';

/** Where an index that is read newest first goes on. */
export function indexBefore(cursor: string | undefined): number | undefined {
  const [key] = (cursor === undefined ? undefined : placeOf(cursor)) ?? [];
  return typeof key === 'number' && Number.isSafeInteger(key) ? -key : undefined;
}

/** @param sites in any order */
export function pageOfSites(
  sites: readonly Site[],
  { label, search, sort, limit, cursor }: Wanted,
): { readonly sites: readonly Site[]; readonly nextCursor: string | undefined } {
  const words = search?.toLowerCase();
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const placed = sites
    .filter(({ labels }) => label === undefined || labels.includes(label))
    .filter(({ rootUrl }) => words === undefined || rootUrl.toLowerCase().includes(words))
    .map((site) => ({ site, place: [keyOf(site, sort), site.id] as const }))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place));
  const page = placed.slice(0, limit);
  const last = page.at(-1);
  return {
    sites: page.map(({ site }) => site),
    nextCursor: placed.length > page.length && last !== undefined ? cursorOf(last.place) : undefined,
  };
}

/** The cursor of a page that ends with this site. */
export const cursorAfter = (site: Site, sort: Sort): string => cursorOf([keyOf(site, sort), site.id]);

/** The hosts of a leaderboard in their order, with their addresses in it. */
import type { CensusRow } from '../../sites/census/row.ts';

/** A host with a score. */
export type GradedRow = CensusRow & { readonly score: number };

export interface Ranked {
  /** From 1. Hosts with the same score share a rank. */
  readonly rank: number;
  readonly row: GradedRow;
  /** `/hosts/example.com/` */
  readonly path: string;
}

export const isGraded = (row: CensusRow): row is GradedRow => row.score !== null;

/** Best first; hosts of one score by name. */
export function ranked(rows: readonly GradedRow[]): Ranked[] {
  const ordered = [...rows].sort((a, b) => b.score - a.score || (a.host < b.host ? -1 : 1));
  let rank = 0;
  return ordered.map((row, at) => {
    if (ordered[at - 1]?.score !== row.score) rank = at + 1;
    return { rank, row, path: `/hosts/${folderOf(row.host)}/` };
  });
}

/** Of a host as a name of a folder on any system: a port and the brackets of IPv6 have characters that some refuse. */
const folderOf = (host: string): string => host.replaceAll(/[^a-z0-9.-]/g, '_');

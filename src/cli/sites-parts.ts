/** A list of sites that interruptions cut into several batches, as one table: pure. */
import type { BatchAnswer, BatchComparison } from '../schema/batch.ts';
import { byChange, byDifference, changesOf, meanOf } from '../sites/batch-comparison.ts';
import { EXAMPLES, MOST_FAULTS, type ShownLine } from '../sites/batch-results.ts';

type Results = NonNullable<BatchAnswer['results']>;

/** A batch of lines that earlier ones left open. */
export interface Part {
  readonly id: string;
  /** Where its lines are in the list, from 0. */
  readonly places: readonly number[];
  readonly results: Results;
}

/** A fault of sites of all parts. `atLeast`: a part may have more sites with it, below the faults that it lists. */
export type MergedFault = Results['telling'][number] & { readonly atLeast?: true };

export interface Table {
  /** In the order of the list. */
  readonly lines: readonly ShownLine[];
  readonly telling: readonly MergedFault[];
  readonly common: readonly MergedFault[];
  readonly batchIds: readonly string[];
}

const isScored = ({ score }: Pick<ShownLine, 'score'>): boolean => score !== null;

/** @param parts in the order in which they were scanned: a later one has what became of a line at last */
export function mergeParts(parts: readonly Part[]): Table {
  const byPlace = new Map<number, ShownLine>();
  for (const { places, results } of parts) {
    for (const line of results.lines) {
      const at = places[line.line - 1] ?? 0;
      byPlace.set(at, { ...line, line: at + 1 });
    }
  }
  const lines = [...byPlace.values()].sort((a, b) => a.line - b.line);
  const faults = mergedFaults(parts, lines);
  // Of one site every fault is one of all.
  const isCommon = ({ sites, of }: MergedFault) => of > 1 && sites === of;
  return {
    lines,
    telling: faults.filter((fault) => !isCommon(fault)),
    common: faults.filter(isCommon),
    batchIds: parts.map(({ id }) => id),
  };
}

/** A line has its score in one part alone, so no site counts twice. The most points come first. */
function mergedFaults(parts: readonly Part[], lines: readonly ShownLine[]): MergedFault[] {
  const of = lines.filter(isScored).length;
  const texts = new Map(lines.map(({ line, text }) => [line, text]));
  const found = new Map<string, Results['telling']>();
  for (const { places, results } of parts) {
    for (const fault of [...results.telling, ...results.common]) {
      const inList = fault.lines.map((line) => (places[line - 1] ?? 0) + 1);
      found.set(fault.checkId, [...(found.get(fault.checkId) ?? []), { ...fault, lines: inList }]);
    }
  }
  return [...found]
    .map(([checkId, each]): MergedFault => {
      const at = each.flatMap((fault) => fault.lines).sort((a, b) => a - b);
      const gain = Math.round(each.reduce((sum, fault) => sum + fault.gain, 0) * 100) / 100;
      const name = each[0]?.name ?? checkId;
      const examples = at.slice(0, EXAMPLES).map((line) => texts.get(line) ?? '');
      const isLeast = parts.some(({ results }) => mayHide(results, checkId));
      return { checkId, name, sites: at.length, of, gain, examples, lines: at, ...(isLeast ? { atLeast: true } : {}) };
    })
    .sort((a, b) => b.gain - a.gain || b.sites - a.sites || (a.checkId < b.checkId ? -1 : 1));
}

/** Whether a part lists as many faults as it can, and not this one. */
const mayHide = ({ telling, common }: Results, checkId: string): boolean =>
  [telling, common].some(({ length }) => length >= MOST_FAULTS) &&
  ![...telling, ...common].some((fault) => fault.checkId === checkId);

/**
 * The whole list compared with another batch.
 * @param comparisons of each part with that batch, in the order of the parts, at least one
 * @param lines of the whole list
 */
export function mergeComparisons(
  comparisons: readonly [BatchComparison, ...BatchComparison[]],
  lines: readonly ShownLine[],
): BatchComparison {
  const [first] = comparisons;
  const scores = lines.flatMap(({ score }) => score ?? []);
  const sites = [
    ...new Map(comparisons.flatMap((each) => each.sites.map((site) => [site.url, site] as const))).values(),
  ].sort(byChange);
  return {
    with: first.with,
    means: { before: first.means.before, after: meanOf(scores) },
    both: changesOf(sites),
    sites,
    onlyBefore: first.onlyBefore.filter((url) => comparisons.every(({ onlyBefore }) => onlyBefore.includes(url))),
    onlyAfter: [...new Set(comparisons.flatMap(({ onlyAfter }) => onlyAfter))],
    faults: mergedShares(comparisons, scores.length),
  };
}

type FaultShare = BatchComparison['faults'][number];

/** @param of sites of the list with a score */
function mergedShares(comparisons: readonly BatchComparison[], of: number): FaultShare[] {
  const shares = new Map<string, FaultShare>();
  for (const fault of comparisons.flatMap(({ faults }) => faults)) {
    const sites = (shares.get(fault.checkId)?.after.sites ?? 0) + fault.after.sites;
    shares.set(fault.checkId, { ...fault, after: { sites, of } });
  }
  return [...shares.values()].sort(byDifference);
}

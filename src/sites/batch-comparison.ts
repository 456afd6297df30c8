/** Two batches side by side: what each site of both scored, and what more or fewer sites lack. Pure. */
import { titlesOf } from '../scanner/checks/catalogue.ts';
import type { BatchComparison } from '../schema/batch.ts';
import { presentBatch } from './batch-results.ts';
import { faultsOf } from './faults.ts';
import type { Outcome } from './outcome.ts';
import type { WholeBatch } from './stored-batches.ts';

/** A batch with the outcomes of its lines, by the same places. */
export interface ReadBatch extends WholeBatch {
  readonly outcomes: readonly (Outcome | undefined)[];
}

/** Changes are -100 to 100. */
const MORE_THAN_ANY = 1000;

type Pair = BatchComparison['sites'][number];
type FaultShare = BatchComparison['faults'][number];

/** The site that a line names, with what it scored; lines that name none, and duplicates, are left out. */
function scoredSites({ lines, outcomes }: ReadBatch): Map<string, Outcome | undefined> {
  const sites = new Map<string, Outcome | undefined>();
  for (const [at, { rootUrl, state }] of lines.entries()) {
    if (rootUrl !== undefined && state !== 'duplicate' && state !== 'refused') sites.set(rootUrl, outcomes[at]);
  }
  return sites;
}

/** To one decimal; null of none. */
export const meanOf = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : round1(scores.reduce((sum, score) => sum + score, 0) / scores.length);

const round1 = (value: number): number => Math.round(value * 10) / 10;

const shareOf = ({ sites, of }: FaultShare['before']): number => (of === 0 ? 0 : sites / of);
const differenceOf = ({ before, after }: FaultShare): number => Math.abs(shareOf(after) - shareOf(before));

/** Faults whose share of the sites differs most first. */
export const byDifference = (a: FaultShare, b: FaultShare): number =>
  differenceOf(b) - differenceOf(a) || (a.checkId < b.checkId ? -1 : 1);

/** How many sites of each batch have each fault; what differs most comes first. */
function faultShares(before: ReadBatch, after: ReadBatch): FaultShare[] {
  const [was, is] = [faultsOf(before.outcomes), faultsOf(after.outcomes)];
  const countsIn = ({ telling, common }: typeof was) =>
    new Map([...telling, ...common].map(({ checkId, at }) => [checkId, at.length]));
  const [countsBefore, countsAfter] = [countsIn(was), countsIn(is)];
  return [...new Set([...countsBefore.keys(), ...countsAfter.keys()])]
    .map((checkId) => ({
      checkId,
      name: titlesOf(checkId).fail,
      before: { sites: countsBefore.get(checkId) ?? 0, of: was.of },
      after: { sites: countsAfter.get(checkId) ?? 0, of: is.of },
    }))
    .sort(byDifference);
}

function pairOf(url: string, was: Outcome | undefined, is: Outcome | undefined): Pair {
  const [before, after] = [was?.score ?? null, is?.score ?? null];
  const isComparable = before !== null && after !== null && was?.rubricVersion === is?.rubricVersion;
  return {
    url,
    before,
    after,
    change: isComparable ? after - before : null,
    scanIds: { before: was?.scanId ?? null, after: is?.scanId ?? null },
    shareTokens: { before: was?.shareToken ?? null, after: is?.shareToken ?? null },
  };
}

/** Sites of both batches, those that lost most first, then those without a change to tell of. */
export const byChange = (a: Pair, b: Pair): number =>
  (a.change ?? MORE_THAN_ANY) - (b.change ?? MORE_THAN_ANY) || (a.url < b.url ? -1 : 1);

/** What became of the sites of both batches. */
export function changesOf(pairs: readonly Pair[]): BatchComparison['both'] {
  const changes = pairs.flatMap(({ change }) => change ?? []);
  return {
    sites: pairs.length,
    comparable: changes.length,
    better: changes.filter((change) => change > 0).length,
    worse: changes.filter((change) => change < 0).length,
    meanChange: meanOf(changes),
  };
}

/** @param before the batch that the other is compared with */
export function compareBatches(before: ReadBatch, after: ReadBatch): BatchComparison {
  const [was, is] = [scoredSites(before), scoredSites(after)];
  const pairs = [...is].filter(([url]) => was.has(url)).map(([url, outcome]) => pairOf(url, was.get(url), outcome));
  const scoresOf = (sites: ReadonlyMap<string, Outcome | undefined>) =>
    [...sites.values()].flatMap((outcome) => (outcome?.score === undefined ? [] : [outcome.score]));
  return {
    with: presentBatch(before.batch),
    means: { before: meanOf(scoresOf(was)), after: meanOf(scoresOf(is)) },
    both: changesOf(pairs),
    sites: pairs.sort(byChange),
    onlyBefore: [...was.keys()].filter((url) => !is.has(url)),
    onlyAfter: [...is.keys()].filter((url) => !was.has(url)),
    faults: faultShares(before, after),
  };
}

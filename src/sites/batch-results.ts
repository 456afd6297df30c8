/** A batch in the form that every transport shows: pure. */
import { titlesOf } from '../scanner/checks/catalogue.ts';
import type { BatchAnswer, Batch as ShownBatch } from '../schema/batch.ts';
import type { BatchLine } from './batch-list.ts';
import { faultsOf, type SharedFault } from './faults.ts';
import type { Outcome } from './outcome.ts';
import type { Batch } from './stored-batches.ts';

type Results = NonNullable<BatchAnswer['results']>;
export type ShownLine = Results['lines'][number];

/** Faults of each kind that the results of a batch list, and the sites that each names. */
export const MOST_FAULTS = 20;
export const EXAMPLES = 5;

export function presentBatch(batch: Batch, now = Date.now()): ShownBatch {
  const { id, createdAt, endedAt, cancelledAt, pageLimit, labels, watch, lines, counts, waitsUntil } = batch;
  return {
    id,
    status: cancelledAt !== undefined ? 'cancelled' : endedAt === undefined ? 'running' : 'completed',
    createdAt,
    endedAt: endedAt ?? null,
    pageLimit,
    labels: [...labels],
    watch: watch ?? null,
    lines,
    counts: { ...counts },
    waitsUntil: waitsUntil === undefined || waitsUntil <= now ? null : new Date(waitsUntil).toISOString(),
    pollUrl: `/api/v1/batches/${id}`,
  };
}

/** What to do first on a site, as an instruction in trusted text. */
export function firstFixOf(outcome: Outcome | undefined): ShownLine['firstFix'] {
  const [first] = outcome?.fixes ?? [];
  return first === undefined ? null : { ...first, name: titlesOf(first.checkId).action };
}

/** @param outcome of its scan; undefined where there is none, or it was deleted */
function presentLine(line: BatchLine, outcome: Outcome | undefined, at: number): ShownLine {
  const { text, state, scanId, reason, sameAs } = line;
  const isDeleted = scanId !== undefined && outcome === undefined;
  const problem = outcome?.reason ?? reason ?? (isDeleted ? 'The scan was deleted.' : undefined);
  return {
    line: at + 1,
    text,
    state,
    score: outcome?.score ?? null,
    llmstxtScore: outcome?.llmsTxtScore ?? null,
    pagesScanned: outcome?.pagesScanned ?? null,
    scanId: isDeleted ? null : (scanId ?? null),
    shareToken: outcome?.shareToken ?? null,
    firstFix: firstFixOf(outcome),
    problem: problem ?? (sameAs === undefined ? null : `Same as line ${sameAs}.`),
    sameAs: sameAs ?? null,
  };
}

/** @param outcomes of the scans of the lines, by the same places */
export function resultsOf(
  lines: readonly BatchLine[],
  outcomes: readonly (Outcome | undefined)[],
  { from, limit }: { readonly from: number; readonly limit: number },
): Results {
  const { of, telling, common } = faultsOf(outcomes);
  const present = ({ checkId, at, gain }: SharedFault) => ({
    checkId,
    name: titlesOf(checkId).fail,
    sites: at.length,
    of,
    gain,
    examples: at.slice(0, EXAMPLES).map((each) => lines[each]?.text ?? ''),
    lines: at.map((each) => each + 1),
  });
  const end = Math.min(lines.length, from + limit);
  return {
    lines: lines.slice(from, end).map((line, at) => presentLine(line, outcomes[from + at], from + at)),
    ...(end < lines.length ? { nextCursor: String(end) } : {}),
    telling: telling.slice(0, MOST_FAULTS).map(present),
    common: common.slice(0, MOST_FAULTS).map(present),
  };
}

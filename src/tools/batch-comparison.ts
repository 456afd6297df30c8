/** Two batches side by side: read from the store, and in the short form for agents. */
import { ServiceError } from '../errors.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { AgentBatchAnswer, type BatchAnswer, type BatchComparison } from '../schema/batch.ts';
import type { ReadBatch } from '../sites/batch-comparison.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import type { ToolContext } from './define-tool.ts';

type Brief = NonNullable<AgentBatchAnswer['comparison']>;

/** Entries of each list that agents get at most. */
const MOST_ENTRIES = 20;

/** @throws ServiceError not_found; the message names the field */
export async function readBatch(
  accountId: string,
  id: string,
  { batches, sites }: Pick<ToolContext, 'batches' | 'sites'>,
  field = 'id',
): Promise<ReadBatch> {
  const whole = await batches.find(accountId, id);
  if (whole === undefined)
    throw new ServiceError('not_found', `${field}: your account has no such batch.`, {
      hint: { tool: 'get_batch', does: 'lists those it has' },
    });
  const scanned = [...whole.lines.entries()].flatMap(([at, { scanId }]) =>
    scanId === undefined ? [] : [{ at, scanId }],
  );
  const found = await sites.outcomes(scanned.map(({ scanId }) => scanId));
  const outcomes = new Map(scanned.map(({ at }, place) => [at, found[place]]));
  return { ...whole, outcomes: whole.lines.map((_, at) => outcomes.get(at)) };
}

/** The sites that changed most and as much else as an answer has room for. */
export function agentComparison(
  batches: BatchAnswer['batches'],
  comparison: BatchComparison,
  textOf: (answer: AgentBatchAnswer) => string,
): AgentBatchAnswer {
  const sizeOf = ({ change }: BatchComparison['sites'][number]) => (change === null ? -1 : Math.abs(change));
  // A sort is stable: of equal changes those that lost come first.
  const sites = comparison.sites.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  for (let most = MOST_ENTRIES; ; most = Math.floor(most / 2)) {
    const brief = {
      ...comparison,
      sites: sites.slice(0, most),
      onlyBefore: comparison.onlyBefore.slice(0, most),
      onlyAfter: comparison.onlyAfter.slice(0, most),
      faults: comparison.faults.slice(0, most),
    };
    const more = (list: 'sites' | 'onlyBefore' | 'onlyAfter' | 'faults') =>
      comparison[list].length - brief[list].length;
    const answer = AgentBatchAnswer.parse({
      batches,
      comparison: {
        ...brief,
        more: {
          sites: more('sites'),
          onlyBefore: more('onlyBefore'),
          onlyAfter: more('onlyAfter'),
          faults: more('faults'),
        },
      },
    });
    if (most === 0 || resultSize(textOf(answer), answer) <= ANSWER_CHARACTERS) return answer;
  }
}

/** Lines of Markdown, without the batches themselves. */
export function comparisonLines({ means, both, sites, onlyBefore, onlyAfter, faults, more }: Brief): string[] {
  const list = (title: string, lines: readonly string[], left: number): string[] =>
    lines.length + left === 0
      ? []
      : ['', title, ...lines.map((line) => `- ${line}`), ...(left > 0 ? [`- and ${left} more`] : [])];
  const scores = ({ before, after }: { before: number | null; after: number | null }) =>
    `${before ?? '–'} → ${after ?? '–'}`;
  return [
    '',
    `Mean score: ${scores(means)}. ${both.sites} sites are in both lists; of ${both.comparable} with two scores by the same rubric ${both.better} got better, ${both.worse} worse${both.meanChange === null ? '' : `, by ${both.meanChange} on average`}.`,
    ...list(
      'Sites of both lists, those that changed most first:',
      sites.map((site) => `${codeSpan(site.url)}: ${scores(site)}`),
      more.sites,
    ),
    ...list(
      'Only in the earlier list:',
      onlyBefore.map((url) => codeSpan(url)),
      more.onlyBefore,
    ),
    ...list(
      'Only in the later list:',
      onlyAfter.map((url) => codeSpan(url)),
      more.onlyAfter,
    ),
    ...list(
      'Faults, what differs most first:',
      faults.map(
        ({ checkId, name, before, after }) =>
          `${checkId} ${name}: ${before.sites} of ${before.of} → ${after.sites} of ${after.of}`,
      ),
      more.faults,
    ),
  ];
}

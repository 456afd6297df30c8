import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { AgentBatchAnswer, BatchAnswer } from '../schema/batch.ts';
import { compareBatches } from '../sites/batch-comparison.ts';
import { presentBatch, resultsOf } from '../sites/batch-results.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import { agentComparison, comparisonLines, readBatch } from './batch-comparison.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';

const ID_EXPECTED = 'expected the id of a batch, such as bat_…';
const LIMIT_EXPECTED = 'expected a whole number from 1 to 1000';
const CURSOR_EXPECTED = 'expected the nextCursor of an earlier answer';
const LISTED = 50;
const FAULTS_FOR_AGENTS = 5;

const Id = z.string({ error: ID_EXPECTED }).min(1, ID_EXPECTED).max(64, ID_EXPECTED).optional();
const Cursor = z
  .string({ error: CURSOR_EXPECTED })
  .regex(/^\d{1,4}$/, CURSOR_EXPECTED)
  .optional()
  .describe('nextCursor of an answer');

const With = Id.describe('Batch to compare with');

const Input = z.object({
  id: Id.describe('Of a batch; without it your batches are listed'),
  with: With,
  limit: z
    .int({ error: LIMIT_EXPECTED })
    .min(1, LIMIT_EXPECTED)
    .max(1000, LIMIT_EXPECTED)
    .default(100)
    .describe('Lines in one answer at most'),
  cursor: Cursor,
});

export const getBatch = defineTool({
  name: 'get_batch',
  title: 'Read a batch',
  description: 'Progress, scores and worst faults of a batch; with another, both side by side.',
  input: Input,
  output: BatchAnswer,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'read-scan',
  forAgents: defineAgentForm({
    input: z.object({ id: Id.describe('None: lists your batches'), with: With, cursor: Cursor }),
    output: AgentBatchAnswer,
    summarize: agentBatchText,
    handle: async ({ id, with: other, cursor }, context) => {
      const { batches, results, comparison } = await read({ id, with: other, cursor, limit: 200 }, context);
      if (comparison !== undefined) return agentComparison(batches, comparison, agentBatchText);
      if (results === undefined) return { batches };
      const brief = {
        batches,
        results: {
          lines: [] as NonNullable<AgentBatchAnswer['results']>['lines'],
          telling: results.telling.slice(0, FAULTS_FOR_AGENTS),
          common: results.common.slice(0, FAULTS_FOR_AGENTS),
        },
      };
      let nextCursor = results.nextCursor;
      for (const line of results.lines) {
        brief.results.lines.push(line);
        if (brief.results.lines.length > 1 && sizeOf(brief) > ANSWER_CHARACTERS) {
          brief.results.lines.pop();
          nextCursor = String(line.line - 1);
          break;
        }
      }
      return { batches, results: { ...brief.results, ...(nextCursor === undefined ? {} : { nextCursor }) } };
    },
  }),
  handle: read,
});

/** As it is sent: members that the form for agents lacks do not count. */
const sizeOf = (answer: AgentBatchAnswer): number => {
  const sent = AgentBatchAnswer.parse(answer);
  return resultSize(agentBatchText(sent), sent);
};

async function read(
  {
    id,
    with: other,
    limit,
    cursor,
  }: { id?: string | undefined; with?: string | undefined; limit: number; cursor?: string | undefined },
  context: ToolContext,
): Promise<BatchAnswer> {
  const accountId = requireAccount(context.caller);
  if (id === undefined) {
    if (other !== undefined) throw new ServiceError('invalid_request', 'with: expected with the id of a batch in id.');
    const listed = await context.batches.list(accountId, { limit: LISTED });
    return { batches: listed.map((batch) => presentBatch(batch)) };
  }
  if (id === other) throw new ServiceError('invalid_request', 'with: expected another batch than the one in id.');
  const read = await readBatch(accountId, id, context);
  const batches = [presentBatch(read.batch)];
  if (other !== undefined)
    return { batches, comparison: compareBatches(await readBatch(accountId, other, context, 'with'), read) };
  return { batches, results: resultsOf(read.lines, read.outcomes, { from: Number(cursor ?? 0), limit }) };
}

function agentBatchText({ batches, results, comparison }: AgentBatchAnswer): string {
  if (batches.length === 0) return 'No batches. start_batch scans a list of sites.';
  const shown = comparison === undefined ? batches : [comparison.with, ...batches];
  const heads = shown.map(({ id, status, createdAt, lines, counts, waitsUntil }) => {
    const states = Object.entries(counts).flatMap(([state, count]) => (count === 0 ? [] : [`${count} ${state}`]));
    const waits = waitsUntil === null ? '' : `; the limits let no scan begin before ${waitsUntil}`;
    return `- \`${id}\` ${status}, ${createdAt}, ${pluralize(lines, 'line')}: ${states.join(', ')}${waits}`;
  });
  if (comparison !== undefined) return [...heads, ...comparisonLines(comparison)].join('\n');
  if (results === undefined) return heads.join('\n');
  const { lines, telling, common, nextCursor } = results;
  const fault = ({ name, sites, of, gain, examples }: (typeof telling)[number]) =>
    `- ${sites} of ${of}: ${name} (${gain} points): ${examples.map((each) => codeSpan(each)).join(', ')}`;
  return [
    ...heads,
    ...(telling.length === 0 ? [] : ['', 'Faults of some sites:', ...telling.map(fault)]),
    ...(common.length === 0
      ? []
      : ['', 'Faults of every site:', ...common.map(({ name, gain }) => `- ${name} (${gain} points)`)]),
    '',
    ...lines.map(
      ({ line, text, state, score }) => `${line}. ${codeSpan(text)}: ${score === null ? state : `${score}/100`}`,
    ),
    ...(nextCursor === undefined ? [] : [`More: call get_batch with cursor "${nextCursor}".`]),
  ].join('\n');
}

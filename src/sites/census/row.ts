/** The result for one host of a census: one row of its table, with one definition of the columns for every format. */
import * as z from 'zod';
import { csvCell } from '../../basics/csv-cell.ts';
import { BOT_TOKEN } from '../../scanner/ai-agents.ts';
import { SCAN_FAILURE } from '../../scanner/checks/define.ts';
import type { AgentAccess, ScanReport } from '../../scanner/model/scan.ts';
import { accountOf } from '../../scanner/scoring/explain.ts';
import { rankSiteFixes } from '../../scanner/scoring/rank-fixes.ts';
import { NO_RECORDS } from '../../scanner/scoring/tally.ts';
import type { TextShares } from '../../schema/explanation.ts';

/**
 * `graded`: it has a score. `closed`: robots.txt keeps our bot out. `unreachable`: DNS, TLS or the connection failed.
 * `failed`: it answered, and there is nothing to grade.
 */
export const ROW_STATES = ['graded', 'closed', 'unreachable', 'failed'] as const;

const Score = z.int().min(0).max(100).nullable();
const Share = z.number().min(0).max(1).nullable();
const Count = z.int().min(0).nullable();

/** One host. The members are in the order of the columns, and null where a host without a score has none. */
export const CensusRow = z.object({
  host: z.string().describe('Host name, with the port where it is not the default'),
  url: z.string().describe('Root URL that was scanned'),
  final_host: z.string().nullable().describe('Host that its redirects lead to'),
  state: z.enum(ROW_STATES).describe('graded, closed (robots.txt keeps the bot out), unreachable or failed'),
  reason: z.string().nullable().describe('Why there is no score, in the words of the scanner'),
  score: Score.describe('Site score'),
  llmstxt_score: Score.describe('Score of llms.txt; 0 without one'),
  kind: z.string().nullable().describe('one page, shop, documentation, blog, app or website'),
  generator: z.string().nullable().describe('What makes the pages, where the site shows it'),
  server: z.string().nullable().describe('What serves them, where the site shows it'),
  pages_read: Count.describe('Pages that were read'),
  pages_found: Count.describe('Pages that were found'),
  has_llms_txt: z.boolean().nullable().describe('There is an llms.txt'),
  has_markdown: z.boolean().nullable().describe('At least one page has a Markdown version'),
  delivered: Share.describe('Share of the text that reaches agents, mean of the readers'),
  coding_assistant: Share.describe('Share of the text that reaches a coding assistant'),
  chat_assistant: Share.describe('Share of the text that reaches a chat assistant'),
  fetch_tool: Share.describe('Share of the text that reaches a fetch tool'),
  search_assistant: Share.describe('Share of the text that reaches a search-fed assistant'),
  page_reader: Share.describe('Share of the text that reaches a page reader without scripts'),
  lost_robots: Share.describe('Share of the text that robots.txt keeps back'),
  lost_refused: Share.describe('Share that is refused at the edge'),
  lost_no_way: Share.describe('Share that no link or listing leads to'),
  lost_no_answer: Share.describe('Share behind errors and walls'),
  lost_no_text: Share.describe('Share that only scripts or images bring'),
  lost_cut_off: Share.describe('Share after the limit up to which agents read a page'),
  robots_read: z.boolean().describe('robots.txt could be asked for, so robots_refuses is known'),
  robots_refuses: z.array(z.string()).describe('Tokens of agents that robots.txt keeps from the root URL'),
  edge_refuses: z.array(z.string()).describe('Imitated agents that are refused a page which a browser gets'),
  fixes: z.array(z.object({ check: z.string(), gain: z.number() })).describe('Fixes, the most points first'),
  enters_percentiles: z.boolean().describe('The score is one to measure other sites by'),
  rubric: z.string().describe('Version of the rubric'),
  scanned_at: z.iso.datetime().describe('When the scan ended, UTC'),
  ms: z.int().min(0).describe('Milliseconds that the scan took'),
});
export type CensusRow = z.output<typeof CensusRow>;

/** The parts of a row, apart from its host. */
export interface Scanned {
  readonly report: ScanReport;
  /** Undefined where robots.txt could not be asked for. */
  readonly access: AgentAccess | undefined;
  readonly rubric: string;
  /** ISO 8601 */
  readonly endedAt: string;
  readonly ms: number;
}

const MARKDOWN = 'P22';
const MAX_FIXES = 20;

export function rowOf(host: { readonly host: string; readonly url: string }, scanned: Scanned): CensusRow {
  const { report, access, rubric, endedAt, ms } = scanned;
  const { score, basis } = report;
  const about = {
    robots_read: access !== undefined,
    robots_refuses: [...(access?.byRobots ?? [])],
    edge_refuses: [...(access?.atTheEdge ?? [])],
    rubric,
    scanned_at: endedAt,
    ms: Math.round(ms),
  };
  if (score === undefined || basis === undefined) return { ...ungraded(host, ...stateOf(report, access)), ...about };
  const account = accountOf(basis);
  const readerShare = (id: string) => account?.readers.find(({ reader }) => reader === id)?.delivered ?? null;
  const lost = (cause: keyof TextShares) => account?.all[cause] ?? null;
  const markdown = basis.tallies[MARKDOWN] ?? NO_RECORDS;
  return {
    host: host.host,
    url: host.url,
    final_host: report.host,
    state: 'graded',
    reason: null,
    score: score.score,
    llmstxt_score: report.llmsTxtScore,
    kind: basis.siteKind ?? null,
    generator: basis.platform?.generator?.name ?? null,
    server: basis.platform?.host?.name ?? null,
    pages_read: report.pagesScanned,
    pages_found: report.pagesDiscovered,
    has_llms_txt: basis.llmsTxt !== undefined,
    has_markdown: markdown.credit > 0,
    delivered: lost('delivered'),
    coding_assistant: readerShare('coding-assistant'),
    chat_assistant: readerShare('chat-assistant'),
    fetch_tool: readerShare('fetch-tool'),
    search_assistant: readerShare('search-assistant'),
    page_reader: readerShare('page-reader'),
    lost_robots: lost('robots'),
    lost_refused: lost('refused'),
    lost_no_way: lost('noWay'),
    lost_no_answer: lost('noAnswer'),
    lost_no_text: lost('noText'),
    lost_cut_off: lost('cutOff'),
    fixes: rankSiteFixes(basis)
      .slice(0, MAX_FIXES)
      .map(({ id, gain }) => ({ check: id, gain })),
    enters_percentiles: report.entersCorpus,
    ...about,
  };
}

/** A host that was never scanned, or three times in vain. @param reason in trusted text */
export function unscannedRow(
  host: { readonly host: string; readonly url: string },
  state: 'unreachable' | 'failed',
  reason: string,
  { rubric, endedAt }: Pick<Scanned, 'rubric' | 'endedAt'>,
): CensusRow {
  return {
    ...ungraded(host, state, reason),
    ...{ robots_read: false, robots_refuses: [], edge_refuses: [], rubric, scanned_at: endedAt, ms: 0 },
  };
}

type Ungraded = Omit<CensusRow, 'robots_read' | 'robots_refuses' | 'edge_refuses' | 'rubric' | 'scanned_at' | 'ms'>;

const ungraded = (
  { host, url }: { readonly host: string; readonly url: string },
  state: CensusRow['state'],
  reason: string,
): Ungraded => ({
  host,
  url,
  final_host: null,
  state,
  reason,
  score: null,
  llmstxt_score: null,
  kind: null,
  generator: null,
  server: null,
  pages_read: null,
  pages_found: null,
  has_llms_txt: null,
  has_markdown: null,
  delivered: null,
  coding_assistant: null,
  chat_assistant: null,
  fetch_tool: null,
  search_assistant: null,
  page_reader: null,
  lost_robots: null,
  lost_refused: null,
  lost_no_way: null,
  lost_no_answer: null,
  lost_no_text: null,
  lost_cut_off: null,
  fixes: [],
  enters_percentiles: false,
});

/** Codes of failures to reach a host, as the evidence of a failed scan has them. */
const UNREACHABLE = new Set<unknown>(['dns', 'tls', 'connect', 'timeout', 'reset', 'blocked_address']);

/** The code of what ended a scan without a grade, such as `dns`; undefined for another reason, and for a grade. */
export const failureCode = ({ siteChecks }: Pick<ScanReport, 'siteChecks'>): unknown =>
  failureIn(siteChecks)?.evidence?.measured;

const failureIn = (checks: ScanReport['siteChecks']) => checks.find(({ id }) => id === SCAN_FAILURE.id);

function stateOf(report: ScanReport, access: AgentAccess | undefined): [state: CensusRow['state'], reason: string] {
  const reason = failureIn(report.siteChecks)?.message ?? 'The scan failed.';
  if (access?.byRobots.includes(BOT_TOKEN) === true) return ['closed', reason];
  return [UNREACHABLE.has(failureCode(report)) ? 'unreachable' : 'failed', reason];
}

/** Types of columns as Parquet and databases name them. All but `required` ones may be null. */
export interface Column {
  readonly name: keyof CensusRow;
  readonly type: 'string' | 'int32' | 'double' | 'boolean' | 'timestamp' | 'list of string' | 'list of fix';
  readonly required: boolean;
  readonly about: string;
}

/** The columns in their order. Later versions of the program add columns behind the last, and change none. */
export const COLUMNS: readonly Column[] = Object.entries(CensusRow.shape).map(([name, schema]) => ({
  // The entries of an object have its names.
  name: name as keyof CensusRow,
  type: typeOf(schema),
  required: !(schema instanceof z.ZodNullable),
  about: schema.description ?? '',
}));

function typeOf(schema: z.ZodType): Column['type'] {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  if (inner instanceof z.ZodBoolean) return 'boolean';
  if (inner instanceof z.ZodNumberFormat) return 'int32';
  if (inner instanceof z.ZodNumber) return 'double';
  if (inner instanceof z.ZodISODateTime) return 'timestamp';
  if (inner instanceof z.ZodArray) return inner.element instanceof z.ZodObject ? 'list of fix' : 'list of string';
  return 'string';
}

/** The line of names of the CSV (RFC 4180). */
export const csvHead = (): string => `${COLUMNS.map(({ name }) => name).join(',')}\r\n`;

/** A row as CSV. Lists are one cell: `GPTBot;ClaudeBot`, and `S13=2.5;P22=1` for fixes. */
export const csvLine = (row: CensusRow): string =>
  `${COLUMNS.map(({ name }) => csvCell(cellOf(row[name]))).join(',')}\r\n`;

function cellOf(value: CensusRow[keyof CensusRow]): string | number | boolean | null {
  if (!Array.isArray(value)) return value;
  return value.map((each) => (typeof each === 'string' ? each : `${each.check}=${each.gain}`)).join(';');
}

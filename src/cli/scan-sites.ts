/** `legible scan --sites FILE`: a batch of start_batch, followed to its end. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import process from 'node:process';
import { defined } from '../basics/defined.ts';
import { wait } from '../client/send.ts';
import { ConfigError } from '../errors.ts';
import { PRIVATE_SCANS } from '../scanner/net/submitted-url.ts';
import { withLikelyScheme } from '../scanner/parse/url/normalise-url.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { Batch, BatchAnswer, type BatchComparison } from '../schema/batch.ts';
import { linesOf, listedIn } from '../sites/batch-list.ts';
import type { ShownLine } from '../sites/batch-results.ts';
import { csvOfLines } from '../sites/batch-table.ts';
import { DEFAULT_PAGES, MOST_ROOTS } from '../tools/start-batch.ts';
import { lastBeginning } from './last-beginning.ts';
import type { CallTool } from './local-engine.ts';
import { EXIT, interruptible, print, printable, say } from './output.ts';
import { withProduct } from './product.ts';
import { replaceFile } from './replace-file.ts';
import { assertWritable } from './report-files.ts';
import { allowedHosts, pairsOf } from './scan-settings.ts';
import { ownDataDir, usesServer } from './server-access.ts';
import { type MergedFault, mergeComparisons, mergeParts, type Part, type Table } from './sites-parts.ts';

const MAX_FILE_BYTES = 20_000_000;
const AT_ONCE = 4;
const POLL_MS = 1000;
const SHOWN_FAULTS = 5;
/** Batches that a list may have been cut into by interruptions within a day. */
const MOST_PARTS = 50;
const FORMATS = ['csv', 'json'] as const;
const PRINTED = ['text', 'json'];

export interface SitesFlags {
  readonly pages?: number;
  readonly format?: string;
  readonly output?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly quiet?: true;
  /** Scans every site, also those of an earlier run. */
  readonly fresh?: true;
  /** The id of a batch to compare this one with. */
  readonly with?: string;
}

type Results = NonNullable<BatchAnswer['results']>;

/** Scans a list of sites and prints the table, also as far as it came when the user interrupts. */
export async function scanSites(file: string, flags: SitesFlags): Promise<void> {
  const listed = listedIn(await readList(file));
  if (listed.length === 0) throw new ConfigError(`--sites: ${file} names no site`);
  if (listed.length > MOST_ROOTS)
    throw new ConfigError(
      `--sites: ${file} names ${listed.length} sites, and at most ${MOST_ROOTS} are scanned at once`,
    );
  if (flags.format !== undefined && !PRINTED.includes(flags.format))
    throw new ConfigError(`--format: with --sites expected ${PRINTED.join(' or ')}`);
  const outputs = outputsOf(flags.output);
  for (const target of Object.values(outputs)) await assertWritable('output', target);
  const pageLimit = flags.pages ?? DEFAULT_PAGES;
  const beginning = await lastBeginning(ownDataDir(), digestOf(listed, pageLimit), flags.fresh === true);
  const allowPrivate = listed.flatMap((url) => allowedHosts(withLikelyScheme(url), flags.allowPrivate));
  let table: Table | undefined;
  let comparison: BatchComparison | undefined;
  const show = async () => {
    if (table === undefined) return;
    await writeTable({ ...table, ...defined({ comparison }) }, outputs);
    print(textOf(table, comparison, flags.format));
    if (flags.quiet !== true)
      say(`legible: ${table.batchIds.length > 1 ? 'batches' : 'batch'} ${table.batchIds.join(', ')}`);
    if (!table.lines.some(({ score }) => score !== null)) process.exitCode = EXIT.failed;
  };
  await interruptible((signal) => {
    // The scans that run take seconds to end.
    if (flags.quiet !== true) signal.addEventListener('abort', () => say('legible: cancelling…'), { once: true });
    return withProduct(
      async (call) => {
        try {
          // A wrong id is reported before the scans, which take minutes.
          if (flags.with !== undefined) await call('get_batch', { id: flags.with, limit: 1 });
          await follow(call, { listed, pageLimit, beginning, signal }, (now) => {
            table = withRemedies(now);
            if (flags.quiet !== true) progress(now.lines);
          });
          if (flags.with !== undefined && table !== undefined) comparison = await compare(call, table, flags.with);
        } finally {
          // Before the engine closes, which waits for its scans.
          await show();
        }
      },
      { data: 'user', allowPrivate, scansAtOnce: AT_ONCE, pageLimit },
      signal,
    );
  });
}

async function readList(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) throw new ConfigError(`--sites: ${file} is larger than 20 MB`);
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`--sites: ${file} cannot be read`, { cause });
  }
}

/** @throws ConfigError for a format that a table does not have */
function outputsOf(given: readonly string[] | undefined): Partial<Record<(typeof FORMATS)[number], string>> {
  const outputs = pairsOf('--output', '=', given) ?? {};
  for (const name of Object.keys(outputs)) {
    if (!FORMATS.some((format) => format === name))
      throw new ConfigError(`--output: with --sites expected ${FORMATS.join('=FILE or ')}=FILE`);
  }
  return outputs;
}

/** Compares the whole list with a batch. */
async function compare(
  call: CallTool,
  { batchIds, lines }: Table,
  other: string,
): Promise<BatchComparison | undefined> {
  const comparisons: BatchComparison[] = [];
  for (const id of batchIds) {
    const { comparison } = BatchAnswer.parse(await call('get_batch', { id, with: other }));
    if (comparison !== undefined) comparisons.push(comparison);
  }
  const [first, ...others] = comparisons;
  return first && mergeComparisons([first, ...others], lines);
}

interface Work {
  readonly listed: readonly string[];
  readonly pageLimit: number;
  /** Of --fresh; empty for a list that never began anew. */
  readonly beginning: string;
  readonly signal: AbortSignal;
}

/**
 * Starts the batch of a list, or goes on with it: within a day the same list is the same batch, and what earlier runs
 * left without a result is scanned by the next part.
 */
async function follow(call: CallTool, work: Work, onTable: (table: Table) => void): Promise<void> {
  const [newest] = BatchAnswer.parse(await call('get_batch', {})).batches;
  const parts: Part[] = [];
  let places = work.listed.map((_, at) => at);
  for (let part = 0; places.length > 0 && part < MOST_PARTS; part += 1) {
    const urls = places.map((at) => work.listed[at] ?? '');
    const input = { urls, pageLimit: work.pageLimit, idempotencyKey: keyOf(work, urls, part + 1) };
    const { id } = Batch.parse(await call('start_batch', input));
    const inPart = places;
    const hadEnded = await untilEnded(call, id, work.signal, (results) => {
      parts[part] = { id, places: inPart, results };
      onTable(mergeParts(parts));
    });
    // One that this run started may end at once, and is not tried again.
    const isEarlier = hadEnded !== undefined && newest !== undefined && hadEnded.createdAt <= newest.createdAt;
    const open = isEarlier ? openPlaces(work.listed, mergeParts(parts).lines) : undefined;
    places = places.filter((at) => open?.has(at) === true);
  }
}

/** Lines that another scan may bring a result: cancelled and failed ones, and refused ones that are URLs. */
const openPlaces = (listed: readonly string[], lines: readonly ShownLine[]): Set<number> =>
  new Set(
    lines.flatMap(({ line, state }) => {
      const isOpen = state === 'cancelled' || state === 'failed' || (state === 'refused' && isUrl(listed[line - 1]));
      return isOpen ? [line - 1] : [];
    }),
  );

const isUrl = (text = ''): boolean => linesOf([text]).every(({ state }) => state !== 'refused');

const digestOf = (...values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 40);

/** The same for the same list, page limit and beginning. */
const keyOf = ({ listed, pageLimit, beginning }: Work, urls: readonly string[], part: number): string =>
  `sites-${digestOf(listed, pageLimit, beginning, urls)}-${part}`;

/** @returns the batch where it had ended before it was read first */
async function untilEnded(
  call: CallTool,
  id: string,
  signal: AbortSignal,
  onResults: (results: Results) => void,
): Promise<Batch | undefined> {
  const read = async () => {
    const { batches, results } = BatchAnswer.parse(await call('get_batch', { id, limit: MOST_ROOTS }));
    if (results !== undefined) onResults(results);
    return batches[0];
  };
  try {
    const first = await read();
    if (first?.endedAt !== null) return first;
    for (let batch: Batch | undefined = first; batch?.endedAt === null; batch = await read()) {
      await wait(POLL_MS, signal);
    }
    return undefined;
  } catch (error) {
    if (signal.aborted) {
      // It may have ended, or its server may be away: then the table is as it was read last.
      await call('cancel_scan', { id })
        .then(read)
        .catch(() => undefined);
    }
    throw error;
  }
}

/** The table with a remedy that users of this machine have, in place of the setting of a server. */
const withRemedies = (table: Table): Table =>
  usesServer()
    ? table
    : {
        ...table,
        lines: table.lines.map((line) => ({
          ...line,
          problem: line.problem?.replace(PRIVATE_SCANS, 'From this machine --allow-private permits it.') ?? null,
        })),
      };

function progress(lines: readonly ShownLine[]): void {
  if (process.stderr.isTTY !== true) return;
  const open = lines.filter(({ state }) => state === 'waiting' || state === 'running').length;
  const running = lines.filter(({ state }) => state === 'running').length;
  process.stderr.write(`\r\u001b[K${lines.length - open} of ${pluralize(lines.length, 'site')}, ${running} running`);
  if (open === 0) process.stderr.write('\r\u001b[K');
}

async function writeTable(
  table: Table & { comparison?: BatchComparison },
  outputs: ReturnType<typeof outputsOf>,
): Promise<void> {
  if (outputs.csv !== undefined) await replaceFile(outputs.csv, csvOfLines(table.lines));
  if (outputs.json !== undefined) await replaceFile(outputs.json, `${JSON.stringify(table, null, 2)}\n`);
  for (const file of Object.values(outputs)) say(`legible: wrote ${file}`);
}

function textOf(table: Table, comparison: BatchComparison | undefined, format: string | undefined): string {
  if (format === 'json') return JSON.stringify({ ...table, ...defined({ comparison }) }, null, 2);
  const { lines, telling, common } = table;
  const rows = lines.map(({ text, state, score, pagesScanned, problem }) =>
    [
      score ?? '-',
      pagesScanned ?? '-',
      printable(text),
      score === null ? `${state}${problem === null ? '' : `: ${problem}`}` : '',
    ]
      .join('\t')
      .trimEnd(),
  );
  const fault = ({ sites, of, name, atLeast }: MergedFault) =>
    `${atLeast === true ? 'at least ' : ''}${sites} of ${of}\t${name}`;
  return [
    'score\tpages\tsite\tstate',
    ...rows,
    ...(telling.length === 0 ? [] : ['', 'Faults of some sites', ...telling.slice(0, SHOWN_FAULTS).map(fault)]),
    ...(common.length === 0 ? [] : ['', 'Faults of every site', ...common.slice(0, SHOWN_FAULTS).map(fault)]),
    ...(comparison === undefined ? [] : comparisonRows(comparison)),
  ].join('\n');
}

/** Two batches side by side: every site of both, and the faults that differ. */
function comparisonRows({ with: other, means, both, sites, onlyBefore, onlyAfter, faults }: BatchComparison): string[] {
  const scores = ({ before, after }: { before: number | null; after: number | null }) =>
    `${before ?? '-'} -> ${after ?? '-'}`;
  const differing = faults.filter(({ before, after }) => before.sites * after.of !== after.sites * before.of);
  return [
    '',
    `Compared with ${other.id}: mean score ${scores(means)}; of ${pluralize(both.comparable, 'site')} with a score in both ${both.better} better, ${both.worse} worse`,
    ...sites.map((site) => `${scores(site)}\t${printable(site.url)}`),
    ...onlyBefore.map((url) => `only before\t${printable(url)}`),
    ...onlyAfter.map((url) => `only after\t${printable(url)}`),
    ...differing
      .slice(0, SHOWN_FAULTS)
      .map(({ name, before, after }) => `${before.sites} of ${before.of} -> ${after.sites} of ${after.of}\t${name}`),
  ];
}

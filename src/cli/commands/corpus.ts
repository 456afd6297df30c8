import { appendFile, readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { ConfigError, ServiceError } from '../../errors.ts';
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { Explanation } from '../../schema/explanation.ts';
import { type CallTool, withLocalEngine } from '../local-engine.ts';
import { EXIT, interruptible, print, say } from '../output.ts';
import { followScan, whyFailed } from '../product.ts';
import { assertWritable } from '../report-files.ts';
import { wholeNumber } from '../scan-settings.ts';

/** Two at a time: another site each, and as many as scan at once anyway. */
const AT_ONCE = 2;

interface Options {
  readonly pages: number;
  readonly results?: string;
  readonly chart?: string;
}

interface Work {
  readonly call: CallTool;
  readonly pageLimit: number;
  readonly signal: AbortSignal;
  /** Called with each result as soon as it is complete. */
  onResult(result: CorpusResult): Promise<void>;
}

/**
 * `legible corpus <file>`: scans a list of sites into the server's store, so that its percentiles have a distribution.
 */
export function addCorpusCommand(program: Command): void {
  program
    .command('corpus <file>')
    .description('scan a list of sites (one URL a line, # for comments) and fill the percentiles with their scores')
    .addOption(new Option('--pages <n>', 'pages to read of each at most').argParser(wholeNumber(1, 2000)).default(25))
    .option('--results <file>', 'keep each result there; the next run with this file scans only the rest of the list')
    .option('--chart <file>', 'write the distribution of the scores as SVG')
    .action((file: string, options: Options) => interruptible((signal) => run(file, options, signal)));
}

async function run(file: string, { pages, results: resultsFile, chart }: Options, signal: AbortSignal): Promise<void> {
  const urls = urlsIn(await readList(file));
  const wanted = new Set(urls);
  const known = resultsFile === undefined ? [] : await readResults(resultsFile);
  // A failed scan is retried: the site, or this machine, may have been offline.
  const results = known.filter(({ url, problem }) => wanted.has(url) && problem === undefined);
  const done = new Set(results.map(({ url }) => url));
  if (resultsFile !== undefined) await assertWritable('results', resultsFile);
  if (chart !== undefined) await assertWritable('chart', chart);
  print('score\tllms.txt\tpages\turl');
  for (const result of results) print(rowOf(result));
  const onResult = async (result: CorpusResult) => {
    results.push(result);
    print(rowOf(result));
    if (resultsFile !== undefined) await appendResult(resultsFile, result);
  };
  const waiting = urls.filter((url) => !done.has(url));
  if (waiting.length > 0) {
    await withLocalEngine((call) => scanAll(waiting, { call, pageLimit: pages, signal, onResult }), {
      data: 'server',
      scansAtOnce: AT_ONCE,
    });
  }
  const scanned = results.filter(({ siteScore }) => siteScore !== undefined).length;
  print(corpusSummary(results));
  if (chart !== undefined) await writeFile(chart, corpusChart(results));
  say(`${scanned} of ${urls.length} sites scanned`);
  if (scanned === 0) process.exitCode = EXIT.failed;
}

async function readList(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`file: expected a list of URLs that can be read`, { cause });
  }
}

function urlsIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*/, '').trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

async function scanAll(urls: readonly string[], work: Work): Promise<void> {
  const waiting = [...urls];
  const worker = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
      await work.onResult(await scanOne(url, work));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A site that cannot be scanned has a result too, and does not stop the run. */
async function scanOne(url: string, { call, pageLimit, signal }: Work): Promise<CorpusResult> {
  try {
    const scan = await followScan(call, { url, pageLimit, signal });
    const { id, status, siteScore, llmstxtScore, pagesScanned } = scan;
    if (status !== 'completed') return { url, failed: [], problem: `failed: ${whyFailed(scan)}` };
    const { checks, llmstxt } = Explanation.parse(await call('explain_scan', { id }));
    const failed = [...checks, ...llmstxt.checks].filter(({ fails }) => fails > 0).map(({ checkId }) => checkId);
    return { url, siteScore, llmstxtScore, pagesScanned, failed };
  } catch (error) {
    if (error instanceof ServiceError) return { url, failed: [], problem: `refused: ${error.message}` };
    throw error;
  }
}

const rowOf = ({ url, siteScore, llmstxtScore, pagesScanned, problem }: CorpusResult): string =>
  problem === undefined ? `${siteScore}\t${llmstxtScore}\t${pagesScanned}\t${url}` : `${problem}\t-\t-\t${url}`;

const SHOWN_CHECKS = 10;
const BINS = 10;
const [WIDTH, HEIGHT, MARGIN] = [640, 240, 32];

/** Sites in each tenth of the scores; 100 is in the last. */
function distribution(results: readonly CorpusResult[]): number[] {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const { siteScore } of results) {
    if (siteScore === undefined) continue;
    const bin = Math.min(BINS - 1, Math.floor(siteScore / (100 / BINS)));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

const rangeOf = (bin: number): string => `${bin * 10}-${bin === BINS - 1 ? 100 : bin * 10 + 9}`;

/** The distribution of the scores and the most frequent failures, as a tab-separated table. */
export function corpusSummary(results: readonly CorpusResult[]): string {
  const scores = results.flatMap(({ siteScore }) => (siteScore === undefined ? [] : [siteScore])).sort((a, b) => a - b);
  const counts = new Map<string, number>();
  for (const id of results.flatMap(({ failed }) => failed)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const most = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, SHOWN_CHECKS);
  return [
    '',
    `sites\t${scores.length}\tmedian\t${scores[Math.floor((scores.length - 1) / 2)] ?? '-'}`,
    '',
    'score\tsites',
    ...distribution(results).map((count, bin) => `${rangeOf(bin)}\t${count}`),
    ...(most.length === 0 ? [] : ['', 'check\tfails on\ttitle']),
    ...most.map(([id, count]) => `${id}\t${count}\t${titlesOf(id).fail}`),
  ].join('\n');
}

/** The distribution as an SVG; it contains numbers and no third-party text. */
export function corpusChart(results: readonly CorpusResult[]): string {
  const bins = distribution(results);
  const highest = Math.max(1, ...bins);
  const step = (WIDTH - 2 * MARGIN) / BINS;
  const floor = HEIGHT - MARGIN;
  const bars = bins.map((count, bin) => {
    const height = Math.round((count / highest) * (floor - MARGIN));
    const x = MARGIN + bin * step;
    const middle = x + step / 2;
    return `  <rect x="${x + 4}" y="${floor - height}" width="${step - 8}" height="${height}" fill="#2f6f5e"><title>${rangeOf(bin)}: ${count}</title></rect>
  <text x="${middle}" y="${floor - height - 6}">${count}</text>
  <text x="${middle}" y="${floor + 18}">${rangeOf(bin)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Sites by site score" font-family="sans-serif" font-size="12" text-anchor="middle">
${bars.join('\n')}
  <line x1="${MARGIN}" y1="${floor}" x2="${WIDTH - MARGIN}" y2="${floor}" stroke="#888"/>
</svg>
`;
}

/** The outcome for one site of the list. */
export const CorpusResult = z.object({
  url: z.string(),
  /** Undefined when it could not be scanned. */
  siteScore: z.int().min(0).max(100).optional(),
  llmstxtScore: z.int().min(0).max(100).optional(),
  pagesScanned: z.int().min(0).optional(),
  /** Ids of the checks that failed, on the site or on a page of it. */
  failed: z.array(z.string()),
  /** Why it could not be scanned. */
  problem: z.string().optional(),
});
export type CorpusResult = z.output<typeof CorpusResult>;

/** The results of an earlier run. A line that a crash truncated is skipped, and its site scanned again. */
export async function readResults(file: string): Promise<CorpusResult[]> {
  const content = await readFile(file, 'utf8').catch(() => '');
  return content.split('\n').flatMap((line) => {
    try {
      return [CorpusResult.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

export const appendResult = (file: string, result: CorpusResult): Promise<void> =>
  appendFile(file, `${JSON.stringify(result)}\n`);

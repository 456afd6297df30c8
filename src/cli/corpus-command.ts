import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { ConfigError } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { Explanation } from '../schema/explanation.ts';
import { appendResult, type CorpusResult, readResults } from './corpus-results.ts';
import { corpusChart, corpusSummary } from './corpus-summary.ts';
import { followScan, whyFailed } from './follow-scan.ts';
import { interruptible } from './interruption.ts';
import { type CallTool, withLocalEngine } from './local-engine.ts';
import { wholeNumber } from './option-values.ts';
import { EXIT, print, say } from './output.ts';
import { assertWritable } from './report-files.ts';

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
  /** Told each result, as soon as it is there. */
  onResult(result: CorpusResult): Promise<void>;
}

/**
 * `legible corpus <file>`: scans a list of sites into the server's store, so that its percentiles have something to be
 * measured against.
 */
export function addCorpusCommand(program: Command): void {
  program
    .command('corpus <file>')
    .description('scan a list of sites (one URL a line, # for comments) and fill the percentiles with their scores')
    .addOption(new Option('--pages <n>', 'pages to read of each at most').argParser(wholeNumber(1, 2000)).default(25))
    .option('--results <file>', 'keep each result there; run again with the same file, the rest of the list is scanned')
    .option('--chart <file>', 'write the distribution of the scores as SVG')
    .action((file: string, options: Options) => interruptible((signal) => run(file, options, signal)));
}

async function run(file: string, { pages, results: resultsFile, chart }: Options, signal: AbortSignal): Promise<void> {
  const urls = urlsIn(await readList(file));
  const wanted = new Set(urls);
  const known = resultsFile === undefined ? [] : await readResults(resultsFile);
  // What could not be scanned may have been down, or we offline: it has another try.
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

/** A site that cannot be scanned has a result too and ends nothing. */
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

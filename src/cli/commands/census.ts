import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { lookUpCensusHost, openCensusPercentiles } from '../../app/census.ts';
import { readAllowedHosts } from '../../app/config.ts';
import { ConfigError } from '../../errors.ts';
import { readOrigin } from '../../fix/plan.ts';
import { RUBRIC } from '../../scanner/checks/rubric.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import {
  type CensusHost,
  createListCounts,
  type ListCounts,
  type ListOptions,
  linesOfList,
  readOptOuts,
} from '../../sites/census/list.ts';
import type { NameSet } from '../../sites/census/name-set.ts';
import { openResults } from '../../sites/census/results-file.ts';
import { runCensus } from '../../sites/census/run-census.ts';
import { type CensusFolder, dropResults, FILES, finishedHosts, openFolder } from '../census/folder.ts';
import { openListFile } from '../census/list-file.ts';
import { type CensusSummary, summaryText, writeOutputs } from '../census/outputs.ts';
import { createGradedRows, writeSite } from '../census/site.ts';
import { AS_WORKER, createPoolWorker } from '../census/worker-pool.ts';
import { serverConfig } from '../local-engine.ts';
import { EXIT, interruptible, print, say } from '../output.ts';
import { wholeNumber } from '../scan-settings.ts';

interface Flags {
  readonly workers: number;
  readonly pages: number;
  readonly out: string;
  readonly perRange: number;
  readonly optOut?: string;
  readonly retry?: true;
  readonly site?: string;
  readonly origin?: string;
  readonly title: string;
  readonly contact?: string;
  readonly asWorker?: true;
}

/** Hosts that one worker scans at once: it waits for sites most of the time. */
const AT_ONCE = 6;
const PROGRESS_MS = { terminal: 1_000, log: 60_000 };
/** From here on a bot must say who sends it. */
const MANY_HOSTS = 1_000;

/** `legible census <list>`: scans a list of hosts, counts what they offer, and makes a leaderboard of them. */
export function addCensusCommand(program: Command): void {
  program
    .command('census <list>')
    .description('scan many hosts from a list, with statistics, charts and a leaderboard; fills the percentiles too')
    .addOption(new Option('--workers <n>', 'processes that scan').argParser(wholeNumber(1, 64)).default(1))
    .addOption(
      new Option('--pages <n>', 'maximum number of pages to read of each host')
        .argParser(wholeNumber(1, 2000))
        .default(10),
    )
    .option('--out <folder>', 'results, and what a next run goes on with', 'census')
    .addOption(
      new Option('--per-range <n>', 'hosts of one address range (IPv4 /24, IPv6 /48) that are scanned at once')
        .argParser(wholeNumber(1, 100))
        .default(2),
    )
    .option('--opt-out <file>', 'hosts that want no part, one a line, each with its subdomains')
    .option('--retry', 'scan hosts again that could not be reached or graded')
    .option('--site <folder>', 'write a leaderboard as static pages')
    .option('--origin <origin>', 'where the leaderboard will be published, e.g. https://census.example.com')
    .option('--title <text>', 'title of the leaderboard', 'How well AI agents can read the web')
    .option('--contact <url>', 'where owners of a host ask to be left out: an address of a page, or mailto:')
    .addOption(new Option(AS_WORKER).hideHelp())
    .addHelpText(
      'after',
      `
The list has a host or URL a line ('#' for comments; tables such as 1,example.com work too), may be .gz, and is '-' for
standard input. After Ctrl-C or a kill, the same command goes on.

Exit codes: 0 done, 2 no host could be graded, 64 usage, 130 interrupted`,
    )
    .action(async (list: string, flags: Flags) => {
      if (flags.asWorker === true) return (await import('../census/worker-process.ts')).workForCensus(flags.pages);
      return run(list, flags);
    });
}

async function run(list: string, flags: Flags): Promise<void> {
  const origin = siteOrigin(flags);
  const contact = contactOf(flags.contact);
  const config = serverConfig();
  const allowed = readAllowedHosts(config);
  const read = await openListFile('list', list);
  const optOuts = flags.optOut === undefined ? undefined : await openListFile('--opt-out', flags.optOut);
  const isOptedOut = optOuts === undefined ? () => false : await readOptOuts(optOuts(), allowed);
  const folder = await openFolder(flags.out, { pages: flags.pages, rubric: RUBRIC.version });
  try {
    const dropped = await dropResults(
      folder.path,
      ({ host, state }) =>
        isOptedOut(new URL(`http://${host}/`).hostname) ||
        (flags.retry === true && (state === 'unreachable' || state === 'failed')),
    );
    if (dropped > 0) say(`legible: ${pluralize(dropped, 'result')} taken away, to be scanned again or opted out`);
    let counts: ListCounts | undefined;
    const finish = async () => {
      const rows = createGradedRows();
      const percentiles = await openCensusPercentiles(config, RUBRIC.version);
      const summary = await writeOutputs(folder.path, folder.state, counts, async (row) => {
        rows.add(row);
        await percentiles.enter(row);
      }).finally(() => percentiles.close());
      print(summaryText(summary));
      if (flags.site !== undefined && origin !== undefined)
        await writeLeaderboard(flags, { origin, contact, rows, summary });
      say(`legible: the results are in ${folder.path}`);
      if (summary.statistics.states.graded === 0) process.exitCode = EXIT.failed;
    };
    try {
      await interruptible(async (signal) => {
        const done = await finishedHosts(folder.path);
        if (done.size > 0) say(`legible: going on after ${pluralize(done.size, 'host')}`);
        counts = await scanList({
          ...{ read, flags, folder, done, signal },
          hasHomepage: config.baseUrl !== undefined,
          options: { allowed, isOptedOut },
        });
      });
    } finally {
      await finish();
    }
  } finally {
    await folder.release();
  }
}

interface Work {
  /** The bytes of the list. */
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly flags: Flags;
  readonly folder: CensusFolder;
  readonly done: NameSet;
  readonly signal: AbortSignal;
  /** The bot's name leads to a page that explains it. */
  readonly hasHomepage: boolean;
  readonly options: ListOptions;
}

/** Scans every host of the list that has no result. @returns what the list was made of */
async function scanList({ read, flags, folder, done, signal, hasHomepage, options }: Work): Promise<ListCounts> {
  const counts = createListCounts();
  const skipped = createWriteStream(join(folder.path, FILES.skipped));
  const results = await openResults(join(folder.path, FILES.results));
  const workers = Array.from({ length: flags.workers }, () => createPoolWorker(flags.pages));
  const progress = createProgress(flags.workers);
  async function* hosts(): AsyncGenerator<CensusHost> {
    for await (const line of linesOfList(read(), options)) {
      counts.add(line);
      if (line.is === 'host') {
        if (!done.has(line.host.host)) yield line.host;
      } else if (line.is !== 'empty') {
        if (!skipped.write(`${JSON.stringify(line)}\n`)) await once(skipped, 'drain');
      }
      if (counts.counts().hosts === MANY_HOSTS && line.is === 'host' && !hasHomepage)
        say('legible: set BASE_URL to where your bot is explained: hosts should know who asks (docs/operations.md)');
    }
  }
  try {
    await runCensus({
      hosts: hosts(),
      workers,
      atOnce: AT_ONCE,
      perRange: flags.perRange,
      lookUp: lookUpCensusHost,
      rubric: RUBRIC.version,
      signal,
      async onResult(row) {
        await results.append(row);
        progress.add();
      },
    });
    return counts.counts();
  } finally {
    progress.end();
    await Promise.all(workers.map((worker) => worker.close()));
    await results.close();
    await new Promise<void>((resolve) => skipped.end(resolve));
  }
}

/** @throws ConfigError */
function siteOrigin({ site, origin }: Flags): string | undefined {
  if (site === undefined) return undefined;
  if (origin === undefined)
    throw new ConfigError('--site: expected --origin too: the origin at which the leaderboard will be published');
  return readOrigin(origin);
}

/** @throws ConfigError */
function contactOf(text: string | undefined): string | undefined {
  if (text === undefined || /^(?:https?:\/\/|mailto:)[^\s]{3,500}$/i.test(text)) return text;
  throw new ConfigError('--contact: expected https://… or mailto:…');
}

interface Leaderboard {
  readonly origin: string;
  readonly contact: string | undefined;
  readonly rows: ReturnType<typeof createGradedRows>;
  readonly summary: CensusSummary;
}

async function writeLeaderboard(flags: Flags, { origin, contact, rows, summary }: Leaderboard): Promise<void> {
  const { site = '', title } = flags;
  const files = await writeSite(site, { origin, contact, title, summary, rows: rows.all() });
  say(`legible: the leaderboard is in ${site} (${pluralize(files, 'file')})`);
}

/** How far it is, on stderr: each second in a terminal, each minute in a log. */
function createProgress(workers: number): { add(): void; end(): void } {
  const isTerminal = process.stderr.isTTY === true;
  const startedMs = performance.now();
  let hosts = 0;
  const tell = () => {
    const minutes = (performance.now() - startedMs) / 60_000;
    const words = `${pluralize(hosts, 'host')}, ${Math.round(hosts / minutes)} a minute, ${pluralize(workers, 'worker')}`;
    process.stderr.write(isTerminal ? `\r\u001b[K${words}` : `legible: ${words}\n`);
  };
  const timer = setInterval(tell, isTerminal ? PROGRESS_MS.terminal : PROGRESS_MS.log);
  return {
    add: () => {
      hosts += 1;
    },
    end() {
      clearInterval(timer);
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}

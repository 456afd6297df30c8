import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { LegibleError } from '../../client/client-error.ts';
import { wait } from '../../client/send.ts';
import { ConfigError } from '../../errors.ts';
import { changeLines, changesSince } from '../../scanner/reporters/changes.ts';
import type { ReportData } from '../../scanner/reporters/reporter.ts';
import type { Baseline, Scan } from '../../schema/scan.ts';
import { hasNoHttps } from '../../web/report/other-states.ts';
import type { CallTool } from '../local-engine.ts';
import { EXIT, interruptible, lookOf, print, say } from '../output.ts';
import { followScan, type HearScan, type ScanProgress, whyFailed, withProduct } from '../product.ts';
import { FORMATS, failedChecks, readReport, renderReport, wrap } from '../render.ts';
import { clearOutputs, readBaseline, writeOutputs } from '../report-files.ts';
import {
  allowedHosts,
  collect,
  pairsOf,
  parseSettings,
  readConfigFile,
  type ScanSettings,
  wholeNumber,
} from '../scan-settings.ts';
import { usesServer } from '../server-access.ts';
import { rememberIfPossible } from './history.ts';

interface Flags {
  readonly pages?: number;
  readonly format?: string;
  readonly output?: readonly string[];
  readonly failUnder?: number;
  readonly failOn?: string;
  readonly header?: readonly string[];
  readonly userAgent?: string;
  readonly exclude?: readonly string[];
  readonly canonicalOrigin?: string;
  readonly checks?: string;
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
  readonly baseline?: string;
  readonly config?: string;
  readonly idempotencyKey?: string;
  readonly watch?: true | number;
}

/** One scan with its settings. */
interface Task {
  readonly url: string;
  readonly settings: ScanSettings;
  /** The address was written without a scheme. */
  readonly isSchemeAssumed: boolean;
  readonly baseline: Baseline | undefined;
  /** Undefined where no server scans. */
  readonly idempotencyKey: string | undefined;
  readonly hear: HearScan | undefined;
}

const REMOTE_POLL_MS = 1000;
const WATCH_SECONDS = 30;

/** `legible scan [url]`: grades a site from this machine, or by the server that LEGIBLE_URL names. */
export function addScanCommand(program: Command): void {
  program
    .command('scan [url]')
    .description('grade a website from this machine (no server, no account), or by the server of LEGIBLE_URL')
    .addOption(new Option('--pages <n>', 'pages to read at most').argParser(wholeNumber(1, 2000)))
    .addOption(new Option('--format <format>', 'what to print; default text').choices([...FORMATS]))
    .option('--output <format=file>', 'write a format to a file as well; may be repeated', collect)
    .addOption(new Option('--fail-under <score>', 'exit 1 below this site score').argParser(wholeNumber(0, 100)))
    .option('--fail-on <checks>', 'exit 1 when one of these checks fails, e.g. S2,P5')
    .option('--baseline <file>', 'JSON of an earlier scan, to tell what changed since')
    .addOption(
      new Option('--watch [seconds]', 'scan again and again, and tell what changed; after the URL, or as --watch=60')
        .argParser(wholeNumber(1, 86_400))
        .conflicts(['format', 'output', 'failUnder', 'failOn', 'idempotencyKey']),
    )
    .option('--header <name: value>', "send a header to the site's origin; may be repeated", collect)
    .option('--user-agent <text>', "instead of the bot's name")
    .option('--exclude <pattern>', 'leave out paths, e.g. /tags/ or /*?print=; may be repeated', collect)
    .option('--canonical-origin <origin>', 'where the site will be published, when its links point there already')
    .option('--checks <checks>', 'report and fix only these checks, e.g. S2,P5; the score counts all')
    .option('--allow-private', 'the URL may be on this machine or a private network')
    .option('--ignore-robots', 'for your own site: read what its robots.txt forbids as well')
    .option('--config <file>', 'settings; default legible.config.json, where there is one')
    .option('--idempotency-key <key>', 'with a server: the same key within a day is the same scan')
    .addHelpText('after', '\nExit codes: 0 met, 1 below --fail-under or failed --fail-on, 2 could not scan, 64 usage')
    .action(async (url: string | undefined, flags: Flags) => {
      const settings = { ...(await readConfigFile(flags.config)), ...settingsOf(url, flags) };
      // Written without a scheme, an address stands for https, and for http where nothing answers by https.
      await run(settings, flags, url !== undefined && !url.includes('://'));
    });
}

async function run(settings: ScanSettings, { watch: every, ...flags }: Flags, isSchemeAssumed: boolean): Promise<void> {
  const { url } = settings;
  if (url === undefined)
    throw new ConfigError('url: expected an address to scan, as argument or in the configuration file');
  const baseline = settings.baseline === undefined ? undefined : await readBaseline(settings.baseline);
  const isRemote = usesServer();
  if (isRemote) refuseLocalSettings(settings);
  // Watch mode writes no files, not even those of the configuration, so existing ones are kept.
  if (every === undefined) await clearOutputs(settings.output, settings.baseline);
  const newTask = (hear?: HearScan): Task => ({
    url,
    settings,
    baseline,
    hear,
    isSchemeAssumed,
    idempotencyKey: isRemote ? (flags.idempotencyKey ?? randomUUID()) : undefined,
  });
  await interruptible((signal) =>
    withProduct(
      (call, hear) =>
        every === undefined
          ? scanOnce(call, newTask(hear), signal)
          : watch(every === true ? WATCH_SECONDS : every, signal, () => readScan(call, newTask(hear), signal)),
      { data: 'none', allowPrivate: allowedHosts(url, settings.allowPrivate) },
      signal,
    ),
  );
}

/** @throws ConfigError */
function settingsOf(url: string | undefined, flags: Flags): ScanSettings {
  const {
    pages,
    format,
    failUnder,
    failOn,
    userAgent,
    exclude,
    canonicalOrigin,
    checks,
    allowPrivate,
    ignoreRobots,
    baseline,
  } = flags;
  const given = {
    url,
    pages,
    format,
    failUnder,
    userAgent,
    exclude,
    canonicalOrigin,
    allowPrivate,
    ignoreRobots,
    baseline,
    failOn: idsOf(failOn),
    checks: idsOf(checks),
    headers: pairsOf('--header', ':', flags.header),
    output: pairsOf('--output', '=', flags.output),
  };
  return parseSettings(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    'command line',
  );
}

const idsOf = (list: string | undefined): string[] | undefined => list?.split(',').map((id) => id.trim());

function refuseLocalSettings(settings: ScanSettings): void {
  const local = (['headers', 'userAgent', 'allowPrivate', 'ignoreRobots'] as const).filter(
    (name) => settings[name] !== undefined,
  );
  if (local.length === 0) return;
  throw new ConfigError(
    `${local.join(', ')}: only scans of this machine can do that; unset LEGIBLE_URL to scan from here`,
  );
}

async function scanOnce(call: CallTool, task: Task, signal: AbortSignal): Promise<void> {
  const data = await readScan(call, task, signal);
  if (data === undefined) return;
  const { format = 'text', output, failUnder, failOn = [] } = task.settings;
  await writeOutputs(output, data);
  print(renderReport(data, format, lookOf(process.stdout)));
  const { siteScore } = data.scan;
  const failed = failedChecks(data, failOn);
  if (failUnder !== undefined && siteScore < failUnder)
    say(`legible: the site score ${siteScore} is below ${failUnder}`);
  if (failed.length > 0) say(`legible: ${failed.join(', ')} failed`);
  if (failed.length > 0 || (failUnder !== undefined && siteScore < failUnder)) process.exitCode = EXIT.belowThreshold;
}

/** Runs a scan to its end and returns its report; undefined, with the exit code set, when there is no grade. */
async function readScan(call: CallTool, task: Task, signal: AbortSignal): Promise<ReportData | undefined> {
  const progress = createProgress();
  const isRemote = task.idempotencyKey !== undefined;
  const { pages, exclude, canonicalOrigin, checks, headers, userAgent, ignoreRobots } = task.settings;
  const result = await followScan(call, {
    url: task.url,
    pageLimit: pages,
    exclude,
    canonicalOrigin,
    checks,
    local: { headers, userAgent, ignoreRobots },
    idempotencyKey: task.idempotencyKey,
    ...(isRemote ? { pollMs: REMOTE_POLL_MS } : {}),
    signal,
    hear: task.hear,
    onProgress: progress.show,
  })
    .finally(() => progress.clear())
    .catch((error: unknown) => {
      if (task.idempotencyKey !== undefined) sayHowToResume(task.idempotencyKey, error);
      throw error;
    });
  if (result.status === 'failed' && task.isSchemeAssumed && hasNoHttps(result.siteChecks[0])) {
    const url = task.url.replace(/^https:/, 'http:');
    say(`legible: nothing answers by https; scanning ${url}`);
    const idempotencyKey = isRemote ? randomUUID() : undefined;
    return readScan(call, { ...task, url, idempotencyKey, isSchemeAssumed: false }, signal);
  }
  if (result.status === 'failed') {
    say(`legible: could not scan: ${whyFailed(result)}`);
    process.exitCode = EXIT.failed;
    return undefined;
  }
  if (!usesServer()) await rememberIfPossible(result);
  return readReport(call, result.id, task.baseline);
}

/**
 * A server goes on scanning after the command ends. A refusal means that it does not, except 409: that scan is in
 * flight.
 */
function sayHowToResume(idempotencyKey: string, error: unknown): void {
  if (error instanceof ConfigError) return;
  const status = error instanceof LegibleError ? error.status : undefined;
  if (status !== undefined && status < 500 && status !== 409 && status !== 429) return;
  say(`legible: the server may go on. To read the result: the same command with --idempotency-key ${idempotencyKey}`);
}

const BAR = 24;

export interface Progress {
  show(progress: ScanProgress): void;
  /** Removes the bar. */
  clear(): void;
}

/** A progress bar on stderr that fits the terminal's width; nothing where stderr is no terminal. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return { show() {}, clear() {} };
  return {
    show: (progress) => stream.write(`\r\u001b[K${barOf(progress, stream.columns - 1)}`),
    clear: () => stream.write('\r\u001b[K'),
  };
}

/** @param room characters it may take */
function barOf({ phase, percent, pagesScanned = 0, pagesDiscovered = 0 }: ScanProgress, room: number): string {
  const words = phase ?? `${pagesScanned}/${pagesDiscovered} pages`;
  const share = percent === undefined ? pagesScanned / Math.max(1, pagesDiscovered) : percent / 100;
  const width = Math.min(BAR, room - words.length - 3);
  if (width < 4) return words.slice(0, Math.max(0, room));
  const filled = Math.min(width, Math.round(share * width));
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
}

/**
 * Scans until the signal aborts: prints the first report whole, then only the differences.
 * @param scan runs one scan to its end; undefined when there was no grade
 */
export async function watch(
  seconds: number,
  signal: AbortSignal,
  scan: () => Promise<ReportData | undefined>,
): Promise<void> {
  let last: Scan | undefined;
  for (;;) {
    const data = await scan();
    const look = lookOf(process.stdout);
    if (data !== undefined) {
      if (last === undefined) print(renderReport(data, 'text', look));
      else {
        const changes = changesSince(last, data.scan);
        const isSame =
          changes.siteScore.change === 0 && changes.llmstxtScore.change === 0 && changeLines(changes).length === 1;
        if (!isSame) {
          print(`\n${new Date().toISOString()}`);
          for (const line of changeLines(changes)) print(wrap(line, look.columns, '  '));
        }
      }
      last = data.scan;
    }
    await wait(seconds * 1000, signal);
  }
}

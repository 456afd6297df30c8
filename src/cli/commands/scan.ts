import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { defined } from '../../basics/defined.ts';
import { wait } from '../../client/send.ts';
import { ConfigError } from '../../errors.ts';
import { readBuild } from '../../fix/build.ts';
import { serveBuild } from '../../fix/serve-build.ts';
import { changeLines, changesSince } from '../../scanner/reporters/changes.ts';
import type { ReportData } from '../../scanner/reporters/reporter.ts';
import type { Scan } from '../../schema/scan.ts';
import { createLook, withBrowser } from '../browser-scan.ts';
import { selectChecks } from '../check-ids.ts';
import type { CallTool } from '../local-engine.ts';
import { EXIT, interruptible, lookOf, print, say } from '../output.ts';
import { readPageList } from '../page-list.ts';
import { type HearScan, withProduct } from '../product.ts';
import { readCover } from '../read-cover.ts';
import { FORMATS, renderReport, wrap } from '../render.ts';
import { clearOutputs, openFile, readBaseline, writeOutputs, writeTemporary } from '../report-files.ts';
import {
  allowedHosts,
  COMMAND_LINE,
  collect,
  optionOf,
  pairsOf,
  parseSettings,
  readConfigFile,
  reasonOf,
  type ScanSettings,
  wholeNumber,
} from '../scan-settings.ts';
import { scanSites } from '../scan-sites.ts';
import { type Loudness, readScan, type Task } from '../scan-task.ts';
import { usesServer } from '../server-access.ts';
import { signIn } from '../sign-in.ts';
import { startServer } from '../start-server.ts';
import { judgeThresholds } from '../thresholds.ts';

interface Flags {
  readonly pages?: number;
  readonly format?: string;
  readonly output?: readonly string[];
  readonly failUnder?: number;
  readonly failOn?: string;
  readonly warnUnder?: number;
  readonly warnOn?: string;
  readonly header?: readonly string[];
  readonly userAgent?: string;
  readonly exclude?: readonly string[];
  readonly canonicalOrigin?: string;
  readonly checks?: string;
  readonly skip?: string;
  readonly ignore?: string;
  readonly report?: string;
  readonly urls?: string;
  readonly sites?: string;
  readonly with?: string;
  readonly fresh?: true;
  readonly dist?: string;
  readonly concurrency?: number;
  readonly delay?: number;
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
  readonly baseline?: string;
  readonly config?: string;
  readonly start?: string;
  readonly signIn?: string;
  readonly idempotencyKey?: string;
  readonly watch?: true | number;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly view?: true;
  readonly browser?: true;
}

const MAX_PAGES = 2000;
const WATCH_SECONDS = 30;

/** `legible scan [url]`: grades a site from this machine, or by the server that LEGIBLE_URL names. */
export function addScanCommand(program: Command): void {
  program
    .command('scan [url]')
    .description('grade a website from this machine (no server, no account), or by the server of LEGIBLE_URL')
    .addOption(new Option('--pages <n>', 'maximum number of pages to read').argParser(wholeNumber(1, MAX_PAGES)))
    .option('--urls <file>', 'scan exactly these pages, one a line; - reads them from standard input')
    .addOption(
      new Option(
        '--sites <file>',
        'scan a list of sites, one a line, and print a table; a second run within a day goes on. With --pages (25), --format json, --output csv=FILE or json=FILE',
      ).conflicts(['urls', 'dist', 'start', 'watch', 'baseline', 'view', 'browser', 'failUnder', 'failOn']),
    )
    .option('--fresh', 'with --sites: scan every site again, also those of a run within a day')
    .option('--with <batch>', 'with --sites: also compare with an earlier batch, by the id that it printed at its end')
    .addOption(
      new Option('--dist <folder>', 'scan the output folder of a site generator instead of a URL').conflicts('watch'),
    )
    .addOption(
      new Option(
        '--start <command>',
        "run a server for as long as the scan takes, e.g. 'npm run preview'; the URL is scanned once it answers",
      ).conflicts('dist'),
    )
    .addOption(new Option('--format <format>', 'what to print; default text').choices([...FORMATS]))
    .option('--output <format=file>', 'write a format to a file as well; may be repeated', collect)
    .addOption(new Option('--fail-under <score>', 'exit 1 below this site score').argParser(wholeNumber(0, 100)))
    .option(
      '--fail-on <checks>',
      'exit 1 when one of these checks fails, e.g. S2,P5; "all" for any reported check, "worse" for what --baseline had better',
    )
    .addOption(new Option('--warn-under <score>', 'only warn below this site score').argParser(wholeNumber(0, 100)))
    .option('--warn-on <checks>', 'only warn of what --fail-on would fail for, e.g. S13 or all')
    .option('--baseline <file>', 'JSON of an earlier scan, to show what changed since')
    .addOption(
      new Option('--watch [seconds]', 'scan repeatedly, and show what changed; after the URL, or as --watch=60')
        .argParser(wholeNumber(1, 86_400))
        .conflicts([
          'format',
          'output',
          'failUnder',
          'failOn',
          'warnUnder',
          'warnOn',
          'idempotencyKey',
          'view',
          'browser',
        ]),
    )
    .option('--header <name: value>', "send a header to the site's origin; may be repeated", collect)
    .option(
      '--sign-in <module>',
      'run a JavaScript module of yours first; the headers it returns go to the site, e.g. a cookie',
    )
    .option('--user-agent <text>', "instead of the bot's name")
    .option('--exclude <pattern>', 'leave out paths, e.g. /tags/ or /*?print=; may be repeated', collect)
    .option('--canonical-origin <origin>', 'where the site will be published, when its links point there already')
    .option('--checks <checks>', 'report only these checks, e.g. S2,P5, also if they pass; the score counts all')
    .option('--skip <checks>', 'leave these checks out of the report and of --fail-on; the score counts all')
    .option(
      '--ignore <json or file>',
      'findings to accept, as in the configuration file or in a JSON file of their own: [{"check": "P22", "paths": ["/old/"], "reason": "…", "until": "2027-03-31"}]',
    )
    .option(
      '--report <json or file>',
      'what the HTML report has in front, for somebody else: {"title": "…", "logo": "logo.svg", "note": "…", "dates": "de"}',
    )
    .addOption(new Option('--concurrency <n>', 'requests to the site at once; default 8').argParser(wholeNumber(1, 32)))
    .addOption(new Option('--delay <ms>', 'time between two requests; default 0').argParser(wholeNumber(0, 5000)))
    .option('--allow-private', 'the URL may be on this machine or a private network')
    .option('--ignore-robots', 'for your own site: read what its robots.txt forbids as well')
    .option(
      '--browser',
      'also look at up to 10 pages with the Chromium or Chrome of this machine; the site score does not depend on it',
    )
    .option('--config <file>', 'settings; default legible.config.json, where there is one')
    .option('--view', 'open the HTML report, in a temporary file')
    .option('--quiet', 'print the result alone: no progress, no notes')
    .addOption(new Option('--verbose', 'print a line for each page as it is read, and every check').conflicts('quiet'))
    .option('--idempotency-key <key>', 'with a server: a run with the same key within a day reads the same scan')
    .addHelpText(
      'after',
      '\nExit codes: 0 thresholds met, 1 below --fail-under or failed --fail-on, 2 could not scan, 64 usage error',
    )
    .action(async (url: string | undefined, flags: Flags) => {
      if (flags.sites !== undefined) {
        if (url !== undefined) throw new ConfigError('--sites: expected no URL as well. Leave one of the two out.');
        await scanSites(flags.sites, flags);
        return;
      }
      if (flags.with !== undefined) throw new ConfigError('--with: expected --sites as well');
      if (flags.fresh !== undefined) throw new ConfigError('--fresh: expected --sites as well');
      if (url !== undefined) await refuseFolder(url);
      const settings = { ...(await readConfigFile(flags.config)), ...settingsOf(url, flags) };
      // Written without a scheme, an address is for https, and for http where nothing answers by https.
      const isSchemeAssumed = url !== undefined && !url.includes('://');
      if (settings.dist !== undefined) await scanBuild(settings.dist, settings, flags);
      else if (flags.start !== undefined) await scanStarted(flags.start, settings, flags, isSchemeAssumed);
      else await run(settings, flags, isSchemeAssumed);
    });
}

/**
 * Without this, a folder is a host that DNS does not have. A name with a dot or a colon stays an address, because a
 * folder may be called after the site that it mirrors.
 * @throws ConfigError
 */
async function refuseFolder(argument: string): Promise<void> {
  const [name = ''] = argument.split('/');
  if (/[.:]/.test(name) && !/^\.{1,2}$/.test(name)) return;
  const entry = await stat(argument).catch(() => undefined);
  if (entry?.isDirectory() === true)
    throw new ConfigError(`url: ${argument} is a folder here. Scan its files with --dist ${argument}`);
}

/** Serves a build for as long as its scan takes. @throws ConfigError where a URL is given too */
async function scanBuild(folder: string, settings: ScanSettings, flags: Flags): Promise<void> {
  if (settings.url !== undefined) throw new ConfigError('--dist: expected no URL as well. Leave one of the two out.');
  if (usesServer()) refuseLocalSettings(settings);
  const server = await serveBuild(await readBuild(folder));
  try {
    await run({ ...settings, url: `${server.origin}/`, allowPrivate: true }, flags, false);
  } finally {
    await server.close();
  }
}

/** Scans what a command serves. Never from the configuration file: a scan of a strange folder must not run its commands. */
async function scanStarted(
  command: string,
  settings: ScanSettings,
  flags: Flags,
  isSchemeAssumed: boolean,
): Promise<void> {
  if (usesServer()) throw new ConfigError('--start: only scans of this machine can do that; unset LEGIBLE_URL');
  if (settings.url === undefined)
    throw new ConfigError('--start: expected the URL as well at which the command serves');
  // A server that is started for a scan hardly has a certificate.
  const url = isSchemeAssumed ? settings.url.replace(/^https:/, 'http:') : settings.url;
  const server = await interruptible((signal) => startServer(command, url, signal));
  try {
    await run({ ...settings, url, allowPrivate: true }, flags, false);
  } finally {
    await server.stop();
  }
}

async function run(given: ScanSettings, { watch: every, ...flags }: Flags, isSchemeAssumed: boolean): Promise<void> {
  const list =
    given.urls === undefined ? undefined : await readPageList(given.urls, given.url, given.pages ?? MAX_PAGES);
  const settings = { ...given, url: list?.url ?? given.url };
  const { url } = settings;
  if (url === undefined)
    throw new ConfigError('url: expected an address to scan, as argument or in the configuration file');
  const selection = selectChecks(settings.checks, settings.skip);
  if (selection?.length === 0) throw new ConfigError('--skip: no check is left to report. Skip fewer of --checks.');
  const baseline = settings.baseline === undefined ? undefined : await readBaseline(settings.baseline);
  const isRemote = usesServer();
  if (isRemote) refuseLocalSettings(settings, flags.signIn === undefined ? [] : ['--sign-in']);
  // Watch mode writes no files, not even those of the configuration, so existing ones are kept.
  if (every === undefined) await clearOutputs(settings.output, settings.baseline);
  const headers = flags.signIn === undefined ? settings.headers : await signedIn(flags.signIn, url, settings.headers);
  const newTask = (hear?: HearScan): Task => ({
    url,
    settings: { ...settings, headers },
    pages: list?.pages,
    selection,
    baseline,
    hear,
    isSchemeAssumed,
    idempotencyKey: isRemote ? (flags.idempotencyKey ?? randomUUID()) : undefined,
    loudness: loudnessOf(flags),
  });
  await interruptible((signal) =>
    withProduct(
      (call, hear) =>
        every === undefined
          ? scanOnce(call, newTask(hear), flags.view === true, signal)
          : watch(every === true ? WATCH_SECONDS : every, signal, () => readScan(call, newTask(hear), signal)),
      {
        data: 'none',
        allowPrivate: allowedHosts(url, settings.allowPrivate),
        pageLimit: settings.pages,
        hostConcurrency: settings.concurrency,
        hostGapMs: settings.delay,
      },
      signal,
    ),
  );
}

/** The headers of the settings with those of the module that signs in, which win. */
async function signedIn(file: string, url: string, given: ScanSettings['headers']): Promise<ScanSettings['headers']> {
  return { ...given, ...(await interruptible((signal) => signIn(file, url, signal))) };
}

const loudnessOf = ({ quiet, verbose }: Flags): Loudness =>
  quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'usual';

/** @throws ConfigError */
function settingsOf(url: string | undefined, flags: Flags): ScanSettings {
  const {
    pages,
    format,
    failUnder,
    failOn,
    warnUnder,
    warnOn,
    userAgent,
    exclude,
    canonicalOrigin,
    checks,
    skip,
    ignore,
    report,
    urls,
    dist,
    concurrency,
    delay,
    allowPrivate,
    ignoreRobots,
    baseline,
    browser,
  } = flags;
  const given = {
    url,
    pages,
    format,
    failUnder,
    warnUnder,
    userAgent,
    exclude,
    canonicalOrigin,
    allowPrivate,
    ignoreRobots,
    baseline,
    browser,
    urls,
    dist,
    concurrency,
    delay,
    failOn: idsOf(failOn),
    warnOn: idsOf(warnOn),
    checks: idsOf(checks),
    skip: idsOf(skip),
    ignore:
      ignore === undefined
        ? undefined
        : jsonOf('--ignore', ignore.trimStart().startsWith('[') ? ignore : textOf('--ignore', ignore)),
    report:
      report === undefined
        ? undefined
        : jsonOf('--report', report.trimStart().startsWith('{') ? report : textOf('--report', report)),
    headers: pairsOf('--header', ':', flags.header),
    output: pairsOf('--output', '=', flags.output),
  };
  return parseSettings(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    COMMAND_LINE,
  );
}

/** The text of a file that an option names. @throws ConfigError */
function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${option}: expected JSON, or a file that holds it; ${file} cannot be read (${reasonOf(error)})`,
    );
  }
}

/** @throws ConfigError */
function jsonOf(option: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new ConfigError(`${option}: expected JSON (${reasonOf(error)})`);
  }
}

const idsOf = (list: string | undefined): string[] | undefined => list?.split(',').map((id) => id.trim());

const LOCAL = [
  'headers',
  'userAgent',
  'allowPrivate',
  'ignoreRobots',
  'urls',
  'dist',
  'concurrency',
  'delay',
  'browser',
] as const;

function refuseLocalSettings(settings: ScanSettings, options: readonly string[] = []): void {
  const local = [...LOCAL.filter((name) => settings[name] !== undefined).map(optionOf), ...options];
  if (local.length === 0) return;
  throw new ConfigError(
    `${local.join(', ')}: only scans of this machine can do that; unset LEGIBLE_URL to scan from here`,
  );
}

async function scanOnce(call: CallTool, task: Task, isViewed: boolean, signal: AbortSignal): Promise<void> {
  // Before the scan, for its work would be lost.
  const cover = await readCover(task.settings.report);
  const isLooking = task.settings.browser === true;
  const look = isLooking ? createLook(task, signal) : undefined;
  const graded = await readScan(call, task, signal, look?.begin);
  if (graded === undefined) {
    look?.stop();
    process.exitCode = EXIT.failed;
    return;
  }
  const looked = look === undefined ? graded : await withBrowser(call, graded, { look, task, isViewed }, signal);
  const data = { ...looked, ...defined({ cover }) };
  const { format = 'text', output } = task.settings;
  await writeOutputs(output, data);
  print(renderReport(data, format, lookOf(process.stdout), task.loudness === 'verbose'));
  if (isViewed) await view(data);
  const { failures, warnings } = judgeThresholds(data, task);
  for (const line of warnings) say(`legible: warning: ${line}`);
  for (const line of failures) say(`legible: ${line}`);
  if (failures.length > 0) process.exitCode = EXIT.belowThreshold;
}

async function view(data: ReportData): Promise<void> {
  const file = await writeTemporary(renderReport(data, 'html', lookOf(process.stdout)));
  const isOpen = await openFile(file);
  say(isOpen ? `legible: opened ${file}` : `legible: no program here opens the report; it is in ${file}`);
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

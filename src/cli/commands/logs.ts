import { readFile, stat, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AgentKeys } from '../../auth/bot-signature/recorded.ts';
import { ConfigError } from '../../errors.ts';
import type { AddressList } from '../../logs/address-lists.ts';
import { changesOf, exceeded, type RefusalLimit } from '../../logs/compare-logs.ts';
import { createIdentities } from '../../logs/identity.ts';
import { type JoinedScan, pathsOf } from '../../logs/join-scan.ts';
import { logReportOf } from '../../logs/log-report.ts';
import { REDIRECT_SYNTAXES, redirectsOf } from '../../logs/nearest-page.ts';
import { readLog } from '../../logs/read-log.ts';
import { logCsv } from '../../logs/report/log-csv.ts';
import { logLines } from '../../logs/report/log-lines.ts';
import { logMarkdown } from '../../logs/report/log-markdown.ts';
import { sinceMs } from '../../logs/since.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { createReverseDns } from '../../scanner/net/reverse-dns.ts';
import { parseRobotsTxt, type RobotsTxt } from '../../scanner/parse/robots/robots-txt.ts';
import { LogReport } from '../../schema/log-report.ts';
import { logHtml } from '../../web/logs/log-view.ts';
import { readAddressLists } from '../logs/address-lists.ts';
import { openLogFiles } from '../logs/log-files.ts';
import { refreshRanges } from '../logs/refresh-ranges.ts';
import { readSite } from '../logs/scanned-site.ts';
import { readSignatureKeys } from '../logs/signature-keys.ts';
import { EXIT, interruptible, lookOf, print, printable, say } from '../output.ts';
import { assertWritable } from '../report-files.ts';
import { collect, pairsOf } from '../scan-settings.ts';

const PRINTS = ['text', 'json', 'markdown', 'csv', 'html'] as const;
type Print = (typeof PRINTS)[number];

interface Flags {
  readonly site?: string;
  readonly robots?: string;
  readonly since?: string;
  readonly format?: string;
  readonly print: Print;
  readonly output?: readonly string[];
  readonly ranges?: string;
  readonly refreshRanges?: boolean;
  readonly dns?: boolean;
  readonly redirects?: keyof typeof REDIRECT_SYNTAXES;
  readonly baseline?: string;
  readonly failOnRefused?: readonly RefusalLimit[];
  readonly allowPrivate?: boolean;
}

/** More unreadable lines than this and the result is one of a part of the log. */
const UNREADABLE_SHARE = 0.01;
const EXIT_IN_PART = 3;
const EXIT_NO_REQUEST = 4;
const MAX_SMALL_FILE = 20_000_000;

/** `legible logs [files...]`: what agents did, by the access log. */
export function addLogsCommand(program: Command): void {
  program
    .command('logs [files...]')
    .description(
      'show what agents did on your site, by its access log: files, patterns, gzip, brotli or zstd, or standard input',
    )
    .option(
      '--site <url or scan id>',
      'join the log with a scan: requests by finding, robots.txt obeyed or not, pages unread',
    )
    .option('--robots <file>', 'rules of robots.txt to compare requests with; default: those of --site')
    .option('--since <time>', 'only requests since then: 30d, 12h, or a date such as 2026-11-01')
    .option('--format <log_format>', "the log_format of nginx's configuration, for logs that are not recognised")
    .addOption(new Option('--print <format>', 'what to print').choices([...PRINTS]).default('text'))
    .option('--output <format=file>', 'write a format to a file as well; may be repeated', collect)
    .option(
      '--ranges <folder>',
      'prove agents by the address lists and the keys (JWKS) of their operators in this folder',
    )
    .addOption(new Option('--refresh-ranges', 'get these lists and keys from their official addresses first'))
    .option('--dns', 'prove agents by reverse DNS, confirmed forward, where their operator documents it')
    .addOption(
      new Option('--redirects <server>', 'print redirects from missing pages to the nearest instead').choices(
        Object.keys(REDIRECT_SYNTAXES),
      ),
    )
    .option('--baseline <file>', 'JSON report of an earlier period, to show what changed')
    .addOption(
      new Option(
        '--fail-on-refused <agent=percent>',
        'exit 1 when an agent got more refusals, e.g. ChatGPT-User=1, or all=0.5 for assistants and search; may be repeated',
      ).argParser(addLimit),
    )
    .option('--allow-private', 'the site of --site may be on this machine or a private network')
    .addHelpText(
      'after',
      '\nExit codes: 0 read, 1 more refusals than --fail-on-refused, 2 could not be read, 3 read in part, 4 no request in the log, 64 usage error',
    )
    .action((files: string[], flags: Flags) => interruptible((signal) => run(files, flags, signal)));
}

/** A limit of refusals as it is written, added to those before it. */
export function addLimit(text: string, before: readonly RefusalLimit[] = []): RefusalLimit[] {
  const at = text.lastIndexOf('=');
  const percent = Number(text.slice(at + 1));
  if (at < 1 || text.slice(at + 1).trim() === '' || !(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('Expected the name of an agent and a percentage, e.g. ChatGPT-User=1.');
  return [...before, { agent: text.slice(0, at).trim(), percent }];
}

async function run(files: readonly string[], flags: Flags, signal: AbortSignal): Promise<void> {
  const outputs = outputsOf(flags.output);
  for (const [, file] of outputs) await assertWritable('--output', file);
  if (flags.refreshRanges === true && flags.ranges === undefined)
    throw new ConfigError('--refresh-ranges: expected --ranges <folder> too, the folder for the lists');
  const baseline = flags.baseline === undefined ? undefined : await readBaseline(flags.baseline);
  const since = flags.since === undefined ? undefined : sinceMs(flags.since, Date.now());
  const sources = await openLogFiles(files);
  if (flags.refreshRanges === true && flags.ranges !== undefined) await refreshRanges(flags.ranges);
  const lists: Map<string, AddressList> =
    flags.ranges === undefined ? new Map() : await readAddressLists(flags.ranges, Date.now());
  const keys = flags.ranges === undefined ? new Map<string, AgentKeys>() : await readSignatureKeys(flags.ranges);
  const site = flags.site === undefined ? undefined : await readSite(flags.site, flags.allowPrivate === true, signal);
  if (flags.site !== undefined && site === undefined) {
    process.exitCode = EXIT.failed;
    return;
  }
  const robots = flags.robots === undefined ? site?.robots : parseRobotsTxt(await readSmall('--robots', flags.robots));
  const found = await reportOf({ sources, flags, since, lists, keys, robots, joined: site?.joined, signal });
  const report = baseline === undefined ? found : { ...found, changes: changesOf(baseline, found) };
  for (const [format, file] of outputs) await writeFile(file, `${rendered(report, format, baseline)}\n`);
  print(
    flags.redirects === undefined ? rendered(report, flags.print, baseline) : redirectList(report, flags.redirects),
  );
  // A list of redirects has no place for it.
  if (flags.redirects !== undefined) for (const line of report.changes ?? []) say(`legible: ${line}`);
  judge(report, flags.failOnRefused ?? []);
}

interface Reading {
  readonly sources: Parameters<typeof readLog>[0];
  readonly flags: Flags;
  readonly since: number | undefined;
  readonly lists: Map<string, AddressList>;
  readonly keys: ReadonlyMap<string, AgentKeys>;
  readonly robots: RobotsTxt | undefined;
  readonly joined: JoinedScan | undefined;
  readonly signal: AbortSignal;
}

async function reportOf({ sources, flags, since, lists, keys, robots, joined, signal }: Reading): Promise<LogReport> {
  const asksDns = flags.dns === true;
  const read = await readLog(sources, {
    format: flags.format,
    sinceMs: since,
    identities: createIdentities(lists, asksDns ? createReverseDns() : undefined, keys),
    robots,
    pages: joined === undefined ? [] : pathsOf(joined.scan),
    signal,
  });
  return logReportOf({
    read,
    lists: [...lists.values()],
    asksDns,
    hasKeys: keys.size > 0,
    hasRobots: robots !== undefined,
    scan: joined,
  });
}

function rendered(report: LogReport, format: Print, baseline: LogReport | undefined): string {
  if (format === 'json') return JSON.stringify(report, null, 2);
  if (format === 'markdown') return logMarkdown(report);
  if (format === 'csv') return logCsv(report, baseline);
  if (format === 'html') return logHtml(report).trimEnd();
  return logLines(report).map(printable).join('\n');
}

const redirectList = ({ missing }: LogReport, server: keyof typeof REDIRECT_SYNTAXES): string =>
  redirectsOf(missing).map(REDIRECT_SYNTAXES[server]).join('\n');

/** Prints exceeded limits and omitted parts, and sets the exit code. */
function judge(report: LogReport, limits: readonly RefusalLimit[]): void {
  const { paint } = lookOf(process.stderr);
  for (const line of report.leftOut) say(`legible: left out: ${line}`);
  const { lines } = report;
  const isEmpty = lines.requests === 0 && lines.beforePeriod === 0;
  const isUnreadable = isEmpty && lines.unreadable > 0;
  const isPart =
    lines.unreadable > lines.read * UNREADABLE_SHARE || report.leftOut.length > (lines.unreadable > 0 ? 1 : 0);
  const isBroken = lines.read === 0 && report.leftOut.length > 0;
  if (isUnreadable)
    say(
      'legible: no line was readable. Check that it is an access log, or use --format with the log_format of the server',
    );
  else if (isEmpty && !isBroken)
    say('legible: the log has no request. Check that it is the access log, and its rotation');
  process.exitCode = isBroken ? EXIT.failed : isEmpty ? EXIT_NO_REQUEST : isPart ? EXIT_IN_PART : 0;
  const over = exceeded(report, limits);
  for (const line of over) say(`legible: ${paint('red', line)}`);
  if (over.length > 0) process.exitCode = EXIT.belowThreshold;
}

function outputsOf(given: readonly string[] | undefined): [Print, string][] {
  return Object.entries(pairsOf('--output', '=', given) ?? {}).map(([format, file]): [Print, string] => {
    const known = PRINTS.find((each) => each === format);
    if (known === undefined) throw new ConfigError(`--output: expected one of ${PRINTS.join(', ')}, "=" and a file`);
    return [known, file];
  });
}

async function readBaseline(file: string): Promise<LogReport> {
  try {
    return LogReport.parse(JSON.parse(await readSmall('--baseline', file)));
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`--baseline: expected ${quote(file)} to hold an earlier report as --print json prints it`, {
      cause,
    });
  }
}

async function readSmall(option: string, file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new ConfigError(`${option}: there is no ${quote(file)}`);
  if (found.size > MAX_SMALL_FILE) throw new ConfigError(`${option}: ${quote(file)} is larger than 20 MB`);
  return readFile(file, 'utf8');
}

import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { LegibleError } from '../client/send.ts';
import { ConfigError } from '../errors.ts';
import { stateOf } from '../scanner/checks/present.ts';
import type { FirstPages } from '../scanner/model/scan.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { ignoredFindings } from '../scanner/reporters/ignored.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import { type Baseline, foundWhenCancelled, type Scan } from '../schema/scan.ts';
import { hasNoHttps } from '../web/report/other-states.ts';
import { pageLine } from './check-lines.ts';
import { rememberIfPossible } from './commands/history.ts';
import type { CallTool } from './local-engine.ts';
import { print, say } from './output.ts';
import { followScan, type HearScan, type ScanProgress, whyFailed } from './product.ts';
import { readReport } from './render.ts';
import type { ScanSettings } from './scan-settings.ts';

/** How much is said on stderr while a scan runs. */
export type Loudness = 'quiet' | 'usual' | 'verbose';

/** One scan with its settings. */
export interface Task {
  readonly url: string;
  readonly settings: ScanSettings;
  /** The only pages to read, by path and query. */
  readonly pages: readonly string[] | undefined;
  /** The checks to report; undefined for all. */
  readonly selection: readonly string[] | undefined;
  /** The address was written without a scheme. */
  readonly isSchemeAssumed: boolean;
  readonly baseline: Baseline | undefined;
  /** Undefined where no server scans. */
  readonly idempotencyKey: string | undefined;
  readonly hear: HearScan | undefined;
  readonly loudness: Loudness;
}

const REMOTE_POLL_MS = 1000;

/** Runs a scan to its end; undefined, after a line that says why, when there is no grade. */
export async function readScan(
  call: CallTool,
  task: Task,
  signal: AbortSignal,
  onFirstPages?: (first: FirstPages) => void,
): Promise<ReportData | undefined> {
  const { settings, pages, selection, loudness } = task;
  const progress = loudness === 'quiet' ? NO_PROGRESS : createProgress();
  const isRemote = task.idempotencyKey !== undefined;
  const { exclude, canonicalOrigin, headers, userAgent, ignoreRobots } = settings;
  const isVerbose = loudness === 'verbose';
  let isCancelled = false;
  const result = await followScan(call, {
    url: task.url,
    pageLimit: pages?.length ?? settings.pages,
    exclude,
    canonicalOrigin,
    checks: selection,
    local: {
      headers,
      userAgent,
      ignoreRobots,
      pages,
      onFirstPages,
      onPage: isVerbose ? ({ url, checks }) => say(pageLine(url, checks)) : undefined,
    },
    idempotencyKey: task.idempotencyKey,
    ...(isRemote ? { pollMs: REMOTE_POLL_MS } : {}),
    signal,
    hear: task.hear,
    onProgress: progress.show,
    onCancelled: (scan) => {
      progress.clear();
      isCancelled = true;
      tellCancelled(scan, settings.format);
    },
  })
    .finally(() => progress.clear())
    .catch((error: unknown) => {
      if (task.idempotencyKey !== undefined && !isCancelled) sayHowToResume(task.idempotencyKey, error);
      throw error;
    });
  if (result.status === 'failed' && task.isSchemeAssumed && hasNoHttps(result.siteChecks[0])) {
    const url = task.url.replace(/^https:/, 'http:');
    note(task, `nothing answers by https; scanning ${url}`);
    const idempotencyKey = isRemote ? randomUUID() : undefined;
    return readScan(call, { ...task, url, idempotencyKey, isSchemeAssumed: false }, signal, onFirstPages);
  }
  if (result.status === 'failed') {
    say(`legible: could not scan: ${whyFailed(result)}`);
    return undefined;
  }
  // The port of a build's server is another one each time, so its history would never be found.
  if (!isRemote && settings.dist === undefined) await rememberIfPossible(result);
  const read = await readReport(call, result.id, task.baseline);
  const data = withIgnored(settings.dist === undefined ? read : { ...read, folder: settings.dist }, task);
  // A server gives the pages once the scan has ended.
  if (isVerbose && isRemote)
    for (const page of data.scan.pageResults) say(pageLine(page.url, page.checks.map(stateOf)));
  const missing = (pages?.length ?? 0) - result.pagesScanned;
  if (missing > 0) {
    note(
      task,
      `${missing} of the ${pages?.length} listed pages were not graded: each is closed by robots.txt, no HTML, or another address of a listed page`,
    );
  }
  return data;
}

/** What a cancelled scan had found: on stdout as text, on stderr where another format was asked for. */
function tellCancelled({ pagesScanned, rootUrl, siteChecks }: Scan, format = 'text'): void {
  const tell = format === 'text' ? print : say;
  tell(`Cancelled after ${pluralize(pagesScanned, 'page')} of ${rootUrl}. There is no score.`);
  const findings = foundWhenCancelled(siteChecks[0]);
  if (findings.length > 0) tell('Failing so far:');
  for (const { at, found } of findings) tell(`  ${at.padEnd(4)} ${found}`);
}

function withIgnored(data: ReportData, task: Task): ReportData {
  const { ignore = [] } = task.settings;
  if (ignore.length === 0) return data;
  const ignored = ignoredFindings(data.scan, ignore, new Date().toISOString().slice(0, 10));
  for (const line of ignored.notes) note(task, line);
  return { ...data, ignored };
}

/** A line about the work, which is no error. */
export function note({ loudness }: Pick<Task, 'loudness'>, line: string): void {
  if (loudness !== 'quiet') say(`legible: ${line}`);
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

interface Progress {
  show(progress: ScanProgress): void;
  /** Removes the bar. */
  clear(): void;
}

const NO_PROGRESS: Progress = { show() {}, clear() {} };

/** A progress bar on stderr that fits the terminal's width; nothing where stderr is no terminal. */
function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return NO_PROGRESS;
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

import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from '../../errors.ts';
import type { LockFile } from '../../scanner/mcp/across-servers/lock.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { ratingOf } from '../../scanner/scoring/score.ts';
import { badge } from '../../web/badge.ts';
import { EXIT, lookOf, print, say } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import { thisMachine } from '../stdio-server.ts';
import { isDangerous } from './advice.ts';
import { mergeEntries, type ReadConfig, type ServerEntry } from './entries.ts';
import { findConfigs, readNamedConfig } from './find-configs.ts';
import { configPlaces } from './hosts.ts';
import { configReportHtml } from './html-report.ts';
import { LOCK_FILE, newLock, readLock, readLockIfThere, shownDrift, writeLock } from './lock-file.ts';
import { configReportText, planText, reportOf } from './report.ts';
import { type ScannedServer, scanServers } from './scan-servers.ts';

export interface ScanConfigOptions {
  /** The file that the user names; true for those of the known hosts. */
  readonly config: string | true;
  readonly format: 'text' | 'json' | 'html';
  /** File to write an SVG with the lowest score to. */
  readonly badge?: string;
  readonly failUnder?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** Seconds until a server must have answered first. */
  readonly startTimeout: number;
  /** Whether tools that only read are called, and resources and prompts read. */
  readonly call?: boolean;
  /** File to write the lock to; true for the usual one. */
  readonly lock?: string | true;
  /** File of the lock to compare with. */
  readonly locked?: string | true;
}

/** More in one session are no configuration of a person. */
const MAX_SERVERS = 100;

/** Reads the configurations, starts and asks their servers once the user agrees, and prints one report. */
export async function scanConfig(options: ScanConfigOptions, signal: AbortSignal): Promise<void> {
  const machine = thisMachine();
  const configs =
    options.config === true ? await findConfigs(machine) : [await readNamedConfig(options.config, machine)];
  const all = mergeEntries(configs.flatMap(({ entries }) => entries));
  const entries = all.slice(0, MAX_SERVERS);
  // Before anything starts: a lock that is not there is a mistake in the command.
  const locked = options.locked === undefined ? undefined : await readLock(lockFileOf(options.locked));
  for (const { place, problem } of configs) if (problem !== undefined) say(`legible: ${place.file}: ${problem}`);
  if (all.length > entries.length) {
    say(`legible: ${all.length} servers are configured; the first ${entries.length} are graded`);
  }
  if (entries.length === 0) {
    say(`legible: no MCP server is configured${whereLooked(configs, options.config)}`);
    process.exitCode = EXIT.failed;
    return;
  }
  if (options.dryRun === true) {
    print(
      planText(
        entries.map((entry) => ({ entry })),
        configs,
      ),
    );
    return;
  }
  await agree(entries, configs, options);
  await scanEntries(
    entries,
    { ...options, locked, lockName: nameOfLock(options), configs, isCut: all.length > entries.length },
    signal,
  );
}

/** `scan-mcp URL --lock`, `--locked`, `--call`: one server, as if it were all of a configuration. */
export async function scanEndpoint(
  entry: ServerEntry,
  options: Omit<ScanConfigOptions, 'config'>,
  signal: AbortSignal,
): Promise<void> {
  const locked = options.locked === undefined ? undefined : await readLock(lockFileOf(options.locked));
  // The other servers of the lock are not this one's matter.
  const own = Object.entries(locked?.servers ?? {}).filter(([name]) => name === entry.name);
  const ownLock = locked === undefined ? undefined : { ...locked, servers: Object.fromEntries(own) };
  await scanEntries(
    [entry],
    { ...options, locked: ownLock, lockName: nameOfLock(options), configs: [], isCut: false, endpoint: entry.shown },
    signal,
  );
}

interface EntriesOptions extends Omit<ScanConfigOptions, 'config' | 'locked'> {
  readonly config?: string | true;
  readonly endpoint?: string;
  readonly locked: LockFile | undefined;
  /** As the user named it; undefined for the usual file. */
  readonly lockName: string | undefined;
  readonly configs: readonly ReadConfig[];
  /** Whether more servers are configured than are graded. */
  readonly isCut: boolean;
}

async function scanEntries(
  entries: readonly ServerEntry[],
  { configs, isCut, locked, ...options }: EntriesOptions,
  signal: AbortSignal,
): Promise<void> {
  const scanned = await scanServers(entries, {
    signal,
    startMs: options.startTimeout * 1000,
    tries: options.call === true,
    onDone: (server) => progress(server, entries.length),
  });
  const today = new Date().toISOString().slice(0, 10);
  const drift = locked === undefined ? undefined : shownDrift(scanned, locked, today);
  const report = { ...reportOf(scanned, configs), drift: drift ?? null };
  const again = againText(options, locked !== undefined);
  print(
    options.format === 'json'
      ? JSON.stringify(report, null, 2)
      : options.format === 'html'
        ? configReportHtml(report, again)
        : configReportText(report, lookOf(process.stdout), again),
  );
  if (options.badge !== undefined) await writeBadge(options.badge, scanned, today);
  const hasDangerous = report.servers.some(({ answers }) => answers.some(isDangerous));
  const differences = drift?.length ?? 0;
  setExitCode(scanned, configs, isCut, hasDangerous || differences > 0, options.failUnder);
  if (hasDangerous) say('legible: an answer of a server is dangerous');
  if (differences > 0)
    say(`legible: ${pluralize(differences, 'difference')} from the lock; --lock accepts what is there now`);
  if (options.lock !== undefined) {
    const file = lockFileOf(options.lock);
    const before = await readLockIfThere(file);
    const { servers, ...lock } = newLock(scanned, before, today);
    // A lock of several servers keeps the others when one is locked again by itself.
    const kept = options.endpoint === undefined ? {} : before.servers;
    await writeLock(file, { ...lock, servers: { ...kept, ...servers } });
    say(`legible: wrote ${file}`);
  }
}

/**
 * The lowest score of all, because one bad server is in every session; none where one could not be graded and the others are
 * good. @throws ConfigError where it cannot be written */
async function writeBadge(file: string, scanned: readonly ScannedServer[], today: string): Promise<void> {
  const scores = scanned.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.score]));
  const known = scores.length === 0 ? undefined : Math.min(...scores);
  const isGood = known !== undefined && ['good', 'excellent'].includes(ratingOf(known));
  const lowest = scores.length === scanned.length || !isGood ? known : undefined;
  try {
    await replaceFile(file, badge(scanned.length === 1 ? 'MCP server' : 'MCP servers', lowest, today));
  } catch (cause) {
    throw new ConfigError(`--badge: ${file} cannot be written`, { cause });
  }
  say(`legible: wrote ${file}`);
}

const nameOfLock = ({ lock, locked }: Pick<ScanConfigOptions, 'lock' | 'locked'>): string | undefined =>
  [locked, lock].find((given) => typeof given === 'string');

const lockFileOf = (given: string | true): string => (given === true ? LOCK_FILE : given);

function whereLooked(configs: readonly ReadConfig[], given: string | true): string {
  if (given !== true) return ` in ${given}`;
  if (configs.length > 0) return ` in ${configs.map(({ place }) => place.file).join(', ')}`;
  const places = configPlaces(thisMachine()).map(({ file }) => file);
  return `: none of these files exists:\n${places.map((file) => `  ${file}`).join('\n')}`;
}

/** @throws ConfigError without a terminal to ask on and without --yes, or the user declines */
async function agree(
  entries: readonly ServerEntry[],
  configs: readonly ReadConfig[],
  { yes, call }: ScanConfigOptions,
): Promise<void> {
  const started = entries.filter(({ target }) => target.kind === 'stdio').length;
  const asked = entries.filter(({ target }) => target.kind === 'http').length;
  if (yes === true || started + asked === 0) return;
  const acts = [
    ...(started === 0 ? [] : [`start ${pluralize(started, 'program')}`]),
    ...(asked === 0 ? [] : [`ask ${pluralize(asked, 'remote server')}`]),
    ...(call === true ? ['call their tools that only read'] : []),
  ].join(' and ');
  if (!process.stdin.isTTY) {
    throw new ConfigError(
      `--config: would ${acts}. --yes does it without a question, --dry-run shows what would start`,
    );
  }
  say(
    planText(
      entries.map((entry) => ({ entry })),
      configs,
    ),
  );
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await questions.question(`${acts.charAt(0).toUpperCase()}${acts.slice(1)}? [y/N] `);
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new ConfigError('--config: nothing was started');
  } finally {
    questions.close();
  }
}

function progress({ entry, outcome, problem }: ScannedServer, total: number): void {
  if (process.stderr.isTTY !== true && total < 2) return;
  say(`${entry.name}: ${outcome === undefined ? problem : `score ${outcome.score}`}`);
}

const inShell = (word: string): string => (/\s/.test(word) ? JSON.stringify(word) : word);

/** One line for CI, that fails when a server changed or its score is low. */
const againText = (
  { config, endpoint, failUnder, lock, lockName }: Omit<EntriesOptions, 'configs' | 'isCut' | 'locked'>,
  isLocked: boolean,
): string =>
  [
    'legible scan-mcp',
    ...(endpoint === undefined ? ['--config'] : endpoint.startsWith('-- ') ? [] : [endpoint]),
    ...(typeof config === 'string' ? [inShell(config)] : []),
    ...(endpoint === undefined ? ['--yes'] : []),
    '--locked',
    ...(lockName === undefined ? [] : [inShell(lockName)]),
    '--fail-under',
    failUnder ?? 70,
    ...(endpoint?.startsWith('-- ') ? [endpoint] : []),
    ...(lock === undefined && !isLocked ? ['(once --lock has written the lock)'] : []),
  ].join(' ');

/** Faults that were found outweigh a server that could not be graded: a server that is down must not hide them. */
function setExitCode(
  scanned: readonly ScannedServer[],
  configs: readonly ReadConfig[],
  isCut: boolean,
  isWrong: boolean,
  failUnder = 0,
): void {
  const low = scanned.filter(({ outcome }) => outcome !== undefined && outcome.score < failUnder);
  for (const { entry, outcome } of low)
    say(`legible: ${entry.name}: the score ${outcome?.score} is below ${failUnder}`);
  const isIncomplete =
    isCut ||
    configs.some(({ problem }) => problem !== undefined) ||
    scanned.some(({ state, outcome }) => state === 'failed' || outcome?.status === 'failed');
  if (isWrong || low.length > 0) process.exitCode = EXIT.belowThreshold;
  else if (isIncomplete) process.exitCode = EXIT.failed;
}

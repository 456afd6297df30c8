import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import { ConfigError } from '../../errors.ts';
import { namedUrl, withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { type RunState, regressionsSince } from '../../scanner/scoring/compare.ts';
import { Explanation } from '../../schema/explanation.ts';
import { EXIT, interruptible, print, say } from '../output.ts';
import { followScan, whyFailed, withProduct } from '../product.ts';
import { replaceFile } from '../replace-file.ts';
import { allowedHosts, wholeNumber } from '../scan-settings.ts';
import { usesServer } from '../server-access.ts';

interface Options {
  readonly state: string;
  readonly pages?: number;
  readonly allowPrivate?: boolean;
}

const DEFAULT_STATE = 'legible-watch.json';

const Counts = z.object({ applicable: z.int().min(0), fails: z.int().min(0), warns: z.int().min(0) });
/** By root URL: what the last run of each site came to. */
const States = z.record(
  z.string(),
  z.object({
    score: z.int().min(0).max(100),
    // Printed, so no control characters: the cache of a CI job may be written by others.
    rubricVersion: z.string().regex(/^[\w.+-]{1,40}$/),
    checks: z.record(z.string(), Counts),
    readers: z.record(z.string(), z.number()),
    /** Absent in files of earlier versions. */
    actions: z.record(z.string(), z.number()).optional(),
    /** What --pages was; absent for the default. */
    pages: z.int().optional(),
  }),
);
/** Of some thousand sites. */
const MAX_STATE_BYTES = 20_000_000;

type State = z.output<typeof States>[string];

/** `legible watch <url>`: one run, compared with the run before; for cron and CI. */
export function addWatchCommand(program: Command): void {
  program
    .command('watch <url>')
    .description('scan a site once, and report what got worse since the last run; for cron and CI')
    .option('--state <file>', 'file that keeps the last run of each site', DEFAULT_STATE)
    .addOption(new Option('--pages <n>', 'maximum number of pages to read').argParser(wholeNumber(1, 2000)))
    .option('--allow-private', 'the URL may be on this machine or a private network')
    .addHelpText('after', '\nExit codes: 0 nothing got worse, 1 something did, 2 could not scan, 64 usage')
    .action((url: string, options: Options) => interruptible((signal) => run(url, options, signal)));
}

async function run(given: string, { state: file, pages, allowPrivate }: Options, signal: AbortSignal): Promise<void> {
  const parsed = parseUrl(withLikelyScheme(given));
  if (parsed === undefined) throw new ConfigError('url: expected an absolute http or https URL');
  if (usesServer() && allowPrivate === true) {
    throw new ConfigError(
      '--allow-private: only scans of this machine can do that; unset LEGIBLE_URL to scan from here',
    );
  }
  const url = namedUrl(parsed);
  const { [url]: before } = await readStates(file);
  await assertWritable(file);
  const now = await withProduct(
    async (call, hear) => {
      const idempotencyKey = usesServer() ? randomUUID() : undefined;
      const scan = await followScan(call, { url, pageLimit: pages, idempotencyKey, signal, hear });
      if (scan.status === 'failed') {
        say(`legible: could not scan: ${whyFailed(scan)}`);
        return undefined;
      }
      return stateOf(Explanation.parse(await call('explain_scan', { id: scan.id })));
    },
    { data: 'none', allowPrivate: allowedHosts(url, allowPrivate) },
    signal,
  );
  if (now === undefined) {
    process.exitCode = EXIT.failed;
    return;
  }
  const worse = before === undefined || before.pages !== pages ? [] : regressionsSince(before, now);
  const after: State = { ...now, ...defined({ pages }) };
  for (const line of [summaryOf(url, before, after), ...worse.map((each) => `- ${each}`)]) print(line);
  if (worse.length > 0) process.exitCode = EXIT.belowThreshold;
  // Read again, because runs of other sites may have ended since.
  await writeStates(file, { ...(await readStates(file)), [url]: after });
}

function summaryOf(url: string, before: State | undefined, now: State): string {
  if (before === undefined) return `${url}: ${now.score}. This is the first run; the next is compared with it.`;
  if (before.rubricVersion !== now.rubricVersion) {
    return `${url}: ${now.score} by rubric ${now.rubricVersion}. The run before was graded by ${before.rubricVersion}, so they cannot be compared.`;
  }
  if (before.pages !== now.pages) {
    return `${url}: ${now.score}. The run before had another --pages, so they cannot be compared.`;
  }
  const change = now.score - before.score;
  return `${url}: ${now.score} (${change > 0 ? '+' : ''}${change}).`;
}

function stateOf({ siteScore, rubricVersion, checks, llmstxt, delivery, actions }: Explanation): RunState {
  return {
    score: siteScore,
    rubricVersion,
    checks: Object.fromEntries(
      [...checks, ...llmstxt.checks].map(({ checkId, passes, warns, fails }) => [
        checkId,
        { applicable: passes + warns + fails, fails, warns },
      ]),
    ),
    readers: Object.fromEntries(delivery?.readers.map(({ reader, delivered }) => [reader, delivered]) ?? []),
    actions: Object.fromEntries(
      actions?.kinds.flatMap(({ kind, share }) => (share === null ? [] : [[kind, share] as const])) ?? [],
    ),
  };
}

/** @throws ConfigError for a file that holds something else, or cannot be read */
async function readStates(file: string): Promise<z.output<typeof States>> {
  try {
    const { size } = await stat(file);
    if (size > MAX_STATE_BYTES) throw new ConfigError(`${size} bytes`);
    return States.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const { code } = Object(cause);
    if (code === 'ENOENT') return {};
    if (code === 'EACCES') throw new ConfigError(`state: ${file} cannot be read; give yourself the permission`);
    throw new ConfigError(`state: expected ${file} to hold what legible watch wrote, or not to exist`, { cause });
  }
}

/** Before the scan, whose result would be lost. @throws ConfigError */
const assertWritable = (file: string): Promise<void> =>
  access(dirname(file), constants.W_OK).catch((cause: unknown) => refuseWrite(file, cause));

/** @throws ConfigError */
const writeStates = (file: string, states: Readonly<Record<string, State>>): Promise<void> =>
  replaceFile(file, `${JSON.stringify(states, null, 1)}\n`).catch((cause: unknown) => refuseWrite(file, cause));

function refuseWrite(file: string, cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new ConfigError(`state: ${file} cannot be written (${reason})`, { cause });
}

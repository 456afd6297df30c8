import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import { ConfigError } from '../../errors.ts';
import { RUBRIC } from '../../scanner/checks/rubric.ts';
import { namedUrl, withScheme } from '../../scanner/parse/url/normalise-url.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { type Scan, ScanListResponse } from '../../schema/scan.ts';
import { EXIT, lookOf, print, say } from '../output.ts';
import { withProduct } from '../product.ts';
import { wrap } from '../render.ts';
import { ownDataDir, usesServer } from '../server-access.ts';

const BARS = '▁▂▃▄▅▆▇█';
const SHOWN = 20;
/** Answers of 100 scans each that a server is asked for. */
const MAX_ANSWERS = 10;

/** `legible history <url>`: the scores of a site over time. */
export function addHistoryCommand(program: Command): void {
  program
    .command('history <url>')
    .description(
      'show the scores of a site so far: scans of this machine, or of your account on the server of LEGIBLE_URL',
    )
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .action(async (site: string, { format }: { format: 'text' | 'json' }) => {
      const url = parseUrl(withScheme(site));
      if (url === undefined) throw new ConfigError('url: expected an absolute http or https URL');
      const href = namedUrl(url);
      const all = usesServer() ? await fromServer() : await recall(ownDataDir());
      const scans = all.filter(({ rootUrl }) => rootUrl === href);
      if (format === 'json') print(JSON.stringify(scans, null, 2));
      else if (scans.length > 0) print(historyText(scans, lookOf(process.stdout).columns));
      if (scans.length > 0) return;
      say(`legible: no completed scan of ${href} is known. legible scan ${href} makes one.`);
      process.exitCode = EXIT.failed;
    });
}

/** Oldest first. */
async function fromServer(): Promise<Remembered[]> {
  return withProduct(async (call) => {
    const found: Remembered[] = [];
    let cursor: string | undefined;
    for (let answers = 0; answers < MAX_ANSWERS; answers += 1) {
      const { data, nextCursor } = ScanListResponse.parse(
        await call('list_scans', { limit: 100, ...defined({ cursor }) }),
      );
      for (const { rootUrl, createdAt, siteScore, llmstxtScore, pagesScanned } of data) {
        if (siteScore !== null && llmstxtScore !== null && pagesScanned !== null) {
          found.push({ rootUrl, createdAt, siteScore, llmstxtScore, pagesScanned });
        }
      }
      cursor = nextCursor;
      if (cursor === undefined) break;
    }
    return found.reverse();
  });
}

/** One line of bars from 0 to 100, then the latest scans. */
export function historyText(scans: readonly Remembered[], columns: number): string {
  const bars = scans.map(
    ({ siteScore }) => BARS[Math.min(BARS.length - 1, Math.floor((siteScore / 100) * BARS.length))],
  );
  const latest = scans.slice(-SHOWN);
  return [
    bars.slice(-Math.min(columns, 200)).join(''),
    ...latest.flatMap(({ createdAt, siteScore, llmstxtScore, pagesScanned, rubricVersion }, at) => {
      const before = scans[scans.length - latest.length + at - 1];
      const isNewRubric = before !== undefined && before.rubricVersion !== rubricVersion;
      const change = before === undefined || isNewRubric ? 0 : siteScore - before.siteScore;
      const moved = change === 0 ? '' : ` (${change > 0 ? '+' : ''}${change})`;
      const line = `${createdAt.slice(0, 16).replace('T', ' ')}  ${siteScore}${moved}  llms.txt ${llmstxtScore}  ${pluralize(pagesScanned, 'page')}`;
      return [
        ...(isNewRubric ? [wrap(rubricLine(before, rubricVersion), columns, '  ')] : []),
        line.length > columns ? wrap(line, columns, '  ') : line,
      ];
    }),
  ].join('\n');
}

/** Between scans of two rubrics: their difference is no change of the site. */
const rubricLine = ({ rubricVersion: before }: Remembered, now: string | undefined): string =>
  `-- graded under rubric ${now ?? 'of an unknown version'} from here, before under ${before ?? 'an older one'}: the scores cannot be compared --`;

/** When the folder is not writable, the history is lost but not the scan. */
export async function rememberIfPossible(scan: Scan): Promise<void> {
  try {
    await remember(ownDataDir(), scan);
  } catch (error) {
    say(
      `legible: the scan is not saved for legible history (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

/** The history entry of a scan made on this machine. */
const Remembered = z.object({
  rootUrl: z.url(),
  createdAt: z.iso.datetime(),
  siteScore: z.int().min(0).max(100),
  llmstxtScore: z.int().min(0).max(100),
  pagesScanned: z.int().min(0),
  /** Undefined where it is not known: in the list of a server, and in entries of older versions. */
  rubricVersion: z.string().optional(),
});
export type Remembered = z.output<typeof Remembered>;

const fileIn = (dataDir: string) => join(dataDir, 'history.jsonl');

/** Rejects when the folder cannot be written. */
export async function remember(dataDir: string, scan: Scan): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // One write of one line: commands that run at once do not mix theirs.
  const entry = Remembered.parse({ ...scan, rubricVersion: RUBRIC.version });
  await appendFile(fileIn(dataDir), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

/** Every recorded scan, oldest first; a line that a crash truncated is skipped. */
export async function recall(dataDir: string): Promise<Remembered[]> {
  const content = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  return content.split('\n').flatMap((line) => {
    try {
      return [Remembered.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/**
 * The engine for other programs: `import { expectLegible, scan } from 'legible'`. A scan runs in this process, without a
 * server, an account or a data folder.
 */
import { AssertionError } from 'node:assert';
import { withLocalEngine } from './cli/local-engine.ts';
import { followScan, whyFailed } from './cli/product.ts';
import { readReport } from './cli/render.ts';
import { allowedHosts } from './cli/scan-settings.ts';
import { readBuild } from './fix/build.ts';
import { serveBuild } from './fix/serve-build.ts';
import { CATALOGUE, titlesOf } from './scanner/checks/catalogue.ts';
import { withScheme } from './scanner/parse/url/normalise-url.ts';
import { pluralize } from './scanner/pluralize.ts';
import { findingsOf, unmeasuredOf } from './scanner/reporters/findings.ts';
import { asPublished } from './scanner/reporters/published.ts';
import type { ReportData } from './scanner/reporters/reporter.ts';

export interface ScanOptions {
  /** Pages to read at most, 1 to 2,000; default 100. */
  readonly pageLimit?: number;
  /** Pages to leave out, as path patterns of robots.txt. */
  readonly exclude?: readonly string[];
  /** Origin where a preview will be published. */
  readonly canonicalOrigin?: string;
  /** Sent to the origin of the site, and to no other. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the bot's name. */
  readonly userAgent?: string;
  /** For your own site: also read what its robots.txt closes. */
  readonly ignoreRobots?: boolean;
  /** The URL may be on this machine or a private network. */
  readonly allowPrivate?: boolean;
  /** Aborting it ends the scan; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called a few times a second. */
  readonly onProgress?: (progress: ScanProgress) => void;
}

/** What a site generator writes. */
export interface BuildFolder {
  /** Its output folder, such as `dist`. */
  readonly dist: string;
}

export interface ScanProgress {
  /** What the scan is doing, such as "page 41 of 200". */
  readonly phase?: string | undefined;
  readonly pagesScanned?: number;
  readonly pagesDiscovered?: number;
}

/** A check that is not passed. */
export interface Finding {
  readonly checkId: string;
  readonly status: 'fail' | 'warn';
  readonly title: string;
  /** Trusted text, of the worst result. */
  readonly message: string;
  readonly howToFix: string;
  /** 0 for a finding about the site as a whole. */
  readonly affectedPages: number;
  /** At most 10, the worst first; paths where a folder was scanned that names no origin. Chosen by the site. */
  readonly pages: readonly string[];
}

export interface SiteFix {
  readonly checkId: string;
  readonly title: string;
  /** Points of the site's score, once the fixes before it are made. */
  readonly gain: number;
  readonly scoreAfter: number;
  readonly howToFix: string;
}

export interface SiteResult {
  /** As it was given; of a folder, where it will be published if that is known, else the folder. */
  readonly url: string;
  /** 0 to 100. */
  readonly score: number;
  readonly rating: 'excellent' | 'good' | 'fair' | 'needs_improvement';
  readonly llmsTxtScore: number;
  readonly rubricVersion: string;
  readonly pagesScanned: number;
  readonly pagesDiscovered: number;
  /** The share of the site's own text that each kind of agent gets, 0 to 1. */
  readonly readers: readonly { readonly id: string; readonly name: string; readonly delivered: number }[];
  /** In the order of the catalogue. */
  readonly findings: readonly Finding[];
  /** Best first. */
  readonly fixes: readonly SiteFix[];
  /** Ids of checks that could not be measured. */
  readonly unmeasured: readonly string[];
}

/** The site could not be graded. */
export class ScanFailed extends Error {
  override readonly name = 'ScanFailed';
}

/**
 * Scans a website.
 * @throws ScanFailed where the site cannot be read, with the reason and what to do; an Error that names the option for a
 * wrong one
 */
export async function scan(url: string, options?: ScanOptions): Promise<SiteResult>;
/**
 * Scans the output folder of a site generator, as a host of static files would serve it.
 * @throws as for a URL; an Error where the folder holds no page
 */
export async function scan(build: BuildFolder, options?: ScanOptions): Promise<SiteResult>;
export async function scan(what: string | BuildFolder, options: ScanOptions = {}): Promise<SiteResult> {
  if (typeof what === 'string') return scanUrl(what, options);
  const server = await serveBuild(await readBuild(folderOf(what)));
  try {
    return await scanUrl(`${server.origin}/`, { ...options, allowPrivate: true }, what.dist);
  } finally {
    await server.close();
  }
}

/** @throws TypeError, because no compiler checks the call of a test in JavaScript */
function folderOf(build: BuildFolder): string {
  const names = typeof build === 'object' && build !== null ? Object.keys(build) : [];
  if (names.length !== 1 || typeof build.dist !== 'string')
    throw new TypeError('scan: expected a URL, or { dist: folder }; options come second.');
  return build.dist;
}

async function scanUrl(url: string, options: ScanOptions, folder?: string): Promise<SiteResult> {
  const { pageLimit, exclude, canonicalOrigin, headers, userAgent, ignoreRobots, allowPrivate, signal, onProgress } =
    options;
  refuseUnknown(options);
  signal?.throwIfAborted();
  const address = withScheme(url);
  return withLocalEngine(
    async (call) => {
      const ended = await followScan(call, {
        url: address,
        pageLimit,
        exclude,
        canonicalOrigin,
        local: { headers, userAgent, ignoreRobots },
        signal,
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      if (ended.status === 'failed') throw new ScanFailed(whyFailed(ended));
      return resultOf(asPublished({ ...(await readReport(call, ended.id, undefined)), folder }));
    },
    { data: 'none', pageLimit, allowPrivate: allowedHosts(address, allowPrivate) },
  );
}

const OPTIONS: Readonly<Record<keyof ScanOptions, true>> = {
  pageLimit: true,
  exclude: true,
  canonicalOrigin: true,
  headers: true,
  userAgent: true,
  ignoreRobots: true,
  allowPrivate: true,
  signal: true,
  onProgress: true,
};

/** No compiler checks the options of a test in JavaScript. */
function refuseUnknown(options: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown === undefined) return;
  throw new TypeError(`scan: there is no option ${unknown}. Known are ${Object.keys(OPTIONS).join(', ')}.`);
}

function resultOf(data: ReportData): SiteResult {
  const { scan: graded, explanation } = data;
  return {
    url: graded.rootUrl,
    score: graded.siteScore,
    rating: graded.siteRating,
    llmsTxtScore: graded.llmstxtScore,
    rubricVersion: explanation?.rubricVersion ?? '',
    pagesScanned: graded.pagesScanned,
    pagesDiscovered: graded.pagesDiscovered,
    readers: (explanation?.delivery?.readers ?? []).map(({ reader, name, delivered }) => ({
      id: reader,
      name,
      delivered,
    })),
    findings: findingsOf(data).map(({ id, status, name, message, howToFix, affectedPages, pages }) => ({
      checkId: id,
      status,
      title: name,
      message,
      howToFix,
      affectedPages,
      pages: pages.map((page) => page.url),
    })),
    fixes: (explanation?.fixes ?? []).map(({ checkId, name, gain, scoreAfter, howToFix }) => ({
      checkId,
      title: name,
      gain,
      scoreAfter,
      howToFix,
    })),
    unmeasured: unmeasuredOf(graded).map(({ id }) => id),
  };
}

/** What a test asks of a result; each call answers the same object, so that they chain. */
export interface Expectation {
  /** @throws AssertionError below this site score, with the best fixes */
  toScore(least: number): Expectation;
  /**
   * A check that does not apply passes; a warning, or what could not be measured, does not.
   * @throws AssertionError with the finding and its fix
   */
  toPass(...checkIds: string[]): Expectation;
  /** @throws AssertionError where a kind of agent gets less than this share of the text, 0 to 1 */
  toReachReaders(least: number): Expectation;
}

const SHOWN_FIXES = 3;
const CHECK_IDS: ReadonlySet<string> = new Set(CATALOGUE.map(({ id }) => id));

/** Expectations of a scan, for node:test, vitest and every other runner that reports thrown errors. */
export function expectLegible(result: SiteResult, ...rest: never[]): Expectation {
  refuseMore('expectLegible', rest, 'one argument, the result of scan()');
  if (!isResult(result))
    throw new TypeError('expectLegible: expected what scan() resolves to. Write expectLegible(await scan(url)).');
  const expectation: Expectation = {
    toScore(least, ...more: never[]) {
      refuseMore('toScore', more, 'one number');
      assertWithin('toScore', least, 100);
      if (result.score >= least) return expectation;
      const best = result.fixes.slice(0, SHOWN_FIXES);
      refuse(
        [
          `${result.url} scores ${result.score}, expected at least ${least}. Best fixes:`,
          ...worstReaderLines(result),
          ...best.map(({ checkId, gain, howToFix }) => `  ${checkId} (+${gain.toFixed(1)}): ${howToFix}`),
        ],
        { actual: result.score, expected: least, operator: 'toScore' },
      );
    },
    toPass(...checkIds) {
      if (checkIds.length === 0) throw new TypeError("toPass: expected ids of checks, such as toPass('S2', 'P5').");
      const unknown = checkIds.filter((id) => !CHECK_IDS.has(id));
      if (unknown.length > 0) throw new TypeError(`toPass: scans of websites have no check ${unknown.join(', ')}`);
      const lines = checkIds.flatMap((id) => linesOf(id, result));
      if (lines.length === 0) return expectation;
      refuse(lines, { actual: lines.length, expected: 0, operator: 'toPass' });
    },
    toReachReaders(least, ...more: never[]) {
      refuseMore('toReachReaders', more, 'one number');
      assertWithin('toReachReaders', least, 1);
      const kept = result.readers.filter(({ delivered }) => delivered < least);
      if (kept.length === 0) return expectation;
      const lines = kept.map(({ name, delivered }) => `  ${name}: ${Math.round(delivered * 100)} %`);
      refuse([`Agents get less than ${Math.round(least * 100)} % of the text of ${result.url}:`, ...lines], {
        actual: Math.min(...kept.map(({ delivered }) => delivered)),
        expected: least,
        operator: 'toReachReaders',
      });
    },
  };
  return expectation;
}

// A test in JavaScript that is called wrongly would otherwise pass and assert nothing.

function refuseMore(name: string, more: readonly unknown[], expected: string): void {
  if (more.length > 0) throw new TypeError(`${name}: expected ${expected}, and got ${more.length + 1} arguments.`);
}

function assertWithin(name: string, value: number, most: number): void {
  if (typeof value !== 'number' || !(value >= 0 && value <= most))
    throw new TypeError(`${name}: expected a number from 0 to ${most}, and got ${String(value)}.`);
}

const isResult = (value: unknown): value is SiteResult =>
  typeof value === 'object' && value !== null && 'score' in value && 'findings' in value && 'unmeasured' in value;

const FULL_REACH = 0.95;

/** Most points are for text that arrives, and not every loss of it has a fix in the list. */
function worstReaderLines({ readers }: SiteResult): string[] {
  const [worst] = readers.toSorted((a, b) => a.delivered - b.delivered);
  if (worst === undefined || worst.delivered >= FULL_REACH) return [];
  return [`  Bring text to the agents: ${worst.name} gets ${Math.round(worst.delivered * 100)} % of it.`];
}

function linesOf(id: string, { findings, unmeasured }: SiteResult): string[] {
  const found = findings.find(({ checkId }) => checkId === id);
  if (found !== undefined) {
    const { status, title, message, howToFix, affectedPages, pages } = found;
    const where =
      affectedPages === 0 ? [] : [`  On ${pluralize(affectedPages, 'page')}, such as ${pages.slice(0, 3).join(' ')}`];
    return [`${id} ${status}: ${title}`, `  ${message}`, `  Fix: ${howToFix}`, ...where];
  }
  return unmeasured.includes(id) ? [`${id} could not be measured: ${titlesOf(id).pass}`] : [];
}

function refuse(
  lines: readonly string[],
  details: { readonly actual: number; readonly expected: number; readonly operator: string },
): never {
  throw new AssertionError({ message: lines.join('\n'), ...details, stackStartFn: refuse });
}

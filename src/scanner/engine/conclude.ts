import { defined } from '../../basics/defined.ts';
import { LLMS_TXT_CHECKS, PAGE_CHECKS, SITE_CHECKS } from '../checks/catalogue.ts';
import { type CheckOf, runChecks } from '../checks/run.ts';
import type { CrawlOutcome } from '../crawl/crawl-site.ts';
import { CHUNK_PAGES } from '../crawl/page-results.ts';
import { deliveredShare } from '../delivery/delivered-share.ts';
import { faultsOf, PAGE_MENDS, type PageLog } from '../delivery/page-log.ts';
import type { DeliveryInput } from '../delivery/site.ts';
import type { SiteArtifacts } from '../model/artifacts.ts';
import { llmsTxtLinks } from '../model/llms-txt.ts';
import type { AccessibilityAudit, PageDigest } from '../model/page.ts';
import type { CheckRecord, OnCheckBug } from '../model/result.ts';
import type { ScanReport, ScanSink } from '../model/scan.ts';
import type { PageTotals, ScoreBasis, Tally } from '../model/score.ts';
import { refusalsIn, type Target } from '../model/site.ts';
import { intentOf, platformOf, siteKindOf } from '../model/site-kind.ts';
import type { HostLimit } from '../net/site-client.ts';
import { looksLikePage, normaliseUrl } from '../parse/url/normalise-url.ts';
import { scoreLlmsTxt, scoreSite } from '../scoring/score.ts';
import { tally } from '../scoring/tally.ts';
import { isEarly } from '../workers/page-job.ts';
import { actedKinds } from './acted-kinds.ts';
import { rateLimited } from './rate-limited.ts';
import { failedReport, failureRecord } from './scan-failure.ts';

export interface Conclusion {
  readonly target: Target;
  readonly artifacts: Partial<SiteArtifacts>;
  readonly outcome: CrawlOutcome;
  /** By URL of the page; pages outside the sample have none. */
  readonly audits: ReadonlyMap<string, AccessibilityAudit>;
  /** What the pages' early checks came to; the other records are added here. */
  readonly tallies: Map<string, Tally>;
  /** With which the site ended the scan's requests. */
  readonly limit: HostLimit | undefined;
  readonly sink: ScanSink;
  readonly onBug: OnCheckBug;
}

const LATE_CHECKS: readonly CheckOf<'page'>[] = PAGE_CHECKS.filter((check: CheckOf<'page'>) => !isEarly(check));
const NOT_SAMPLED: AccessibilityAudit = { kind: 'not-sampled' };
/** Above this share of refused page requests there is no grade (catalogue, S7). */
const REFUSED_SHARE = 0.5;

const TOO_MANY_REQUESTS = 429;
/** Requests of an agent for one question at most: files about the site, searches, pages. Assumed. */
const VISIT_REQUESTS = 10;

/** Pages that a scan must have read to enter the corpus, unless the site has fewer. */
const CORPUS_PAGES = 25;

/** Everything that can be said once all pages are read: late page checks, site and llms.txt checks, the scores. */
export async function concludeScan(conclusion: Conclusion): Promise<ScanReport> {
  const { target, artifacts, outcome, audits, tallies, sink, onBug } = conclusion;
  const { crawl, addresses, cutShort } = outcome;
  const counts = { pagesDiscovered: crawl.pagesDiscovered, pagesScanned: crawl.pages.length };

  const lateFaults = new Map<string, string[]>();
  for (let chunk = 0; chunk < outcome.chunkCount; chunk += 1) {
    const pages = crawl.pages.slice(chunk * CHUNK_PAGES, (chunk + 1) * CHUNK_PAGES).map((digest) => {
      const checks = runChecks(
        LATE_CHECKS,
        { digest, crawl, addresses, accessibility: audits.get(digest.url) ?? NOT_SAMPLED, target },
        onBug,
      );
      tally(tallies, checks);
      lateFaults.set(digest.url, faultsOf(checks));
      return { url: digest.url, checks };
    });
    await sink.latePages(chunk, pages);
  }

  const siteChecks = runChecks<'site'>(SITE_CHECKS, artifacts, onBug);
  const failure = reasonToFail(conclusion);
  if (failure !== undefined) return failedReport(failure, { siteChecks, ...counts });
  const llmsTxtChecks = runChecks<'llmsTxt'>(LLMS_TXT_CHECKS, artifacts, onBug);
  tally(tallies, siteChecks);
  tally(tallies, llmsTxtChecks);

  const file = artifacts.llmsTxt?.file?.parsed;
  const faulty = new Set([...tallies].flatMap(([id, { fails, warns }]) => (fails + warns > 0 ? [id] : [])));
  const seen: DeliveryInput = {
    target,
    pages: outcome.visited,
    log: withFaults(outcome.pageLog, outcome.visited, lateFaults),
    robotsTxt: artifacts.robotsTxt,
    uaParity: artifacts.uaParity,
    listed: listedPages(artifacts, target),
    limited: limitedShare(artifacts),
  };
  const basis: ScoreBasis = {
    tallies: Object.fromEntries(tallies),
    pages: totalsOf(crawl.pages, counts.pagesDiscovered, target, cutShort, outcome.unreadable),
    llmsTxt: file === undefined ? undefined : { charCount: file.charCount, linkCount: llmsTxtLinks(file).length },
    siteKind: siteKindOf(crawl.pages, intentOf(crawl), outcome.unreadable.shell + outcome.unreadable.both),
    delivery: deliveredShare(seen, faulty),
    ...(artifacts.actions === undefined ? {} : { actions: actedKinds(artifacts.actions) }),
    ...defined({ publicOrigin: target.publicOrigin, platform: platformOf(outcome.home, outcome.firstAnswers) }),
  };
  const score = scoreSite(basis);
  return {
    status: 'completed',
    ...counts,
    siteChecks,
    llmsTxtChecks,
    score,
    host: new URL(target.finalUrl).host,
    entersCorpus:
      !target.isPrivateHost &&
      target.scope === `${target.origin}/` &&
      !score.lowConfidence &&
      counts.pagesScanned >= Math.min(CORPUS_PAGES, counts.pagesDiscovered),
    llmsTxtScore: scoreLlmsTxt(tallies, basis.llmsTxt),
    basis,
  };
}

/** The log with the faults that late checks found, by URL of the page. */
const withFaults = (log: PageLog, visited: readonly PageDigest[], late: ReadonlyMap<string, string[]>): PageLog => ({
  ...log,
  pages: log.pages.map((page, at) => ({
    ...page,
    faults: [...page.faults, ...(late.get(visited[at]?.url ?? '') ?? []).filter((id) => PAGE_MENDS.has(id))],
  })),
});

function reasonToFail({ target, artifacts, outcome, limit }: Conclusion): CheckRecord | undefined {
  const { pages } = outcome.crawl;
  const seen = artifacts.traffic ?? { pageRequests: 0, blocked: [] };
  const { pageRequests } = seen;
  const blocked = refusalsIn(seen);
  // A host that asks for longer pauses than a scan can make is asked for no page after its root.
  const isPutOff = pages.every(({ status }) => status === 429 || (target.status === 429 && status <= 0));
  if (pages.length > 0 && isPutOff) {
    return rateLimited(target.finalUrl, limit ?? { status: 429, retry: undefined }).failure;
  }
  if (pageRequests > 0 && blocked.length > pageRequests * REFUSED_SHARE) {
    const cut = blocked.filter(({ kind }) => kind === 'reset').length;
    if (cut > blocked.length / 2) {
      return failureRecord(
        `The server ended the connection without an answer in ${cut} of ${pageRequests} page requests of our bot, so there is nothing to grade.`,
        'Find out why the server ends connections: a crash, a limit of connections, or a rule against bots. Then scan again.',
        { url: target.finalUrl },
      );
    }
    return failureRecord(
      `The site refused ${blocked.length} of ${pageRequests} page requests of our bot, so there is nothing to grade.`,
      'Let the bot through the firewall or bot rule (its user agent says where it is explained), then scan again.',
      { url: target.finalUrl },
    );
  }
  if (!pages.some(({ status }) => status > 0)) {
    const nothing = outcome.cutShort
      ? 'The time for the scan was over before a page had been read.'
      : 'The root URL leads to no HTML page.';
    return failureRecord(
      pages.length === 0 ? nothing : 'No page of the site could be fetched.',
      'Submit the address of an HTML page that answers requests from the internet.',
      { url: target.finalUrl },
    );
  }
  return undefined;
}

/** Of the requests of one visit, those that a site turns away with a pause that no agent waits for. */
function limitedShare({ traffic }: Partial<SiteArtifacts>): number {
  if (traffic?.limit?.status !== TOO_MANY_REQUESTS) return 0;
  return Math.max(0, 1 - traffic.limit.answered / VISIT_REQUESTS);
}

/** Pages of this scan that the sitemap lists. */
function listedPages({ sitemap }: Partial<SiteArtifacts>, { scope }: Target): string[] {
  const urls = (sitemap?.entries ?? []).map(({ url }) => normaliseUrl(url)).filter((url) => url !== undefined);
  return urls.filter((url) => url.startsWith(scope) && looksLikePage(url));
}

function totalsOf(
  pages: readonly PageDigest[],
  discovered: number,
  target: Target,
  cutShort: boolean,
  unreadable: PageTotals['unreadable'],
): PageTotals {
  return {
    discovered,
    scanned: pages.length,
    // Pages that the scanner failed to fetch are no proven fault of the site.
    not200: pages.filter(({ status, readable }) => status !== 200 && readable !== 'unknown').length,
    unreadable,
    homepageStatus: target.status,
    cutShort,
  };
}

import type { SiteArtifacts } from './artifacts.ts';
import { createAuditQueue } from './audit-queue.ts';
import { SITE_CHECKS } from './catalogue.ts';
import { concludeScan } from './conclude-scan.ts';
import { crawlSite } from './crawl/crawl-site.ts';
import { createFrontier } from './crawl/frontier.ts';
import { listingsOf, llmsTxtLinks } from './crawl/listings.ts';
import { createMarkdownPlan } from './crawl/markdown-plan.ts';
import { PATIENCE, type Patience } from './crawl/patience.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { type Gathered, gatherInto } from './gather-into.ts';
import { llmsTxt } from './gatherers/llms-txt.ts';
import { askControls } from './gatherers/negative-control.ts';
import { GATHERERS } from './gatherers/registry.ts';
import { sitemap } from './gatherers/sitemap.ts';
import type { Fetcher } from './net/fetch-types.ts';
import type { HostThrottle } from './net/host-throttle.ts';
import { createLedger, type RequestLedger, type RequestPurpose, traffic } from './net/request-ledger.ts';
import { createSiteClient } from './net/site-client.ts';
import { openTarget } from './open-target.ts';
import { parseUrl } from './parse/normalise-url.ts';
import { excluder } from './parse/robots-pattern.ts';
import { type CheckOf, type OnCheckBug, runChecks } from './run-checks.ts';
import { failedReport } from './scan-failure.ts';
import type { RunScan, ScanReport, ScanRequest, ScanSink } from './scan-types.ts';
import { type Tally, tally } from './scoring/tally.ts';
import { visitOf } from './visit-of.ts';
import type { AccessibilityPool } from './workers/accessibility-pool.ts';
import type { PagePool } from './workers/page-pool.ts';

export interface RunScanParts {
  readonly fetcher: Fetcher;
  readonly throttle: HostThrottle;
  readonly pool: PagePool;
  readonly accessibility: AccessibilityPool;
  readonly userAgent: string;
  nonceFor(host: string): string;
  readonly onBug: OnCheckBug;
  /** How long slow sites are read; default PATIENCE. */
  readonly patience?: Patience;
  /** Told at the end of every scan what it asked of the network. */
  readonly onLedger?: (ledger: RequestLedger) => void;
}

/** Share of the deadline that the crawl may use; the rest is for the probes that need its pages. */
const CRAWL_SHARE = 0.9;

/**
 * The whole of one scan: leave to read and scope, what does not exist, the site's files, the pages in waves, the
 * probes that need pages, the checks, the score.
 */
export function createRunScan(parts: RunScanParts): RunScan {
  return async (request, sink, signal) => {
    const ledger = createLedger();
    const scan = createDeadline(signal, request.deadlineMs);
    const crawl = createDeadline(signal, request.deadlineMs * CRAWL_SHARE);
    try {
      return await scanWithin({ scan: scan.signal, crawl }, ledger, request, sink, signal);
    } finally {
      parts.onLedger?.(ledger);
      scan.clear();
      crawl.clear();
    }
  };

  async function scanWithin(
    deadline: { readonly scan: AbortSignal; readonly crawl: Deadline },
    ledger: RequestLedger,
    given: ScanRequest,
    sink: ScanSink,
    signal: AbortSignal,
  ): Promise<ScanReport> {
    const { fetcher, throttle, onBug } = parts;
    const { request, visit } = visitOf(given);
    const { permit } = request;
    const clientFor = (purpose: RequestPurpose, until: AbortSignal) =>
      createSiteClient({ fetcher, throttle, ledger, purpose, permit, visit, signal: until });
    const client = clientFor('probe', deadline.scan);
    // Ends with the crawl, so that pages nobody waits for do not keep the probes after it from their turn.
    const pageClient = clientFor('twin', deadline.crawl.signal);
    const [sitemaps, links] = [clientFor('sitemap', deadline.scan), clientFor('link', deadline.scan)];
    for (const each of [pageClient, sitemaps, links]) each.useRobots((url) => client.mayFetch(url));

    const opening = await openTarget(client, throttle, request);
    signal.throwIfAborted();
    if (!opening.ok) {
      const seen: Partial<SiteArtifacts> = { robotsTxt: opening.robotsTxt };
      return failedReport(opening.failure, { siteChecks: runChecks(checksOn(seen), seen, onBug) });
    }
    const { target, robotsTxt } = opening;
    const artifacts: Gathered = { target, robotsTxt };
    const nonce = parts.nonceFor(new URL(target.origin).host);
    const controls = await askControls(client, target.origin, nonce);
    for (const each of [client, sitemaps, links]) each.useControls(controls.bodies);
    const context = { client, sitemaps, links, nonce, controls, userAgent: request.userAgent ?? parts.userAgent };
    const gather = gatherInto(artifacts, context, onBug, signal);
    await Promise.all([gather(sitemap), gather(llmsTxt)]);

    const auditQueue = createAuditQueue(parts.accessibility, AbortSignal.any([signal, deadline.scan]));
    const tallies = new Map<string, Tally>();
    const frontier = createFrontier(target.scope, (url) => client.mayFetch(url), excluder(request.exclude));
    frontier.add(target.finalUrl, target.finalUrl, 'root');
    for (const { url } of artifacts.sitemap?.entries ?? []) frontier.add(url, target.finalUrl, 'sitemap');
    for (const url of linksInLlmsTxt(artifacts)) frontier.add(url, target.finalUrl, 'llms-txt');
    const outcome = await crawlSite({
      reader: {
        target,
        client: pageClient,
        pool: parts.pool,
        plan: createMarkdownPlan(),
        listings: listingsOf(artifacts.sitemap, artifacts.llmsTxt),
        signal,
      },
      frontier,
      ledger,
      pageLimit: request.pageLimit,
      sink,
      deadline: deadline.crawl,
      patience: parts.patience ?? PATIENCE,
      onRecords: (records) => tally(tallies, records),
      onSampled: (pages) => auditQueue.add(pages),
      onBug,
    });
    signal.throwIfAborted();
    artifacts.crawl = outcome.crawl;
    if (outcome.home !== undefined) artifacts.home = outcome.home;
    artifacts.firstAnswers = outcome.firstAnswers;
    artifacts.traffic = traffic(ledger);

    for (const gatherer of GATHERERS) await gather(gatherer);
    const audits = await auditQueue.results();
    signal.throwIfAborted();
    return concludeScan({ target, artifacts, outcome, audits, tallies, sink, onBug });
  }
}

/** The site checks that need nothing but what was gathered. */
function checksOn(seen: Partial<SiteArtifacts>): CheckOf<'site'>[] {
  const checks: readonly CheckOf<'site'>[] = SITE_CHECKS;
  return checks.filter(({ needs }) => needs.every((need) => seen[need] !== undefined));
}

function linksInLlmsTxt({ llmsTxt: found }: Partial<SiteArtifacts>): string[] {
  if (found?.file === undefined) return [];
  const { parsed, probe } = found.file;
  return llmsTxtLinks(parsed).map(({ url }) => parseUrl(url, probe.finalUrl)?.href ?? '');
}

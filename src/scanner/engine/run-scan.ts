import { SITE_CHECKS } from '../checks/catalogue.ts';
import { type CheckOf, runChecks } from '../checks/run.ts';
import { type CrawlOutcome, crawlSite } from '../crawl/crawl-site.ts';
import { createFrontier } from '../crawl/frontier.ts';
import { createMarkdownPlan } from '../crawl/markdown-twin.ts';
import { PATIENCE, type Patience } from '../crawl/patience.ts';
import { type Gathered, gatherInto } from '../gather/define.ts';
import { hostVariants } from '../gather/host-variants.ts';
import { llmsTxt } from '../gather/llms-txt.ts';
import { askControls } from '../gather/negative-control.ts';
import { GATHERERS } from '../gather/registry.ts';
import { sitemap } from '../gather/sitemap.ts';
import type { SiteArtifacts } from '../model/artifacts.ts';
import { listingsOf } from '../model/llms-txt.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { RunScan, ScanPhase, ScanReport, ScanRequest, ScanSink } from '../model/scan.ts';
import type { PublicOrigin, Tally } from '../model/score.ts';
import { otherOrigins, ownUrl, type RobotsArtifact, type Target, type UaParityArtifact } from '../model/site.ts';
import { createDeadline, type Deadline } from '../net/deadline.ts';
import type { Fetcher } from '../net/fetch-types.ts';
import type { HostThrottle } from '../net/host-throttle.ts';
import { createLedger, type RequestLedger, traffic } from '../net/site-client.ts';
import { excluder } from '../parse/robots/robots-txt.ts';
import { tally } from '../scoring/tally.ts';
import type { AccessibilityPool } from '../workers/accessibility-pool.ts';
import type { PagePool } from '../workers/page-pool.ts';
import { agentAccess } from './agent-access.ts';
import { findPublicOrigin, requestProfileOf } from './approach-site.ts';
import { type AuditQueue, createAuditQueue } from './audit-queue.ts';
import { concludeScan } from './conclude.ts';
import { firstPages } from './first-pages.ts';
import { createPresenter, declaredOrigin } from './public-origin.ts';
import { type Clients, clientFor, createClients } from './scan-clients.ts';
import { failedReport } from './scan-failure.ts';
import { type Opening, openTarget } from './target.ts';

interface RunScanParts {
  readonly fetcher: Fetcher;
  readonly throttle: HostThrottle;
  readonly pool: PagePool;
  readonly accessibility: AccessibilityPool;
  readonly userAgent: string;
  nonceFor(host: string): string;
  readonly onBug: OnCheckBug;
  /** How long slow sites are read; default PATIENCE. */
  readonly patience?: Patience;
  /** Called at the end of every scan with the log of its network requests. */
  readonly onLedger?: (ledger: RequestLedger) => void;
}

/** Share of the deadline, and of the bytes, that the crawl may use; the rest is for the probes that need its pages. */
const CRAWL_SHARE = 0.9;

/**
 * The whole of one scan: leave to read and scope, what does not exist, the site's files, the pages in waves, the
 * probes that need pages, the checks, the score.
 */
export function createRunScan(parts: RunScanParts): RunScan {
  return async (request, sink, signal) => {
    const { maxBytes = Number.POSITIVE_INFINITY } = request;
    parts.pool.prepare();
    const scan = createDeadline(signal, request.deadlineMs);
    const crawl = createDeadline(signal, request.deadlineMs * CRAWL_SHARE);
    const ledger = createLedger((bytes) => {
      if (bytes > maxBytes * CRAWL_SHARE) crawl.end(new Error(`the ${maxBytes} bytes for the scan are nearly used up`));
      if (bytes > maxBytes) scan.end(new Error(`the ${maxBytes} bytes for the scan are used up`));
    });
    const deadline = { scan: scan.signal, crawl };
    try {
      return await scanWithin({ ...parts, ...followPhases(sink), given: request, deadline, ledger, signal });
    } finally {
      parts.onLedger?.(ledger);
      scan.clear();
      crawl.clear();
    }
  };
}

/** One scan: what it works with from its start. */
interface Scan extends RunScanParts {
  /** As the caller asked for it. */
  readonly given: ScanRequest;
  readonly deadline: { readonly scan: AbortSignal; readonly crawl: Deadline };
  readonly ledger: RequestLedger;
  readonly sink: ScanSink;
  enter(phase: ScanPhase): void;
  readonly signal: AbortSignal;
}

async function scanWithin(scan: Scan): Promise<ScanReport> {
  const { given, deadline, throttle, onBug, enter, signal } = scan;
  enter({ name: 'robots' });
  const clientParts = { ...scan, permit: given.permit };
  const { publicOrigin, opened } = await findPublicOrigin(given, throttle, (profile) =>
    clientFor(clientParts, profile, 'origin', deadline.scan),
  );
  signal.throwIfAborted();
  const { request, profile } = requestProfileOf(given, publicOrigin?.origin);
  const clients = createClients(clientParts, profile, { scan: deadline.scan, crawl: deadline.crawl.signal });
  if (opened !== undefined) clients.client.useRobots(opened.mayFetch);
  const opening = opened?.opening ?? (await openTarget(clients.client, throttle, request));
  signal.throwIfAborted();
  if (!opening.ok) {
    tellAccess(request, opening.robotsTxt, request.rootUrl);
    const seen: Partial<SiteArtifacts> = { robotsTxt: opening.robotsTxt };
    return failedReport(opening.failure, { siteChecks: runChecks(checksOn(seen), seen, onBug) });
  }
  const site = await gatherFiles(scan, request, { opening, publicOrigin, clients });
  const pages = await readPages(scan, request, site);
  return conclude(scan, request, { site, pages });
}

function tellAccess(request: ScanRequest, robots: RobotsArtifact, url: string, uaParity?: UaParityArtifact): void {
  const access = agentAccess(robots, url, uaParity);
  if (access !== undefined) request.onAccess?.(access);
}

/** The site before its pages are read: what later steps add to its artifacts is gathered into them. */
interface OpenedSite {
  readonly target: Target;
  readonly robotsTxt: RobotsArtifact;
  readonly artifacts: Gathered;
  readonly clients: Clients;
  readonly presenter: ReturnType<typeof createPresenter>;
  isExcluded(url: string): boolean;
  readonly gather: ReturnType<typeof gatherInto>;
}

/** Gathers what does not exist, the other hosts of the site, its sitemaps and its llms.txt. */
async function gatherFiles(
  scan: Scan,
  request: ScanRequest,
  { opening, publicOrigin, clients }: OpenedParts,
): Promise<OpenedSite> {
  const { onBug, signal, enter } = scan;
  const { client, sitemaps, links, actionClient } = clients;
  const { robotsTxt } = opening;
  const { origin } = opening.target;
  // Pages that the caller named may be anywhere on the site.
  const base = request.pages === undefined ? opening.target : { ...opening.target, scope: `${origin}/` };
  const artifacts: Gathered = { target: { ...base, publicOrigin }, robotsTxt };
  const nonce = scan.nonceFor(new URL(origin).host);
  const controls = await askControls(client, origin, nonce);
  for (const each of [client, sitemaps, links]) each.useControls(controls.bodies);
  const isExcluded = excluder(request.exclude);
  const context = {
    ...{ client, sitemaps, links, actionClient, nonce, controls, isExcluded },
    userAgent: request.userAgent ?? scan.userAgent,
  };
  const gather = gatherInto(artifacts, context, onBug, signal);
  enter({ name: 'files' });
  await gather(hostVariants);
  const { hostVariants: found = { variants: [] } } = artifacts;
  const target: Target = { ...base, publicOrigin, otherOrigins: otherOrigins(origin, found) };
  artifacts.target = target;
  await Promise.all([gather(sitemap), gather(llmsTxt)]);
  return { target, robotsTxt, artifacts, clients, presenter: createPresenter(target), isExcluded, gather };
}

interface OpenedParts {
  readonly opening: Opening & { readonly ok: true };
  readonly publicOrigin: PublicOrigin | undefined;
  readonly clients: Clients;
}

/** The pages as they were read, and their audits, which run at the same time. */
interface PagesRead {
  readonly outcome: CrawlOutcome;
  readonly tallies: Map<string, Tally>;
  readonly auditQueue: AuditQueue;
}

/** Reads the pages in waves, and adds them to the artifacts of the site. */
async function readPages(scan: Scan, request: ScanRequest, site: OpenedSite): Promise<PagesRead> {
  const { given, ledger, deadline, signal, onBug } = scan;
  const { target, artifacts, presenter, isExcluded } = site;
  const { client, pageClient } = site.clients;
  const auditQueue = createAuditQueue(scan.accessibility, AbortSignal.any([signal, deadline.scan]));
  const tallies = new Map<string, Tally>();
  const frontier = createFrontier(target.scope, (url) => client.mayFetch(url), {
    isExcluded,
    isClosed: request.pages !== undefined,
    own: (url) => ownUrl(url, target),
  });
  for (const { url, foundBy } of firstPages(request, artifacts, target)) frontier.add(url, target.finalUrl, foundBy);
  const outcome = await crawlSite({
    reader: {
      target,
      client: pageClient,
      pool: scan.pool,
      plan: createMarkdownPlan(),
      listings: listingsOf(artifacts.sitemap, artifacts.llmsTxt, target),
      signal,
    },
    frontier,
    ledger,
    pageLimit: request.pageLimit,
    sink: presenter.sink(scan.sink),
    deadline: deadline.crawl,
    patience: scan.patience ?? PATIENCE,
    onPage: (page) => {
      tally(tallies, page.checks);
      request.onPage?.(presenter.page(page));
    },
    onFirstPages: (pages) => {
      const { publicOrigin } = target;
      request.onFirstPages?.({ rootUrl: given.rootUrl, pages: pages.map(presenter.page), publicOrigin });
    },
    onSampled: (pages) => auditQueue.add(pages),
    onBug,
  });
  signal.throwIfAborted();
  artifacts.crawl = outcome.crawl;
  artifacts.addresses = outcome.addresses;
  if (outcome.home !== undefined) artifacts.home = outcome.home;
  artifacts.firstAnswers = outcome.firstAnswers;
  artifacts.traffic = traffic(ledger, client.limitOf(target.finalUrl));
  return { outcome, tallies, auditQueue };
}

/** Probes what only the pages tell, waits for the audits, and grades. */
async function conclude(
  { enter, signal, onBug, sink }: Scan,
  request: ScanRequest,
  { site, pages }: { readonly site: OpenedSite; readonly pages: PagesRead },
): Promise<ScanReport> {
  const { target, robotsTxt, artifacts, presenter } = site;
  const { outcome, tallies, auditQueue } = pages;
  for (const [done, gatherer] of GATHERERS.entries()) {
    enter({ name: 'probes', done, of: GATHERERS.length });
    await site.gather(gatherer);
  }
  tellAccess(request, robotsTxt, target.finalUrl, artifacts.uaParity);
  if (auditQueue.size() > 0) enter({ name: 'accessibility', of: auditQueue.size() });
  const audits = await auditQueue.results();
  signal.throwIfAborted();
  enter({ name: 'scoring' });
  const report = await concludeScan({
    target,
    artifacts,
    outcome,
    audits,
    tallies,
    limit: site.clients.client.limitOf(target.finalUrl),
    sink: presenter.sink(sink),
    onBug,
  });
  const ofSite = createPresenter(target, declaredOrigin(outcome.crawl.pages, target.origin));
  return {
    ...report,
    // No other site is measured by pages that the caller chose.
    entersCorpus: report.entersCorpus && request.pages === undefined,
    siteChecks: report.siteChecks.map(ofSite.record),
    llmsTxtChecks: report.llmsTxtChecks.map(ofSite.record),
  };
}

/** Reports the phases around the crawl with the counts that the crawl reported last. */
function followPhases(sink: ScanSink): { readonly sink: ScanSink; enter(phase: ScanPhase): void } {
  let counts = { pagesDiscovered: 0, pagesScanned: 0, currentUrl: '' };
  return {
    sink: {
      ...sink,
      progress(progress) {
        counts = progress;
        sink.progress(progress);
      },
    },
    enter: (phase) => sink.progress({ ...counts, phase }),
  };
}

/** The site checks whose artifacts were all gathered. */
function checksOn(seen: Partial<SiteArtifacts>): CheckOf<'site'>[] {
  const checks: readonly CheckOf<'site'>[] = SITE_CHECKS;
  return checks.filter(({ needs }) => needs.every((need) => seen[need] !== undefined));
}

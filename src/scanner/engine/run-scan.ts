import { defined } from '../../defined.ts';
import { parseUrl } from '../../parse-url.ts';
import { SITE_CHECKS } from '../checks/catalogue.ts';
import { type CheckOf, runChecks } from '../checks/run.ts';
import type { SampledPage } from '../crawl/audit-sample.ts';
import { crawlSite } from '../crawl/crawl-site.ts';
import { type Candidate, createFrontier } from '../crawl/frontier.ts';
import { createMarkdownPlan } from '../crawl/markdown-twin.ts';
import { PATIENCE, type Patience } from '../crawl/patience.ts';
import { type Gathered, gatherInto } from '../gather/define.ts';
import { hostVariants } from '../gather/host-variants.ts';
import { llmsTxt } from '../gather/llms-txt.ts';
import { askControls } from '../gather/negative-control.ts';
import { GATHERERS } from '../gather/registry.ts';
import { sitemap } from '../gather/sitemap.ts';
import type { SiteArtifacts } from '../model/artifacts.ts';
import { listingsOf, llmsTxtLinks } from '../model/llms-txt.ts';
import type { AccessibilityAudit } from '../model/page.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { RunScan, ScanPhase, ScanReport, ScanRequest, ScanSink } from '../model/scan.ts';
import type { PublicOrigin, Tally } from '../model/score.ts';
import { otherOrigins, ownUrl, type RobotsArtifact, type Target, type UaParityArtifact } from '../model/site.ts';
import { createDeadline, type Deadline } from '../net/deadline.ts';
import type { Fetcher, RequestProfile } from '../net/fetch-types.ts';
import type { HostThrottle } from '../net/host-throttle.ts';
import {
  createLedger,
  createSiteClient,
  type RequestLedger,
  type RequestPurpose,
  type SiteClient,
  traffic,
} from '../net/site-client.ts';
import { excluder } from '../parse/robots/robots-txt.ts';
import { actsByAddress } from '../parse/url/acting-link.ts';
import { pageKey } from '../parse/url/normalise-url.ts';
import { tally } from '../scoring/tally.ts';
import type { AccessibilityPool } from '../workers/accessibility-pool.ts';
import type { PagePool } from '../workers/page-pool.ts';
import { agentAccess } from './agent-access.ts';
import { concludeScan } from './conclude.ts';
import { createPresenter, declaredOrigin, inferPublicOrigin } from './public-origin.ts';
import { failedReport } from './scan-failure.ts';
import { isPrivateHost, type Opening, openTarget } from './target.ts';

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
    givenSink: ScanSink,
    signal: AbortSignal,
  ): Promise<ScanReport> {
    const { fetcher, throttle, onBug } = parts;
    const { sink, enter } = followPhases(givenSink);
    enter({ name: 'robots' });
    const { permit } = given;
    const clientOf = (profile: RequestProfile | undefined, purpose: RequestPurpose, until: AbortSignal) =>
      createSiteClient({ fetcher, throttle, ledger, purpose, permit, profile, signal: until });
    const { publicOrigin, opened } = await findPublicOrigin(given, throttle, (profile) =>
      clientOf(profile, 'origin', deadline.scan),
    );
    signal.throwIfAborted();
    const { request, profile } = requestProfileOf(given, publicOrigin?.origin);
    const clientFor = (purpose: RequestPurpose, until: AbortSignal) => clientOf(profile, purpose, until);
    const client = clientFor('probe', deadline.scan);
    // Aborts with the crawl, so that leftover pages do not delay the probes after it.
    const pageClient = clientFor('twin', deadline.crawl.signal);
    const [sitemaps, links] = [clientFor('sitemap', deadline.scan), clientFor('link', deadline.scan)];
    const actionClient = clientFor('action', deadline.scan);
    // Neither a listing nor a redirect leads to an address that acts.
    for (const each of [pageClient, sitemaps, links, actionClient])
      each.useRobots((url) => client.mayFetch(url) && !actsByAddress(url));

    if (opened !== undefined) client.useRobots(opened.mayFetch);
    const opening = opened?.opening ?? (await openTarget(client, throttle, request));
    signal.throwIfAborted();
    const tellAccess = (robots: RobotsArtifact, url: string, uaParity?: UaParityArtifact) => {
      const access = agentAccess(robots, url, uaParity);
      if (access !== undefined) request.onAccess?.(access);
    };
    if (!opening.ok) {
      tellAccess(opening.robotsTxt, request.rootUrl);
      const seen: Partial<SiteArtifacts> = { robotsTxt: opening.robotsTxt };
      return failedReport(opening.failure, { siteChecks: runChecks(checksOn(seen), seen, onBug) });
    }
    const { robotsTxt } = opening;
    const { origin } = opening.target;
    // Pages that the caller named may be anywhere on the site.
    const base = request.pages === undefined ? opening.target : { ...opening.target, scope: `${origin}/` };
    const artifacts: Gathered = { target: { ...base, publicOrigin }, robotsTxt };
    const nonce = parts.nonceFor(new URL(origin).host);
    const controls = await askControls(client, origin, nonce);
    for (const each of [client, sitemaps, links]) each.useControls(controls.bodies);
    const isExcluded = excluder(request.exclude);
    const context = {
      ...{ client, sitemaps, links, actionClient, nonce, controls, isExcluded },
      userAgent: request.userAgent ?? parts.userAgent,
    };
    const gather = gatherInto(artifacts, context, onBug, signal);
    enter({ name: 'files' });
    await gather(hostVariants);
    const { hostVariants: found = { variants: [] } } = artifacts;
    const target: Target = { ...base, publicOrigin, otherOrigins: otherOrigins(origin, found) };
    artifacts.target = target;
    const presenter = createPresenter(target);
    await Promise.all([gather(sitemap), gather(llmsTxt)]);

    const auditQueue = createAuditQueue(parts.accessibility, AbortSignal.any([signal, deadline.scan]));
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
        pool: parts.pool,
        plan: createMarkdownPlan(),
        listings: listingsOf(artifacts.sitemap, artifacts.llmsTxt, target),
        signal,
      },
      frontier,
      ledger,
      pageLimit: request.pageLimit,
      sink: presenter.sink(sink),
      deadline: deadline.crawl,
      patience: parts.patience ?? PATIENCE,
      onPage: (page) => {
        tally(tallies, page.checks);
        request.onPage?.(presenter.page(page));
      },
      onFirstPages: (pages) =>
        request.onFirstPages?.({ rootUrl: given.rootUrl, pages: pages.map(presenter.page), publicOrigin }),
      onSampled: (pages) => auditQueue.add(pages),
      onBug,
    });
    signal.throwIfAborted();
    artifacts.crawl = outcome.crawl;
    artifacts.addresses = outcome.addresses;
    if (outcome.home !== undefined) artifacts.home = outcome.home;
    artifacts.firstAnswers = outcome.firstAnswers;
    artifacts.traffic = traffic(ledger, client.limitOf(target.finalUrl));

    for (const [done, gatherer] of GATHERERS.entries()) {
      enter({ name: 'probes', done, of: GATHERERS.length });
      await gather(gatherer);
    }
    tellAccess(robotsTxt, target.finalUrl, artifacts.uaParity);
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
      limit: client.limitOf(target.finalUrl),
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

/** The pages that are known before any is read. */
function firstPages({ pages, rootUrl }: ScanRequest, artifacts: Partial<SiteArtifacts>, target: Target): Candidate[] {
  if (pages !== undefined) {
    const { pathname, search } = new URL(rootUrl);
    const roots = [target.origin + pathname + search, target.finalUrl].map(pageKey);
    return pages.map((path) => {
      const url = target.origin + path;
      return roots.includes(pageKey(url)) ? { url: target.finalUrl, foundBy: 'root' } : { url, foundBy: 'given' };
    });
  }
  return [
    { url: target.finalUrl, foundBy: 'root' },
    ...(artifacts.sitemap?.entries ?? []).map(({ url }) => ({ url, foundBy: 'sitemap' as const })),
    ...linksInLlmsTxt(artifacts).map((url) => ({ url, foundBy: 'llms-txt' as const })),
  ];
}

function linksInLlmsTxt({ llmsTxt: found }: Partial<SiteArtifacts>): string[] {
  if (found?.file === undefined) return [];
  const { parsed, probe } = found.file;
  return llmsTxtLinks(parsed).map(({ url }) => parseUrl(url, probe.finalUrl)?.href ?? '');
}

/**
 * The site's public origin: the caller's value, or for a private host the one that the site declares. Without one the
 * site is read at its own address.
 */
async function findPublicOrigin(
  request: ScanRequest,
  throttle: HostThrottle,
  clientOf: (profile: RequestProfile | undefined) => SiteClient,
): Promise<{ publicOrigin?: PublicOrigin; opened?: { opening: Opening; mayFetch: SiteClient['mayFetch'] } }> {
  const { origin: servedBy } = new URL(request.rootUrl);
  const { canonicalOrigin } = request;
  if (canonicalOrigin !== undefined)
    return canonicalOrigin === servedBy
      ? {}
      : { publicOrigin: { origin: canonicalOrigin, servedBy, namedBy: ['option'] } };
  if (!isPrivateHost(request)) return {};
  const client = clientOf(requestProfileOf(request).profile);
  const opening = await openTarget(client, throttle, request);
  const isThere = opening.ok && opening.target.origin === servedBy;
  const publicOrigin = isThere ? await inferPublicOrigin(client, opening) : undefined;
  // Where nothing is inferred, the site was opened as it is scanned.
  return publicOrigin === undefined ? { opened: { opening, mayFetch: client.mayFetch } } : { publicOrigin };
}

/** How a scan approaches its site, and the scan itself with its root where the site will be published. */
function requestProfileOf(
  request: ScanRequest,
  canonicalOrigin?: string,
): {
  readonly request: ScanRequest;
  readonly profile: RequestProfile | undefined;
} {
  const { headers, userAgent, rootUrl } = request;
  const { origin: servedBy, pathname, search } = new URL(rootUrl);
  const isPreview = canonicalOrigin !== undefined && canonicalOrigin !== servedBy;
  if (headers === undefined && userAgent === undefined && !isPreview) return { request, profile: undefined };
  const origin = isPreview ? canonicalOrigin : servedBy;
  return {
    request: { ...request, rootUrl: `${origin}${pathname}${search}` },
    profile: {
      origin,
      ...defined({ headers, userAgent }),
      ...(isPreview ? { servedBy } : {}),
    },
  };
}

interface AuditQueue {
  /** Audits pages after those added before, one at a time. */
  add(pages: readonly SampledPage[]): void;
  /** How many pages were added. */
  size(): number;
  /**
   * The audits of all pages added so far, by URL. Never rejects: audits that were not done before the abort are left
   * out. After one page exceeds the limits, the rest of the site is left out, so that a hostile site delays the scan
   * only once.
   */
  results(): Promise<ReadonlyMap<string, AccessibilityAudit>>;
}

/** The audits of one scan, which run in parallel with the crawl. */
export function createAuditQueue(pool: AccessibilityPool, signal: AbortSignal): AuditQueue {
  const audits = new Map<string, AccessibilityAudit>();
  let isTooMuch = false;
  let added = 0;
  let last = Promise.resolve();

  async function audit({ url, job }: SampledPage): Promise<void> {
    if (job === undefined) {
      audits.set(url, { kind: 'left-out', why: 'size' });
      return;
    }
    const found: AccessibilityAudit = isTooMuch ? TOO_MUCH : await pool.audit(job, signal).catch(() => TOO_MUCH);
    isTooMuch ||= found.kind === 'left-out' && found.why === 'effort';
    audits.set(url, found);
  }
  return {
    add(pages) {
      added += pages.length;
      for (const page of pages) last = last.then(() => audit(page));
    },
    size: () => added,
    async results() {
      await last;
      return audits;
    },
  };
}

const TOO_MUCH: AccessibilityAudit = { kind: 'left-out', why: 'effort' };

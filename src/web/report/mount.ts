import type { H3, H3Event } from 'h3';
import { defined } from '../../basics/defined.ts';
import type { PageRecord } from '../../scanner/model/scan.ts';
import { prefers } from '../../scanner/parse/http-headers/request-headers.ts';
import { READERS } from '../../scanner/readers/readers.ts';
import { markdown } from '../../scanner/reporters/markdown.ts';
import { pageScore } from '../../scanner/scoring/score.ts';
import type { Corpus } from '../../scans/corpus.ts';
import { progressOf, type ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Sites } from '../../sites/sites.ts';
import { presentRecord } from '../../tools/present-scan.ts';
import { ratedScore } from '../charts.ts';
import type { Layout } from '../layout.ts';
import { type Markup, markup, thirdPartyLink } from '../markup.ts';
import { previewOf } from '../share-image.ts';
import { viewHref } from '../view.ts';
import type { Visitors } from '../visitors.ts';
import { checkList } from './check-list.ts';
import { hostOf, publicHostOf, SITE_VERDICTS, viewOf } from './check-views.ts';
import { coverForm } from './cover.ts';
import { historyOf } from './history.ts';
import { coverFor, mountReportFiles, rendered } from './mount-files.ts';
import { cancelForm, failedPage, RELOAD_WITHOUT_SCRIPT, runningPage } from './other-states.ts';
import { PAGE_SCORE_NOTE, pagesData, pagesPage } from './page-table.ts';
import { reportPage } from './report-page.ts';
import { createReportRequests, PRIVATE, type ReportRequests, UNLISTED } from './report-requests.ts';
import { sharedOf } from './shared-score.ts';
import { createReportSummaries, type ReportSummaries, type ReportSummary } from './summary.ts';

interface ReportParts {
  readonly scans: Scans;
  readonly corpus: Pick<Corpus, 'scoreOf'>;
  readonly layout: Layout;
  readonly baseUrl: string;
  readonly visitors: Pick<Visitors, 'accountOf' | 'of'>;
  readonly sites: Pick<Sites, 'coverOf'>;
}

/** `GET /s/{shareToken}` and its resources: the report of a website scan for bearers of its address. */
export function mountReport(app: H3, parts: ReportParts): void {
  const { scans, layout, sites } = parts;
  const summaries = createReportSummaries(scans);
  const requests = createReportRequests(scans, layout);
  app.get(
    '/s/:token',
    requests.page(async (scan, event) => {
      if (prefers(event.req.headers.get('accept'), 'text/markdown', 'text/html')) {
        return rendered(markdown, scan, summaries, { vary: 'Accept' });
      }
      if (scan.status === 'running') return whileRunning(scan, event, parts);
      return wholePage(scan, event, { ...parts, summary: await summaries.of(scan) });
    }),
  );
  mountData(app, requests, summaries);
  mountReportFiles(app, { requests, summaries, scans, sites });
  mountPages(app, { requests, summaries, scans, layout });
}

async function isOwn(scan: ScanRecord, event: H3Event, visitors: Pick<Visitors, 'accountOf'>): Promise<boolean> {
  const reader = await visitors.accountOf(event);
  return reader !== undefined && reader.id === scan.accountId;
}

async function whileRunning(scan: ScanRecord, event: H3Event, { layout, visitors }: ReportParts): Promise<Response> {
  const host = hostOf(scan.rootUrl);
  const options = { title: `Scanning ${host}`, description: `A scan of ${host} is running.` };
  const cancel = (await isOwn(scan, event, visitors))
    ? cancelForm(scan.id, (await visitors.of(event)).formToken)
    : undefined;
  return layout(
    { ...UNLISTED, ...options, scripts: ['progress.js'], head: RELOAD_WITHOUT_SCRIPT },
    runningPage(scan, cancel),
  );
}

/** The page of a scan that has ended. */
async function wholePage(
  scan: ScanRecord,
  event: H3Event,
  { summary, scans, corpus, layout, baseUrl, visitors, sites }: ReportParts & { readonly summary: ReportSummary },
): Promise<Response> {
  const { explanation } = summary;
  const host = hostOf(scan.rootUrl);
  const named = publicHostOf(scan, explanation);
  const options = {
    ...UNLISTED,
    title: `${named}: report`,
    description: `How well AI agents can use ${named}.`,
    scripts: ['copy.js', 'report.js', 'page-table.js'],
    head: markup`<link rel="alternate" type="text/markdown" href="/s/${scan.shareToken}/report.md">\n`,
  };
  if (explanation === undefined) return layout(options, failedPage(summary));
  const shared = sharedOf(scan);
  const share = shared && previewOf(`/s/${scan.shareToken}`, shared, SITE_VERDICTS[shared.rating]);
  const own = await isOwn(scan, event, visitors);
  const history = own ? await historyOf(scan, scans) : [];
  const cover = await coverFor(scan, sites);
  const form = own
    ? coverForm(cover ?? {}, {
        action: `/dashboard/scans/${scan.id}/cover`,
        formToken: (await visitors.of(event)).formToken,
      })
    : undefined;
  const hasBadge = (await corpus.scoreOf(host)) !== undefined;
  return layout(
    { ...options, ...defined({ share, title: cover?.title }) },
    reportPage(summary, explanation, { baseUrl, history, hasBadge, cover, coverForm: form }),
  );
}

/** What the scripts of the page ask for. */
function mountData(app: H3, { scanOf }: ReportRequests, summaries: ReportSummaries): void {
  app.get('/s/:token/status.json', async (event) => {
    const scan = await scanOf(event);
    // Clients request the report right after the end event, and reading a large scan takes longer than that.
    if (scan.status !== 'running') await summaries.of(scan);
    return Response.json(progressOf(scan), { headers: PRIVATE });
  });
  app.get('/s/:token/pages.json', async (event) => {
    const scan = await scanOf(event);
    return Response.json(pagesData(await summaries.of(scan)), { headers: PRIVATE });
  });
}

/** The table of all pages, and one page of the site. */
function mountPages(
  app: H3,
  {
    requests,
    summaries,
    scans,
    layout,
  }: Pick<ReportParts, 'scans' | 'layout'> & { readonly requests: ReportRequests; readonly summaries: ReportSummaries },
): void {
  app.get(
    '/s/:token/pages',
    requests.page(async (scan, { url }) => {
      const host = hostOf(scan.rootUrl);
      const summary = await summaries.of(scan);
      const options = { title: `${host}: pages`, description: `The pages of ${host} that were read.` };
      return layout({ ...UNLISTED, ...options }, pagesPage(summary, Number(url.searchParams.get('page')) || 1));
    }),
  );
  app.get(
    '/s/:token/pages/:at',
    requests.page(async (scan, { context }) => {
      const at = context.params?.at ?? '';
      const record = /^\d{1,5}$/.test(at) ? await scans.page(scan, Number(at)) : undefined;
      if (record === undefined) return undefined;
      const options = { title: `${hostOf(scan.rootUrl)}: a page`, description: 'What was found on one page.' };
      return layout({ ...UNLISTED, ...options, scripts: ['copy.js', 'report.js'] }, onePage(scan, record));
    }),
  );
}

function onePage({ shareToken }: ScanRecord, { url, checks }: PageRecord): Markup {
  const score = pageScore(checks);
  return markup`<div class="flow"><p class="no-print"><a href="/s/${shareToken}#pages">Back to the report</a></p>
<p class="eyebrow">One page</p>
<h1 class="address">${thirdPartyLink(url)}</h1>
${score !== undefined && markup`<p title="${PAGE_SCORE_NOTE}">Score of the page: ${ratedScore(score)}</p>`}
<p class="no-print"><a href="${viewHref(url, READERS[0].id)}">What each kind of agent receives of it</a></p></div>
<section class="section" aria-labelledby="checks-title"><h2 id="checks-title">Every check</h2>${checkList(
    checks.map((record) => viewOf(presentRecord(record))),
    { shareToken, page: url },
  )}</section>`;
}

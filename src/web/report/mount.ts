import type { H3, H3Event } from 'h3';
import { defined } from '../../defined.ts';
import { ServiceError } from '../../errors.ts';
import type { PageRecord } from '../../scanner/model/scan.ts';
import { prefers } from '../../scanner/parse/http-headers/request-headers.ts';
import { READERS } from '../../scanner/readers/readers.ts';
import { agentPrompt } from '../../scanner/reporters/agent-prompt.ts';
import { markdown } from '../../scanner/reporters/markdown.ts';
import type { Reporter } from '../../scanner/reporters/reporter.ts';
import { pageScore, ratingOf } from '../../scanner/scoring/score.ts';
import type { Corpus } from '../../scans/corpus.ts';
import { isShareToken, progressOf, type ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Sites } from '../../sites/sites.ts';
import { presentRecord } from '../../tools/present-scan.ts';
import { ratedScore } from '../charts.ts';
import type { Layout, PageOptions } from '../layout.ts';
import { foreignLink, type Markup, markup } from '../markup.ts';
import type { Shared } from '../share-image.ts';
import { imageResponse, imageRoute, previewOf } from '../share-image.ts';
import { viewHref } from '../view.ts';
import type { Visitors } from '../visitors.ts';
import { checkList } from './check-list.ts';
import { hostOf, SITE_VERDICTS, viewOf } from './check-views.ts';
import { coverForm } from './cover.ts';
import { fixesZip } from './fixes-zip.ts';
import { historyOf } from './history.ts';
import { reportFile } from './html-report.ts';
import { cancelForm, failedPage, notFoundPage, RELOAD_WITHOUT_SCRIPT, runningPage } from './other-states.ts';
import { PAGE_SCORE_NOTE, pagesData, pagesPage } from './page-table.ts';
import { reportPage } from './report-page.ts';
import { createDigests, type Digests } from './summary.ts';

/** Reports are for those who have their address: no cache between us and them keeps one. */
const PRIVATE = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, nofollow' };
/** By the reader's own browser; a picture never changes. */
const PICTURES_KEPT = 'private, max-age=600';
const UNLISTED: Pick<PageOptions, 'isIndexed' | 'section' | 'headers'> = {
  isIndexed: false,
  section: 'scan',
  headers: { 'cache-control': 'private, no-cache', vary: 'Accept, Cookie' },
};

interface ReportParts {
  readonly scans: Scans;
  readonly corpus: Pick<Corpus, 'scoreOf'>;
  readonly layout: Layout;
  readonly baseUrl: string;
  readonly visitors: Pick<Visitors, 'accountOf' | 'of'>;
  readonly sites: Pick<Sites, 'coverOf'>;
}

/** `GET /s/{shareToken}` and its resources: the report of a website scan for bearers of its address. */
export function mountReport(app: H3, { scans, corpus, layout, baseUrl, visitors, sites }: ReportParts): void {
  const digests = createDigests(scans);
  const scanOf = async ({ context }: H3Event): Promise<ScanRecord | undefined> => {
    const token = context.params?.token ?? '';
    return isShareToken(token) ? scans.byShareToken(token) : undefined;
  };
  const coverFor = async ({ accountId, rootUrl }: ScanRecord) =>
    accountId === undefined ? undefined : sites.coverOf(accountId, rootUrl);
  const notFound = () =>
    layout({ ...UNLISTED, title: 'Not found', description: 'There is no such report.', status: 404 }, notFoundPage);
  /** A page about a scan, or the page that says that there is none. */
  const page =
    (answer: (scan: ScanRecord, event: H3Event) => Promise<Response | undefined>) => async (event: H3Event) => {
      const scan = await scanOf(event);
      return (scan === undefined ? undefined : await answer(scan, event)) ?? notFound();
    };

  app.get(
    '/s/:token',
    page(async (scan, event) => {
      const host = hostOf(scan.rootUrl);
      if (prefers(event.req.headers.get('accept'), 'text/markdown', 'text/html')) {
        return told(markdown, scan, digests, { vary: 'Accept' });
      }
      if (scan.status === 'running') {
        const options = { title: `Scanning ${host}`, description: `A scan of ${host} is running.` };
        const reader = await visitors.accountOf(event);
        const isOwn = reader !== undefined && reader.id === scan.accountId;
        const cancel = isOwn ? cancelForm(scan.id, (await visitors.of(event)).formToken) : undefined;
        return layout(
          { ...UNLISTED, ...options, scripts: ['progress.js'], head: RELOAD_WITHOUT_SCRIPT },
          runningPage(scan, cancel),
        );
      }
      const digest = await digests.of(scan);
      const options = {
        ...UNLISTED,
        title: `${host}: report`,
        description: `How well AI agents can use ${host}.`,
        scripts: ['copy.js', 'report.js', 'page-table.js'],
        head: markup`<link rel="alternate" type="text/markdown" href="/s/${scan.shareToken}/report.md">\n`,
      };
      const { explanation } = digest;
      if (explanation === undefined) return layout(options, failedPage(digest));
      const shared = sharedOf(scan);
      const share = shared && previewOf(`/s/${scan.shareToken}`, shared, SITE_VERDICTS[shared.rating]);
      const reader = await visitors.accountOf(event);
      const isOwn = reader !== undefined && reader.id === scan.accountId;
      const history = isOwn ? await historyOf(scan, scans) : [];
      const cover = await coverFor(scan);
      const form = isOwn
        ? coverForm(cover ?? {}, {
            action: `/dashboard/scans/${scan.id}/cover`,
            formToken: (await visitors.of(event)).formToken,
          })
        : undefined;
      const hasBadge = (await corpus.scoreOf(host)) !== undefined;
      return layout(
        { ...options, ...defined({ share, title: cover?.title }) },
        reportPage(digest, explanation, { baseUrl, history, hasBadge, cover, coverForm: form }),
      );
    }),
  );
  app.get('/s/:token/status.json', async (event) => {
    const scan = await found(scanOf(event));
    // Clients request the report right after the end event, and reading a large scan takes longer than that.
    if (scan.status !== 'running') await digests.of(scan);
    return Response.json(progressOf(scan), { headers: PRIVATE });
  });
  app.get('/s/:token/pages.json', async (event) => {
    const scan = await found(scanOf(event));
    return Response.json(pagesData(await digests.of(scan)), { headers: PRIVATE });
  });
  app.get('/s/:token/report.html', async (event) => {
    const scan = await found(scanOf(event));
    if (scan.status !== 'completed')
      throw new ServiceError('not_found', 'This scan has no report: it is still running, or has failed.');
    const digest = await digests.of(scan);
    const shown = await Promise.all(
      (digest.shown ?? []).map(async (screen, at) => {
        const picture = await scans.picture(scan, at);
        return picture === undefined
          ? []
          : [{ ...screen, src: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}` }];
      }),
    );
    const file = reportFile({ ...digest, shown: shown.flat() }, await coverFor(scan));
    return new Response(file, {
      headers: {
        ...PRIVATE,
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': `attachment; filename="legible-report-${scan.shareToken.slice(0, 6)}.html"`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      },
    });
  });
  app.get('/s/:token/report.md', async (event) => told(markdown, await found(scanOf(event)), digests));
  app.get('/s/:token/agent-prompt.txt', async (event) => told(agentPrompt, await found(scanOf(event)), digests));
  app.get('/s/:token/fixes.zip', async (event) => {
    const scan = await found(scanOf(event));
    if (scan.status !== 'completed')
      throw new ServiceError('not_found', 'This scan has no drafts: it is still running, or has failed.');
    return new Response(fixesZip(await digests.of(scan)), {
      headers: {
        ...PRIVATE,
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="legible-fixes-${scan.shareToken.slice(0, 6)}.zip"`,
      },
    });
  });
  app.get('/s/:token/pictures/:at', async (event) => {
    const scan = await found(scanOf(event));
    const at = event.context.params?.at ?? '';
    const picture = /^\d$/.test(at) ? await scans.picture(scan, Number(at)) : undefined;
    if (picture === undefined) throw new ServiceError('not_found', 'This scan has no such picture.');
    return new Response(new Uint8Array(picture), {
      headers: { ...PRIVATE, 'cache-control': PICTURES_KEPT, 'content-type': 'image/jpeg' },
    });
  });
  app.get(imageRoute('/s/:token'), async (event) => {
    const shared = sharedOf(await found(scanOf(event)));
    if (shared === undefined) throw new ServiceError('not_found', 'This scan has no score that a picture could show.');
    return imageResponse(shared);
  });
  app.get(
    '/s/:token/pages',
    page(async (scan, { url }) => {
      const host = hostOf(scan.rootUrl);
      const digest = await digests.of(scan);
      const options = { title: `${host}: pages`, description: `The pages of ${host} that were read.` };
      return layout({ ...UNLISTED, ...options }, pagesPage(digest, Number(url.searchParams.get('page')) || 1));
    }),
  );
  app.get(
    '/s/:token/pages/:at',
    page(async (scan, { context }) => {
      const at = context.params?.at ?? '';
      const record = /^\d{1,5}$/.test(at) ? await scans.page(scan, Number(at)) : undefined;
      if (record === undefined) return undefined;
      const options = { title: `${hostOf(scan.rootUrl)}: a page`, description: 'What was found on one page.' };
      return layout({ ...UNLISTED, ...options, scripts: ['copy.js', 'report.js'] }, onePage(scan, record));
    }),
  );
}

/** Undefined for a scan without a score. */
function sharedOf({ rootUrl, score }: ScanRecord): Shared | undefined {
  if (score === undefined) return undefined;
  return { host: hostOf(rootUrl), label: 'Agent readability', score: score.score, rating: ratingOf(score.score) };
}

async function found(scan: Promise<ScanRecord | undefined>): Promise<ScanRecord> {
  const known = await scan;
  if (known === undefined) throw new ServiceError('not_found', 'There is no report with this share token.');
  return known;
}

async function told(
  { mediaType, render }: Reporter,
  scan: ScanRecord,
  digests: Digests,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(render(await digests.of(scan)), {
    headers: { ...PRIVATE, ...headers, 'content-type': `${mediaType}; charset=utf-8` },
  });
}

function onePage({ shareToken }: ScanRecord, { url, checks }: PageRecord): Markup {
  const score = pageScore(checks);
  return markup`<div class="flow"><p class="no-print"><a href="/s/${shareToken}#pages">Back to the report</a></p>
<p class="eyebrow">One page</p>
<h1 class="address">${foreignLink(url)}</h1>
${score !== undefined && markup`<p title="${PAGE_SCORE_NOTE}">Score of the page: ${ratedScore(score)}</p>`}
<p class="no-print"><a href="${viewHref(url, READERS[0].id)}">What each kind of agent receives of it</a></p></div>
<section class="section" aria-labelledby="checks-title"><h2 id="checks-title">Every check</h2>${checkList(
    checks.map((record) => viewOf(presentRecord(record))),
    { shareToken, page: url },
  )}</section>`;
}

import type { H3 } from 'h3';
import { ServiceError } from '../../errors.ts';
import { agentPrompt } from '../../scanner/reporters/agent-prompt.ts';
import { markdown } from '../../scanner/reporters/markdown.ts';
import type { Reporter } from '../../scanner/reporters/reporter.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Sites } from '../../sites/sites.ts';
import { imageResponse, imageRoute } from '../share-image.ts';
import { fixesZip } from './fixes-zip.ts';
import { reportFile } from './html-report.ts';
import { PRIVATE, type ReportRequests } from './report-requests.ts';
import { sharedOf } from './shared-score.ts';
import type { ReportSummaries } from './summary.ts';

/** By the reader's own browser; a picture never changes. */
const PICTURES_KEPT = 'private, max-age=600';
interface FileParts {
  readonly requests: ReportRequests;
  readonly summaries: ReportSummaries;
  readonly scans: Pick<Scans, 'picture'>;
  readonly sites: Pick<Sites, 'coverOf'>;
}

/** The report as files: for a browser without us, for agents, its drafts and its pictures. */
export function mountReportFiles(app: H3, parts: FileParts): void {
  const { requests, summaries, scans } = parts;
  const { scanOf } = requests;
  app.get('/s/:token/report.html', async (event) => {
    const scan = await scanOf(event);
    if (scan.status !== 'completed')
      throw new ServiceError('not_found', 'This scan has no report: it is still running, or has failed.');
    return new Response(await wholeReport(scan, parts), {
      headers: {
        ...attached(scan, 'report', 'html'),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      },
    });
  });
  app.get('/s/:token/report.md', async (event) => rendered(markdown, await scanOf(event), summaries));
  app.get('/s/:token/agent-prompt.txt', async (event) => rendered(agentPrompt, await scanOf(event), summaries));
  app.get('/s/:token/fixes.zip', async (event) => {
    const scan = await scanOf(event);
    if (scan.status !== 'completed')
      throw new ServiceError('not_found', 'This scan has no drafts: it is still running, or has failed.');
    return new Response(fixesZip(await summaries.of(scan)), {
      headers: { ...attached(scan, 'fixes', 'zip'), 'content-type': 'application/zip' },
    });
  });
  app.get('/s/:token/pictures/:at', async (event) => {
    const scan = await scanOf(event);
    const at = event.context.params?.at ?? '';
    const picture = /^\d$/.test(at) ? await scans.picture(scan, Number(at)) : undefined;
    if (picture === undefined) throw new ServiceError('not_found', 'This scan has no such picture.');
    return new Response(new Uint8Array(picture), {
      headers: { ...PRIVATE, 'cache-control': PICTURES_KEPT, 'content-type': 'image/jpeg' },
    });
  });
  app.get(imageRoute('/s/:token'), async (event) => {
    const shared = sharedOf(await scanOf(event));
    if (shared === undefined) throw new ServiceError('not_found', 'This scan has no score that a picture could show.');
    return imageResponse(shared);
  });
}

/** The headers of a file that is saved under a name of the scan. */
const attached = ({ shareToken }: ScanRecord, what: string, ending: string) => ({
  ...PRIVATE,
  'content-disposition': `attachment; filename="legible-${what}-${shareToken.slice(0, 6)}.${ending}"`,
});

/** The report as one file, with its pictures in it. */
async function wholeReport(
  scan: ScanRecord,
  { summaries, scans, sites }: Pick<FileParts, 'summaries' | 'scans' | 'sites'>,
): Promise<string> {
  const summary = await summaries.of(scan);
  const shown = await Promise.all(
    (summary.shown ?? []).map(async (screen, at) => {
      const picture = await scans.picture(scan, at);
      return picture === undefined
        ? []
        : [{ ...screen, src: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}` }];
    }),
  );
  return reportFile({ ...summary, shown: shown.flat() }, await coverFor(scan, sites));
}

/** What its owner wrote on the cover of the report; undefined for a scan without an account. */
export const coverFor = async (
  { accountId, rootUrl }: ScanRecord,
  sites: Pick<Sites, 'coverOf'>,
): ReturnType<Sites['coverOf']> => (accountId === undefined ? undefined : sites.coverOf(accountId, rootUrl));

/** The report as a reporter renders it. */
export async function rendered(
  { mediaType, render }: Reporter,
  scan: ScanRecord,
  summaries: ReportSummaries,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(render(await summaries.of(scan)), {
    headers: { ...PRIVATE, ...headers, 'content-type': `${mediaType}; charset=utf-8` },
  });
}

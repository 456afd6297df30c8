import type { H3Event } from 'h3';
import { defined } from '../../basics/defined.ts';
import { ServiceError } from '../../errors.ts';
import { wholeFile } from '../../http/multipart.ts';
import { logoUri, MAX_LOGO_BYTES } from '../../scanner/parse/images/logo.ts';
import type { McpScanRecord } from '../../scans/mcp-scans.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import { ratedScore } from '../charts.ts';
import type { Layout } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import { coverFault, coverForm, LOGO_TOO_LARGE } from '../report/cover.ts';
import { createToolCalls } from './call-tool.ts';
import type { DashboardParts } from './frame.ts';
import { confirmation, inside, type Member, PATHS, type Routing, seeOther } from './frame.ts';

type Parts = Pick<DashboardParts, 'scans' | 'mcpScans' | 'sites' | 'gate' | 'layout'>;

const SHOWN = 100;
const MCP_SHOWN = 20;
/** Of the newest scans of each kind. */
const SEARCHED = 1000;
const MAX_WORDS = 200;

/** `/dashboard/scans`: every scan of the account, cancelling and deleting them. */
export function mountScans(routing: Routing, parts: Parts): void {
  const { memberPage, memberForm } = routing;
  const { scans, mcpScans, gate, layout } = parts;
  const { callOnAnyPlan } = createToolCalls(gate);
  mountList(routing, parts);
  mountCover(routing, parts);
  memberForm(`${PATHS.scans}/:id/cancel`, async (event, member) => {
    const id = event.context.params?.id ?? '';
    const scan = await scans.find(member.account.id, id);
    if (scan === undefined) throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    await callOnAnyPlan(event, member, 'cancel_scan', { id }).catch((error: unknown) => {
      // The report says that it has ended.
      if (!(error instanceof ServiceError) || error.code !== 'already_ended') throw error;
    });
    return seeOther(`/s/${scan.shareToken}`);
  });
  mountDeletion({ memberPage, memberForm }, layout, {
    path: PATHS.scans,
    addressOf: async (accountId, id) => (await scans.find(accountId, id))?.rootUrl,
    remove: async (event, member, id) => {
      await callOnAnyPlan(event, member, 'delete_scan', { id });
    },
  });
  mountDeletion({ memberPage, memberForm }, layout, {
    path: `${PATHS.sites}/mcp-scans`,
    addressOf: async (accountId, id) => (await mcpScans.find(accountId, id))?.scan.endpoint,
    remove: (_, { account }, id) => mcpScans.remove(account.id, id),
  });
}

/** The newest scans, older ones, and those that a search finds. */
function mountList({ memberPage }: Routing, { scans, mcpScans, layout }: Parts): void {
  const show = (member: Member, title: string, main: Markup) =>
    inside(layout, member, { path: PATHS.scans, title }, main);

  const newest = async (member: Member): Promise<Response> => {
    const { id } = member.account;
    const [ofSites, ofServers] = await Promise.all([
      scans.list(id, { limit: SHOWN }),
      mcpScans.list(id, { limit: MCP_SHOWN }),
    ]);
    const lists = {
      scans: { rows: ofSites, hasMore: ofSites.length === SHOWN },
      mcpScans: { rows: ofServers, hasMore: ofServers.length === MCP_SHOWN },
    };
    return show(member, 'Your scans', scansPage(lists));
  };

  /** Those of the newest whose address has the words. */
  const searched = async (member: Member, words: string): Promise<Response> => {
    const { id } = member.account;
    const [ofSites, ofServers] = await Promise.all([
      scans.list(id, { limit: SEARCHED }),
      mcpScans.list(id, { limit: SEARCHED }),
    ]);
    const has = (address: string) => address.toLowerCase().includes(words.toLowerCase());
    const found = {
      scans: ofSites.filter(({ rootUrl }) => has(rootUrl)).slice(0, SHOWN),
      mcpScans: ofServers.filter(({ scan }) => has(scan.endpoint)).slice(0, SHOWN),
    };
    return show(member, 'Scans found', foundPage(words, found));
  };

  memberPage(PATHS.scans, async ({ url: { searchParams } }, member) => {
    const words = (searchParams.get('q') ?? '').trim().slice(0, MAX_WORDS);
    if (words !== '') return searched(member, words);
    const [before, mcpBefore] = [timeIn(searchParams, 'before'), timeIn(searchParams, 'mcp-before')];
    if (before !== undefined) {
      const rows = await scans.list(member.account.id, { limit: SHOWN, before });
      return show(member, 'Older scans', olderScans({ rows, hasMore: rows.length === SHOWN }));
    }
    if (mcpBefore !== undefined) {
      const rows = await mcpScans.list(member.account.id, { limit: SHOWN, before: mcpBefore });
      return show(member, 'Older scans', olderMcpScans({ rows, hasMore: rows.length === SHOWN }));
    }
    return newest(member);
  });
}

/** The cover of the report of a scan's site, as its form is sent. */
function mountCover({ memberUpload }: Routing, { scans, sites, gate, layout }: Parts): void {
  const { call } = createToolCalls(gate);
  memberUpload(`${PATHS.scans}/:id/cover`, async (event, member, { fields, file }) => {
    const { account, formToken } = member;
    const scan = await scans.find(account.id, event.context.params?.id ?? '');
    if (scan === undefined) throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    const field = (name: string) => (fields.get(name) ?? '').trim();
    // Browsers send line breaks of a text area as CRLF, and count them as one character.
    const written = { title: field('title'), note: field('note').replaceAll('\r\n', '\n'), dates: field('dates') };
    const before = (await sites.coverOf(account.id, scan.rootUrl))?.logo;
    const withoutLogo = fields.get('withoutLogo') === '1';
    try {
      const sent = await wholeFile(file, MAX_LOGO_BYTES, LOGO_TOO_LARGE);
      const logo = sent.length > 0 ? logoUri(sent) : withoutLogo ? undefined : before;
      const report = { ...written, ...defined({ logo }) };
      await call(event, member, 'label_site', { host: scan.rootUrl, report });
      return seeOther(`/s/${scan.shareToken}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const form = coverForm(defined({ ...written, logo: before }), {
        action: `${PATHS.scans}/${scan.id}/cover`,
        formToken,
        withoutLogo,
        fault: coverFault(error),
      });
      const main = markup`<div class="flow"><p class="small"><a href="/s/${scan.shareToken}">Back to the report</a></p>
<h1>The report of ${scan.rootUrl}</h1>
<h2>Its cover is not saved yet</h2></div>
<div class="section">${form}</div>`;
      const title = 'The cover is not saved yet';
      const page = inside(layout, member, { path: PATHS.scans, title, status: error.status }, main);
      // The rest of the file is not read, so that nothing else can be asked on this connection.
      page.headers.set('connection', 'close');
      return page;
    }
  });
}

interface Deletable {
  /** `/{id}/delete` under it asks, and does it once that is confirmed. */
  readonly path: string;
  /** The URL of a scan; undefined when the account has no such scan. */
  addressOf(accountId: string, id: string): Promise<string | undefined>;
  /** @throws ServiceError not_found, or that it cannot be deleted now */
  remove(event: H3Event, member: Member, id: string): Promise<void>;
}

function mountDeletion(
  { memberPage, memberForm }: Pick<Routing, 'memberPage' | 'memberForm'>,
  layout: Layout,
  { path, addressOf, remove }: Deletable,
): void {
  memberPage(`${path}/:id/delete`, async ({ context }, { account, formToken }) => {
    const id = context.params?.id ?? '';
    const address = await addressOf(account.id, id);
    if (address === undefined) throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    const question = confirmation(
      { formToken },
      {
        title: 'Delete this scan?',
        consequence: markup`The report of <strong>${address}</strong> is gone for good, for everybody who has its link too.`,
        action: `${path}/${id}/delete`,
        confirm: 'Delete the scan',
        back: PATHS.scans,
      },
    );
    return inside(layout, { account, formToken }, { path: PATHS.scans, title: 'Delete a scan' }, question);
  });
  memberForm(`${path}/:id/delete`, async (event, member) => {
    await remove(event, member, event.context.params?.id ?? '');
    return seeOther(PATHS.scans);
  });
}

/** Milliseconds since the epoch; undefined when the query has no such date-time. */
function timeIn(query: URLSearchParams, name: string): number | undefined {
  const time = Date.parse(query.get(name) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

interface List<Row> {
  /** Newest first. */
  readonly rows: readonly Row[];
  /** There may be older ones. */
  readonly hasMore: boolean;
}

function scansPage({ scans, mcpScans }: { scans: List<ScanRecord>; mcpScans: List<McpScanRecord> }): Markup {
  if (scans.rows.length + mcpScans.rows.length === 0)
    return markup`<h1>Your scans</h1><p class="soft">None yet. <a href="${PATHS.sites}">Scan a site</a>, or <a href="${PATHS.keys}">make a key</a> and let an agent do it.</p>`;
  return markup`<h1>Your scans</h1>${searchForm('')}
${scans.rows.length > 0 && section('scans', 'Scans of websites', markup`${scansTable(scans.rows)}${older('before', scans)}`)}
${mcpScans.rows.length > 0 && section('mcp-scans', 'MCP servers', markup`${mcpTable(mcpScans.rows)}${older('mcp-before', mcpScans)}`)}`;
}

const searchForm = (words: string): Markup =>
  markup`<form method="get" action="${PATHS.scans}" role="search" class="section"><div class="field"><label for="q">Search your scans</label><div class="row"><input type="search" id="q" name="q" value="${words}" maxlength="${MAX_WORDS}" placeholder="part of an address" required><button type="submit" class="button quiet">Search</button></div></div></form>`;

const foundPage = (
  words: string,
  { scans, mcpScans }: { scans: readonly ScanRecord[]; mcpScans: readonly McpScanRecord[] },
): Markup => markup`<h1>Scans of “${words}”</h1>${searchForm(words)}
<p class="soft">Among your newest ${count(SEARCHED)} scans of each kind. <a href="${PATHS.scans}">Show all</a></p>
${scans.length + mcpScans.length === 0 && markup`<p>No address has these words.</p>`}
${scans.length > 0 && section('scans', 'Scans', scansTable(scans))}
${mcpScans.length > 0 && section('mcp-scans', 'MCP servers', mcpTable(mcpScans))}`;

const olderScans = (scans: List<ScanRecord>): Markup =>
  markup`<h1 id="scans">Older scans</h1>${NEWEST}${scans.rows.length > 0 && scansTable(scans.rows)}${older('before', scans)}`;

const olderMcpScans = (scans: List<McpScanRecord>): Markup =>
  markup`<h1 id="mcp-scans">Older scans of MCP servers</h1>${NEWEST}${scans.rows.length > 0 && mcpTable(scans.rows)}${older('mcp-before', scans)}`;

const NEWEST = markup`<p><a href="${PATHS.scans}">To the newest</a></p>`;

const older = (query: string, { rows, hasMore }: List<{ readonly createdAt: string }>): Markup | false =>
  hasMore && markup`<p class="pager"><a href="${PATHS.scans}?${query}=${rows.at(-1)?.createdAt}">Older scans</a></p>`;

const section = (id: string, title: string, contents: Markup): Markup =>
  markup`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${contents}</section>`;

const scansTable = (
  scans: readonly ScanRecord[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="scans" tabindex="0"><table class="pages level">
<thead><tr><th scope="col">Address</th><th scope="col" class="num">Score</th><th scope="col">When (UTC)</th><th scope="col" class="num">Pages</th><th scope="col">State</th><th scope="col"><span class="visually-hidden">Delete</span></th></tr></thead>
<tbody>${scans.map(
  ({ id, shareToken, rootUrl, createdAt, status, score, pagesScanned }) => markup`<tr>
<td><a href="/s/${shareToken}">${rootUrl}</a></td><td class="num">${score === undefined ? '–' : ratedScore(score.score)}</td><td class="when">${shortDate(createdAt)}</td><td class="num">${count(pagesScanned)}</td><td>${status}</td>
<td>${status !== 'running' && deleteLink(`scans/${id}`, rootUrl)}</td></tr>`,
)}</tbody></table></div>`;

const mcpTable = (
  records: readonly McpScanRecord[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="mcp-scans" tabindex="0"><table class="pages level">
<thead><tr><th scope="col">Endpoint</th><th scope="col" class="num">Score</th><th scope="col">When (UTC)</th><th scope="col">State</th><th scope="col"><span class="visually-hidden">Delete</span></th></tr></thead>
<tbody>${records.map(
  ({ createdAt, scan }, at) =>
    markup`<tr><td><a href="/m/${scan.shareToken}">${scan.endpoint}</a></td><td class="num">${scan.status === 'completed' ? ratedScore(scan.mcpScore) : '–'}</td><td class="when">${shortDate(createdAt)}</td><td>${scan.status}${comparedWith(records, at)}</td><td>${deleteLink(`mcp-scans/${scan.id}`, scan.endpoint)}</td></tr>`,
)}</tbody></table></div>`;

/** Leads to the comparison with the scan of the same server before it, where both have a grade. */
function comparedWith(records: readonly McpScanRecord[], at: number): Markup | undefined {
  const now = records[at]?.scan;
  const before = records.slice(at + 1).find(({ scan }) => scan.endpoint === now?.endpoint)?.scan;
  if (now?.status !== 'completed' || before?.status !== 'completed') return undefined;
  return markup` · <a href="${compareHref(now.shareToken, before.shareToken)}">compare<span class="visually-hidden"> with the scan before of ${now.endpoint}</span></a>`;
}

const deleteLink = (path: string, address: string): Markup =>
  markup`<a class="button quiet small" href="${PATHS.sites}/${path}/delete">Delete<span class="visually-hidden"> the scan of ${address}</span></a>`;

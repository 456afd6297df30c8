import type { DrawnWindow } from '../../auth/quotas.ts';
import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { groupedBy } from '../../grouped-by.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import type { McpScanRecord } from '../../scans/mcp-scans.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import { callForAnswer } from '../../tools/gate.ts';
import { changeSince, ratedScore, trend } from '../charts.ts';
import { forPeople } from '../home.ts';
import type { Layout } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import type { DashboardParts } from './frame.ts';
import { confirmation, inside, type Member, PATHS, type Routing, seeOther, tokenField, usedOf } from './frame.ts';

type Parts = Pick<DashboardParts, 'scans' | 'mcpScans' | 'gate' | 'quotas' | 'layout'>;

const SHOWN = 100;
const MCP_SHOWN = 20;
/** Of the newest scans of each kind. */
const SEARCHED = 1000;
const MAX_WORDS = 200;
const DEFAULT_PAGES = '100';

/** `/dashboard`: the account's scans, their trends, new ones, and deleting them. */
export function mountScans({ memberPage, memberForm }: Routing, parts: Parts): void {
  const { scans, mcpScans, gate, quotas, layout } = parts;
  const show = ({ account, formToken }: Member, title: string, main: Markup, status = 200): Response =>
    inside(layout, { account, formToken }, { path: PATHS.scans, title, status }, main);

  const newest = async (member: Member, written: Partial<StartForm> = {}, status = 200): Promise<Response> => {
    const { account, formToken } = member;
    const [windows, ofSites, ofServers] = await Promise.all([
      quotas.peek(sessionCaller(member.account), 'start-scan'),
      scans.list(account.id, { limit: SHOWN }),
      mcpScans.list(account.id, { limit: MCP_SHOWN }),
    ]);
    const form = { formToken, windows, kind: 'site', url: '', pageLimit: DEFAULT_PAGES, ...written } as const;
    const lists = {
      scans: { rows: ofSites, hasMore: ofSites.length === SHOWN },
      mcpScans: { rows: ofServers, hasMore: ofServers.length === MCP_SHOWN },
    };
    return show(member, 'Your scans', scansPage(account.plan === 'free' ? undefined : form, lists), status);
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
  memberForm(PATHS.scans, async (event, member, fields) => {
    const url = (fields.get('url') ?? '').trim();
    const pageLimit = fields.get('pageLimit') ?? DEFAULT_PAGES;
    const kind = fields.get('kind') === 'mcp' ? 'mcp' : 'site';
    const address = withLikelyScheme(url);
    try {
      const { output } = await callForAnswer(gate, {
        tool: kind === 'mcp' ? 'scan_mcp' : 'start_scan',
        input: kind === 'mcp' ? { endpoint: address } : { url: address, pageLimit: Number(pageLimit) },
        caller: sessionCaller(member.account),
        request: event.req,
      });
      if (kind === 'mcp') return seeOther(String(output.shareUrl));
      const scan = await scans.find(member.account.id, String(output.id));
      if (scan === undefined) throw new Error('a scan that was started is not there');
      return seeOther(`/s/${scan.shareToken}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const field = error.message.startsWith('pageLimit') ? 'pageLimit' : 'url';
      return newest(member, { fault: { field, message: forPeople(error) }, kind, url, pageLimit }, error.status);
    }
  });

  memberForm(`${PATHS.scans}/scans/:id/cancel`, async ({ context, req }, { account }) => {
    const id = context.params?.id ?? '';
    const scan = await scans.find(account.id, id);
    if (scan === undefined) throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    const cancelling = callForAnswer(gate, {
      tool: 'cancel_scan',
      input: { id },
      caller: sessionCaller(account),
      request: req,
    });
    await cancelling.catch((error: unknown) => {
      // The report says that it has ended.
      if (!(error instanceof ServiceError) || error.code !== 'already_ended') throw error;
    });
    return seeOther(`/s/${scan.shareToken}`);
  });
  mountDeletion({ memberPage, memberForm }, layout, {
    path: `${PATHS.scans}/scans`,
    addressOf: async (accountId, id) => (await scans.find(accountId, id))?.rootUrl,
    remove: async (account, id, request) => {
      await callForAnswer(gate, { tool: 'delete_scan', input: { id }, caller: sessionCaller(account), request });
    },
  });
  mountDeletion({ memberPage, memberForm }, layout, {
    path: `${PATHS.scans}/mcp-scans`,
    addressOf: async (accountId, id) => (await mcpScans.find(accountId, id))?.scan.endpoint,
    remove: (account, id) => mcpScans.remove(account.id, id),
  });
}

interface Deletable {
  /** `/{id}/delete` under it asks, and does it once that is confirmed. */
  readonly path: string;
  /** The URL of a scan; undefined when the account has no such scan. */
  addressOf(accountId: string, id: string): Promise<string | undefined>;
  /** @throws ServiceError not_found, or that it cannot be deleted now */
  remove(account: Member['account'], id: string, request: Request): Promise<void>;
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
  memberForm(`${path}/:id/delete`, async ({ context, req }, { account }) => {
    await remove(account, context.params?.id ?? '', req);
    return seeOther(PATHS.scans);
  });
}

/** Milliseconds since the epoch; undefined when the query has no such date-time. */
function timeIn(query: URLSearchParams, name: string): number | undefined {
  const time = Date.parse(query.get(name) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The form that starts a scan, with the values already entered. */
interface StartForm {
  readonly formToken: string;
  /** Of the rate limit that scans from the dashboard consume. */
  readonly windows: readonly DrawnWindow[];
  readonly kind: 'site' | 'mcp';
  readonly url: string;
  readonly pageLimit: string;
  /** The errors of the form, and the fields they concern. */
  readonly fault?: { readonly field: 'url' | 'pageLimit'; readonly message: string };
}

interface List<Row> {
  /** Newest first. */
  readonly rows: readonly Row[];
  /** There may be older ones. */
  readonly hasMore: boolean;
}

/** @param form undefined for an account that may start none */
function scansPage(
  form: StartForm | undefined,
  { scans, mcpScans }: { scans: List<ScanRecord>; mcpScans: List<McpScanRecord> },
): Markup {
  const sites = sitesOf(scans.rows);
  return markup`<div class="stack"><h1>Your scans</h1>
${form === undefined ? markup`<p>New scans need a Pro plan; this account is on the Free plan. What was scanned before stays here.</p>` : startForm(form)}</div>
${scans.rows.length + mcpScans.rows.length > 0 && searchForm('')}
${sites.length > 0 && section('sites', 'Sites', sitesTable(sites, form?.formToken))}
${section('scans', 'Scans', scans.rows.length === 0 ? markup`<p class="soft">None yet. Scan a site above, or <a href="${PATHS.keys}">make a key</a> and let an agent do it.</p>` : markup`${scansTable(scans.rows)}${older('before', scans)}`)}
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

function startForm({ formToken, windows, kind, url, pageLimit, fault }: StartForm): Markup {
  const faultOf = (field: 'url' | 'pageLimit') =>
    fault?.field === field && markup` aria-invalid="true" aria-describedby="scan-fault" autofocus`;
  return markup`<form method="post" action="${PATHS.scans}" class="scan-form card" data-slow>${tokenField(formToken)}
<div class="field"><label for="url">Scan</label>
<div class="row choices"><select name="kind" aria-label="What to scan"><option value="site">a site</option><option value="mcp"${kind === 'mcp' && markup` selected`}>an MCP server</option></select>
<input type="text" inputmode="url" id="url" name="url" value="${url}" maxlength="2000" placeholder="example.com/docs/" autocapitalize="off" spellcheck="false" required${faultOf('url')}>
<span class="choice"><label for="pageLimit">Pages of a site at most</label><input type="number" id="pageLimit" name="pageLimit" value="${pageLimit}" min="1" max="2000" required${faultOf('pageLimit')}></span>
<button type="submit" class="button">Scan</button></div>
${fault !== undefined && markup`<p class="fault" id="scan-fault" role="alert">${fault.message}</p>`}
<p class="soft small">Started here today: ${usedOf(windows, 'start-scan-day')}.</p></div>
</form>`;
}

interface Site {
  readonly rootUrl: string;
  /** Newest first. */
  readonly scans: readonly ScanRecord[];
}

/** Sites that have a score, the one that was scanned last first. Parts of a site have scores of their own. */
function sitesOf(scans: readonly ScanRecord[]): Site[] {
  const scored = scans.filter(({ score }) => score !== undefined);
  return [...groupedBy(scored, ({ rootUrl }) => rootUrl)].map(([rootUrl, ofAddress]) => ({
    rootUrl,
    scans: ofAddress,
  }));
}

/** `example.com`, `example.com/docs/`. */
const shortAddress = (rootUrl: string): string => rootUrl.replace(/^https?:\/\//, '').replace(/^([^/]*)\/$/, '$1');

const scoresOf = (scans: readonly ScanRecord[]): number[] =>
  scans.flatMap(({ score }) => (score === undefined ? [] : [score.score])).reverse();

const sitesTable = (
  sites: readonly Site[],
  formToken: string | undefined,
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="sites" tabindex="0"><table class="level">
<thead><tr><th scope="col">Site</th><th scope="col" class="num">Latest score</th><th scope="col" class="num">Change</th><th scope="col">Trend</th><th scope="col" class="num">Scans</th>${formToken !== undefined && markup`<th scope="col"><span class="visually-hidden">Scan again</span></th>`}</tr></thead>
<tbody>${sites.map(({ rootUrl, scans }) => {
  const scores = scoresOf(scans);
  const latest = scores.at(-1) ?? 0;
  const [last, previous] = scans.filter(({ score }) => score !== undefined);
  // Scores of two rubrics are not on one scale.
  const before = last?.rubricVersion === previous?.rubricVersion ? scores.at(-2) : undefined;
  return markup`<tr><th scope="row"><a href="/s/${scans[0]?.shareToken}">${shortAddress(rootUrl)}</a></th><td class="num">${ratedScore(latest)}</td><td class="num">${last !== undefined && previous !== undefined ? markup`<a href="${compareHref(last.shareToken, previous.shareToken)}">${changeSince(before, latest)}</a>` : changeSince(before, latest)}</td><td>${trend(scores)}</td><td class="num">${count(scans.length)}</td>${formToken !== undefined && markup`<td>${scanAgain(rootUrl, last?.pageLimit, formToken)}</td>`}</tr>`;
})}</tbody></table></div>`;

const scanAgain = (rootUrl: string, pageLimit: number | undefined, formToken: string): Markup =>
  markup`<form method="post" action="${PATHS.scans}">${tokenField(formToken)}<input type="hidden" name="url" value="${rootUrl}"><input type="hidden" name="pageLimit" value="${pageLimit ?? DEFAULT_PAGES}"><button type="submit" class="button quiet small">Scan again<span class="visually-hidden"> ${rootUrl}</span></button></form>`;

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
  markup`<a class="button quiet small" href="${PATHS.scans}/${path}/delete">Delete<span class="visually-hidden"> the scan of ${address}</span></a>`;

import type { DrawnWindow } from '../../auth/quotas.ts';
import type { McpScanRecord } from '../../scans/mcp-scans.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from '../report/words.ts';
import { changeSince, ratedScore, trend } from '../score-history.ts';
import { PATHS, tokenField, usedOf } from './frame.ts';

/** What starts a scan, with what somebody had written into it. */
export interface StartForm {
  readonly formToken: string;
  /** Of the budget that scans from here draw on. */
  readonly windows: readonly DrawnWindow[];
  readonly url: string;
  readonly pageLimit: string;
  /** What was wrong with it, and with which of its fields. */
  readonly fault?: { readonly field: 'url' | 'pageLimit'; readonly message: string };
}

interface List<Row> {
  /** Newest first. */
  readonly rows: readonly Row[];
  /** There may be older ones. */
  readonly hasMore: boolean;
}

/** @param form undefined for an account that may start none */
export function scansPage(
  form: StartForm | undefined,
  { scans, mcpScans }: { scans: List<ScanRecord>; mcpScans: List<McpScanRecord> },
): Markup {
  const sites = sitesOf(scans.rows);
  return markup`<div class="stack"><h1>Your scans</h1>
${form === undefined ? markup`<p>New scans need a Pro plan; this account is on the Free plan. What was scanned before stays here.</p>` : startForm(form)}</div>
${sites.length > 0 && section('sites', 'Sites', sitesTable(sites))}
${section('scans', 'Scans', scans.rows.length === 0 ? markup`<p class="soft">None yet. Scan a site above, or <a href="${PATHS.keys}">make a key</a> and let an agent do it.</p>` : markup`${scansTable(scans.rows)}${older('before', scans)}`)}
${mcpScans.rows.length > 0 && section('mcp-scans', 'MCP servers', markup`${mcpTable(mcpScans.rows)}${older('mcp-before', mcpScans)}`)}`;
}

export const olderScans = (scans: List<ScanRecord>): Markup =>
  markup`<h1 id="scans">Older scans</h1>${NEWEST}${scans.rows.length > 0 && scansTable(scans.rows)}${older('before', scans)}`;

export const olderMcpScans = (scans: List<McpScanRecord>): Markup =>
  markup`<h1 id="mcp-scans">Older scans of MCP servers</h1>${NEWEST}${scans.rows.length > 0 && mcpTable(scans.rows)}${older('mcp-before', scans)}`;

const NEWEST = markup`<p><a href="${PATHS.scans}">To the newest</a></p>`;

const older = (query: string, { rows, hasMore }: List<{ readonly createdAt: string }>): Markup | false =>
  hasMore && markup`<p class="pager"><a href="${PATHS.scans}?${query}=${rows.at(-1)?.createdAt}">Older scans</a></p>`;

const section = (id: string, title: string, contents: Markup): Markup =>
  markup`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${contents}</section>`;

function startForm({ formToken, windows, url, pageLimit, fault }: StartForm): Markup {
  const faultOf = (field: 'url' | 'pageLimit') =>
    fault?.field === field && markup` aria-invalid="true" aria-describedby="scan-fault" autofocus`;
  return markup`<form method="post" action="${PATHS.scans}" class="scan-form card">${tokenField(formToken)}
<div class="field"><label for="url">Scan a site</label>
<div class="row"><input type="text" inputmode="url" id="url" name="url" value="${url}" maxlength="2000" placeholder="example.com/docs/" autocapitalize="off" spellcheck="false" required${faultOf('url')}>
<label for="pageLimit">Pages at most</label><input type="number" id="pageLimit" name="pageLimit" value="${pageLimit}" min="1" max="2000" required${faultOf('pageLimit')}>
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
  const byAddress = new Map<string, ScanRecord[]>();
  for (const scan of scans) {
    if (scan.score === undefined) continue;
    byAddress.set(scan.rootUrl, [...(byAddress.get(scan.rootUrl) ?? []), scan]);
  }
  return [...byAddress].map(([rootUrl, ofAddress]) => ({ rootUrl, scans: ofAddress }));
}

/** `example.com`, `example.com/docs/`. */
const shortAddress = (rootUrl: string): string => rootUrl.replace(/^https?:\/\//, '').replace(/^([^/]*)\/$/, '$1');

const scoresOf = (scans: readonly ScanRecord[]): number[] =>
  scans.flatMap(({ score }) => (score === undefined ? [] : [score.score])).reverse();

const sitesTable = (
  sites: readonly Site[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="sites" tabindex="0"><table class="level">
<thead><tr><th scope="col">Site</th><th scope="col" class="num">Latest score</th><th scope="col" class="num">Change</th><th scope="col">Trend</th><th scope="col" class="num">Scans</th></tr></thead>
<tbody>${sites.map(({ rootUrl, scans }) => {
  const scores = scoresOf(scans);
  const [latest, before] = [scores.at(-1) ?? 0, scores.at(-2)];
  return markup`<tr><th scope="row"><a href="/s/${scans[0]?.shareToken}">${shortAddress(rootUrl)}</a></th><td class="num">${ratedScore(latest)}</td><td class="num">${changeSince(before, latest)}</td><td>${trend(scores)}</td><td class="num">${count(scans.length)}</td></tr>`;
})}</tbody></table></div>`;

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
  ({ createdAt, scan }) =>
    markup`<tr><td><a href="/m/${scan.shareToken}">${scan.endpoint}</a></td><td class="num">${scan.status === 'completed' ? ratedScore(scan.mcpScore) : '–'}</td><td class="when">${shortDate(createdAt)}</td><td>${scan.status}</td><td>${deleteLink(`mcp-scans/${scan.id}`, scan.endpoint)}</td></tr>`,
)}</tbody></table></div>`;

const deleteLink = (path: string, address: string): Markup =>
  markup`<a class="button quiet small" href="${PATHS.scans}/${path}/delete">Delete<span class="visually-hidden"> the scan of ${address}</span></a>`;

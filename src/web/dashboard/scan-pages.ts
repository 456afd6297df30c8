import { ratingOf } from '../../scanner/scoring/score.ts';
import type { McpScanRecord } from '../../scans/mcp-scans.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import { ratingWords } from '../charts.ts';
import { type Markup, markup } from '../markup.ts';
import { count, hostOf } from '../report/words.ts';
import { fault, PATHS, shortDate, tokenField } from './frame.ts';
import { trend } from './trend.ts';

export interface ScansPage {
  readonly formToken: string;
  readonly isFree: boolean;
  /** The newest, newest first. */
  readonly scans: readonly ScanRecord[];
  readonly mcpScans: readonly McpScanRecord[];
  /** Older scans are left out of the list. */
  readonly hasMore: boolean;
  readonly message?: string;
  /** What somebody had written into the form. */
  readonly url?: string;
}

export function scansPage({ formToken, isFree, scans, mcpScans, hasMore, message, url = '' }: ScansPage): Markup {
  const sites = sitesOf(scans);
  return markup`<div class="stack"><h1>Your scans</h1>
${fault(message)}
${isFree ? markup`<p>New scans need a Pro plan; this account is on the Free plan. What was scanned before stays here.</p>` : startForm(formToken, url)}</div>
${sites.length > 0 && section('sites', 'Sites', sitesTable(sites))}
${section('scans', 'Scans', scans.length === 0 ? markup`<p class="soft">None yet. Scan a site above, or <a href="${PATHS.keys}">make a key</a> and let an agent do it.</p>` : scansTable(scans))}
${hasMore && markup`<p class="pager"><a href="${PATHS.scans}?before=${scans.at(-1)?.createdAt}">Older scans</a></p>`}
${mcpScans.length > 0 && section('mcp-scans', 'MCP servers', mcpTable(mcpScans))}`;
}

const section = (id: string, title: string, contents: Markup): Markup =>
  markup`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${contents}</section>`;

const startForm = (
  formToken: string,
  url: string,
): Markup => markup`<form method="post" action="${PATHS.scans}" class="scan-form card">${tokenField(formToken)}
<div class="field"><label for="url">Scan a site, up to 100 pages</label>
<div class="row"><input type="text" inputmode="url" id="url" name="url" value="${url}" maxlength="2000" placeholder="https://example.com/docs/" autocapitalize="off" spellcheck="false" required>
<button type="submit" class="button">Scan</button></div></div>
</form>`;

interface Site {
  readonly host: string;
  /** Newest first. */
  readonly scans: readonly ScanRecord[];
}

/** Sites that have a score, the one that was scanned last first. */
function sitesOf(scans: readonly ScanRecord[]): Site[] {
  const byHost = new Map<string, ScanRecord[]>();
  for (const scan of scans) {
    if (scan.score === undefined) continue;
    const host = hostOf(scan.rootUrl);
    byHost.set(host, [...(byHost.get(host) ?? []), scan]);
  }
  return [...byHost].map(([host, ofHost]) => ({ host, scans: ofHost }));
}

const scoresOf = (scans: readonly ScanRecord[]): number[] =>
  scans.flatMap(({ score }) => (score === undefined ? [] : [score.score])).reverse();

const sitesTable = (
  sites: readonly Site[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="sites" tabindex="0"><table>
<thead><tr><th scope="col">Site</th><th scope="col" class="num">Latest score</th><th scope="col" class="num">Change</th><th scope="col">Trend</th><th scope="col" class="num">Scans</th></tr></thead>
<tbody>${sites.map(({ host, scans }) => {
  const scores = scoresOf(scans);
  const [latest, before] = [scores.at(-1) ?? 0, scores.at(-2)];
  return markup`<tr><th scope="row"><a href="/s/${scans[0]?.shareToken}">${host}</a></th><td class="num">${scoreOf(latest)}</td><td class="num">${before === undefined ? '–' : signed(latest - before)}</td><td>${trend(scores)}</td><td class="num">${count(scans.length)}</td></tr>`;
})}</tbody></table></div>`;

const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0');

const scoreOf = (score: number): Markup => {
  const rating = ratingOf(score);
  return markup`<span class="${rating} tone"><strong>${score}</strong></span> <span class="small soft">${ratingWords(rating)}</span>`;
};

const scansTable = (
  scans: readonly ScanRecord[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="scans" tabindex="0"><table class="pages">
<thead><tr><th scope="col">Address</th><th scope="col">When (UTC)</th><th scope="col">State</th><th scope="col" class="num">Score</th><th scope="col" class="num">Pages</th><th scope="col"><span class="visually-hidden">Delete</span></th></tr></thead>
<tbody>${scans.map(
  ({ id, shareToken, rootUrl, createdAt, status, score, pagesScanned }) => markup`<tr>
<td><a href="/s/${shareToken}">${rootUrl}</a></td><td>${shortDate(createdAt)}</td><td>${status}</td><td class="num">${score === undefined ? '–' : scoreOf(score.score)}</td><td class="num">${count(pagesScanned)}</td>
<td>${status !== 'running' && markup`<a class="button quiet small" href="${PATHS.scans}/scans/${id}/delete">Delete<span class="visually-hidden"> the scan of ${rootUrl}</span></a>`}</td></tr>`,
)}</tbody></table></div>`;

const mcpTable = (
  records: readonly McpScanRecord[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="mcp-scans" tabindex="0"><table class="pages">
<thead><tr><th scope="col">Endpoint</th><th scope="col">When (UTC)</th><th scope="col">State</th><th scope="col" class="num">Score</th></tr></thead>
<tbody>${records.map(
  ({ createdAt, scan }) =>
    markup`<tr><td><a href="/m/${scan.shareToken}">${scan.endpoint}</a></td><td>${shortDate(createdAt)}</td><td>${scan.status}</td><td class="num">${scan.status === 'completed' ? scoreOf(scan.mcpScore) : '–'}</td></tr>`,
)}</tbody></table></div>`;

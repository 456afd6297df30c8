/** The page at a report's address before the report exists, or when it never will. */

import { capitalised } from '../../scanner/pluralize.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import { progressOf } from '../../scans/scan-record.ts';
import { type CheckResult, foundWhenCancelled } from '../../schema/scan.ts';
import { type Markup, markup, thirdPartyLink } from '../markup.ts';
import { checkList } from './check-list.ts';
import { count, dateOf, hostOf, pluralize, rescanForm, viewOf } from './check-views.ts';
import type { ReportSummary } from './summary.ts';

/** A scan that runs. The script keeps the figures moving; without it the page loads itself again. */
/** @param cancel the form that cancels it, for its owner */
export function runningPage(scan: ScanRecord, cancel?: Markup): Markup {
  const { rootUrl, pagesDiscovered, pagesScanned, currentUrl, pageLimit, shareToken } = scan;
  const { phase, percent, findings } = progressOf(scan);
  const expected = expectedPages(pagesDiscovered, pageLimit);
  return markup`<div class="progress flow" data-progress="/s/${shareToken}/status.json" data-socket="/api/v1/scans/${shareToken}/progress" data-limit="${pageLimit}">
<p class="eyebrow">Scanning</p>
<h1>${hostOf(rootUrl)}</h1>
<p class="soft">${thirdPartyLink(rootUrl)}</p>
<p class="phase" data-phase>${capitalised(phase ?? '')}</p>
<progress aria-label="The scan" max="100" value="${percent}"></progress>
<dl class="figures">
<div><dt>Pages read</dt><dd><span data-scanned>${figure(pagesScanned)}</span> of <span data-expected>${figure(expected)}</span></dd></div>
<div><dt>Found</dt><dd data-discovered>${figure(pagesDiscovered)}</dd></div>
<div><dt>Pages a second</dt><dd data-speed>–</dd></div>
</dl>
<p class="current soft small" data-current>${currentUrl}</p>
<h2>Found so far</h2>
<ol class="so-far" data-findings>${findings.map(
    ({ checkId, name, pages }) =>
      markup`<li><strong>${checkId}</strong> <span>${name}</span> <small>${pluralize(pages, 'page')}</small></li>`,
  )}</ol>
<p class="small" role="status" data-said>The report will appear here when the scan is done.</p>
<noscript><p>This page loads itself again every three seconds.</p></noscript>
${cancel}
</div>`;
}

/** The dashboard cancels the scan and leads back to its page. */
export const cancelForm = (scanId: string, formToken: string): Markup =>
  markup`<form method="post" action="/dashboard/scans/${scanId}/cancel" class="no-print"><input type="hidden" name="formToken" value="${formToken}"><button type="submit" class="button quiet">Cancel the scan</button></form>`;

/** A figure that is not known yet is no 0. */
const figure = (value: number): string => (value === 0 ? '–' : count(value));

/** The expected number of pages of a scan, as far as it is known. */
const expectedPages = (discovered: number, limit: number): number => Math.min(discovered, limit);

/** Reloads where no script does. */
export const RELOAD_WITHOUT_SCRIPT = markup`<noscript><meta http-equiv="refresh" content="3"></noscript>
`;

/** A failed scan: its reason, and its results until then. */
export function failedPage({ scan }: ReportSummary): Markup {
  const [failure, ...seen] = scan.siteChecks;
  const found = foundWhenCancelled(failure);
  return markup`<p class="eyebrow fail">The scan failed</p>
<h1>${hostOf(scan.rootUrl)}</h1>
<p class="facts">${thirdPartyLink(scan.rootUrl)} <span>${dateOf(scan.completedAt ?? scan.createdAt)}</span></p>
<div class="note fail section">
<h2>${failure?.message ?? 'The site could not be scanned.'}</h2>
${failure !== undefined && failure.howToFix !== null && markup`<p>${failure.howToFix}</p>`}
<div class="buttons no-print">${rescanForm(scan.rootUrl, 'Scan again')}
${hasNoHttps(failure) && scan.rootUrl.startsWith('https:') && rescanForm(scan.rootUrl.replace('https:', 'http:'), 'Scan its http address')}</div>
</div>
${found.length > 0 && markup`<section class="section"><h2>Failing so far</h2><ul class="plain">${found.map(({ at, found: words }) => markup`<li><strong>${at}</strong> ${words}</li>`)}</ul></section>`}
${
  failure !== undefined &&
  markup`<section class="section"><h2>What was seen</h2>${checkList([failure, ...seen].map((result) => viewOf(result)))}</section>`
}`;
}

/** Whether nothing answers by https, which a site may well do by http. */
export function hasNoHttps(failure: CheckResult | undefined): boolean {
  const { measured } = Object(failure?.details.evidence);
  return measured === 'connect' || measured === 'tls';
}

/** Nothing is at the address. */
export const notFoundPage = markup`<div class="flow">
<p class="eyebrow">Not found</p>
<h1>There is no such report</h1>
<p>The address may be cut short, or the report was removed. Reports of scans without an account are kept for 30 days.</p>
<p><a class="button" href="/">Start a new scan</a></p>
</div>`;

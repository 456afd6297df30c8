import { parseUrl } from '../../basics/parse-url.ts';
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { pageWeightOf } from '../../scanner/scoring/score.ts';
import type { PageRow } from '../../scans/page-store.ts';
import { type Markup, markup } from '../markup.ts';
import { count, pluralize } from './check-views.ts';
import type { ReportSummary } from './summary.ts';

const PER_PAGE = 100;

/** A row with its index in the scan, which identifies its detail page. */
interface PlacedRow extends PageRow {
  readonly at: number;
}

/** After every page with a score. */
const NO_SCORE = 101;

/** The pages with most to fix first, and of each page the heaviest checks first. */
function worstFirst(pages: ReportSummary['pages']): PlacedRow[] {
  return pages
    .map((row, at) => ({ ...row, fails: heaviestFirst(row.fails), warns: heaviestFirst(row.warns), at }))
    .sort(
      (a, b) =>
        (a.score ?? NO_SCORE) - (b.score ?? NO_SCORE) ||
        b.fails.length - a.fails.length ||
        b.warns.length - a.warns.length ||
        a.at - b.at,
    );
}

const heaviestFirst = (ids: readonly string[]): string[] => [...ids].sort((a, b) => pageWeightOf(b) - pageWeightOf(a));

/** What the score of a page is, for the places that show it. */
export const PAGE_SCORE_NOTE =
  'The score of a page is the share of their points that its checks earn; a warning earns half. Where text or figures of the page are missing (P4, P5, P26, P27, P28) it is lower by half, for a warning by a quarter. It is 0 where no text reaches agents (P1 or P5 fails).';

/**
 * All pages as data for the table, worst first: `[place, url, failing, warning, not measured, passed, score]`. Checks are
 * indexes into the list of ids and names.
 */
export function pagesData({ pages, scan }: ReportSummary): unknown {
  const checks = new Map<string, number>();
  const indexOf = (id: string): number => {
    const index = checks.get(id) ?? checks.size;
    checks.set(id, index);
    return index;
  };
  const rows = worstFirst(pages).map(({ at, url, fails, warns, errors, passed, score = null }) => [
    at,
    shortened(url, scan.rootUrl),
    fails.map(indexOf),
    warns.map(indexOf),
    errors.map(indexOf),
    passed,
    score,
  ]);
  return { checks: [...checks.keys()].map((id) => [id, titlesOf(id).fail]), rows };
}

/** The path of a page of the scanned origin; the whole URL of any other. */
function shortened(url: string, rootUrl: string): string {
  const origin = parseUrl(rootUrl)?.origin ?? '';
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/**
 * The same table in parts of a hundred rows, for readers without scripts. @param page from 1; an invalid one shows the
 * nearest
 */
export function pagesPage({ pages, scan }: ReportSummary, page: number): Markup {
  const last = Math.max(1, Math.ceil(pages.length / PER_PAGE));
  const shown = Math.trunc(Math.min(Math.max(1, page), last));
  const base = `/s/${scan.shareToken}/pages`;
  const rows = worstFirst(pages).slice((shown - 1) * PER_PAGE, shown * PER_PAGE);
  return markup`<div class="flow"><p class="no-print"><a href="/s/${scan.shareToken}">Back to the report</a></p>
<h1>${pluralize(pages.length, 'page')}</h1>
<p class="soft">${PAGE_SCORE_NOTE}</p>
<p class="soft">Worst first, ${count((shown - 1) * PER_PAGE + Math.min(1, rows.length))} to ${count((shown - 1) * PER_PAGE + rows.length)}.</p></div>
<div class="table-scroll section" role="group" aria-label="Pages" tabindex="0"><table class="pages">
${TABLE_HEAD}
<tbody>${rows.map((row) => tableRow(row, markup`<a href="${base}/${row.at}">${shortened(row.url, scan.rootUrl)}</a>`))}</tbody>
</table></div>
<nav class="pager" aria-label="Pages of the table">${shown > 1 && markup`<a class="button quiet" href="${base}?page=${shown - 1}">Previous</a>`}<span class="soft">${shown} of ${last}</span>${shown < last && markup`<a class="button quiet" href="${base}?page=${shown + 1}">Next</a>`}</nav>`;
}

/** Of a file, the worst pages: it has no other part to lead to. */
export function pagesTable({ pages, scan }: ReportSummary): Markup {
  const rows = worstFirst(pages).slice(0, PER_PAGE);
  return markup`<p class="soft">${rows.length < pages.length ? `The ${count(rows.length)} worst of ${count(pages.length)}.` : 'Worst first.'} ${PAGE_SCORE_NOTE}</p>
<div class="table-scroll" role="group" aria-label="Pages" tabindex="0"><table class="pages">${TABLE_HEAD}<tbody>${rows.map((row) => tableRow(row, markup`${shortened(row.url, scan.rootUrl)}`))}</tbody></table></div>`;
}

const TABLE_HEAD = markup`<thead><tr><th scope="col">Page</th><th scope="col" class="num">Score</th><th scope="col" class="num">Fails</th><th scope="col" class="num">Warnings</th><th scope="col" class="num">Passes</th><th scope="col">Not passed</th></tr></thead>`;

const tableRow = ({ fails, warns, passed, score }: PageRow, page: Markup): Markup =>
  markup`<tr><td>${page}</td><td class="num">${score === undefined ? '–' : markup`<strong>${score}</strong>`}</td><td class="num">${fails.length}</td><td class="num">${warns.length}</td><td class="num">${passed}</td><td class="ids">${namesOf([...fails, ...warns])}</td></tr>`;

const NAMED = 2;

/** The first checks by name, the others by id. */
function namesOf(ids: readonly string[]): Markup {
  const others = ids.slice(NAMED);
  return markup`${ids.slice(0, NAMED).map((id) => markup`<div>${id} ${titlesOf(id).fail}</div>`)}${others.length > 0 && markup`<div>${others.join(' ')}</div>`}`;
}

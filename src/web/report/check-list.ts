/** The results of checks as lists, with their evidence. */

import { parseUrl } from '../../basics/parse-url.ts';
import { COMMAND, sourceLine, webUrl } from '../../scanner/checks/repro/shell-line.ts';
import { READERS } from '../../scanner/readers/readers.ts';
import { stackedBar } from '../charts.ts';
import { copyable, type Markup, markup, thirdPartyLink } from '../markup.ts';
import { viewHref } from '../view.ts';
import {
  type CheckView,
  categoryWords,
  count,
  foundOn,
  type PageCounts,
  pluralize,
  type ViewStatus,
} from './check-views.ts';
import { wrongResultHref } from './wrong-result.ts';

const STATUS: Record<ViewStatus, { words: string; icon: string }> = {
  fail: { words: 'Fails', icon: 'M4 4l8 8M12 4l-8 8' },
  warn: { words: 'Warning', icon: 'M8 3v6M8 12.5v.5' },
  error: { words: 'Not measured', icon: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .7-1 1.5M8 12.8v.2' },
  pass: { words: 'Passes', icon: 'M3 8.5l3.5 3.5L13 5' },
  na: { words: 'Not needed', icon: 'M4 8h8' },
};

export const statusBadge = (status: ViewStatus): Markup =>
  markup`<span class="status ${status}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${STATUS[status].icon}"/></svg>${STATUS[status].words}</span>`;

const FILTERS: readonly (readonly [id: string, words: string, statuses: readonly ViewStatus[]])[] = [
  ['only-todo', 'To change', ['fail', 'warn', 'error']],
  ['only-all', 'All', ['fail', 'warn', 'error', 'pass', 'na']],
  ['only-fail', 'Fails', ['fail']],
  ['only-warn', 'Warnings', ['warn']],
  ['only-pass', 'Passes', ['pass']],
  ['only-rest', 'Not measured or needed', ['error', 'na']],
];

/** The scan of a list, so that a reader can report its results as wrong. */
interface ListOrigin {
  readonly shareToken: string;
  /** The page that all results are of. */
  readonly page?: string;
}

/**
 * Checks by category, to be opened one by one and filtered: at first those with something to change. The filters by status
 * are radio buttons that CSS reads.
 */
export function checkList(views: readonly CheckView[], origin?: ListOrigin): Markup {
  const first = views.some(({ status }) => FILTERS[0]?.[2].includes(status)) ? 'only-todo' : 'only-all';
  const categories = [...new Set(views.map(({ category }) => category))];
  return markup`<div class="checks">
<div class="filters no-print">
<fieldset><legend>Show</legend><div class="chips">${FILTERS.map(([id, words, statuses]) => {
    const total = views.filter(({ status }) => statuses.includes(status)).length;
    return markup`<label class="chip"><input type="radio" name="only" id="${id}"${id === first && markup` checked`}><span>${words} <span class="visually-hidden">(</span>${total}<span class="visually-hidden">)</span></span></label>`;
  })}</div></fieldset>
<div class="search" data-check-search hidden><label for="check-search">Search the checks</label><input type="search" id="check-search" autocomplete="off"></div>
</div>
<p class="soft" data-check-none role="status"></p>
${categories.map((category) =>
  checkGroup(
    category,
    views.filter((view) => view.category === category),
    origin,
  ),
)}
</div>`;
}

const checkGroup = (
  category: string,
  views: readonly CheckView[],
  origin: ListOrigin | undefined,
): Markup => markup`<div class="check-group" id="${groupId(category)}">
<h3>${categoryWords(category)}</h3>
<div class="check-list">${views.map((view) => checkRow(view, origin))}</div>
</div>`;

function checkRow(view: CheckView, origin: ListOrigin | undefined): Markup {
  const { id, name, status, message, points, affectedPages, counts, gate, evidence, siteKind, ignored } = view;
  const found = foundOn(message, affectedPages, counts && counts.passes + counts.warns + counts.fails);
  return markup`<details class="check" id="${id}" data-status="${status}">
<summary>${statusBadge(status)}<span class="id">${id}</span><span class="name">${name}</span>${
    points !== undefined &&
    !gate &&
    markup`<span class="num">${points.earned.toFixed(1)} of ${points.possible.toFixed(1)} points${evidence !== undefined && `, evidence ${evidence}`}</span>`
  }${gate === true && markup`<span class="num">Part of the delivered text, evidence ${evidence}</span>`}<span class="message">${found}${status === 'na' && siteKind !== undefined && ` Kind of site: ${siteKind}.`}${ignored !== undefined && markup` <strong>${ignored}</strong>`}</span></summary>
<div class="body stack">${checkBody(view, origin)}</div>
</details>
`;
}

/** The id of a category's checks in the page. */
export const groupId = (category: string): string => `checks-${category}`;

/** Everything known of a check but its name, status and message. */
function checkBody(
  { id, status, howToFix, details, counts, affectedPages, examples }: CheckView,
  origin: ListOrigin | undefined,
): Markup {
  const { source } = details;
  return markup`${howToFix !== null && status !== 'pass' && markup`<div><h4>How to fix it</h4><p>${howToFix}</p></div>`}${
    counts !== undefined && pageCounts(counts)
  }${
    examples.length > 0 &&
    markup`<div><h4>${affectedPages > examples.length ? `${pluralize(affectedPages, 'page')}, among them` : pluralize(affectedPages, 'page')}</h4><ul class="plain">${examples.map((url) => markup`<li>${thirdPartyLink(url)}</li>`)}</ul></div>`
  }${evidenceOf(details, id, origin !== undefined)}${
    (status === 'fail' || status === 'warn') && IGNORABLE.test(id) && ignoreEntryOf(id, affectedPages, examples)
  }<p class="small"><a href="/docs/checks/${id}">What ${id} asks and why</a>${
    typeof source === 'string' && markup` · <a href="${source}" rel="noopener">Its source</a>`
  }${
    origin !== undefined &&
    markup`<span class="no-print"> · <a href="${wrongResultHref(origin.shareToken, id, origin.page ?? examples[0])}" rel="nofollow">This result is wrong</a></span>`
  }</p>`;
}

/** Checks of sites, which `ignore` takes; those of MCP servers have a lock instead. */
const IGNORABLE = /^[SPL][1-9]/;
/** More paths are accepted as the whole check. */
const MAX_IGNORED_PATHS = 5;

/** The entry of the configuration file that accepts the finding, to copy. */
function ignoreEntryOf(check: string, affectedPages: number, examples: readonly string[]): Markup {
  const paths = examples.map((url) => parseUrl(url)).flatMap((url) => url ?? []);
  const areAll = paths.length > 0 && paths.length === affectedPages && paths.length <= MAX_IGNORED_PATHS;
  const entry = {
    check,
    ...(areAll ? { paths: paths.map(({ pathname, search }) => `${pathname}${search}$`) } : {}),
    reason: 'Why you accept it',
  };
  return markup`<details class="more no-print"><summary>Accept this finding</summary><div class="flow"><p>Put this into <code>legible.config.json</code> with your reason. The finding stays in the report, fails no run, and leaves the score as it is. To let it expire, add <code>until</code> with a date such as 2027-03-31.</p>${copyable(JSON.stringify({ ignore: [entry] }, null, 2), 'json')}<p class="small"><a href="/docs/cli#hide-a-finding">What accepting a finding does</a></p></div></details>`;
}

function pageCounts({ passes, warns, fails, errors, notApplicable }: PageCounts): Markup {
  const said = [
    fails > 0 && `${count(fails)} fail`,
    warns > 0 && `${count(warns)} with a warning`,
    errors > 0 && `${count(errors)} not measured`,
    passes > 0 && `${count(passes)} pass`,
    notApplicable > 0 && `not needed on ${count(notApplicable)}`,
  ].filter((words) => words !== false);
  const parts = [
    { tone: 'fail', count: fails },
    { tone: 'warn', count: warns },
    { tone: 'error', count: errors },
    { tone: 'pass', count: passes },
  ] as const;
  return markup`<div><h4>Over the pages</h4>${stackedBar(parts)}<p class="small soft">${said.join(', ')}</p></div>`;
}

/** Words for the members of evidence that are one value each, in the order in which they are shown. */
const VALUES = [
  ['url', 'Address'],
  ['status', 'Status'],
  ['contentType', 'Content type'],
  ['measured', 'Measured'],
  ['threshold', 'Wanted'],
  ['snippet', 'Found'],
] as const;

/**
 * A result's quotes of the scanned site, and the line that shows them: third-party text, escaped.
 * @param id of the check, for the name of the scroll area
 * @param isOnService whether the report has the pages of the service to lead to
 */
function evidenceOf({ evidence, repro }: Readonly<Record<string, unknown>>, id: string, isOnService: boolean): Markup {
  const quoted = isRecord(evidence) ? evidence : {};
  const values = VALUES.flatMap(([name, words]) => {
    const value = quoted[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const shown = name === 'url' ? thirdPartyLink(String(value)) : markup`<span class="quote">${value}</span>`;
    return markup`<dt>${words}</dt><dd>${shown}</dd>`;
  });
  const examples = textsOf(quoted.examples);
  const findings = findingsOf(quoted.findings);
  return markup`${
    (values.length > 0 || examples.length > 0) &&
    markup`<div><h4>Evidence, quoted from the site</h4>
<dl class="evidence">${values}${
      examples.length > 0 &&
      markup`<dt>Examples</dt><dd><ul>${examples.map((text) => markup`<li class="quote">${text}</li>`)}</ul></dd>`
    }</dl></div>`
  }${
    findings.length > 0 &&
    markup`<div><h4>Where, quoted from the server</h4><div class="table-scroll" tabindex="0" role="group" aria-label="Findings of ${id}"><table><thead><tr><th scope="col">Place</th><th scope="col">Found</th></tr></thead><tbody>${findings.map(
      ({ at, found }) => markup`<tr><td class="quote">${at}</td><td class="quote">${found}</td></tr>`,
    )}</tbody></table></div></div>`
  }${typeof quoted.draft === 'string' && markup`<div><h4>A draft made of the site's own words: read it before you use it</h4>${copyable(quoted.draft)}</div>`}${
    typeof repro === 'string' && reproOf(repro, quoted.url, isOnService)
  }`;
}

/** A line to run; for one of our own command also a link and a line of curl, since readers of a report may not have it. */
function reproOf(line: string, address: unknown, isOnService: boolean): Markup {
  const url = line.startsWith(COMMAND) && typeof address === 'string' ? webUrl(address) : undefined;
  if (url === undefined) return markup`<div><h4>See it yourself</h4>${copyable(line, 'shell')}</div>`;
  return markup`<div><h4>See it yourself</h4><p>Open ${thirdPartyLink(url, 'the page')}${
    isOnService &&
    markup`, or see it <a href="${viewHref(url, READERS[0].id)}" rel="nofollow">as an agent receives it</a>`
  }. Its source:</p>${copyable(sourceLine(url), 'shell')}<p class="small soft">With the command line of Legible, as the check measures it:</p>${copyable(line, 'shell')}</div>`;
}

interface EvidenceFinding {
  readonly at: string;
  readonly found: string;
}

/** The locations in the evidence; other fields are ignored. */
export function findingsOf(value: unknown): EvidenceFinding[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    isRecord(each) && typeof each.at === 'string' && typeof each.found === 'string'
      ? [{ at: each.at, found: each.found }]
      : [],
  );
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

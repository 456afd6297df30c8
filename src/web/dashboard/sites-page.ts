/** The page of the account's sites. */
import { LOSSES, percentOf } from '../../scanner/reporters/losses.ts';
import type { ListedSite, SiteList } from '../../schema/site.ts';
import { lostShare, type Sort } from '../../sites/site-list.ts';
import { MAX_LABEL } from '../../sites/sites.ts';
import { MOST_SITES } from '../../sites/stored-sites.ts';
import { changeSince, lossBar, ratedScore, trend } from '../charts.ts';
import { type Content, type Markup, markup } from '../markup.ts';
import { count, dayOf, pluralize, shortDate } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import { fault, PATHS, tokenField } from './frame.ts';
import { MOST_CHOSEN } from './site-actions.ts';
import { hrefOf, MAX_WORDS, type View } from './sites-view.ts';
import { cadenceOptions, type StartForm, startForm } from './start-forms.ts';

/** Where the form of the list is sent. */
export const ACTIONS_PATH = `${PATHS.sites}/sites`;

interface SitesPage {
  /** Undefined for an account that may start no scans. */
  readonly form: StartForm | undefined;
  readonly formToken: string;
  readonly view: View;
  readonly list: SiteList;
  /** Why a request was not carried out. */
  readonly message: string | undefined;
}

export function sitesPage({ form, formToken, view, list, message }: SitesPage): Markup {
  const { matching, total, nextCursor, labels } = list;
  const isFiltered = view.search !== '' || view.label !== '';
  const isEmpty = matching === 0 && !isFiltered;
  return markup`<div class="stack"><h1>Your sites</h1>
${form === undefined ? markup`<p>New scans need a Pro plan; this account is on the Free plan. What was scanned before stays here.</p>` : startForm(form)}</div>
${fault(message)}
<section class="section" aria-labelledby="sites"><div class="above-fixes"><h2 id="sites">${isEmpty ? 'Sites' : pluralize(matching, 'site')}</h2>
${!isEmpty && markup`<p class="small">Export: <a href="${hrefOf({ ...view, cursor: '' }, `${PATHS.sites}/sites.csv`)}" download>CSV</a> · <a href="${hrefOf({ ...view, cursor: '' }, `${PATHS.sites}/sites.json`)}" download>JSON</a></p>`}</div>
${isEmpty ? markup`<p class="soft">None yet. Scan a site above, or <a href="${PATHS.keys}">make a key</a> and let an agent do it. A site appears here when it is scanned.</p>` : filterForm(view, labels)}
${list.sites.length > 0 && listForm({ formToken, view, list, canAct: form !== undefined })}
${total > MOST_SITES && markup`<p>Searches, orders and exports take the newest ${count(MOST_SITES)} of your ${count(total)} sites.</p>`}
${matching === 0 && isFiltered && markup`<p>No site has these words. <a href="${PATHS.sites}">Show all</a></p>`}
${(view.cursor !== '' || nextCursor !== undefined) && markup`<p class="pager">${view.cursor !== '' && markup`<a href="${hrefOf({ ...view, cursor: '' })}">First sites</a>`} ${nextCursor !== undefined && markup`<a href="${hrefOf({ ...view, cursor: nextCursor })}" rel="next">More sites</a>`}</p>`}
</section>`;
}

function filterForm(view: View, labels: SiteList['labels']): Markup {
  const { search, label, sort, reverse } = view;
  return markup`<form method="get" action="${PATHS.sites}" role="search" class="filters">
<div class="search"><label for="q">Search by name or label</label><input type="search" id="q" name="q" value="${search}" maxlength="${MAX_WORDS}"></div>
${labels.length > 0 && markup`<div><label for="label">Label</label><select id="label" name="label"><option value="">all</option>${labels.map((each) => markup`<option value="${each.label}"${each.label === label && markup` selected`}>${each.label} (${count(each.sites)})</option>`)}</select></div>`}
<input type="hidden" name="sort" value="${sort}">${reverse && markup`<input type="hidden" name="reverse" value="1">`}
<button type="submit" class="button quiet small">Show</button>${(search !== '' || label !== '') && markup` <a class="small" href="${hrefOf({ ...view, search: '', label: '', cursor: '' })}">Show all</a>`}
</form>`;
}

/** Columns that sort, with the direction of their values from top to bottom as first sorted. */
const COLUMNS = [
  { sort: 'name', words: 'Site', order: 'ascending' },
  { sort: 'worst', words: 'Score', order: 'ascending', isNumber: true },
  { sort: 'dropped', words: 'Change', order: 'ascending', isNumber: true },
  { words: 'Scores' },
  { sort: 'gain', words: 'First fix', order: 'descending' },
  { sort: 'lost', words: 'Text lost', order: 'descending' },
  { sort: 'watched', words: 'Watch', order: 'ascending' },
  { sort: 'recent', words: 'Changed', order: 'descending' },
] as const satisfies readonly {
  words: string;
  sort?: Sort;
  order?: 'ascending' | 'descending';
  isNumber?: true;
}[];

function columnHead(column: (typeof COLUMNS)[number], view: View): Markup {
  if (!('sort' in column)) return markup`<th scope="col">${column.words}</th>`;
  const { sort, words, order } = column;
  // Best first is worst first the other way round.
  const isSorted = view.sort === sort || (sort === 'worst' && view.sort === 'best');
  const isReversed = view.sort === 'best' ? !view.reverse : view.reverse;
  const other = order === 'ascending' ? 'descending' : 'ascending';
  const now = isReversed ? other : order;
  const href = hrefOf({ ...view, sort, reverse: isSorted && !isReversed, cursor: '' });
  return markup`<th scope="col"${'isNumber' in column && markup` class="num"`}${isSorted && markup` aria-sort="${now}"`}><a href="${href}">${words}</a></th>`;
}

interface ListForm {
  readonly formToken: string;
  readonly view: View;
  readonly list: SiteList;
  readonly canAct: boolean;
}

const listForm = ({
  formToken,
  view,
  list,
  canAct,
}: ListForm): Markup => markup`<form method="post" action="${ACTIONS_PATH}">${tokenField(formToken)}
<input type="hidden" name="q" value="${view.search}"><input type="hidden" name="label" value="${view.label}"><input type="hidden" name="sort" value="${view.sort}">${view.reverse && markup`<input type="hidden" name="reverse" value="1">`}
<div class="table-scroll" role="group" aria-labelledby="sites" tabindex="0"><table class="level sites">
<thead><tr><th scope="col"><span class="visually-hidden">Choose</span></th>${COLUMNS.map((column) => columnHead(column, view))}</tr></thead>
<tbody>${list.sites.map((site) => siteRow(site, view))}</tbody></table></div>
${actionBar(list, canAct)}
</form>`;

/** `example.com`, `example.com/docs/`. */
const shortAddress = (rootUrl: string): string => rootUrl.replace(/^https?:\/\//, '').replace(/^([^/]*)\/$/, '$1');

function siteRow(site: ListedSite, view: View): Markup {
  const { url, labels, score, change, earlier, shareToken, firstFix, lastScan, changedAt } = site;
  const report = shareToken ?? lastScan?.shareToken;
  const [before] = earlier;
  const moved = change === null || score === null ? '–' : changeSince(score - change, score);
  const scores = score === null ? [] : [...earlier.map((run) => run.score).reverse(), score];
  return markup`<tr><td><input type="checkbox" name="site" value="${url}" aria-label="Choose ${shortAddress(url)}"></td>
<th scope="row"><a href="/s/${report}">${shortAddress(url)}</a>${labels.length > 0 && markup`<span class="labels">${labels.map((label) => markup`<a href="${hrefOf({ ...view, label, cursor: '' })}">${label}</a>`)}</span>`}</th>
<td class="num">${score === null ? '–' : ratedScore(score)}</td>
<td class="num">${shareToken !== null && before !== undefined ? markup`<a href="${compareHref(shareToken, before.shareToken)}">${moved}</a>` : moved}</td>
<td>${scores.length > 0 && trend(scores)}</td>
<td class="first-fix">${firstFix === null ? '–' : markup`${firstFix.name} <span class="soft">+${firstFix.gain.toFixed(1)}</span>`}</td>
<td>${lossCell(site)}</td>
<td class="next-run">${watchCell(site)}</td>
<td class="when"><time datetime="${changedAt}" title="${shortDate(changedAt)} UTC">${dayOf(changedAt)}</time>${stateOf(site)}</td></tr>`;
}

/** What the last scan is doing, or why it came to no score. */
function stateOf({ lastScan }: ListedSite): Markup | false {
  if (lastScan === null || lastScan.status === 'completed') return false;
  return markup`<br><a href="/s/${lastScan.shareToken}"${lastScan.problem !== null && markup` title="${lastScan.problem}"`}>${lastScan.status === 'failed' ? 'last scan failed' : 'scan is running'}</a>`;
}

function lossCell({ losses }: ListedSite): Content {
  if (losses === null) return '–';
  const shares = LOSSES.map(([cause, words]) => ({ cause, words, share: losses[cause] ?? 0 }));
  const lost = lostShare(losses);
  const causes = shares.filter(({ share }) => share >= 0.005).sort((a, b) => b.share - a.share);
  return markup`${lossBar(shares)}<span class="small">${percentOf(lost)}${causes.length > 0 && `: ${causes.map(({ words, share }) => `${words} ${percentOf(share)}`).join(', ')}`}</span>`;
}

function watchCell({ watch }: ListedSite): Content {
  if (watch === null) return '–';
  if (watch.pausedBecause !== null) return markup`<span title="${watch.pausedBecause}">paused</span>`;
  return markup`${watch.cadence}${watch.nextRunAt !== null && markup`<br><span class="soft small">next ${dayOf(watch.nextRunAt)}</span>`}`;
}

const actionBar = (
  { matching, sites }: SiteList,
  canAct: boolean,
): Markup => markup`<fieldset class="plain-fieldset actions"><legend>With the chosen sites</legend>
${matching > sites.length && markup`<label class="choice"><input type="checkbox" name="all" value="1"> All ${pluralize(Math.min(matching, MOST_CHOSEN), 'site')} of this list</label>`}
<div class="buttons">
${canAct && markup`<button type="submit" name="action" value="scan" class="button small">Scan again</button>`}
<button type="submit" name="action" value="compare" class="button quiet small">Compare two</button>
<span class="choice"><label for="newLabel">Label</label><input type="text" id="newLabel" name="newLabel" maxlength="${MAX_LABEL}" autocomplete="off"><button type="submit" name="action" value="label" class="button quiet small">Add</button><button type="submit" name="action" value="unlabel" class="button quiet small">Remove</button></span>
${canAct && markup`<span class="choice"><label for="cadence">Watch</label><select id="cadence" name="cadence">${cadenceOptions('weekly')}<option value="off">off</option></select><button type="submit" name="action" value="watch" class="button quiet small">Set</button></span>`}
</div></fieldset>`;

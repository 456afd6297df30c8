import type { H3Event } from 'h3';
import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { LOSSES, percentOf } from '../../scanner/reporters/losses.ts';
import { HOURLY_PAGE_LIMIT } from '../../scans/watches/schedule.ts';
import { type ListedSite, SiteList } from '../../schema/site.ts';
import { latestScored, lostShare, pageOfRows, SORTS, type Sort } from '../../sites/site-list.ts';
import { siteTableHead, siteTableRows } from '../../sites/site-table.ts';
import { cleanLabels, MAX_LABEL } from '../../sites/sites.ts';
import { MOST_SITES } from '../../sites/stored-sites.ts';
import { everySite } from '../../tools/list-sites.ts';
import { changeSince, lossBar, ratedScore, trend } from '../charts.ts';
import { forPeople } from '../home.ts';
import { type Content, type Markup, markup } from '../markup.ts';
import { count, dayOf, pluralize, shortDate } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import { createToolCalls } from './call-tool.ts';
import {
  attachment,
  CSV_TYPE,
  type DashboardParts,
  fault,
  inside,
  JSON_TYPE,
  type Member,
  PATHS,
  type Routing,
  seeOther,
  tokenField,
} from './frame.ts';
import { cadenceOptions, DEFAULT_PAGES, type StartForm, startForm } from './start-forms.ts';

const SHOWN = 50;
const MAX_WORDS = 200;
const MAX_CURSOR = 4000;
/** Of a form with the URLs of a page of sites. */
const MAX_FORM_BYTES = 256 * 1024;
const MOST_CHOSEN = 1000;
const ACTIONS_PATH = `${PATHS.sites}/sites`;

type Parts = Pick<DashboardParts, 'sites' | 'watches' | 'scans' | 'gate' | 'quotas' | 'layout'>;

/** What the list shows, as its address says. */
interface View {
  readonly search: string;
  readonly label: string;
  readonly sort: Sort;
  readonly reverse: boolean;
  readonly cursor: string;
}

const EMPTY_VIEW: View = { search: '', label: '', sort: 'recent', reverse: false, cursor: '' };

/** @param query of the page, or the fields of its form. What cannot be read is left out. */
function viewOf(query: URLSearchParams): View {
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_WORDS),
    label: (query.get('label') ?? '').trim().slice(0, MAX_LABEL),
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? EMPTY_VIEW.sort,
    reverse: query.get('reverse') === '1',
    cursor: (query.get('cursor') ?? '').slice(0, MAX_CURSOR),
  };
}

/** The input of list_sites. */
const wantedOf = ({ search, label, sort, reverse }: View) => ({
  sort,
  reverse,
  ...(search === '' ? {} : { search }),
  ...(label === '' ? {} : { label }),
});

/** The address of a list. @param path of the page or of an export */
function hrefOf(view: View, path: string = PATHS.sites): string {
  const { search, label, sort, reverse, cursor } = view;
  const query = new URLSearchParams({
    ...(search === '' ? {} : { q: search }),
    ...(label === '' ? {} : { label }),
    ...(sort === EMPTY_VIEW.sort ? {} : { sort }),
    ...(reverse ? { reverse: '1' } : {}),
    ...(cursor === '' ? {} : { cursor }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** `/dashboard`: the account's sites, scans of new ones, and actions on several at once. */
export function mountSites({ memberPage, memberForm }: Routing, parts: Parts): void {
  const { sites, watches, scans, gate, quotas, layout } = parts;
  const { call, callOnAnyPlan } = createToolCalls(gate);

  const list = async (
    event: { req: Request },
    member: Member,
    {
      view = EMPTY_VIEW,
      written = {},
      message,
      status = 200,
    }: { view?: View; written?: Partial<StartForm>; message?: string; status?: number } = {},
  ): Promise<Response> => {
    const { account, formToken } = member;
    const input = { ...wantedOf(view), limit: SHOWN, ...(view.cursor === '' ? {} : { cursor: view.cursor }) };
    const [windows, listed] = await Promise.all([
      quotas.peek(sessionCaller(account), 'start-scan'),
      callOnAnyPlan(event, member, 'list_sites', input),
    ]);
    const form = { formToken, windows, kind: 'site', url: '', pageLimit: DEFAULT_PAGES, ...written } as const;
    const main = sitesPage({
      form: account.plan === 'free' ? undefined : form,
      formToken,
      view,
      list: SiteList.parse(listed),
      message,
    });
    return inside(layout, { account, formToken }, { path: PATHS.sites, title: 'Your sites', status }, main);
  };

  memberPage(PATHS.sites, (event, member) => list(event, member, { view: viewOf(event.url.searchParams) }));

  memberForm(PATHS.sites, async (event, member, fields) => {
    const url = (fields.get('url') ?? '').trim();
    const pageLimit = fields.get('pageLimit') ?? DEFAULT_PAGES;
    const kind = fields.get('kind') === 'mcp' ? 'mcp' : 'site';
    const address = withLikelyScheme(url);
    try {
      if (kind === 'mcp') {
        const { shareUrl } = await call(event, member, 'scan_mcp', { endpoint: address });
        return seeOther(String(shareUrl));
      }
      const { id } = await call(event, member, 'start_scan', { url: address, pageLimit: Number(pageLimit) });
      const scan = await scans.find(member.account.id, String(id));
      if (scan === undefined) throw new Error('a scan that was started is not there');
      return seeOther(`/s/${scan.shareToken}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const field = error.message.startsWith('pageLimit') ? 'pageLimit' : 'url';
      const written = { fault: { field, message: forPeople(error) }, kind, url, pageLimit } as const;
      return list(event, member, { written, status: error.status });
    }
  });

  // A page that a form made has the address of the form, and may be loaded again.
  memberPage(ACTIONS_PATH, async () => seeOther(PATHS.sites));
  memberForm(
    ACTIONS_PATH,
    async (event, member, fields) => {
      const view = viewOf(fields);
      try {
        return await act(event, member, fields, view);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return list(event, member, { view, message: forPeople(error), status: error.status });
      }
    },
    MAX_FORM_BYTES,
  );

  /** Root URLs of the sites that a form chose. @throws ServiceError invalid_request for none */
  const chosenIn = async ({ account }: Member, fields: URLSearchParams, view: View): Promise<string[]> => {
    const chosen =
      fields.get('all') === '1'
        ? pageOfRows(await sites.rows(account.id), { ...wantedOf(view), limit: MOST_CHOSEN }).rows.map(
            ({ rootUrl }) => rootUrl,
          )
        : [...new Set(fields.getAll('site'))].slice(0, MOST_CHOSEN);
    if (chosen.length === 0) throw new ServiceError('invalid_request', 'Choose at least one site.');
    return chosen;
  };

  /** @throws ServiceError as the tools do */
  const act = async (event: H3Event, member: Member, fields: URLSearchParams, view: View): Promise<Response> => {
    const chosen = await chosenIn(member, fields, view);
    const { id } = member.account;
    switch (fields.get('action')) {
      case 'scan': {
        const batch = await call(event, member, 'start_batch', { urls: chosen, pageLimit: await pagesFor(id, chosen) });
        return seeOther(`${PATHS.batches}/${String(batch.id)}`);
      }
      case 'compare':
        return seeOther(await comparisonOf(id, chosen));
      case 'watch':
        await watchAll(event, member, chosen, fields.get('cadence') ?? '');
        return seeOther(hrefOf(view));
      case 'label':
      case 'unlabel':
        await labelAll(id, chosen, { label: labelIn(fields), isAdded: fields.get('action') === 'label' });
        return seeOther(hrefOf(view));
      default:
        throw new ServiceError('invalid_request', 'Press one of the buttons below the list.');
    }
  };

  /** @throws ServiceError not_found, before any site is changed, for one that the account does not have */
  const labelAll = async (
    accountId: string,
    chosen: readonly string[],
    { label, isAdded }: { label: string; isAdded: boolean },
  ): Promise<void> => {
    const found = await Promise.all(chosen.map((rootUrl) => sites.find(accountId, rootUrl)));
    const missing = found.filter((site) => site === undefined).length;
    if (missing > 0) {
      const words = `${count(missing)} of ${pluralize(chosen.length, 'chosen site')} cannot be found in your account.`;
      throw new ServiceError('not_found', `${words} No label was changed.`);
    }
    for (const rootUrl of chosen)
      await sites.label(accountId, rootUrl, (before) =>
        isAdded ? [...before, label] : before.filter((each) => each !== label),
      );
  };

  /** As many as the largest of the last scans read at most: no site is scanned with fewer than before. */
  const pagesFor = async (accountId: string, chosen: readonly string[]): Promise<number> => {
    const known = await Promise.all(chosen.map((rootUrl) => sites.find(accountId, rootUrl)));
    return Math.max(1, ...known.map((site) => site?.runs[0]?.pageLimit ?? 1));
  };

  const comparisonOf = async (accountId: string, [one, other, ...more]: readonly string[]): Promise<string> => {
    if (one === undefined || other === undefined || more.length > 0)
      throw new ServiceError('invalid_request', 'Choose exactly two sites to compare.');
    const tokens = await Promise.all(
      [one, other].map(async (rootUrl) => {
        const site = await sites.find(accountId, rootUrl);
        return site && latestScored(site)?.shareToken;
      }),
    );
    const [first, second] = tokens;
    if (first === undefined || second === undefined)
      throw new ServiceError('invalid_request', 'Both sites need a scan with a score. Scan them again first.');
    return compareHref(second, first);
  };

  /** One after another, up to the first that is refused; each with as many pages as every cadence allows. */
  const watchAll = async (event: H3Event, member: Member, chosen: readonly string[], cadence: string) => {
    for (const [done, url] of chosen.entries()) {
      const pageLimit = cadence === 'off' ? {} : { pageLimit: HOURLY_PAGE_LIMIT };
      await call(event, member, 'watch_site', { url, cadence, ...pageLimit }).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        // There is no watch to end.
        if (cadence === 'off' && error.code === 'not_found') return;
        throw new ServiceError(
          error.code,
          `${count(done)} of ${pluralize(chosen.length, 'site')} done. ${error.message}`,
          {
            cause: error,
          },
        );
      });
    }
  };

  const exported = async (
    event: H3Event,
    { account }: Member,
    [head, between, end]: readonly string[],
    rows: (sites: readonly ListedSite[]) => string,
    type: string,
    name: string,
  ) => {
    const caller = sessionCaller(account);
    await quotas.draw(caller, 'other');
    let text = head ?? '';
    let isFirst = true;
    for await (const some of everySite(wantedOf(viewOf(event.url.searchParams)), { caller, sites, watches })) {
      if (some.length === 0) continue;
      text += (isFirst ? '' : between) + rows(some);
      isFirst = false;
    }
    return attachment(text + end, type, name);
  };
  memberPage(`${PATHS.sites}/sites.csv`, (event, member) =>
    exported(event, member, [siteTableHead, '', ''], siteTableRows, CSV_TYPE, 'legible-sites.csv'),
  );
  memberPage(`${PATHS.sites}/sites.json`, (event, member) =>
    exported(
      event,
      member,
      ['{"sites":[', ',', ']}'],
      (some) => some.map((site) => JSON.stringify(site)).join(','),
      JSON_TYPE,
      'legible-sites.json',
    ),
  );
}

/** The label of the form as it is kept. @throws ServiceError invalid_request for one that shows nothing, or is too long */
function labelIn(fields: URLSearchParams): string {
  const written = (fields.get('newLabel') ?? '').trim();
  const [label] = cleanLabels([written]);
  if (label === undefined || written.length > MAX_LABEL)
    throw new ServiceError('invalid_request', `Write a label of 1 to ${MAX_LABEL} visible characters.`);
  return label;
}

interface SitesPage {
  /** Undefined for an account that may start no scans. */
  readonly form: StartForm | undefined;
  readonly formToken: string;
  readonly view: View;
  readonly list: SiteList;
  /** Why a request was not carried out. */
  readonly message: string | undefined;
}

function sitesPage({ form, formToken, view, list, message }: SitesPage): Markup {
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

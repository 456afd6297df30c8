import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { CADENCES, HOURLY_PAGE_LIMIT, type WatchBudget, watchBudgetOf } from '../../scans/watches/schedule.ts';
import { type WatchedSite, WatchList } from '../../schema/watch.ts';
import { callForAnswer } from '../../tools/gate.ts';
import { ratedScore } from '../charts.ts';
import { forPeople } from '../home.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import { type DashboardParts, fault, inside, type Member, PATHS, type Routing, seeOther, tokenField } from './frame.ts';

/** What the form holds, as it was written. */
interface Wanted {
  readonly url: string;
  readonly kind: string;
  readonly cadence: string;
  /** '' for the default. */
  readonly pageLimit: string;
}

const EMPTY: Wanted = { url: '', kind: 'site', cadence: 'daily', pageLimit: '' };

/** `/dashboard/watches`: the sites that the account watches; begins, changes, resumes and ends watches. */
export function mountWatches(
  { memberPage, memberForm }: Routing,
  { gate, layout }: Pick<DashboardParts, 'gate' | 'layout'>,
): void {
  const list = async (
    event: { req: Request },
    member: Member,
    { wanted = EMPTY, message, status = 200 }: { wanted?: Wanted; message?: string; status?: number } = {},
  ): Promise<Response> => {
    const { account, formToken } = member;
    const isFree = account.plan === 'free';
    const watches = isFree
      ? []
      : WatchList.parse(
          (
            await callForAnswer(gate, {
              tool: 'list_watches',
              input: {},
              caller: sessionCaller(account),
              request: event.req,
            })
          ).output,
        ).watches;
    const main = watchesPage({ formToken, isFree, budget: watchBudgetOf(account.plan), watches, wanted, message });
    return inside(layout, { account, formToken }, { path: PATHS.watches, title: 'Watched sites', status }, main);
  };

  memberPage(PATHS.watches, (event, member) => list(event, member));
  memberForm(PATHS.watches, async (event, member, fields) => {
    const field = (name: keyof Wanted) => (fields.get(name) ?? '').trim();
    const wanted = {
      url: field('url'),
      kind: field('kind') || 'site',
      cadence: field('cadence'),
      pageLimit: field('pageLimit'),
    };
    try {
      await callForAnswer(gate, {
        tool: 'watch_site',
        input: {
          url: withLikelyScheme(wanted.url),
          kind: wanted.kind,
          cadence: wanted.cadence,
          ...(wanted.pageLimit === '' ? {} : { pageLimit: Number(wanted.pageLimit) }),
        },
        caller: sessionCaller(member.account),
        request: event.req,
      });
      return seeOther(PATHS.watches);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return list(event, member, { wanted, message: forPeople(error), status: error.status });
    }
  });
}

interface WatchesPage {
  readonly formToken: string;
  readonly isFree: boolean;
  readonly budget: WatchBudget;
  readonly watches: readonly WatchedSite[];
  readonly wanted: Wanted;
  readonly message: string | undefined;
}

const watchesPage = ({ formToken, isFree, budget, watches, wanted, message }: WatchesPage): Markup => markup`
<div class="flow"><h1>Watched sites</h1>
<p class="soft">A watched site is scanned on a schedule. Its feed tells you when the score drops by 3 or more, when a check that passed fails, and when a kind of agent loses access. That of an MCP server tells you what changed in its tools, and whether an update gives orders to the model. Subscribe to it in a feed reader, in chat or in CI; nothing is sent to you.</p></div>
${fault(message)}
<div class="section">${isFree ? markup`<p>Watching a site needs a Pro plan; this account is on the Free plan.</p>` : watchForm(formToken, wanted, budget)}</div>
${watches.length === 0 ? !isFree && markup`<p class="section soft">No site is watched yet.</p>` : watchList(watches, formToken)}`;

const KINDS = [
  ['site', 'site'],
  ['mcp', 'MCP server'],
] as const;

const watchForm = (
  formToken: string,
  { url, kind, cadence, pageLimit }: Wanted,
  budget: WatchBudget,
): Markup => markup`<form method="post" action="${PATHS.watches}" class="scan-form card">${tokenField(formToken)}
<div class="field"><label for="url">Watch a site</label>
<div class="row choices"><input type="text" inputmode="url" id="url" name="url" value="${url}" maxlength="2000" placeholder="example.com/docs/" autocapitalize="off" spellcheck="false" required>
<span class="choice"><label for="kind">What</label><select id="kind" name="kind">${KINDS.map(
  ([value, words]) => markup`<option value="${value}"${value === kind && markup` selected`}>${words}</option>`,
)}</select></span>
<span class="choice"><label for="cadence">How often</label><select id="cadence" name="cadence">${CADENCES.map(
  (each) => markup`<option value="${each}"${each === cadence && markup` selected`}>${each}</option>`,
)}</select></span>
<span class="choice"><label for="pageLimit">Pages at most</label><input type="number" id="pageLimit" name="pageLimit" value="${pageLimit}" min="1" max="2000"></span>
<button type="submit" class="button">Watch</button></div>
<p class="soft small">Up to ${count(budget.watches)} sites and ${count(budget.pagesPerDay)} pages a day; hourly at most ${HOURLY_PAGE_LIMIT} pages a run.</p></div>
</form>`;

const watchList = (
  watches: readonly WatchedSite[],
  formToken: string,
): Markup => markup`<section class="section" aria-labelledby="watches"><h2 id="watches">Your watches</h2>
<ul class="plain stack">${watches.map((watch) => watchCard(watch, formToken))}</ul></section>`;

function watchCard(watch: WatchedSite, formToken: string): Markup {
  const { url, kind, cadence, pageLimit, lastRun, nextRunAt, lastFailure, pausedBecause, gotWorse, feeds } = watch;
  const action = (to: string, words: string) =>
    markup`<form method="post" action="${PATHS.watches}">${tokenField(formToken)}<input type="hidden" name="url" value="${url}"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="cadence" value="${to}"><input type="hidden" name="pageLimit" value="${pageLimit}"><button type="submit" class="button quiet small">${words}<span class="visually-hidden"> ${url}</span></button></form>`;
  const last =
    lastRun === null
      ? 'no run yet'
      : markup`last run <a href="${lastRun.report}">${shortDate(lastRun.endedAt)}</a>, ${lastRun.score === null ? 'failed' : ratedScore(lastRun.score)}`;
  const [worse] = gotWorse;
  return markup`<li class="card flow"><h3 class="address">${url}</h3>
<p>${cadence}, ${kind === 'mcp' ? 'MCP server' : `at most ${pageLimit} pages`}; ${last}${nextRunAt !== null && `; next run ${shortDate(nextRunAt)} UTC`}</p>
${pausedBecause === null && lastFailure !== null && markup`<p class="note warn"><strong>The run of ${shortDate(lastFailure.at)} UTC failed.</strong> ${lastFailure.reason}</p>`}
${pausedBecause !== null && markup`<p class="note warn"><strong>Paused.</strong> ${pausedBecause}</p>`}
${
  worse === undefined
    ? lastRun !== null && lastRun.score !== null && markup`<p class="soft">Nothing got worse so far.</p>`
    : markup`<div><p>Got worse ${shortDate(worse.at)} (<a href="${kind === 'mcp' ? feeds.atom : compareHref(worse.shareToken, worse.comparedWith)}">what changed</a>):</p><ul>${worse.what.map((line) => markup`<li>${line}</li>`)}</ul></div>`
}
<div class="buttons"><a href="${feeds.atom}">Atom feed</a> <a href="${feeds.json}">JSON feed</a>${pausedBecause !== null && action(cadence, 'Resume')}${action('off', 'End')}</div></li>
`;
}

import { parseUrl } from '../../../basics/parse-url.ts';
import type { Blocker, Offer } from '../../model/actions.ts';
import { isOverload } from '../../model/http.ts';
import type { LooseControl } from '../../parse/html/actions/page-actions.ts';
import { PAGE_NAMES } from '../../parse/url/page-number.ts';
import { ACTION_CREDITS } from '../credits.ts';
import { type ActingPage, type ActionSite, type AnswerOf, defineOffer, get, offer, once } from '../define.ts';
import { announcesEffect, mayAct } from '../never-asked.ts';

const MAX_LISTS = 4;
/** Words of a control that brings more items of a list, in the languages of most sites. */
const MORE =
  /^(?:[»›→+\s]{0,4})(?:(?:load|show|view|see) (?:\d{1,4} )?more(?: \p{L}{1,20}){0,2}|more (?:results|items|products|posts|articles|entries|comments|news)|older (?:posts|entries|articles)|next(?: page)?|mehr (?:laden|anzeigen)|weitere (?:laden|\p{L}{1,20})|charger plus|voir plus|cargar más|ver más|carica altr\p{L}{1,3}|meer laden|načíst další|další)(?:[»›→…+\s.]{0,4})$/iu;
/** Words that open a text as often as they bring items. */
const VAGUE = /^(?:show|view|see) more$|^voir plus$|^ver más$|^mehr anzeigen$/i;

interface FoundList {
  readonly where: ActingPage;
  readonly further: string | undefined;
  readonly label: string;
  readonly control: LooseControl | undefined;
}

const PAGE_PARAMETER = new RegExp(`([?&;])(?:${PAGE_NAMES}|cursor)=[^&;#]{0,40}`, 'i');

export default defineOffer({
  kind: 'list',
  plan: (site) =>
    listsOf(site).flatMap(({ where, further, label }) =>
      further === undefined ||
      pageAt(site, further) !== undefined ||
      announcesEffect(label) ||
      mayAct(further) ||
      parseUrl(further)?.origin !== new URL(where.page.finalUrl).origin
        ? []
        : [get(further)],
    ),
  judge: (site, answerOf) => listsOf(site).map((found) => judged(site, found, answerOf)),
});

function listsOf({ pages }: ActionSite): FoundList[] {
  const found = pages.flatMap((where): FoundList[] => {
    const { further, controls, count, isEndless } = where.actions;
    const [link] = further;
    const control = controls.find(
      ({ label, isDisabled }) => !isDisabled && MORE.test(label) && (count !== undefined || !VAGUE.test(label)),
    );
    const isPart = count !== undefined && count.total > count.shown;
    if (link !== undefined) return [{ where, further: link.url, label: link.label, control: undefined }];
    // The last page of a list has the count, and leads no further.
    if (control === undefined && !(isEndless && where.page.foundBy !== undefined) && !(isPart && !isCounted(where)))
      return [];
    return [{ where, further: undefined, label: control?.label ?? '', control }];
  });
  const lists = once(found, ({ where }) => listKey(where.page.finalUrl));
  // In another order it is the same list.
  const plain = new Set(lists.filter(({ where }) => !isOrdered(where)).map(titleAndPath));
  return lists.filter((list) => !isOrdered(list.where) || !plain.has(titleAndPath(list))).slice(0, MAX_LISTS);
}

/** A page of a list that its address counts is judged with the first one. */
const isCounted = ({ page }: ActingPage): boolean => uncounted(page.finalUrl) !== page.finalUrl;

/** The address without what counts its pages. */
const uncounted = (url: string): string =>
  url
    .replace(PAGE_PARAMETER, '$1')
    .replace(/\/(?:page|p|seite)\/\d{1,5}\/?$/i, '/')
    .replace(/[?&;]$/, '');

const ORDER = /^(?:sort|order|dir|direction|asc|desc)(?:_?by|_?dir|_?order)?$/i;

const isOrdered = ({ page }: ActingPage): boolean =>
  [...new URL(page.finalUrl).searchParams.keys()].some((name) => ORDER.test(name));

const titleAndPath = ({ where: { page } }: FoundList): string => `${new URL(page.finalUrl).pathname} ${page.title}`;

/** The same for all pages of a list, whether the first ends with a slash or not. */
const listKey = (url: string): string => uncounted(url).replace(/\/$/, '');

const pageAt = ({ pages }: ActionSite, url: string): ActingPage | undefined =>
  pages.find(({ page }) => page.url === url || page.finalUrl === url);

function judged(site: ActionSite, found: FoundList, answerOf: AnswerOf): Offer {
  const { where, further, label, control } = found;
  const [form, browser, blockers] =
    further === undefined ? withoutAddress(found) : byAddress(site, where, further, answerOf);
  return offer({
    kind: 'list',
    name: where.page.title,
    where: where.page.finalUrl,
    shown: further ?? (control === undefined ? countOf(where) : `control "${label}"`),
    certainty: further === undefined && control === undefined ? 'likely' : 'sure',
    asked: { url: further ?? where.page.finalUrl, method: 'GET' },
    shares: {
      'form-agent': [form, blockers],
      'browser-agent': [browser, blockers.filter(({ code }) => code !== 'by-script')],
    },
  });
}

type Judged = readonly [form: number | undefined, browser: number | undefined, blockers: readonly Blocker[]];

function withoutAddress({ where, control }: FoundList): Judged {
  if (control !== undefined) return [0, 1, [{ code: 'by-script' }]];
  if (where.actions.isEndless) return [0, ACTION_CREDITS.endless, [{ code: 'by-script' }]];
  return [0, where.actions.hasScripts ? ACTION_CREDITS.countAlone : 0, [{ code: 'no-address' }]];
}

const countOf = ({ actions: { count } }: ActingPage): string =>
  count === undefined ? 'loads more at the end of the page' : `${count.shown} of ${count.total}`;

function byAddress(site: ActionSite, where: ActingPage, further: string, answerOf: AnswerOf): Judged {
  const read = pageAt(site, further);
  if (read !== undefined) {
    if (read.page.contentHash === where.page.contentHash && read !== where) return [0, 0, [{ code: 'same-content' }]];
    return leadsOn(where, read.actions.further.length);
  }
  const status = site.crawl.pages.find((page) => page.url === further)?.status;
  if (status !== undefined && status >= 400) return [0, 0, [{ code: 'dead-address', status }]];
  const answer = answerOf(get(further));
  if (answer === undefined) return [undefined, undefined, []];
  if (!answer.answered) return answer.isProven ? [0, 0, [{ code: 'dead-address' }]] : [undefined, undefined, []];
  if (isOverload(answer.status)) return [undefined, undefined, []];
  if (answer.isChallenge) return [0, 0, [{ code: 'captcha' }]];
  if (answer.status !== 200 || !answer.isHtml) return [0, 0, [{ code: 'dead-address', status: answer.status }]];
  if (answer.contentHash === where.page.contentHash) return [0, 0, [{ code: 'same-content' }]];
  return leadsOn(where, answer.further.length);
}

/** Where the first page counts more than two pages, the second has to lead on. */
function leadsOn({ actions: { count } }: ActingPage, further: number): Judged {
  if (count === undefined || count.shown === 0 || further > 0 || count.total <= 2 * count.shown) return [1, 1, []];
  return [0.5, 0.5, [{ code: 'leads-nowhere' }]];
}

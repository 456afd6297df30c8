import { parseUrl } from '../../../basics/parse-url.ts';
import type { ActionAnswer, ActionProbe, Blocker, Offer } from '../../model/actions.ts';
import { isOverload } from '../../model/http.ts';
import type { ActionForm } from '../../parse/html/actions/page-actions.ts';
import { ACTION_CREDITS } from '../credits.ts';
import {
  type ActingPage,
  type ActionSite,
  type AnswerOf,
  defineOffer,
  get,
  isSameHost,
  offer,
  once,
  type Shares,
} from '../define.ts';
import { fillable } from '../fields.ts';
import { mayAct } from '../never-asked.ts';
import { type KnownWord, knownWords, UNKNOWN_WORD } from '../search-words.ts';

interface FoundSearch {
  readonly where: ActingPage;
  readonly form: ActionForm | undefined;
  /** Address with the place of the term; undefined where only scripts, or a POST, search. */
  readonly template: string | undefined;
  /** Another host searches for it, which is not asked. */
  readonly isElsewhere: boolean;
}

const PLACE = '{searchTerms}';

export default defineOffer({
  kind: 'search',
  plan(site, answerOf) {
    const [found] = searchesOf(site).filter(({ template }) => template !== undefined);
    const trial = found?.template === undefined ? undefined : trialOf(site, found.template, answerOf);
    if (trial === undefined) return [];
    // A second word only where the first was not found.
    const { unknown, known } = trial;
    const [first, second] = known;
    if (first === undefined || answerOf(unknown) === undefined) return allowed([unknown]);
    const isFound = finds(answerOf(first.probe), answerOf(unknown), first.word);
    const again = answerOf(first.probe) === undefined || isFound || second === undefined ? [] : [second.probe];
    return allowed([unknown, first.probe, ...again]);
  },
  judge(site, answerOf) {
    return searchesOf(site).map((found) => judged(site, found, answerOf));
  },
});

const MAX_SEARCHES = 3;

function searchesOf({ pages }: ActionSite): FoundSearch[] {
  const forms = pages.flatMap((where) =>
    where.actions.forms
      .filter(({ isSearch }) => isSearch)
      .map((form): FoundSearch => {
        const isElsewhere = form.target === 'address' && form.method === 'get' && !isSameHost(form.url, where);
        return { where, form, template: templateOf(form, where.page.finalUrl), isElsewhere };
      }),
  );
  const known = once(forms, ({ form, template }) =>
    form?.target === 'self' ? `self ${form.fields[0]?.name}` : template === undefined ? 'script' : kindOf(template),
  );
  // A field that scripts alone join is the same search where another one has an address, and so is one that a page sends to itself.
  const named = new Set(known.flatMap(({ form }) => (form?.target === 'address' ? [form.fields[0]?.name] : [])));
  const addressed = known.filter(
    ({ template, form }) => template !== undefined && !(form?.target === 'self' && named.has(form.fields[0]?.name)),
  );
  const shown = addressed.length > 0 ? addressed : known;
  if (shown.length > 0) return shown.slice(0, MAX_SEARCHES);
  const declared = pages.find(
    ({ actions }) => actions.searchTemplate !== undefined || actions.openSearch !== undefined,
  );
  const template = declared?.actions.searchTemplate?.replace('{search_term_string}', PLACE);
  if (declared !== undefined && template?.includes(PLACE) === true && parseUrl(template) !== undefined)
    return isSameHost(template, declared)
      ? [{ where: declared, form: undefined, template, isElsewhere: false }]
      : [{ where: declared, form: undefined, template: undefined, isElsewhere: true }];
  const scripted =
    pages.find(({ actions }) => actions.scriptedSearch !== undefined) ??
    pages.find(({ actions }) => hasSearchButton(actions.controls));
  return scripted === undefined ? [] : [{ where: scripted, form: undefined, template: undefined, isElsewhere: false }];
}

/**
 * The address of a search and the name of its field, without its hidden fields: those name the page that the form is on
 * (DokuWiki's `id`), or a part of the site that the same search can look in (Redmine's `issues`).
 */
function kindOf(template: string): string {
  const [address = '', query = ''] = template.split('?');
  return `${address}?${query.split('&').at(-1)}`;
}

const hasSearchButton = (controls: readonly { readonly label: string }[]): boolean =>
  controls.some(({ label }) => /^(?:search|suche|recherche|buscar|cerca|zoeken|hledat)\b.{0,20}$/i.test(label));

/** The address of a GET search of this site; undefined for any other form. */
function templateOf({ isElement, method, target, url, fields, hidden }: ActionForm, page: string): string | undefined {
  if (!isElement || method !== 'get' || (target !== 'address' && target !== 'self')) return undefined;
  const field = fields.find(({ type }) => type === 'search') ?? fields.find(({ type }) => type === 'text');
  if (field === undefined || field.name === '') return undefined;
  const action = parseUrl(target === 'self' ? page : url);
  if (action === undefined || action.host !== new URL(page).host) return undefined;
  action.search = '';
  action.hash = '';
  const pairs = [
    ...hidden.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    `${encodeURIComponent(field.name)}=${PLACE}`,
  ];
  return `${action.href}?${pairs.join('&')}`;
}

interface Trial {
  readonly unknown: ActionProbe;
  readonly known: readonly { readonly word: KnownWord; readonly probe: ActionProbe }[];
}

/** A word that exists nowhere, then words of pages that the answer to it does not name anyway. */
function trialOf(site: ActionSite, template: string, answerOf: AnswerOf): Trial | undefined {
  const probeFor = (word: string) => get(template.replace(PLACE, encodeURIComponent(word)));
  const unknown = probeFor(UNKNOWN_WORD);
  const control = answerOf(unknown);
  const words = knownWords(site, template.split('?')[0] ?? template);
  const telling = control?.answered === true ? words.filter((word) => occurrences(control.body, word) === 0) : [];
  const known = (telling.length > 0 ? telling : words)
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, probe: probeFor(word.word) }));
  return known.length === 0 ? undefined : { unknown, known };
}

const MAX_WORDS = 2;

const allowed = (probes: readonly ActionProbe[]): ActionProbe[] => probes.filter(({ url }) => !mayAct(url, true));

function judged(site: ActionSite, { where, form, template, isElsewhere }: FoundSearch, answerOf: AnswerOf): Offer {
  const trial = template === undefined ? undefined : trialOf(site, template, answerOf);
  const filled = form === undefined ? { form: 1, browser: ACTION_CREDITS.madeByScript, blockers: [] } : fillable(form);
  const outcome = isElsewhere ? UNMEASURED : template === undefined ? scripted(form) : measured(site, trial, answerOf);
  // Where the one field for words is sent and finds, its button says what it is for.
  const { nameAlone } = ACTION_CREDITS;
  const fill =
    template !== undefined && outcome.form === 1 && form?.submit !== undefined
      ? {
          ...filled,
          form: Math.max(filled.form, nameAlone.form),
          browser: Math.max(filled.browser, nameAlone.browser),
        }
      : filled;
  const shares: Shares = {
    'form-agent': times(outcome.form, fill.form, [...outcome.blockers, ...fill.blockers]),
    'browser-agent': times(outcome.browser, fill.browser, [
      ...outcome.blockers.filter(({ code }) => code !== 'by-script'),
      ...fill.blockers.filter(({ code }) => code !== 'no-name' && code !== 'scripted-field'),
    ]),
  };
  return offer({
    kind: 'search',
    name: form?.fields[0]?.label ?? '',
    where: where.page.finalUrl,
    shown:
      form === undefined
        ? (where.actions.scriptedSearch ?? 'SearchAction')
        : `${form.method.toUpperCase()} ${form.url || '(no address)'}`,
    certainty: template === undefined ? 'likely' : 'sure',
    asked: { url: trial?.known[0]?.probe.url ?? where.page.finalUrl, method: 'GET' },
    shares,
  });
}

interface Outcome {
  readonly form: number | undefined;
  readonly browser: number | undefined;
  readonly blockers: readonly Blocker[];
}

const UNMEASURED: Outcome = { form: undefined, browser: undefined, blockers: [] };

const times = (share: number | undefined, by: number, blockers: readonly Blocker[]) =>
  [share === undefined ? undefined : share * by, blockers] as const;

/** Only a script knows where the term goes; a POST is a form like others and cannot be tried. */
const scripted = (form: ActionForm | undefined): Outcome =>
  form?.isElement === true && form.method === 'post' && form.target !== 'script'
    ? { form: 1, browser: 1, blockers: [] }
    : { form: 0, browser: 1, blockers: [{ code: 'by-script' }] };

function measured(site: ActionSite, trial: Trial | undefined, answerOf: AnswerOf): Outcome {
  const [first] = trial?.known ?? [];
  if (trial === undefined || first === undefined) return UNMEASURED;
  const control = answerOf(trial.unknown);
  const answer = answerOf(first.probe) ?? control;
  if (answer === undefined) return UNMEASURED;
  if (trial.known.some(({ word, probe }) => finds(answerOf(probe), control, word)))
    return { form: 1, browser: 1, blockers: [] };
  if (makesWait(control) || makesWait(answer)) return UNMEASURED;
  const fault = faultOf(answer);
  if (fault === 'unknown' || (fault !== undefined && mayFindNone(site, first.probe, answer))) return UNMEASURED;
  if (fault !== undefined) return { form: 0, browser: 0, blockers: [fault] };
  if (control === undefined || !answer.answered || !control.answered) return UNMEASURED;
  const { word } = first;
  // The same text for both words, which it does not even repeat: only a script of that page reads the term.
  const isDeaf =
    mentions(control.body, UNKNOWN_WORD) === 0 && mentions(answer.body, word.word) <= mentions(control.body, word.word);
  if (isDeaf && /<script/i.test(answer.body)) return { form: 0, browser: 1, blockers: [{ code: 'by-script' }] };
  if (occurrences(answer.body, word) > 0 && occurrences(control.body, word) > 0)
    return {
      form: ACTION_CREDITS.unfiltered,
      browser: ACTION_CREDITS.unfiltered,
      blockers: [{ code: 'finds-everything' }],
    };
  return { form: 0, browser: 0, blockers: [{ code: 'finds-nothing' }] };
}

/** The results are at another address, to which the answer leads by itself. */
const LEADS_ON = /<meta[^>]{1,200}http-equiv=["']?refresh["']?[^>]{1,200}url=/i;
/** It takes one search in a time: our second word came too early (MyBB, phpBB). */
const TELLS_TO_WAIT =
  /(?:wait|every|once in|try again in|warten|nur alle|attendre|espere|attendere|wacht)[^<.]{0,60}?\d{1,4} {0,2}(?:more )?(?:seconds?|minutes?|sekunden|minuten|secondes|segundos|minutos|secondi|minuti|seconden)/i;

const makesWait = (answer: ActionAnswer | undefined): boolean =>
  answer?.answered === true && (LEADS_ON.test(answer.body) || TELLS_TO_WAIT.test(answer.body));

/** Some programs answer 404 where nothing has the word (cgit, of its repositories): the page of the search is there without one. */
function mayFindNone({ crawl }: ActionSite, { url }: ActionProbe, answer: ActionAnswer): boolean {
  const [address = url] = url.split('?');
  return (
    answer.answered &&
    answer.status === 404 &&
    crawl.pages.some((page) => page.status === 200 && page.url.split('?')[0] === address)
  );
}

function faultOf(answer: ActionAnswer): Blocker | 'unknown' | undefined {
  if (!answer.answered) return answer.isProven ? { code: 'dead-address' } : 'unknown';
  if (isOverload(answer.status)) return 'unknown';
  if (answer.isChallenge) return { code: 'captcha' };
  return answer.status >= 200 && answer.status <= 299 ? undefined : { code: 'dead-address', status: answer.status };
}

/** The answer leads to the page that has the word, more often than the answer for a word that exists nowhere. */
function finds(answer: ActionAnswer | undefined, control: ActionAnswer | undefined, word: KnownWord): boolean {
  if (answer?.answered !== true || faultOf(answer) !== undefined) return false;
  // Some searches go straight to the only page that has the word.
  if (answer.finalUrl === word.url) return true;
  if (control?.answered !== true) return false;
  return (
    occurrences(answer.body, word) > occurrences(control.body, word) ||
    linksNaming(answer.body, word.word) > linksNaming(control.body, word.word)
  );
}

const MAX_LINKS_SEEN = 2000;
const MAX_LINK = 1000;

/** Links whose text has the word among others: other pages that have it, or their entries. Those that search for it again are none. */
function linksNaming(body: string, word: string): number {
  const links = withoutFrame(body)
    .toLowerCase()
    .split('<a ')
    .slice(1, MAX_LINKS_SEEN + 1);
  return links.filter((link) => {
    const [opening, end] = [link.indexOf('>'), link.indexOf('</a')];
    if (opening === -1 || end < opening || end > MAX_LINK) return false;
    const text = link
      .slice(opening + 1, end)
      .replace(/<[^>]{0,200}>/g, '')
      .trim();
    const query = link.slice(0, opening).split('?').slice(1).join('?');
    return text.length > word.length + 1 && text.includes(word) && !query.includes(word);
  }).length;
}

const mentions = (body: string, word: string): number => body.toLowerCase().split(word).length - 1;

function occurrences(body: string, { path, title }: KnownWord): number {
  const content = withoutFrame(body);
  const count = (text: string) => (text === '' ? 0 : content.split(text).length - 1);
  return count(`${path}"`) + count(`${path}'`) + count(`${path}?`) + count(`${path}#`) + count(title);
}

/** Menus name pages for any search term. */
const FRAMES = ['nav', 'header', 'footer', 'aside'];

/** The HTML without the elements of its frame, as far as their tags stand in pairs. */
function withoutFrame(html: string): string {
  let text = html;
  for (const tag of FRAMES) {
    const parts: string[] = [];
    let from = 0;
    for (let start = text.indexOf(`<${tag}`); start !== -1; start = text.indexOf(`<${tag}`, from)) {
      const end = text.indexOf(`</${tag}`, start);
      if (end === -1) break;
      parts.push(text.slice(from, start));
      from = end;
    }
    text = parts.join('') + text.slice(from);
  }
  return text;
}

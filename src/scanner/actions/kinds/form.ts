import { parseUrl } from '../../../basics/parse-url.ts';
import type { ActionAnswer, ActionProbe, Blocker, BlockerCode, Offer } from '../../model/actions.ts';
import { isPrivateHostname } from '../../net/address-guard.ts';
import type { ActionForm } from '../../parse/html/actions/page-actions.ts';
import { mayBeSentTo } from '../../parse/http-headers/form-action.ts';
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
import { isDead, takesForm } from '../form-address.ts';
import { isFormService } from '../form-services.ts';
import { announcesEffect, mayAct } from '../never-asked.ts';
import { purposeOf, registers } from '../purpose.ts';
import search from './search.ts';

interface FoundForm {
  readonly where: ActingPage;
  readonly form: ActionForm;
}

const MAX_FORMS = 12;
const MAX_TARGETS = 3;
/** Purposes that are forms of their own right; a newsletter in the frame of every page is one, too. */
const COUNTED: ReadonlySet<string> = new Set(['sending', 'commenting', 'subscribing']);

export default defineOffer({
  kind: 'form',
  plan(site, answerOf) {
    return targetsOf(site).flatMap((probe) => [probe, ...followUp(probe, answerOf)]);
  },
  judge(site, answerOf) {
    const forms = formsOf(site);
    return [...forms.map((found) => judged(site, found, answerOf)), ...unseenForms(site, forms)].slice(0, MAX_FORMS);
  },
});

function formsOf(site: ActionSite): FoundForm[] {
  const walled = new Set(behindSignIn(site));
  const found = site.pages.flatMap((where) =>
    where.actions.forms
      .filter((form) => !walled.has(where) && COUNTED.has(purposeOf(form)) && isMeant(form))
      .map((form): FoundForm => ({ where, form })),
  );
  return once(found, ({ form }) =>
    [folderOf(form), form.submit, ...form.fields.map(({ name, label }) => name || label)].join('|'),
  ).slice(0, MAX_FORMS);
}

/** A form that a template writes on many pages, each with an address of its own, is one thing to do. */
function folderOf({ url, target }: ActionForm): string {
  const { origin, pathname } = parseUrl(url) ?? { origin: '', pathname: target };
  const isBelow = origin !== '' && pathname.split('/').filter((part) => part !== '').length > 1;
  return origin + (isBelow ? pathname.slice(0, pathname.lastIndexOf('/', pathname.length - 2) + 1) : pathname);
}

/** Fields without a form and without a button are parts of some program on the page: a calculator, a setting. */
const isMeant = (form: ActionForm): boolean => {
  const { isElement, submit, isButtonPretended, fields } = form;
  return isElement
    ? submit !== undefined || (fields.length > 1 && !choosesRows(form))
    : (submit !== undefined || isButtonPretended) && fields.length > 1;
};

/** Boxes before the rows of a list, which have no names and no button: a script acts on the rows that are ticked. */
function choosesRows({ isButtonPretended, fields }: ActionForm): boolean {
  const rows = fields.filter(({ type, labelledBy }) => type === 'checkbox' && labelledBy === 'none');
  const isOfOneKind = new Set(rows.map(({ name }) => name)).size < rows.length;
  return !isButtonPretended && fields.every(({ type }) => type === 'checkbox') && isOfOneKind;
}

/** Addresses that forms are sent to, each once, as far as asking for one does nothing. */
function targetsOf(site: ActionSite): ActionProbe[] {
  const urls = formsOf(site).flatMap(({ where, form }) => {
    const isAsked = form.target === 'address' && isSafe(form, form.url) && isSameHost(form.url, where);
    return isAsked && statusKnown(site, form.url) === undefined ? [form.url] : [];
  });
  return [...new Set(urls)].slice(0, MAX_TARGETS).map((url) => get(url));
}

/** To ask for its address has no effect, and its button announces none. */
const isSafe = (form: ActionForm, url: string): boolean =>
  !mayAct(url) && !announcesEffect(form.submit ?? '') && purposeOf(form) !== 'subscribing';

/** Some routers answer 404 to GET where they take a POST; OPTIONS tells, where they answer it. */
function followUp(probe: ActionProbe, answerOf: AnswerOf): ActionProbe[] {
  const answer = answerOf(probe);
  if (answer?.answered !== true) return [];
  return answer.status === 404 || (answer.dropsBody && isOtherSpelling(probe.url, answer.finalUrl))
    ? [optionsOf(probe)]
    : [];
}
const optionsOf = ({ url, accept }: ActionProbe): ActionProbe => ({ url, method: 'OPTIONS', accept });

const statusKnown = ({ crawl }: ActionSite, url: string): number | undefined =>
  crawl.pages.find((page) => (page.url === url || page.finalUrl === url) && page.status > 0)?.status;

function judged(site: ActionSite, { where, form }: FoundForm, answerOf: AnswerOf): Offer {
  const fill = fillable(form);
  const way = [pressed, accepted, permitted].reduce(
    (open, narrow) => narrow(open, where, form),
    wayOf(site, form, answerOf),
  );
  const reach = where.isLinked === false ? ACTION_CREDITS.notLinked : 1;
  const unlinked: Blocker[] = where.isLinked === false ? [{ code: 'not-linked' }] : [];
  const captcha: Blocker[] = form.captcha ? [{ code: 'captcha' }] : [];
  const open = form.captcha ? 0 : reach;
  const blockers = [...captcha, ...way.blockers, ...unlinked, ...fill.blockers];
  const shares: Shares = {
    'form-agent': [
      way.form === undefined ? undefined : way.form * fill.form * open,
      blockers.filter(({ code }) => !OF_BROWSERS.has(code)),
    ],
    'browser-agent': [
      way.browser === undefined ? undefined : way.browser * fill.browser * open,
      blockers.filter(({ code }) => !OF_HTTP.has(code) && (!MENDED_BY_SCRIPT.has(code) || way.browser === 0)),
    ],
  };
  return offer({
    kind: 'form',
    name: form.heading || form.submit || '',
    where: where.page.finalUrl,
    shown: `${form.method.toUpperCase()} ${form.url || '(no address)'}`,
    certainty: form.isElement ? 'sure' : 'likely',
    // A captcha is on the page; the address shows what is wrong with it.
    asked: (form.captcha ? undefined : way.asked) ?? { url: where.page.finalUrl, method: 'GET' },
    shares,
  });
}

/** What hinders only those that read the HTML and run no scripts. */
const OF_HTTP: ReadonlySet<BlockerCode> = new Set(['by-script', 'no-name', 'scripted-field', 'decoy-field']);
/** What hinders browsers alone. */
const OF_BROWSERS: ReadonlySet<BlockerCode> = new Set(['form-action']);
/** What a script of the page may put right. */
const MENDED_BY_SCRIPT: ReadonlySet<BlockerCode> = new Set([
  'button-disabled',
  'stale-token',
  'script-token',
  'no-session',
]);

interface Way {
  readonly form: number | undefined;
  readonly browser: number | undefined;
  readonly blockers: readonly Blocker[];
  readonly asked?: Offer['asked'];
}
const OPEN: Way = { form: 1, browser: 1, blockers: [] };
const UNKNOWN: Way = { form: undefined, browser: undefined, blockers: [] };
const deadAt = (status?: number): Way => ({
  form: 0,
  browser: 0,
  blockers: [{ code: 'dead-address', ...(status === undefined ? {} : { status }) }],
});

/** A form whose only button is disabled is not sent (HTML, implicit submission); a script of the page may enable it. */
function pressed(way: Way, { actions }: ActingPage, { isDisabled }: ActionForm): Way {
  if (!isDisabled || way.form === undefined || way.form === 0) return way;
  const blockers = [{ code: 'button-disabled' as const }, ...way.blockers];
  return { ...way, form: 0, browser: actions.hasScripts ? way.browser : 0, blockers };
}

/** A policy of the page names where forms may go, and browsers send none elsewhere (CSP 3, form-action). */
function permitted(way: Way, { page }: ActingPage, { target, url }: ActionForm): Way {
  const isOpen = way.browser !== undefined && way.browser > 0 && (target === 'self' || target === 'address');
  if (!isOpen || mayBeSentTo(page.formActions ?? [], target === 'self' ? page.finalUrl : url, page.finalUrl))
    return way;
  return { ...way, browser: 0, blockers: [{ code: 'form-action' }, ...way.blockers] };
}

/** Names that frameworks give the token that ties a form to the session of its reader (Laravel, Django, Rails, ASP.NET, Spring). */
const SESSION_TOKEN =
  /^(?:_token|_?csrf|_?csrf[-_]?token|csrfmiddlewaretoken|authenticity_token|__requestverificationtoken|_?xsrf[-_]?token)$/i;

/** A server refuses a token that is empty, of no session, or given to everybody by a cache; a script may write a fresh one. */
function accepted(way: Way, { page, actions }: ActingPage, { hidden, method }: ActionForm): Way {
  const tokens = hidden.filter(([name]) => method === 'post' && SESSION_TOKEN.test(name));
  const isOpen = way.form !== undefined && way.form > 0;
  if (!isOpen || tokens.length === 0) return way;
  if (tokens.every(([, value]) => value === '')) return withoutToken(way, 'script-token', actions.hasScripts);
  if (page.isSharedCopy === true) return withoutToken(way, 'stale-token', actions.hasScripts);
  // Where nothing ties the token to this reader, a few servers still take it: those that sign it.
  return page.isWithoutCookie === true
    ? withoutToken(way, 'no-session', actions.hasScripts, ACTION_CREDITS.looseToken)
    : way;
}

/** @param share of the form that works all the same */
const withoutToken = (way: Way, code: BlockerCode, hasScripts: boolean, share = 0): Way => ({
  ...way,
  form: share,
  browser: hasScripts ? way.browser : Math.min(way.browser ?? share, share),
  blockers: [{ code }, ...way.blockers],
});

function wayOf(site: ActionSite, form: ActionForm, answerOf: AnswerOf): Way {
  if (form.target === 'mail') return { form: 0, browser: ACTION_CREDITS.mailOnly, blockers: [{ code: 'mail-only' }] };
  const isByScript = !form.isElement || form.target === 'script' || isForScript(form);
  // Enter sends nothing then, and nothing that agents can name does.
  if (isByScript && form.submit === undefined && (!form.isElement || form.isButtonPretended))
    return { form: 0, browser: 0, blockers: [{ code: 'no-button' }] };
  if (isByScript) return { form: 0, browser: 1, blockers: [{ code: 'by-script' }] };
  if (form.target === 'self') return OPEN;
  if (form.url === '' || (!site.target.isPrivateHost && isPrivate(form.url))) return deadAt();
  const probe = get(form.url);
  const asked = { url: form.url, method: 'GET' } as const;
  const answer = answerOf(probe);
  const known = statusKnown(site, form.url);
  if (known !== undefined) return isDead(known) ? { ...deadAt(known), asked } : OPEN;
  if (answer === undefined) return OPEN;
  if (!answer.answered) return answer.isProven ? { ...deadAt(), asked } : OPEN;
  const isMoved = form.method === 'post' && answer.dropsBody && isOtherSpelling(form.url, answer.finalUrl);
  if (isMoved && !staysForOthers(answerOf(optionsOf(probe))))
    return { form: 0, browser: 0, blockers: [{ code: 'redirect-drops-values' }], asked };
  if (answer.isChallenge) return { form: 0, browser: 0, blockers: [{ code: 'captcha' }], asked };
  if (answer.status === 404 && takesPost(answerOf(optionsOf(probe)))) return OPEN;
  const taken = takesForm(answer.status, form.method, form.url);
  // A build that is tried elsewhere than where it will be published has pages, and no server that takes forms.
  const isUnpublished = site.target.publicOrigin !== undefined;
  if (taken !== 'all' && isUnpublished) return { ...UNKNOWN, asked };
  if (taken === 'by POST') {
    const { postAlone, postBesideDead } = ACTION_CREDITS;
    const share = hasDeadSearch(site, answerOf) ? postBesideDead : postAlone;
    return { form: share, browser: share, blockers: [{ code: 'post-address', status: 404 }], asked };
  }
  if (taken === 'nothing') return { ...deadAt(answer.status), asked };
  return OPEN;
}

const hasDeadSearch = (site: ActionSite, answerOf: AnswerOf): boolean =>
  search.judge(site, answerOf).some(({ marks }) => marks.some(({ blockers }) => blockers.some(isDeadAddress)));
const isDeadAddress = ({ code }: Blocker): boolean => code === 'dead-address';

/** A form that is sent by GET to its own page, and is no search, does nothing without a script, unless hidden values tell a server what it is. */
const isForScript = ({ target, method, hidden }: ActionForm): boolean =>
  target === 'self' && method === 'get' && hidden.every(([, value]) => value === '');

/** A rule that redirects GET alone, as some programs have it, leaves the other methods where they are. */
const staysForOthers = (answer: ActionAnswer | undefined): boolean =>
  answer?.answered === true && answer.status < 300 && !answer.dropsBody;

/** The same address but for a slash, www, the scheme or the ending of a file: a rule of the server sends every method there. */
function isOtherSpelling(url: string, finalUrl: string): boolean {
  const [one, other] = [new URL(url), new URL(finalUrl)];
  const plain = ({ host, pathname }: URL) =>
    host.replace(/^www\./, '') + pathname.replace(/\/$/, '').replace(/\.(?:php|html?|aspx?|jsp|cgi)$/, '');
  return one.href !== other.href && plain(one) === plain(other);
}

const takesPost = (answer: ActionAnswer | undefined): boolean =>
  answer?.answered === true && answer.status < 400 && answer.allows.includes('POST');

const isPrivate = (url: string): boolean => isPrivateHostname(new URL(url).hostname);

/** Words in the title, heading or address of a page that exists for its form. */
const FORM_PAGE =
  /\b(?:contact|booking|book|reserv\w{2,6}|order form|enquir\w{1,5}|inquir\w{1,5}|request|quote|apply|application|sign ?up|register|registration|kontakt|anfrage|buchung|anmeldung)\b/i;
/** Titles of pages that are there for one thing, which needs a form, an address or a number. */
const CONTACT_PAGE =
  /^(?:contact(?: us)?|get in touch|book(?: now| online| a \w{3,20})?|order(?: by request| form| online)?|apply(?: now| online)?|request a (?:quote|demo|call)|enquir(?:e|y|ies)|sign up|register|(?:start a )?free trial|start a trial|create an account|kontakt|anfrage|buchen|buchung|bestellen|contactez-nous|nous contacter|contacto|contáctenos|contatti|contatto|contato|contacteer ons)$/i;

function isMenuPromise({ page }: ActingPage, { target }: ActionSite): boolean {
  const [name = ''] = page.title.split(/ [-–—|·:] /, 1);
  return page.isLinked && page.finalUrl !== target.finalUrl && CONTACT_PAGE.test(name.trim().slice(0, 80));
}

/** Titles that name a thing as well as what to do: the register of an account, an order of animals. */
const THING = /^(?:register|order|book)\b/i;
const isRecord = ({ page: { title }, actions: { figures } }: ActingPage): boolean =>
  THING.test(title.trim()) && figures.some(({ kind, cells, missing }) => kind === 'table' && cells > missing);

/** A page in the menu that exists for contact or an order, and has no way to either. */
const lacksPromisedForm = (where: ActingPage, site: ActionSite): boolean =>
  isMenuPromise(where, site) &&
  !isRecord(where) &&
  !where.actions.hasContact &&
  !where.actions.forms.some((form) => purposeOf(form) !== 'search');

/** Titles that begin with what the page is for. */
const DOES =
  /^(?:book|reserve|report|request|apply|order|register|join|renew|submit|cancel|pay|hire|rent|sign up|buchen|reservieren|melden|bestellen|beantragen|réserver|signaler|commander|demander|reservar|solicitar|pedir|prenota|richiedi|reserveren|aanvragen|objednat|zamów|заказать)(?:$|[^\p{L}])/iu;

/** Words in the address of a page that exists for a form. */
const DOES_AT =
  /(?:^|[/_-])(?:book(?:ing)?|hold|reserv(?:e|ation)|order|hire|rent|report|apply|application|appointment|enquir(?:y|e)|inquiry|request|comment|register|renew|subscribe|checkout|buchen|buchung|reservieren|melden|bestellen|antrag|anfrage|termin|reserver|commander|demande|reservar|solicitar|pedido|prenota|richiesta|kasse|caisse|abonnieren|abonner)s?(?:$|[/_.-])/i;
/** Those that are there for an account. */
const OF_ACCOUNTS = /account|profile|member|user|login|sign-?in|admin|konto|compte|cuenta/i;

/** Pages that exist for a form, by their address, and hold a sign-in in its place, or lead to one. */
const behindSignIn = ({ pages }: ActionSite): ActingPage[] =>
  pages.filter(({ page, actions }) => {
    const { pathname } = new URL(page.url);
    // An order may offer to keep a password as one of its many fields.
    const asksMore = actions.forms.some(({ fields }) => fields.length > MAX_SIGN_IN_FIELDS);
    // The page of a registration holds its own form, whose password is a new one.
    const isOwn = actions.forms.some(registers);
    return actions.isSignIn && !asksMore && !isOwn && DOES_AT.test(pathname) && !OF_ACCOUNTS.test(pathname);
  });
const MAX_SIGN_IN_FIELDS = 4;

/** A page in the menu that exists for a form, and shows a sign-in or an app in its place. */
const formElsewhere = ({ page, actions }: ActingPage, { target }: ActionSite): Blocker | undefined =>
  actions.elsewhere === undefined ||
  !page.isLinked ||
  page.finalUrl === target.finalUrl ||
  !DOES.test(page.title.trim())
    ? undefined
    : { code: actions.elsewhere === 'app' ? 'in-app' : 'needs-account' };

/** The shares of a form that one thing keeps from every agent. */
const closedBy = (blocker: Blocker): Shares => ({ 'form-agent': [0, [blocker]], 'browser-agent': [0, [blocker]] });

/** With more words than this a page has something to say besides. */
const MAX_FORM_PAGE_PROMISES = 5;

const isPromise = (title: string, url: string): boolean =>
  FORM_PAGE.test(`${title} ${new URL(url).pathname.replace(/[-_/]/g, ' ')}`.slice(0, 300));

/** Forms that pages promise and do not hold: in a frame of another host, or made by a script. */
function unseenForms(site: ActionSite, forms: readonly FoundForm[]): Offer[] {
  const own = new Set(forms.filter(({ form }) => form.inContent).map(({ where }) => where));
  const isNamedForm = ({ page: { title, finalUrl } }: ActingPage, frame: ActingPage['actions']['frames'][number]) =>
    isFormService(frame.url) ||
    (isPromise(title, finalUrl) && /form|book|contact|order|reserv/i.test(`${frame.title} ${frame.url}`));
  // Who serves one form in a frame serves those of the other pages as well.
  const hosts = new Set(
    site.pages.flatMap((where) =>
      where.actions.frames.filter((frame) => isNamedForm(where, frame)).map(({ url }) => parseUrl(url)?.host),
    ),
  );
  const offers = site.pages
    .filter((where) => !own.has(where))
    .flatMap((where): Offer[] => {
      const { frames, formService, scriptedForm } = where.actions;
      const isPromised = isPromise(where.page.title, where.page.finalUrl);
      const frame = frames.find(({ url }) => hosts.has(parseUrl(url)?.host));
      const base = {
        kind: 'form' as const,
        where: where.page.finalUrl,
        certainty: 'likely' as const,
        asked: { url: where.page.finalUrl, method: 'GET' as const },
      };
      if (frame !== undefined) {
        const blockers: Blocker[] = [{ code: 'other-host' }];
        return [
          offer({
            ...base,
            name: frame.title,
            shown: `<iframe src="${frame.url}">`,
            shares: { 'form-agent': [0, blockers], 'browser-agent': [ACTION_CREDITS.foreignFrame, blockers] },
          }),
        ];
      }
      const sign = formService ?? (isPromised ? scriptedForm : undefined);
      if (sign === undefined) {
        const instead = formElsewhere(where, site);
        if (instead === undefined && !lacksPromisedForm(where, site)) return [];
        return [
          offer({
            ...base,
            name: where.page.title,
            shown: where.page.title,
            shares: closedBy(instead ?? { code: 'no-form' }),
          }),
        ];
      }
      return [
        offer({
          ...base,
          name: where.page.title,
          shown: sign,
          shares: { 'form-agent': [0, [{ code: 'by-script' }]], 'browser-agent': [ACTION_CREDITS.madeByScript, []] },
        }),
      ];
    });
  const walled = behindSignIn(site).map(({ page: { url, title } }) =>
    offer({
      kind: 'form',
      name: title,
      where: url,
      shown: url,
      certainty: 'likely',
      asked: { url, method: 'GET' },
      shares: closedBy({ code: 'needs-account' }),
    }),
  );
  return once([...offers, ...walled], ({ shown }) => shown).slice(0, MAX_FORM_PAGE_PROMISES);
}

import { parseUrl } from '../../../basics/parse-url.ts';
import type { ActionAnswer, ActionProbe, Blocker, Offer } from '../../model/actions.ts';
import { isOverload } from '../../model/http.ts';
import type { ApiDescription } from '../../model/site.ts';
import { intentOf } from '../../model/site-kind.ts';
import { isPrivateHostname } from '../../net/address-guard.ts';
import { isApiAddress } from '../../parse/url/api-address.ts';
import { isPublicName, isStagingHost } from '../../parse/url/host-names.ts';
import { registrableDomain } from '../../parse/url/registrable-domain.ts';
import { ACTION_CREDITS } from '../credits.ts';
import { type ActionSite, type AnswerOf, defineOffer, get, offer } from '../define.ts';
import { mayAct } from '../never-asked.ts';

const MAX_CALLS = 3;
const JSON_ACCEPT = 'application/json, */*;q=0.5';

/** An API that programs can call: its description, and whether what it says is there. Only GET paths are called. */
export default defineOffer({
  kind: 'api',
  plan: (site, answerOf) => [
    ...callsOf(site).flatMap((probe) =>
      isUnclear(site, probe, answerOf(probe)) ? [probe, controlOf(probe)] : [probe],
    ),
    ...choiceOf(site),
  ],
  judge(site, answerOf) {
    const where = namedAt(site);
    return where === undefined ? [] : [judged(site, where, answerOf)];
  },
});

/**
 * A page that calls an API of its own site or renders its description, or a description that something names; undefined where
 * there is no API to call: documentation of a program has operations too, which run wherever the program does. A description at a usual place that nothing names offers nothing to people: to withdraw it must not pay.
 */
function namedAt(site: ActionSite): string | undefined {
  const called = calledAt(site);
  const viewed = site.pages.find(({ page }) => page.hints.includes('api-viewer'))?.page.finalUrl;
  const documented = called === undefined ? [] : intentOf(site.crawl).apiPages;
  const shown = documented[0] ?? viewed ?? called;
  const description = descriptionOf(site);
  const declared = description ?? brokenOf(site);
  if (shown === undefined && description !== undefined && !isLed(site, description)) return undefined;
  return declared?.url ?? shown;
}

/** A page with code that calls an API of the site's own host. */
function calledAt({ pages }: ActionSite): string | undefined {
  const pathOf = (url: string) => new URL(url).pathname.replace(/\/$|\.html?$/, '');
  // Examples name pages for people, too.
  const read = new Set(pages.map(({ page }) => pathOf(page.finalUrl)));
  return pages.find(({ actions }) => actions.calls.some((url) => isApiAddress(url) && !read.has(pathOf(url))))?.page
    .finalUrl;
}

const descriptionOf = ({ apiDescription }: ActionSite): ApiDescription | undefined =>
  apiDescription?.descriptions.find(({ state }) => state === 'read');

/** What the site names as a description and is none; a usual place that has none proves nothing. */
const brokenOf = ({ apiDescription }: ActionSite): ApiDescription | undefined =>
  apiDescription?.descriptions.find(({ state }) => state === 'broken');

/**
 * Where calls go: `here` on a host of the site; `nowhere` for others than the machine of its author; `elsewhere` on another host;
 * `open` where the address has variables.
 */
type Server = { readonly at: 'here'; readonly base: URL } | { readonly at: 'elsewhere' | 'nowhere' | 'open' };

/** The first server of the site, as a client that tries them in turn would find it. */
function serverOf({ target }: ActionSite, { url, document }: ApiDescription): Server {
  const own = registrableDomain(new URL(target.finalUrl).hostname);
  const named = document?.calls?.servers ?? [];
  if (named.length === 0 && document?.hasServers === true) return { at: 'open' };
  const bases = (named.length === 0 ? ['/'] : named).flatMap((server) => parseUrl(server, url) ?? []);
  const reachable = bases.filter(({ hostname }) => target.isPrivateHost || !isPrivateHostname(hostname));
  const base = reachable.find(({ hostname }) => registrableDomain(hostname) === own);
  if (base !== undefined) return { at: 'here', base };
  return {
    at: reachable.some(({ hostname }) => isPublicName(hostname) && !isStagingHost(hostname)) ? 'elsewhere' : 'nowhere',
  };
}

function callsOf(site: ActionSite): ActionProbe[] {
  const { gets = [], getsWithValues = [] } = descriptionOf(site)?.document?.calls ?? {};
  return probesOf(site, [...gets, ...getsWithValues]).slice(0, MAX_CALLS);
}

/** The same path with two values of a parameter; nothing where the description has none to choose. */
function choiceOf(site: ActionSite): ActionProbe[] {
  const probes = probesOf(site, descriptionOf(site)?.document?.calls?.choice ?? []);
  return probes.length === 2 ? probes : [];
}

/** Calls of these paths, where they go to a host of the site and nothing says that they act. */
function probesOf(site: ActionSite, paths: readonly string[]): ActionProbe[] {
  const description = descriptionOf(site);
  const server = description === undefined ? undefined : serverOf(site, description);
  if (server?.at !== 'here') return [];
  const base = server.base.href.replace(/\/$/, '');
  return paths
    .map((path) => base + path)
    .filter((url) => parseUrl(url) !== undefined && !mayAct(url))
    .map((url) => get(url, JSON_ACCEPT));
}

/** Both values bring one and the same list: the parameter is lost on the way, in a cache or in the program. */
function ignoresValues(site: ActionSite, answerOf: AnswerOf): boolean {
  const [one, other] = choiceOf(site).map(answerOf);
  if (one?.answered !== true || other?.answered !== true || one.status !== 200 || other.status !== 200) return false;
  return one.body === other.body && HAS_ITEMS.test(one.body);
}
const HAS_ITEMS = /\[\s{0,20}\{/;

function judged(site: ActionSite, where: string, answerOf: AnswerOf): Offer {
  const [share, blockers, asked] = outcomeOf(site, answerOf);
  const description = descriptionOf(site);
  return offer({
    kind: 'api',
    name: '',
    where,
    shown: description?.url ?? where,
    certainty: description === undefined && brokenOf(site) === undefined ? 'likely' : 'sure',
    asked: { url: asked ?? description?.url ?? `${site.target.origin}/openapi.json`, method: 'GET' },
    shares: { 'api-agent': [share, blockers] },
  });
}

/** Something leads to the description: a file or header for agents, or a page. One at a usual place may be linked, too. */
const isLed = ({ crawl }: ActionSite, { url, via }: ApiDescription): boolean =>
  via !== 'guessed' || crawl.pages.some(({ apiDescriptions }) => apiDescriptions.some((each) => each.url === url));

type Outcome = readonly [share: number | undefined, blockers: readonly Blocker[], asked?: string | undefined];

function outcomeOf(site: ActionSite, answerOf: AnswerOf): Outcome {
  const description = descriptionOf(site);
  const broken = brokenOf(site);
  if (description === undefined) {
    const descriptions = site.apiDescription?.descriptions ?? [];
    if (site.apiDescription === undefined || descriptions.some(({ state }) => state === 'unknown'))
      return [undefined, []];
    // A description in a form that is not judged is one.
    if (descriptions.some(({ state }) => state === 'other')) return [undefined, []];
    return broken === undefined
      ? [ACTION_CREDITS.proseOnly, [{ code: 'no-description' }]]
      : [
          0,
          [{ code: 'description-broken', ...(broken.status === undefined ? {} : { status: broken.status }) }],
          broken.url,
        ];
  }
  const hasWay = isLed(site, description);
  const found = hasWay ? 1 : ACTION_CREDITS.guessed;
  const unlinked: Blocker[] = hasWay ? [] : [{ code: 'description-unlinked' }];
  if (description.document?.pathCount === 0 && description.document.format !== 'graphql')
    return [0, [{ code: 'description-broken' }], description.url];
  if (description.document?.calls !== undefined) {
    const { at } = serverOf(site, description);
    // Other hosts are not asked; where pages call this one, the description leads past it.
    if (at === 'nowhere' || (at === 'elsewhere' && calledAt(site) !== undefined))
      return [0, [{ code: 'server-elsewhere' }, ...unlinked], description.url];
    if (at === 'elsewhere' || at === 'open') return [undefined, unlinked, description.url];
  }
  const answers = callsOf(site).flatMap((probe) => {
    const answer = answerOf(probe);
    return answer === undefined
      ? []
      : [{ probe, share: callShare(probe, answer, description, site, answerOf), answer }];
  });
  const measured = answers.filter(({ share }) => share !== undefined);
  if (measured.length === 0) return [answers.length > 0 ? undefined : found, unlinked, description.url];
  const mean = measured.reduce((sum, { share = 0 }) => sum + share, 0) / measured.length;
  const dead = measured.filter(({ share }) => share === 0).length;
  const keyless = measured.filter(({ share }) => share === ACTION_CREDITS.noKey).length;
  const worst = measured.find(({ share = 1 }) => share < 1);
  const isIgnored = ignoresValues(site, answerOf);
  return [
    mean * found * (isIgnored ? ACTION_CREDITS.unfiltered : 1),
    [
      ...(isIgnored ? [{ code: 'values-ignored' as const }] : []),
      ...(dead > 0 ? [{ code: 'dead-paths' as const, in: dead, of: measured.length }] : []),
      ...(keyless > 0 ? [{ code: 'no-key' as const, in: keyless, of: measured.length }] : []),
      ...unlinked,
    ],
    (worst?.probe ?? (isIgnored ? choiceOf(site)[0] : undefined) ?? measured[0]?.probe)?.url,
  ];
}

/** Some programs say 404 where a value is missing: a path without the values that it asks for may be there. */
const isUnclear = (site: ActionSite, { url }: ActionProbe, answer: ActionAnswer | undefined): boolean =>
  answer?.answered === true &&
  answer.status === 404 &&
  descriptionOf(site)?.document?.calls?.getsWithValues.some((path) => !path.includes('?') && url.endsWith(path)) ===
    true;

/** What the program says of a path that cannot be there. */
const controlOf = ({ url }: ActionProbe): ActionProbe => get(`${url}-nothing-has-this-name`, JSON_ACCEPT);

function callShare(
  probe: ActionProbe,
  answer: ActionAnswer,
  { document }: ApiDescription,
  site: ActionSite,
  answerOf: AnswerOf,
): number | undefined {
  if (!answer.answered) return answer.isProven ? 0 : undefined;
  const { status } = answer;
  if (isOverload(status)) return undefined;
  if (status === 401 || status === 403 || status === 402)
    return document?.calls?.declaresKeys === true && (document.calls.tellsOfKeys || hasKeyWay(site))
      ? 1
      : ACTION_CREDITS.noKey;
  // 400 and 422 are words of an API: a value is missing.
  if (status === 400 || status === 422) return 1;
  if (isUnclear(site, probe, answer)) {
    const control = answerOf(controlOf(probe));
    if (control?.answered !== true || control.status !== status) return undefined;
    return control.body === answer.body ? 0 : 1;
  }
  if (status < 200 || status > 299) return 0;
  // A page for people in the place of data is what sites answer for what they do not know.
  return answer.isHtml ? 0 : 1;
}

/** A page says how to get a key, or a standard does (RFC 9728). */
const hasKeyWay = ({ pages }: ActionSite): boolean => pages.some(({ actions }) => actions.tellsOfKeys);

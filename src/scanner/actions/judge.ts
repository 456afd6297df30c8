/** What a site offers to do, from its pages and the answers to a few requests; and which requests those are. Pure. */

import { parseUrl } from '../../basics/parse-url.ts';
import type { ActionKind, ActionProbe, ActionsArtifact, KindShare, Offer } from '../model/actions.ts';
import { ACTION_KINDS } from '../model/actions.ts';
import type { SiteArtifacts } from '../model/artifacts.ts';
import { isPrivateHostname } from '../net/address-guard.ts';
import { registrableDomain } from '../parse/url/registrable-domain.ts';
import { actorsFor } from './actors.ts';
import { ACTION_CREDITS } from './credits.ts';
import type { ActingPage, ActionSite, AnswerOf, OfferDefinition } from './define.ts';
import account from './kinds/account.ts';
import api from './kinds/api.ts';
import buying from './kinds/buying.ts';
import figures from './kinds/figures.ts';
import form from './kinds/form.ts';
import list from './kinds/list.ts';
import search from './kinds/search.ts';
import tools from './kinds/tools.ts';

/** Every kind, those whose requests tell most first. */
const KINDS: readonly OfferDefinition[] = Object.values({
  search,
  form,
  api,
  list,
  tools,
  figures,
  buying,
  account,
} satisfies Record<ActionKind, OfferDefinition>);

/** Requests of one scan for what a site offers to do. */
export const MAX_ACTION_PROBES = 12;
const MAX_OFFERS = 40;

type Seen = Pick<SiteArtifacts, 'target' | 'crawl'> &
  Partial<Pick<SiteArtifacts, 'apiDescription' | 'mcpDiscovery' | 'wellKnown'>>;

/** The site as offers are found in it: readable pages in the order of their addresses, so that timing does not choose. */
export function actionSite({ target, crawl, apiDescription, mcpDiscovery, wellKnown }: Seen): ActionSite {
  const isWhole = crawl.pages.length >= crawl.pagesDiscovered;
  const pages = crawl.pages
    .flatMap((page): ActingPage[] => {
      const { actions, readable, isLinked, foundBy } = page;
      if (actions === undefined || readable !== 'yes') return [];
      const isFound = isLinked || foundBy === 'root' || foundBy === 'given';
      return [{ page, actions, isLinked: isFound ? true : isWhole ? false : undefined }];
    })
    .sort(
      (a, b) =>
        Number(b.page.foundBy === 'root') - Number(a.page.foundBy === 'root') || (a.page.url < b.page.url ? -1 : 1),
    );
  return { target, crawl, pages, apiDescription, mcpDiscovery, wellKnown };
}

/** The requests that would tell more, given the answers so far: one of each kind first, so that no kind takes them all. */
export function planActions(site: ActionSite, answerOf: AnswerOf): ActionProbe[] {
  const lists = KINDS.map((kind) => kind.plan(site, answerOf));
  const longest = Math.max(0, ...lists.map((probes) => probes.length));
  const probes = Array.from({ length: longest }, (_, at) => lists.flatMap((each) => each[at] ?? [])).flat();
  const seen = new Set<string>();
  return probes.filter(
    (probe) =>
      isOfSite(probe.url, site) &&
      answerOf(probe) === undefined &&
      !seen.has(probeKey(probe)) &&
      seen.add(probeKey(probe)),
  );
}

/** A page may name any host as the place of its search or its API: only hosts of the site are asked. */
function isOfSite(url: string, { target }: ActionSite): boolean {
  const asked = parseUrl(url);
  if (asked === undefined || asked.username !== '' || (!target.isPrivateHost && isPrivateHostname(asked.hostname)))
    return false;
  return registrableDomain(asked.hostname) === registrableDomain(new URL(target.finalUrl).hostname);
}

export const probeKey = ({ method, url, accept }: ActionProbe): string => `${method} ${accept} ${url}`;

/** Offers in the order of their kinds. */
export function judgeActions(site: ActionSite, answerOf: AnswerOf): ActionsArtifact {
  const offers = KINDS.flatMap((kind) => kind.judge(site, answerOf)).sort(
    (a, b) => ACTION_KINDS.indexOf(a.kind) - ACTION_KINDS.indexOf(b.kind),
  );
  return { offers: offers.slice(0, MAX_OFFERS), more: Math.max(0, offers.length - MAX_OFFERS) };
}

/** What each kind that is offered comes to: the mean over its offers for each actor, and over the actors that would do it. */
export function kindShares({ offers }: Pick<ActionsArtifact, 'offers'>): KindShare[] {
  return ACTION_KINDS.flatMap((kind): KindShare[] => {
    const own = offers.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    const actors = actorsFor(kind).flatMap((actor) => {
      const marks = own.flatMap(({ marks: all }) => all.filter((mark) => mark.actor === actor));
      return marks.length === 0 ? [] : [{ actor, share: meanOf(marks.map(({ share }) => share)) }];
    });
    return [{ kind, share: meanOf(own.map(shareOfOffer)), actors }];
  });
}

/** Over the actors that were measured, by what each counts. */
function shareOfOffer({ marks }: Pick<Offer, 'marks'>): number | undefined {
  let sum = 0;
  let weight = 0;
  for (const { actor, share } of marks) {
    if (share === undefined) continue;
    sum += share * ACTION_CREDITS.actorShare[actor];
    weight += ACTION_CREDITS.actorShare[actor];
  }
  return weight === 0 ? undefined : sum / weight;
}

function meanOf(shares: readonly (number | undefined)[]): number | undefined {
  const measured = shares.filter((share) => share !== undefined);
  return measured.length === 0 ? undefined : measured.reduce((sum, share) => sum + share, 0) / measured.length;
}

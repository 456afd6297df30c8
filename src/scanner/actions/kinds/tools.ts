import { parseUrl } from '../../../basics/parse-url.ts';
import type { ActionProbe, Blocker, Offer } from '../../model/actions.ts';
import { optionalJson } from '../../model/http.ts';
import { intentOf } from '../../model/site-kind.ts';
import { AGENT_CARD_KEYS } from '../../parse/agent-files/agent-cards.ts';
import { asList, isObject, textOf } from '../../parse/json/json.ts';
import { registrableDomain } from '../../parse/url/registrable-domain.ts';
import { type ActionSite, type AnswerOf, defineOffer, get, offer } from '../define.ts';
import { mayAct } from '../never-asked.ts';

/** Tools for agents that the site declares: an MCP server, an A2A agent, WebMCP tools. None is called. */
export default defineOffer({
  kind: 'tools',
  plan(site) {
    const probe = agentProbe(site);
    return probe === undefined ? [] : [probe];
  },
  judge: (site, answerOf) => [...mcpOffer(site), ...agentOffer(site, answerOf), ...webMcpOffer(site)],
});

/**
 * What the gatherer of S22 has found: an endpoint that answers a GET with any word of HTTP is there. A dead one counts where
 * pages tell people of it; a card alone is seen by agents only, and to withdraw it must not pay.
 */
function mcpOffer({ mcpDiscovery, crawl }: ActionSite): Offer[] {
  const card = mcpDiscovery?.card;
  if (mcpDiscovery === undefined || card === undefined) return [];
  const { remote } = mcpDiscovery;
  const isUnknown =
    card.state === 'unknown' || (remote !== undefined && ['unknown', 'forbidden-to-us'].includes(remote.state));
  const isDead = card.state === 'broken' || remote?.state === 'dead' || remote?.state === 'not-https';
  if (isDead && !intentOf(crawl).mcp) return [];
  const blockers: Blocker[] = isDead
    ? [{ code: 'dead-endpoint', ...(remote?.status === undefined ? {} : { status: remote.status }) }]
    : [];
  return [
    offer({
      kind: 'tools',
      name: 'MCP',
      where: card.url,
      shown: remote?.url ?? card.url,
      certainty: 'sure',
      asked: { url: remote?.url ?? card.url, method: 'GET' },
      // A card without an endpoint describes a server that runs on the user's own machine.
      shares: { 'api-agent': [isUnknown ? undefined : isDead ? 0 : 1, blockers] },
    }),
  ];
}

function agentEndpoint({ wellKnown }: ActionSite): { card: string; url: string } | undefined {
  const probe = wellKnown?.files.agentCard;
  const file = optionalJson(probe, AGENT_CARD_KEYS);
  if (probe === undefined || file.state !== 'read') return undefined;
  const [first] = asList(file.value.supportedInterfaces).filter(isObject);
  const url = parseUrl(textOf(first?.url ?? file.value.url) ?? '', probe.url);
  return url === undefined ? undefined : { card: probe.url, url: url.href };
}

function agentProbe(site: ActionSite): ActionProbe | undefined {
  const endpoint = agentEndpoint(site);
  if (endpoint === undefined || mayAct(endpoint.url)) return undefined;
  const own = registrableDomain(new URL(site.target.finalUrl).hostname);
  return registrableDomain(new URL(endpoint.url).hostname) === own ? get(endpoint.url, 'application/json') : undefined;
}

/** The endpoint of an A2A card. Nothing but the card names it, so a dead one offers nothing (S23 tells it). */
function agentOffer(site: ActionSite, answerOf: AnswerOf): Offer[] {
  const endpoint = agentEndpoint(site);
  if (endpoint === undefined) return [];
  const probe = agentProbe(site);
  const answer = probe === undefined ? undefined : answerOf(probe);
  const isDead =
    answer?.answered === true
      ? answer.status === 404 || answer.status === 410 || answer.status >= 500
      : answer?.isProven === true;
  if (isDead) return [];
  const isUnknown = answer?.answered === false && !answer.isProven;
  return [
    offer({
      kind: 'tools',
      name: 'A2A',
      where: endpoint.card,
      shown: endpoint.url,
      certainty: 'sure',
      asked: { url: endpoint.url, method: 'GET' },
      shares: { 'api-agent': [isUnknown ? undefined : 1, []] },
    }),
  ];
}

/** Tools that a page registers, or declares by its forms, exist in a browser alone, and only a run of one shows whether they answer. */
function webMcpOffer({ pages }: ActionSite): Offer[] {
  const where = pages.find(({ actions }) => actions.registersTools)?.page.finalUrl;
  if (where === undefined) return [];
  return [
    offer({
      kind: 'tools',
      name: 'WebMCP',
      where,
      shown: 'WebMCP tools of the page',
      certainty: 'likely',
      asked: { url: where, method: 'GET' },
      shares: { 'browser-agent': [undefined, []] },
    }),
  ];
}

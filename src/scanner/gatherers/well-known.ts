import type { Probe } from '../artifacts.ts';
import type { WellKnownArtifact, WellKnownName } from '../capability-artifacts.ts';
import { defineGatherer } from '../define-gatherer.ts';
import { isPresent } from '../evidence.ts';
import { intentOf, isShop } from '../intent.ts';
import { MAX_MANIFEST_BYTES } from '../json-file.ts';
import type { SiteClient } from '../net/site-client.ts';

/** Where each kind of file is today; all are asked for on every site. */
const FIRST: Readonly<Partial<Record<WellKnownName, string>>> = {
  apiCatalog: '/.well-known/api-catalog',
  aiCatalog: '/.well-known/ai-catalog.json',
  mcpServerCard: '/.well-known/mcp/server-card.json',
  agentCard: '/.well-known/agent-card.json',
  skillsIndex: '/.well-known/agent-skills/index.json',
  agentsMd: '/AGENTS.md',
};

/** Files for agents, in groups: the fewest requests for a site that has none of it, older places only where one is meant. */
export const wellKnown = defineGatherer({
  artifact: 'wellKnown',
  needs: ['target', 'crawl'],
  async gather({ client }, { target, crawl }): Promise<WellKnownArtifact> {
    const intent = intentOf(crawl);
    const first = await fetchAll(client, target.origin, FIRST);
    const has = (name: WellKnownName) => first[name] !== undefined && isPresent(first[name]);
    const isForAgents = intent.mcp || Object.values(first).some((probe) => probe !== undefined && isPresent(probe));
    const second = await fetchAll(client, target.origin, {
      ...(isForAgents && !has('agentCard') ? { legacyAgentCard: '/.well-known/agent.json' } : {}),
      ...(isForAgents && !has('skillsIndex') ? { legacySkillsIndex: '/.well-known/skills/index.json' } : {}),
      ...(isForAgents && !has('agentsMd') ? { agentsMd: '/agents.md' } : {}),
      ...(isForAgents || intent.api ? { aiPlugin: '/.well-known/ai-plugin.json' } : {}),
      ...(isShop(intent) ? { ucp: '/.well-known/ucp', acp: '/.well-known/acp.json' } : {}),
    });
    return { files: { ...NOT_ASKED, ...first, ...second } };
  },
});

const NOT_ASKED: WellKnownArtifact['files'] = {
  apiCatalog: undefined,
  aiCatalog: undefined,
  mcpServerCard: undefined,
  agentCard: undefined,
  legacyAgentCard: undefined,
  skillsIndex: undefined,
  legacySkillsIndex: undefined,
  agentsMd: undefined,
  aiPlugin: undefined,
  ucp: undefined,
  acp: undefined,
};

async function fetchAll(
  client: SiteClient,
  origin: string,
  places: Readonly<Partial<Record<WellKnownName, string>>>,
): Promise<Partial<Record<WellKnownName, Probe>>> {
  const fetched = await Promise.all(
    Object.entries(places).map(async ([name, path]) => [
      name,
      await client.file(origin + path, { maxBytes: MAX_MANIFEST_BYTES }),
    ]),
  );
  return Object.fromEntries(fetched);
}

import { createHash } from 'node:crypto';
import { isPresent, MAX_MANIFEST_BYTES, optionalJson, type Probe } from '../model/http.ts';
import type { PageArtifact } from '../model/page.ts';
import type {
  AgentInstructionsArtifact,
  IdentityFilesArtifact,
  SkillDigest,
  WellKnownArtifact,
  WellKnownName,
} from '../model/site.ts';
import { intentOf, isShop } from '../model/site-kind.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { readSkillsIndex, type Skill } from '../parse/agent-files/agent-instructions.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import { defineGatherer } from './define.ts';

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

const FEED_TYPES = ['application/rss+xml', 'application/atom+xml', 'application/feed+json'];
const MAX_FEED_BYTES = 2_000_000;
const MAX_SECURITY_TXT_BYTES = 32 * 1024;

export const identityFiles = defineGatherer({
  artifact: 'identityFiles',
  needs: ['target', 'home'],
  async gather({ client, links }, { target, home }): Promise<IdentityFilesArtifact> {
    const feedUrl = declaredFeed(home);
    const [securityTxt, feed] = await Promise.all([
      client.file(`${target.origin}/.well-known/security.txt`, { maxBytes: MAX_SECURITY_TXT_BYTES }),
      feedUrl === undefined ? undefined : links.file(feedUrl, { maxBytes: MAX_FEED_BYTES }),
    ]);
    return { securityTxt, feed };
  },
});

function declaredFeed({ facts }: PageArtifact): string | undefined {
  return facts?.headLinks.find(
    ({ rel, type, url }) => url !== undefined && rel.includes('alternate') && FEED_TYPES.includes(type),
  )?.url;
}

const MAX_SKILL_BYTES = 2_000_000;
const MAX_SKILL_TEXT_BYTES = 100_000;

/** Verifies one skill: the first by address of those that have a digest. */
export const agentInstructions = defineGatherer({
  artifact: 'agentInstructions',
  needs: ['wellKnown'],
  async gather({ links }, { wellKnown }): Promise<AgentInstructionsArtifact> {
    const { skillsIndex: probe } = wellKnown.files;
    const file = optionalJson(probe, ['skills']);
    if (file.state !== 'read' || !probe?.answered) return { skillDigest: undefined };
    const skill = firstWithDigest(readSkillsIndex(file.value).skills, probe.finalUrl);
    if (skill === undefined) return { skillDigest: undefined };
    // Bytes, not text: the digest is computed over the served bytes.
    const result = await links.probe({ url: skill.url, maxBytes: MAX_SKILL_BYTES });
    return { skillDigest: verify(result, skill) };
  },
});

interface Verifiable {
  readonly url: string;
  readonly digest: string;
}

function firstWithDigest(skills: readonly Skill[], base: string): Verifiable | undefined {
  return skills
    .flatMap(({ url: href, digest }): Verifiable[] => {
      const url = href === undefined ? undefined : normaliseUrl(href, base);
      return url === undefined || digest === undefined ? [] : [{ url, digest }];
    })
    .sort((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url)))[0];
}

function verify(result: FetchResult, { url, digest }: Verifiable): SkillDigest {
  const none = { actual: undefined, text: undefined };
  if (!result.ok) return { url, state: 'unknown', status: undefined, ...none };
  const { status } = result.answer;
  if (status === 429) return { url, state: 'unknown', status, ...none };
  if (status < 200 || status > 299) return { url, state: 'missing', status, ...none };
  const actual = `sha256:${createHash('sha256').update(result.body).digest('hex')}`;
  const isText = new URL(url).pathname.toLowerCase().endsWith('.md');
  const text = isText ? new TextDecoder().decode(result.body.subarray(0, MAX_SKILL_TEXT_BYTES)) : undefined;
  return { url, state: actual === digest ? 'matches' : 'differs', status, actual, text };
}

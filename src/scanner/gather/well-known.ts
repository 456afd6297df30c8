/** Files at places that agents know: discovery files, feeds, skills, and policies of use. */

import { createHash } from 'node:crypto';
import { parseUrl } from '../../basics/parse-url.ts';
import { isPresent, MAX_MANIFEST_BYTES, optionalJson, type Probe } from '../model/http.ts';
import type { PageArtifact } from '../model/page.ts';
import type {
  AgentInstructionsArtifact,
  IdentityFilesArtifact,
  RobotsArtifact,
  RslDeclaration,
  SkillDigest,
  UsagePolicyArtifact,
  WellKnownArtifact,
  WellKnownName,
} from '../model/site.ts';
import { intentOf, isShop } from '../model/site-kind.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { readSkillsIndex, type Skill } from '../parse/agent-files/agent-instructions.ts';
import { parseLinkHeader } from '../parse/http-headers/link-header.ts';
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

const RSL_TYPE = 'application/rsl+xml';
const MAX_DECLARATIONS = 10;
/** A site has one licence, or one for a part of it. */
const MAX_RSL_FILES = 2;
const MAX_RSL_BYTES = 512 * 1024;

export const usagePolicy = defineGatherer({
  artifact: 'usagePolicy',
  needs: ['target', 'robotsTxt', 'home'],
  async gather({ client, links }, { target, robotsTxt, home }): Promise<UsagePolicyArtifact> {
    const declared = [...inRobots(robotsTxt), ...onHome(home)].slice(0, MAX_DECLARATIONS);
    const urls = [...new Set(declared.flatMap(({ url }) => (url === undefined ? [] : [url])))].slice(0, MAX_RSL_FILES);
    const [tdmRep, ...files] = await Promise.all([
      client.file(`${target.origin}/.well-known/tdmrep.json`),
      ...urls.map((url) => links.file(url, { maxBytes: MAX_RSL_BYTES })),
    ]);
    const fileAt = new Map(files.map((file) => [file.url, file]));
    return {
      rsl: declared.map((each) => ({ ...each, file: each.url === undefined ? undefined : fileAt.get(each.url) })),
      tdmRep,
    };
  },
});

type Declared = Omit<RslDeclaration, 'file'>;

/** A record of its own, which belongs to no group. Only an absolute URL is a target (RSL 1.0). */
function inRobots({ rules }: RobotsArtifact): Declared[] {
  return (rules?.directives ?? [])
    .filter(({ name }) => name === 'license')
    .map(({ value, line }) => ({ declaredIn: 'robots', line, href: value, url: httpUrl(value) }));
}

/** Any other licence (Creative Commons, say) is linked under the same relation, so the type decides. */
function onHome({ response, facts }: PageArtifact): Declared[] {
  if (!response.answered) return [];
  const { finalUrl, headers } = response.answer;
  const fromHeader = parseLinkHeader(headers.link ?? '')
    .links.filter(({ rel, params }) => rel.includes('license') && params.type?.toLowerCase() === RSL_TYPE)
    .map(({ href }): Declared => ({ declaredIn: 'header', line: undefined, href, url: httpUrl(href, finalUrl) }));
  const fromHead = (facts?.headLinks ?? [])
    .filter(({ rel, type }) => rel.includes('license') && type === RSL_TYPE)
    .map(({ href, url }): Declared => ({ declaredIn: 'head', line: undefined, href, url }));
  return [...fromHeader, ...fromHead];
}

function httpUrl(href: string, base?: string): string | undefined {
  const url = parseUrl(href, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

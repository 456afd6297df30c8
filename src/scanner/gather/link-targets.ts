import type { SiteArtifacts } from '../model/artifacts.ts';
import type { Probe } from '../model/http.ts';
import type { PageArtifact } from '../model/page.ts';
import type { AgentLink, AgentRelation, LinkTargetsArtifact } from '../model/site.ts';
import { parseLinkHeader } from '../parse/http-headers/link-header.ts';
import { hrefResolver } from '../parse/url/normalise-url.ts';
import { defineGatherer } from './define.ts';

const RELATIONS: readonly AgentRelation[] = [
  'alternate',
  'api-catalog',
  'service-desc',
  'service-doc',
  'describedby',
  'llms-txt',
  'ai-catalog',
  'sitemap',
  'license',
];
const MAX_LINKS = 20;
/** Most targets are files that the scan has asked for already. */
const MAX_ASKED = 4;

export const linkTargets = defineGatherer({
  artifact: 'linkTargets',
  needs: ['home', 'llmsTxt', 'sitemap', 'usagePolicy'],
  async gather({ links: client }, artifacts): Promise<LinkTargetsArtifact> {
    const links = agentLinks(artifacts.home);
    const statuses = knownStatuses(artifacts);
    const targets = new Set(links.flatMap(({ url }) => (url === undefined || statuses.has(url) ? [] : [url])));
    await Promise.all(
      [...targets].slice(0, MAX_ASKED).map(async (url) => {
        const result = await client.probe({ url });
        statuses.set(url, result.ok ? result.answer.status : undefined);
      }),
    );
    return { links: links.map((link) => ({ ...link, status: statuses.get(link.url) })) };
  },
});

type Unasked = Omit<AgentLink, 'status'>;

function agentLinks({ response, facts }: PageArtifact): Unasked[] {
  if (!response.answered) return [];
  const { finalUrl, headers } = response.answer;
  const resolve = hrefResolver(finalUrl, undefined);
  const fromHeader = parseLinkHeader(headers.link ?? '').links.flatMap(({ rel, href, params: { type = '' } }) =>
    relationsOf(rel, type).map((relation): Unasked => ({ declaredIn: 'header', relation, url: resolve(href) })),
  );
  const fromHead = (facts?.headLinks ?? []).flatMap(({ rel, type, url }) =>
    relationsOf(rel, type).map((relation): Unasked => ({ declaredIn: 'head', relation, url })),
  );
  return [...fromHeader, ...fromHead].slice(0, MAX_LINKS);
}

const relationsOf = (rel: readonly string[], type: string): AgentRelation[] =>
  RELATIONS.filter(
    (relation) => rel.includes(relation) && (relation !== 'alternate' || type.trim().toLowerCase() === 'text/markdown'),
  );

/** The statuses of files that the scan has already read. */
function knownStatuses({
  home,
  llmsTxt,
  sitemap,
  usagePolicy,
}: Pick<SiteArtifacts, 'home' | 'llmsTxt' | 'sitemap' | 'usagePolicy'>): Map<string | undefined, number | undefined> {
  const probes: (Probe | undefined)[] = [
    ...llmsTxt.candidates,
    llmsTxt.full,
    ...usagePolicy.rsl.map(({ file }) => file),
    usagePolicy.tdmRep,
  ];
  return new Map<string | undefined, number | undefined>([
    ...home.markdown.attempts.flatMap(({ via, url, status }) =>
      via === 'negotiation' ? [] : [[url, status] as const],
    ),
    ...sitemap.files.flatMap(({ url, status }) => (status === undefined ? [] : [[url, status] as const])),
    ...probes.flatMap((probe) => (probe?.answered ? [[probe.url, probe.status] as const] : [])),
  ]);
}

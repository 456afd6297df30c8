import { parseUrl } from '../../parse-url.ts';
import type { PageArtifact } from '../model/page.ts';
import type { RobotsArtifact, RslDeclaration, UsagePolicyArtifact } from '../model/site.ts';
import { parseLinkHeader } from '../parse/http-headers/link-header.ts';
import { defineGatherer } from './define.ts';

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

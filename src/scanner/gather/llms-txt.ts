import { TWIN_FORMS, twinUrl } from '../crawl/markdown-twin.ts';
import { isInPlace, isPresent } from '../model/http.ts';
import type { LlmsLink, LlmsLinksArtifact, LlmsTxtArtifact } from '../model/llms-txt.ts';
import type { AddressesArtifact, CrawlArtifact, PageDigest } from '../model/page.ts';
import { parseLlmsTxt } from '../parse/llms-txt/llms-txt.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import { defineGatherer } from './define.ts';
import { chooseLinks, createFollower } from './llms-link-answers.ts';

export const llmsTxt = defineGatherer({
  artifact: 'llmsTxt',
  needs: ['target'],
  async gather({ client }, { target }): Promise<LlmsTxtArtifact> {
    const { origin, scope } = target;
    const ask = (places: readonly string[]) => Promise.all([...new Set(places)].map((url) => client.file(url)));
    const [first, ofOrigin, ofScope] = await Promise.all([
      ask([`${scope}llms.txt`, `${origin}/llms.txt`]),
      client.file(`${origin}/llms-full.txt`),
      scope === `${origin}/` ? undefined : client.file(`${scope}llms-full.txt`),
    ]);
    // Elsewhere few agents look, so a file there adds nothing to one in its place.
    const others = first.some(isInPlace)
      ? []
      : await ask([`${origin}/docs/llms.txt`, `${origin}/.well-known/llms.txt`]);
    const candidates = [...first, ...others];
    const probe = candidates.find(isPresent);
    return {
      file: probe === undefined ? undefined : { probe, parsed: parseLlmsTxt(probe.text) },
      candidates,
      full: ofScope !== undefined && isPresent(ofScope) ? ofScope : ofOrigin,
    };
  },
});

/**
 * Follows a sample of the links of llms.txt, with the requests for links that are left. What the crawl knows is not asked again, unless
 * the site answers for names that cannot exist: then only a comparison of bodies tells.
 */
export const llmsLinks = defineGatherer({
  artifact: 'llmsLinks',
  needs: ['target', 'llmsTxt', 'crawl', 'addresses'],
  async gather({ links, controls }, { target, llmsTxt: { file }, crawl, addresses }): Promise<LlmsLinksArtifact> {
    if (file === undefined) return { linkCount: 0, sample: [], nested: [] };
    const chosen = chooseLinks(file, target);
    const isHonest = controls.bodies.length === 0;
    const follower = createFollower({
      client: links,
      trustsHead: isHonest,
      judge: isHonest ? crawlJudge(crawl, addresses) : () => undefined,
      guessTwin: learntTwin(crawl),
    });
    // One after the other, so that the remaining request budget does not depend on timing.
    const asked = await follower.ask(chosen.own);
    const checked = await follower.recheck(asked);
    const external = await follower.askExternal(chosen.external);
    const own = await follower.findTwins(checked);
    const nested = new Map(own.map(({ link, nestedFile }) => [link.url, nestedFile]));
    return {
      linkCount: chosen.linkCount,
      sample: [...own.map(({ link }) => link), ...external],
      nested: chosen.nested.map((url) => ({ url, file: nested.get(url) })),
    };
  },
});

/** Judges a link by what the crawl saw of it; undefined where that does not suffice. */
function crawlJudge(
  { pages }: CrawlArtifact,
  { aliases, deadLinks }: AddressesArtifact,
): (url: string) => LlmsLink | undefined {
  const byUrl = new Map<string, PageDigest>(pages.map((page) => [page.url, page]));
  const dead = new Map(deadLinks.map(({ url, status }) => [url, status]));
  const pageOf = new Map(aliases.map((alias) => [alias.url, alias]));
  const twins = new Set(pages.flatMap(({ markdown }) => (markdown?.isRead ? (markdown.url ?? []) : [])));

  return (url) => {
    const link = { url, isExternal: false } as const;
    if (twins.has(url)) return { ...link, state: 'resolves', status: 200, redirects: false, form: 'text' };
    const gone = dead.get(url);
    if (gone !== undefined) return { ...link, state: 'dead', status: gone, redirects: false, form: undefined };
    const alias = pageOf.get(url);
    const page = byUrl.get(alias?.page ?? url);
    if (page === undefined) return undefined;
    const { status, readable, markdown } = page;
    const redirects = alias === undefined ? (normaliseUrl(page.finalUrl) ?? url) !== url : alias.kind === 'redirect';
    if (status !== 200 || readable !== 'yes' || markdown === undefined) return undefined;
    const form = markdown.negotiates ? 'text' : markdown.isRead ? 'html-with-twin' : 'html';
    return { ...link, state: 'resolves', status, redirects, form };
  };
}

/** The Markdown version that a page would have if it were named as those that the crawl read; undefined for none. */
function learntTwin({ pages }: CrawlArtifact): (pageUrl: string) => string | undefined {
  const form = TWIN_FORMS.find((each) =>
    pages.some(({ finalUrl, markdown }) => markdown?.isRead && twinUrl(finalUrl, each) === markdown.url),
  );
  return (pageUrl) => (form === undefined ? undefined : twinUrl(pageUrl, form));
}

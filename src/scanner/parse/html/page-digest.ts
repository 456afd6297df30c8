import type { MarkdownDigest, PageArtifact, PageDigest } from '../../artifacts.ts';
import { type LinkValue, parseLinkHeader } from '../link-header.ts';
import { isSignpost } from './forwarding.ts';
import { isLlmsTxt } from './llms-txt-mention.ts';
import type { PageFacts } from './page-facts.ts';
import { apiDescriptionLinks, pageHints } from './page-hints.ts';
import { hrefResolver } from './resolve-href.ts';
import { isNoindex, robotsDirectives } from './robots-directives.ts';

const MAX_CANONICALS = 20;
const MAX_HREFLANGS = 500;
/** Failures that are the site's doing; after any other we just do not know the page. */
const SITE_FAULTS = new Set(['reset', 'too_large', 'encoding', 'too_many_redirects', 'bad_redirect']);

/** Whether the failure of a request is the site's fault rather than the network's or ours. */
export const isSiteFault = (code: string): boolean => SITE_FAULTS.has(code);

/** What is kept of a page until the crawl is over. `isLinked` is not known yet and false. */
export function pageDigest(page: PageArtifact): PageDigest {
  const { url, foundBy, inSitemap, inLlmsTxt, response, facts } = page;
  const answer = response.answered ? response.answer : undefined;
  const finalUrl = answer?.finalUrl ?? url;
  const { links: headerLinks } = parseLinkHeader(answer?.headers.link ?? '');
  return {
    url,
    finalUrl,
    status: answer?.status ?? 0,
    foundBy,
    inSitemap,
    inLlmsTxt,
    isLinked: false,
    title: facts?.titles[0] ?? '',
    description: facts?.metas.find(({ key }) => key === 'description')?.content ?? '',
    canonicals: canonicals(facts, headerLinks, finalUrl),
    noindex: isNoindex(robotsDirectives(facts?.metas ?? [], answer?.headers['x-robots-tag'])),
    lang: facts?.htmlLang,
    hreflangs: hreflangs(facts, headerLinks, finalUrl),
    contentHash: facts?.mainText.hash ?? '',
    readable: readability(page),
    hints: pageHints(page),
    apiDescriptions: apiDescriptionLinks(page, headerLinks),
    markdown: markdownDigest(page.markdown),
    llmsTxtPointer: pointsInHead(facts, headerLinks, finalUrl) ? 'head' : facts?.llmsTxtMention,
    controls: facts?.controls,
  };
}

/** Relations under which a page's head or Link header can point at the llms.txt of its site (catalogue, S14). */
const POINTER_RELATIONS = ['llms-txt', 'alternate', 'describedby'];

function pointsInHead(facts: PageFacts | undefined, header: readonly LinkValue[], base: string): boolean {
  const resolve = hrefResolver(base, undefined);
  const links = [...header.map(({ rel, href }) => ({ rel, url: resolve(href) })), ...(facts?.headLinks ?? [])];
  return links.some(
    ({ rel, url }) =>
      url !== undefined && isLlmsTxt(url) && POINTER_RELATIONS.some((relation) => rel.includes(relation)),
  );
}

function markdownDigest({ tried, attempts }: PageArtifact['markdown']): MarkdownDigest | undefined {
  if (!tried) return undefined;
  const twins = attempts.filter(({ via }) => via !== 'negotiation');
  const read = twins.find(({ isMarkdown }) => isMarkdown);
  // A rule of robots.txt against .md files keeps our own bot from reading what the site declares.
  const declared = twins.find(({ via, status }) => via !== 'suffix' && status === undefined);
  return {
    url: (read ?? declared)?.url,
    isRead: read !== undefined,
    negotiates: attempts.some(({ via, isMarkdown }) => via === 'negotiation' && isMarkdown),
  };
}

function readability({ response, facts }: PageArtifact): PageDigest['readable'] {
  if (!response.answered) return isSiteFault(response.failure.code) ? 'no' : 'unknown';
  const isPage = response.answer.status === 200 && response.challenge === undefined;
  return isPage && facts !== undefined && !isSignpost(facts) ? 'yes' : 'no';
}

/** From the document, or from the Link header when the document has none. */
function canonicals(facts: PageFacts | undefined, header: readonly LinkValue[], base: string) {
  const inPage = (facts?.headLinks ?? []).filter(({ rel }) => rel.includes('canonical'));
  const resolve = hrefResolver(base, undefined);
  const inHeader = header
    .filter(({ rel }) => rel.includes('canonical'))
    .map(({ href }) => ({ href, url: resolve(href) }));
  return (inPage.length > 0 ? inPage : inHeader).slice(0, MAX_CANONICALS).map(({ href, url }) => ({ href, url }));
}

function hreflangs(facts: PageFacts | undefined, header: readonly LinkValue[], base: string) {
  const inPage = (facts?.headLinks ?? []).flatMap(({ rel, hreflang, url }) =>
    rel.includes('alternate') && hreflang !== undefined ? [{ lang: hreflang, url }] : [],
  );
  const resolve = hrefResolver(base, undefined);
  const inHeader = header.flatMap(({ rel, href, params: { hreflang } }) =>
    rel.includes('alternate') && hreflang !== undefined ? [{ lang: hreflang, url: resolve(href) }] : [],
  );
  return [...inPage, ...inHeader].slice(0, MAX_HREFLANGS);
}

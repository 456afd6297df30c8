import { NO_DEAD_LINKS, type PageDigest } from '../model/page.ts';
import { coverageKey, mayHoldContent, normaliseUrl } from '../parse/url/normalise-url.ts';
import type { ReadPage } from './read-page.ts';

/** Fewer addresses that lead to the home page are other names of it, or pages that were withdrawn. */
const MIN_ADDRESSES = 3;
const NAMES_OF_HOME = /^(?:home|homepage|start|welcome|main|default|[a-z]{2}(?:[-_][a-z]{2,4})?)$/;

/**
 * Collects the addresses in place of which the site answers with its home page, by a redirect: a page that is not there,
 * or that only some visitors may see. One or two prove nothing; more are dead, as a 404 is.
 */
export function createSentHome() {
  const found: PageDigest[] = [];
  return {
    /** @param home the page that the address turned out to be another name of */
    note({ page, verdict }: ReadPage, home: string): void {
      const { response, url, inSitemap, inLlmsTxt } = page;
      const status = response.answered ? response.answer.hops[0]?.status : undefined;
      const { digest } = verdict;
      if (status === undefined || normaliseUrl(digest.finalUrl) !== home || isNameOf(home, url)) return;
      found.push({
        ...digest,
        ...{ url, finalUrl: url, status, inSitemap, inLlmsTxt, readable: 'no', noindex: false },
        ...{ markdown: undefined, hints: [], apiDescriptions: [], controls: undefined, links: undefined },
        ...{ canonicals: [], hreflangs: [], contentHash: '', title: '', description: '', deadLinks: NO_DEAD_LINKS },
      });
    },
    /** In scan order; none where they are too few to prove anything. */
    dead: (): readonly PageDigest[] => (found.length < MIN_ADDRESSES ? [] : found),
  };
}

/** The same address but for its spelling, a folder that the home page is in, or a usual name of a home page. */
function isNameOf(home: string, url: string): boolean {
  if (!mayHoldContent(url) || coverageKey(url) === coverageKey(home)) return true;
  const [there, here] = [new URL(home).pathname, new URL(url).pathname.replace(/\/$/, '')];
  const name = here.split('/').at(-1)?.toLowerCase() ?? '';
  return there.startsWith(`${here}/`) || NAMES_OF_HOME.test(name.replace(/\.\w{2,5}$/, ''));
}

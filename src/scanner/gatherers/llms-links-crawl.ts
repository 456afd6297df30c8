import type { CrawlArtifact, PageDigest } from '../artifacts.ts';
import { TWIN_FORMS, twinUrl } from '../crawl/markdown-plan.ts';
import type { LlmsLink } from '../llms-txt-artifacts.ts';

/** Judges a link by what the crawl saw of it; undefined where that does not suffice. */
export function crawlJudge({ pages }: CrawlArtifact): (url: string) => LlmsLink | undefined {
  const byUrl = new Map<string, PageDigest>();
  for (const page of pages) byUrl.set(page.finalUrl, page);
  for (const page of pages) byUrl.set(page.url, page);
  const twins = new Set(pages.flatMap(({ markdown }) => (markdown?.isRead ? (markdown.url ?? []) : [])));

  return (url) => {
    const link = { url, isExternal: false } as const;
    if (twins.has(url)) return { ...link, state: 'resolves', status: 200, redirects: false, form: 'text' };
    const page = byUrl.get(url);
    if (page === undefined) return undefined;
    const { status, readable, markdown } = page;
    const redirects = page.finalUrl !== url;
    if (status === 404 || status === 410) return { ...link, state: 'dead', status, redirects, form: undefined };
    if (status !== 200 || readable !== 'yes' || markdown === undefined) return undefined;
    const form = markdown.negotiates ? 'text' : markdown.isRead ? 'html-with-twin' : 'html';
    return { ...link, state: 'resolves', status, redirects, form };
  };
}

/** The Markdown version that a page would have if it were named as those that the crawl read; undefined for none. */
export function learntTwin({ pages }: CrawlArtifact): (pageUrl: string) => string | undefined {
  const form = TWIN_FORMS.find((each) =>
    pages.some(({ finalUrl, markdown }) => markdown?.isRead && twinUrl(finalUrl, each) === markdown.url),
  );
  return (pageUrl) => (form === undefined ? undefined : twinUrl(pageUrl, form));
}

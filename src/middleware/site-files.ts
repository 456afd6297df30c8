/** llms.txt, sitemap.xml and robots.txt of a site, from the pages that a visitor finds. */
import { linkName, oneLine } from '../scanner/parse/llms-txt/entry-text.ts';
import { escapeXml } from '../scanner/parse/sitemap/escape-xml.ts';
import { markdownAddress } from './addresses.ts';
import { crawlSite, type ListedPage } from './crawl-site.ts';
import type { AskSite } from './listed-addresses.ts';
import type { ReadLimits } from './read-body.ts';

export const SITE_FILES = {
  '/llms.txt': 'text/plain; charset=utf-8',
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml',
} as const;
type SiteFile = keyof typeof SITE_FILES;

/** One fetch of an agent brings this much (L10). */
const MAX_CHARACTERS = 48_000;
const MAX_NAME = 100;
const MAX_NOTE = 200;
const FRESH_MS = 3_600_000;
/** A crawl takes a minute. One that takes longer was stopped with the request that began it. */
const STOPPED_MS = 120_000;
const FIRST_WAIT_MS = 5000;

export interface SiteFiles {
  /** The text of a file; undefined while no page is known. A crawl begins where the last one is an hour old. */
  text(file: SiteFile, ask: AskSite): Promise<string | undefined>;
  /**
   * Whether a page is known to name no canonical address while no other page has its text, so that its address may be said
   * to be the one. Pages that a crawl has not found are not known.
   */
  isOnlyAddress(path: string): boolean;
}

/** Keeps the process of a host at work after an answer, as `waitUntil` of Cloudflare Workers. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** @param hasMarkdownAddresses whether pages have addresses that end in `.md` */
export function createSiteFiles(
  origin: string,
  {
    hasMarkdownAddresses,
    anonymousIsPublic,
  }: { readonly hasMarkdownAddresses: boolean; readonly anonymousIsPublic: boolean },
  limits: ReadLimits,
  waitUntil: WaitUntil | undefined,
): SiteFiles {
  let known: readonly ListedPage[] = [];
  let only: ReadonlySet<string> = new Set();
  let crawledAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let startedAt = 0;
  const crawl = async (ask: AskSite): Promise<void> => {
    const pages: ListedPage[] = [];
    // Until the first crawl ends, those that it has found are better than none.
    if (known.length === 0) known = pages;
    await crawlSite(origin, ask, limits, (page) => pages.push(page), anonymousIsPublic).catch(() => undefined);
    known = pages;
    only = onlyAddresses(pages);
    crawledAt = performance.now();
    running = undefined;
  };
  return {
    async text(file, ask) {
      const nowMs = performance.now();
      const isStopped = running !== undefined && nowMs - startedAt > STOPPED_MS;
      if ((running === undefined || isStopped) && nowMs - crawledAt > FRESH_MS) {
        startedAt = nowMs;
        running = crawl(ask);
        waitUntil?.(running);
      }
      if (running !== undefined && crawledAt === Number.NEGATIVE_INFINITY) await within(FIRST_WAIT_MS, running);
      if (known.length === 0) return undefined;
      if (file === '/robots.txt') return robotsTxt(origin);
      return file === '/llms.txt' ? llmsTxt(known, hasMarkdownAddresses) : sitemap(known);
    },
    isOnlyAddress: (path) => only.has(path),
  };
}

function onlyAddresses(pages: readonly ListedPage[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { textDigest } of pages) counts.set(textDigest, (counts.get(textDigest) ?? 0) + 1);
  return new Set(
    pages.filter((page) => page.namesNoCanonical && counts.get(page.textDigest) === 1).map(({ url }) => url.pathname),
  );
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function llmsTxt(pages: readonly ListedPage[], hasMarkdown: boolean): string {
  const [first] = pages;
  const name = oneLine(first?.siteName || first?.title || '', MAX_NAME);
  const summary = oneLine(first?.description ?? '', MAX_NOTE);
  let text = `# ${name}\n${summary === '' ? '' : `\n> ${summary}\n`}\n## Pages\n\n`;
  for (const { url, title, description } of pages) {
    const address = url.origin + ((hasMarkdown ? markdownAddress(url) : undefined) ?? url.pathname);
    const note = oneLine(description, MAX_NOTE);
    const link = `[${linkName(oneLine(title, MAX_NAME))}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
    const line = `- ${link}${note === '' ? '' : `: ${note}`}\n`;
    if (text.length + line.length > MAX_CHARACTERS) break;
    text += line;
  }
  return text;
}

/** All may be read, as where there is none: what it adds is the way to the sitemap. */
const robotsTxt = (origin: string): string => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;

function sitemap(pages: readonly ListedPage[]): string {
  const rows = pages.map(({ url, changedOn }) => {
    const date = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`;
    return `  <url><loc>${escapeXml(url.href)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</urlset>\n`;
}

import { isIP } from 'node:net';
import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import { USUAL_SITEMAPS } from '../gather/sitemap.ts';
import { llmsTxtLinks } from '../model/llms-txt.ts';
import type { PageDigest } from '../model/page.ts';
import type { CheckRecord } from '../model/result.ts';
import type { PageRecord, ScanSink } from '../model/scan.ts';
import type { OriginSource, PublicOrigin } from '../model/score.ts';
import type { RobotsArtifact, Target } from '../model/site.ts';
import { isPublicAddress } from '../net/address-guard.ts';
import { renameOrigin } from '../net/fetcher.ts';
import type { SiteClient } from '../net/site-client.ts';
import { headLinkHref, headProperty } from '../parse/html/rough-html.ts';
import { parseLlmsTxt } from '../parse/llms-txt/llms-txt.ts';
import { parseSitemap } from '../parse/sitemap/sitemap.ts';
import { isPublicName, isStagingHost } from '../parse/url/host-names.ts';
import { coverageKey } from '../parse/url/normalise-url.ts';

/** The absolute addresses that a build declares, by where they are written. */
export type DeclaredUrls = Readonly<Record<OriginSource, readonly string[]>>;

export interface Build {
  readonly target: Target;
  readonly robotsTxt: RobotsArtifact;
  /** HTML of the root. */
  readonly rootHtml: string;
}

/** Sitemaps of builds that are tried before they are published are small; of others the start tells as much. */
const MAX_BYTES = 2_000_000;
const MAX_URLS = 5000;
/** Declared addresses requested from the copy, to confirm that it is one. */
const MAX_PROOFS = 3;

/**
 * Where the site that a private host serves is published: the one origin that its sitemap, its canonical and its og:url
 * name, or, without those, most links of its llms.txt. Undefined where they name none or several, or where the copy does
 * not answer at the paths they name. Asks the copy alone.
 */
export async function inferPublicOrigin(client: SiteClient, build: Build): Promise<PublicOrigin | undefined> {
  const { target } = build;
  const { declared, servedPath } = await readDeclared(client, build);
  const origin = agreedOrigin(declared, target.origin);
  if (origin === undefined || !(await isServedAlike(client, target, declared, origin, servedPath))) return undefined;
  const namedBy = SOURCES.filter((source) => declared[source].some((url) => originOf(url) === origin));
  return { origin, servedBy: target.origin, namedBy };
}

const SOURCES = ['sitemap', 'canonical', 'og:url', 'llms.txt'] as const satisfies readonly OriginSource[];

/** @returns also the path of the sitemap, when the copy serves it */
async function readDeclared(
  client: SiteClient,
  { target, robotsTxt, rootHtml }: Build,
): Promise<{ declared: DeclaredUrls; servedPath: string | undefined }> {
  const listed = robotsTxt.rules?.sitemaps.map((href) => parseUrl(href, target.origin)).find((url) => url);
  const read = async (path: string): Promise<string> => {
    const probe = await client.file(target.origin + path, { maxBytes: MAX_BYTES });
    return probe.answered && probe.status === 200 && !probe.isHtml ? probe.text : '';
  };
  const readSitemap = async () => {
    for (const path of listed === undefined ? USUAL_SITEMAPS : [listed.pathname]) {
      const text = await read(path);
      if (text !== '') return { path, text };
    }
    return undefined;
  };
  const [sitemap, llmsText] = await Promise.all([readSitemap(), read('/llms.txt')]);
  const { entries, children } = parseSitemap(sitemap?.text ?? '', { maxEntries: MAX_URLS });
  const canonical = headLinkHref(rootHtml, ({ rel }) => rel.includes('canonical'));
  const ogUrl = headProperty(rootHtml, 'og:url');
  const declared: DeclaredUrls = {
    option: [],
    sitemap: [...(listed === undefined ? [] : [listed.href]), ...entries.map(({ url }) => url), ...children],
    canonical: canonical === undefined ? [] : [canonical],
    'og:url': ogUrl === undefined ? [] : [ogUrl],
    'llms.txt': llmsTxtLinks(parseLlmsTxt(llmsText)).map(({ url }) => url),
  };
  return { declared, servedPath: sitemap?.path };
}

/**
 * The public origin that all sources name which name one. A source that mostly names the copy says nothing: such a site
 * writes its addresses by the Host header.
 */
export function agreedOrigin(declared: DeclaredUrls, servedBy: string): string | undefined {
  const foreign = (source: OriginSource): string[] => {
    const origins = declared[source].flatMap((url) => originOf(url) ?? []);
    const others = origins.filter((origin) => origin !== servedBy);
    return others.length > origins.length / 2 ? others : [];
  };
  const strong = new Set([...foreign('sitemap'), ...foreign('canonical'), ...foreign('og:url')]);
  const [origin, other] = strong.size > 0 ? [...strong] : [majorityOf(foreign('llms.txt'))];
  if (other !== undefined || origin === undefined || !isPublic(origin)) return undefined;
  // A published site names no staging host: its addresses were forgotten there.
  return isStagingHost(new URL(origin).hostname) ? undefined : origin;
}

function majorityOf(origins: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const origin of origins) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return [...counts].find(([, count]) => count > origins.length / 2)?.[0];
}

/** Whether the host serves a published path at the same path: a build for a subfolder does not. */
async function isServedAlike(
  client: SiteClient,
  target: Target,
  declared: DeclaredUrls,
  origin: string,
  servedPath: string | undefined,
): Promise<boolean> {
  const isThere = (url: string): boolean => originOf(url) === origin;
  // A single link to some home page is no description of the copy.
  const isHomeEnough = SOURCES.some((source) => source !== 'llms.txt' && declared[source].some(isThere));
  const paths = [...new Set(SOURCES.flatMap((source) => declared[source]))]
    .flatMap((url) => parseUrl(url) ?? [])
    .filter((url) => url.origin === origin && (isHomeEnough || url.pathname !== '/'))
    .map(({ pathname, search }) => pathname + search)
    .sort();
  const own = coverageKey(target.finalUrl);
  if (paths.some((path) => path === servedPath || coverageKey(target.origin + path) === own)) return true;
  for (const path of paths.slice(0, MAX_PROOFS)) {
    const result = await client.probe({ url: target.origin + path });
    if (result.ok && result.answer.status === 200) return true;
  }
  return false;
}

const originOf = (url: string): string | undefined => {
  const parsed = parseUrl(url);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.origin : undefined;
};

/** Names an address of the public web. */
export function isPublic(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return isPublicName(host);
}

/** Placeholder in drafts for the future address of a site on a private host (RFC 2606). */
export const UNKNOWN_ORIGIN = 'https://your-site.example';
const NAME_IT = `In the draft, replace ${UNKNOWN_ORIGIN} with the origin of your published site.`;

/** Writes a scan's results in the addresses that their readers need. */
export interface Presenter {
  record(record: CheckRecord): CheckRecord;
  page(page: PageRecord): PageRecord;
  sink(sink: ScanSink): ScanSink;
}

/** The origin that the canonical addresses of the pages agree on, where the root and the listings of a copy named none. */
export const declaredOrigin = (
  pages: readonly Pick<PageDigest, 'canonicals'>[],
  servedBy: string,
): string | undefined =>
  agreedOrigin(
    {
      ...{ option: [], sitemap: [], 'og:url': [], 'llms.txt': [] },
      canonical: pages.flatMap(({ canonicals }) => canonicals.flatMap(({ url }) => url ?? [])),
    },
    servedBy,
  );

/**
 * Evidence names the requested address, so that a reader can repeat the request. Drafts and fixes are published, so
 * they name the public origin and never a private host.
 * @param declared what drafts name where the scan has no public origin
 */
export function createPresenter(target: Target, declared?: string): Presenter {
  const { publicOrigin } = target;
  const read = (url: string): string =>
    publicOrigin === undefined ? url : renameOrigin(url, publicOrigin.origin, publicOrigin.servedBy);
  const hidden = target.isPrivateHost && publicOrigin === undefined ? target.origin : undefined;
  const publish = (text: string): string =>
    hidden === undefined ? text : renameOrigin(text, hidden, declared ?? UNKNOWN_ORIGIN);

  function record(given: CheckRecord): CheckRecord {
    const { evidence, howToFix } = given;
    if (evidence === undefined && howToFix === undefined) return given;
    const draft = evidence?.draft === undefined ? undefined : publish(evidence.draft);
    const isNameless = declared === undefined && draft !== undefined && draft !== evidence?.draft;
    const fix = howToFix === undefined ? undefined : publish(howToFix);
    return {
      ...given,
      ...(fix === undefined ? {} : { howToFix: isNameless ? `${fix} ${NAME_IT}` : fix }),
      ...(evidence === undefined
        ? {}
        : {
            evidence: {
              ...evidence,
              ...defined({
                url: evidence.url === undefined ? undefined : read(evidence.url),
                page: evidence.page === undefined ? undefined : read(evidence.page),
                others: evidence.others?.map(read),
                draft,
              }),
            },
          }),
    };
  }
  const page = ({ url, checks }: PageRecord): PageRecord => ({ url: read(url), checks: checks.map(record) });
  const pages = (all: readonly PageRecord[]): PageRecord[] => all.map(page);
  return {
    record,
    page,
    sink: (sink) => ({
      progress: (progress) => sink.progress({ ...progress, currentUrl: read(progress.currentUrl) }),
      pages: (n, all) => sink.pages(n, pages(all)),
      latePages: (n, all) => sink.latePages(n, pages(all)),
    }),
  };
}

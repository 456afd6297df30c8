import { parseUrl } from '../basics/parse-url.ts';
import { isoDay } from '../scanner/checks/page/freshness.ts';
import { MAX_ROBOTS_BYTES, parseRobotsTxt } from '../scanner/parse/robots/robots-txt.ts';
import { escapeXml } from '../scanner/parse/sitemap/escape-xml.ts';
import { coverageKey } from '../scanner/parse/url/normalise-url.ts';
import type { Change, Insertion } from './changes.ts';
import { dayOf, type Page, type Site } from './site.ts';

/** In a sitemap of an earlier run, which may be written again. */
const MARK = '<!-- Written by legible fix. -->';
const USUAL = ['sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml'];
/** Of sitemaps.org, for one file. */
const MAX_LOCATIONS = 50_000;

/** The sitemaps of a build: which one robots.txt should name, and their changes. */
export interface Sitemaps {
  /** Path of the sitemap; undefined where there will be none. */
  readonly path: string | undefined;
  readonly changes: readonly Change[];
}

/** A sitemap where there is none, and lastmod in those that lack it. */
export async function sitemapChanges(
  site: Site,
  wanted: { readonly sitemap: boolean; readonly lastmod: boolean },
  newestMs: number,
): Promise<Sitemaps> {
  const { build, origin } = site;
  const path = await sitemapOf(site);
  const before = path === undefined ? undefined : ((await build.read(path)) ?? '');
  if (path === undefined || before?.includes(MARK) === true) {
    const target = path ?? USUAL.find((name) => !build.occupied.has(name));
    if (!wanted.sitemap || target === undefined) return { path, changes: [] };
    const text = newSitemap(site.pages, wanted.lastmod);
    const change: Change = { kind: 'write', path: target, text, mtimeMs: newestMs };
    return { path: target, changes: before === text ? [] : [change] };
  }
  if (!wanted.lastmod) return { path, changes: [] };
  const dayOfBuild = dayOfBuildOf(site.pages);
  const days = new Map(
    site.pages.flatMap((page): [string, string][] => {
      const day = dayFor(page, dayOfBuild);
      return day === undefined ? [] : [[coverageKey(page.url), day]];
    }),
  );
  const changes: Change[] = [];
  for (const name of [path, ...childrenOf(before ?? '', origin)].filter((each) => build.files.has(each))) {
    const insertions = missingLastmods((await build.read(name)) ?? '', days);
    if (insertions.length > 0) changes.push({ kind: 'insert', path: name, insertions });
  }
  return { path, changes };
}

/** The addresses in the sitemap of a build, or those of the sitemaps that it lists. */
export async function listedUrls(site: Site): Promise<string[]> {
  const path = await sitemapOf(site);
  return path === undefined ? [] : locationsIn((await site.build.read(path)) ?? '').map(({ url }) => url);
}

const sitemapOf = async (site: Site): Promise<string | undefined> =>
  (await declaredSitemap(site)) ?? USUAL.find((name) => site.build.files.has(name));

/** Reproducible builds give all files the first day of a format (1970, 1980), which is no day of the web. */
const FIRST_DAY = '1990-01-01';

/** The day on which a page was changed last: as it says itself, else by its last commit, else by its file; undefined for none. */
function dayFor({ ownDay, file }: Page, dayOfBuild: string | undefined): string | undefined {
  const day = ownDay ?? fileDay(file);
  if (ownDay === undefined && day === dayOfBuild) return undefined;
  return isoDay(day) !== undefined && day > FIRST_DAY ? day : undefined;
}

const fileDay = ({ commitDay, mtimeMs }: Page['file']): string => commitDay ?? dayOf(mtimeMs);

/**
 * The day that the files of more than half of the pages have: a generator or a checkout wrote them then, which says nothing of
 * their text (S11). Undefined where there is none.
 */
function dayOfBuildOf(pages: readonly Page[]): string | undefined {
  if (pages.length < 2) return undefined;
  const counts = new Map<string, number>();
  for (const { file } of pages) counts.set(fileDay(file), (counts.get(fileDay(file)) ?? 0) + 1);
  return [...counts].find(([, count]) => count > pages.length / 2)?.[0];
}

async function declaredSitemap({ build, origin }: Site): Promise<string | undefined> {
  const { sitemaps } = parseRobotsTxt((await build.read('robots.txt')) ?? '');
  return sitemaps.flatMap((url) => pathIn(url, origin) ?? []).find((path) => build.files.has(path));
}

/** The path of a file of the build that an address of the site leads to. */
function pathIn(href: string, origin: string): string | undefined {
  const url = parseUrl(href, origin);
  if (url === undefined) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
}

function newSitemap(pages: readonly Page[], hasLastmod: boolean): string {
  const dayOfBuild = dayOfBuildOf(pages);
  const listed = pages.filter((page) => !page.isNoindex && coverageKey(page.canonical) === coverageKey(page.url));
  const rows = listed.slice(0, MAX_LOCATIONS).map((page) => {
    const day = hasLastmod ? dayFor(page, dayOfBuild) : undefined;
    const lastmod = day === undefined ? '' : `<lastmod>${day}</lastmod>`;
    return `  <url><loc>${escapeXml(page.url)}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${MARK}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</urlset>\n`;
}

const LOC = '<loc>';
const END_OF_LOC = '</loc>';

/** Files that a sitemap index lists. */
function childrenOf(text: string, origin: string): string[] {
  if (!text.includes('<sitemapindex')) return [];
  return locationsIn(text).flatMap(({ url }) => pathIn(url, origin) ?? []);
}

function locationsIn(text: string): { readonly url: string; readonly end: number }[] {
  const found: { url: string; end: number }[] = [];
  for (let at = text.indexOf(LOC); at !== -1 && found.length < MAX_LOCATIONS; at = text.indexOf(LOC, at + 1)) {
    const end = text.indexOf(END_OF_LOC, at);
    if (end === -1) break;
    const url = text.slice(at + LOC.length, end).trim();
    found.push({ url: url.replaceAll('&amp;', '&'), end: end + END_OF_LOC.length });
  }
  return found;
}

/** The dates that the entries of a urlset lack, each behind its location. */
function missingLastmods(text: string, days: ReadonlyMap<string, string>): Insertion[] {
  if (!text.includes('<urlset')) return [];
  return locationsIn(text).flatMap(({ url, end }) => {
    const entryEnd = text.indexOf('</url>', end);
    const day = days.get(coverageKey(url));
    if (day === undefined || entryEnd === -1) return [];
    const entryStart = Math.max(0, text.lastIndexOf('</url>', end - 1));
    if (text.slice(entryStart, entryEnd).includes('<lastmod')) return [];
    return [{ at: end, text: `<lastmod>${day}</lastmod>` }];
  });
}

/** The lines that robots.txt lacks, at its end: a group that says that all may be read, and the sitemap. */
export async function robotsChange(
  { build, origin }: Site,
  wanted: { readonly group: boolean; readonly sitemap: string | undefined },
  newestMs: number,
): Promise<Change | undefined> {
  const isThere = build.files.has('robots.txt');
  const before = isThere ? await build.read('robots.txt') : '';
  // Other bytes than UTF-8 cannot be added to, and nothing reads lines behind what crawlers must read.
  if (before === undefined || Buffer.byteLength(before) > MAX_ROBOTS_BYTES) return undefined;
  const { groups, sitemaps } = parseRobotsTxt(before);
  const blocks = [
    ...(wanted.group && groups.length === 0 ? ['User-agent: *\nAllow: /\n'] : []),
    ...(wanted.sitemap !== undefined && sitemaps.length === 0 ? [`Sitemap: ${origin}/${wanted.sitemap}\n`] : []),
  ];
  if (blocks.length === 0) return undefined;
  const text = blocks.join('\n');
  if (!isThere) return { kind: 'write', path: 'robots.txt', text, mtimeMs: newestMs };
  const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return { kind: 'insert', path: 'robots.txt', insertions: [{ at: before.length, text: gap + text }] };
}

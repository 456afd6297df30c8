import { ConfigError } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';
import { jsonLdNodes, textOf } from '../scanner/parse/json-ld/json-ld.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { Build } from './build.ts';
import type { Change } from './changes.ts';
import { describe, type HeadContext, headChange } from './head-tags.ts';
import { llmsFullChange, llmsTxtChange } from './llms-txt.ts';
import { markdownFiles } from './markdown-files.ts';
import { type Page, readSite, type Site } from './site.ts';
import { robotsChange, sitemapChanges } from './site-files.ts';

/** What can be fixed in files, by the check that asks for it. */
export const FIXES = {
  S1: 'a group of rules in robots.txt',
  S10: 'a sitemap, and its line in robots.txt',
  S11: 'lastmod in the sitemap',
  S13: 'llms.txt',
  S14: 'a link to llms.txt in each head',
  S19: 'JSON-LD of the site on the home page',
  P11: 'a meta description, where a page has none',
  P12: 'the canonical address of each page',
  P14: 'JSON-LD of each page',
  P16: 'Open Graph title, description and address',
  P22: 'a Markdown version of each page',
  P23: 'a link to the Markdown version in each head',
  L15: 'llms-full.txt, only when asked for',
} as const;

export type FixId = keyof typeof FIXES;

export interface FixOptions {
  /** Where the build will be published: `https://www.example.com`. */
  readonly origin: string;
  readonly fixes: ReadonlySet<FixId>;
}

export interface Plan {
  readonly site: Site;
  readonly changes: readonly Change[];
  /** What was left as it is, each with the reason in trusted text. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** Fixes that run unless they are left out. */
const USUAL = (Object.keys(FIXES) as FixId[]).filter((id) => id !== 'L15');

/**
 * The fixes that a command line asks for.
 * @throws ConfigError for a check that no file can fix, and for one that is both wanted and left out
 */
export function chosenFixes(only: readonly string[] | undefined, skip: readonly string[] = []): Set<FixId> {
  const asFix = (option: string, id: string): FixId => {
    const found = (Object.keys(FIXES) as FixId[]).find((each) => each === id.toUpperCase());
    if (found !== undefined) return found;
    throw new ConfigError(`--${option}: ${id} is no check that files can fix; expected ${Object.keys(FIXES).join(', ')}`);
  };
  const wanted = only === undefined ? USUAL : only.map((id) => asFix('only', id));
  const skipped = skip.map((id) => asFix('skip', id));
  const both = only === undefined ? undefined : skipped.find((id) => wanted.includes(id));
  if (both !== undefined) throw new ConfigError(`--skip: ${both} is also in --only; expected it in one of them`);
  return new Set(wanted.filter((id) => !skipped.includes(id)));
}

/**
 * The origin of an option.
 * @throws ConfigError for anything more or less than a scheme and a host
 */
export function readOrigin(text: string): string {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === undefined || !isWeb || !isBare || !/^https?:\/\//i.test(text))
    throw new ConfigError('origin: expected a scheme and a host without a path, such as https://www.example.com');
  return url.origin;
}

/** Every change that a build needs. Nothing is written. The same build and options give the same plan. */
export async function planFixes(build: Build, { origin, fixes }: FixOptions): Promise<Plan> {
  const site = await readSite(build, origin);
  assertSameOrigin(site);
  const { pages } = site;
  const newestMs = Math.max(0, ...pages.map(({ file }) => file.mtimeMs));
  const name = siteName(pages);
  const descriptions = describe(pages);
  const markdown = await markdownFiles(site, fixes.has('P22'));
  const { twins } = markdown;
  const context = { site, name, twins, descriptions, newestMs };
  const llmsTxt = fixes.has('S13') ? await llmsTxtChange(context) : undefined;
  const llmsFull = fixes.has('L15') ? await llmsFullChange(context) : undefined;
  const sitemaps = await sitemapChanges(site, { sitemap: fixes.has('S10'), lastmod: fixes.has('S11') }, newestMs);
  const robots = await robotsChange(
    site,
    { group: fixes.has('S1'), sitemap: fixes.has('S10') ? sitemaps.path : undefined },
    newestMs,
  );
  const hasLlmsTxt = llmsTxt !== undefined || build.files.has('llms.txt');
  const heads = await headChanges({ site, name, has: (id) => fixes.has(id), twins, hasLlmsTxt, descriptions });
  const changes = [llmsTxt, llmsFull, ...sitemaps.changes, robots, ...markdown.changes, ...heads.changes]
    .filter((change) => change !== undefined)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { site, changes, left: [...site.left, ...heads.left] };
}

async function headChanges(context: HeadContext): Promise<{ changes: Change[]; left: { path: string; why: string }[] }> {
  const changes: Change[] = [];
  const left: { path: string; why: string }[] = [];
  for (const page of context.site.pages) {
    const { path } = page.file;
    const change = headChange(page, (await context.site.build.read(path)) ?? '', context);
    if (change === 'no-head') left.push({ path, why: 'has no head that tags could be put into' });
    else if (change !== undefined) changes.push(change);
  }
  return { changes, left };
}

/** @throws ConfigError where most pages name another origin as theirs */
function assertSameOrigin({ origin, pages }: Site): void {
  const counts = new Map<string, number>();
  for (const { canonical } of pages) {
    const each = new URL(canonical).origin;
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const [other, count] = [...counts].find(([each, n]) => each !== origin && n > pages.length / 2) ?? [];
  if (other !== undefined && count !== undefined)
    throw new ConfigError(
      `origin: ${pluralize(count, 'page')} of ${pages.length} name ${other} as their canonical origin; give that one, or build the site for ${origin}`,
    );
}

const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » '];
const MAX_NAME = 80;

/** The name of a site: as its metadata says, else what most titles begin or end with, else the title of its home page. */
export function siteName(pages: readonly Page[]): string {
  const home = pages.find(({ isHome }) => isHome);
  const metas = (home === undefined ? pages : [home]).flatMap(({ facts }) => facts.metas);
  const named = ['og:site_name', 'application-name'].map((key) => metas.find((meta) => meta.key === key)?.content);
  const website = home?.facts.jsonLd
    .flatMap(({ value }) => jsonLdNodes(value))
    .find(({ types }) => types.includes('WebSite'));
  const given = [...named, textOf(website?.properties.name)].find((text) => text !== undefined && text !== '');
  return (given ?? commonPart(pages) ?? home?.title ?? '').slice(0, MAX_NAME).trim();
}

/** What more than half of the titles have before or behind a separator. */
function commonPart(pages: readonly Page[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { title } of pages) {
    const parts = SEPARATORS.flatMap((separator) => {
      const pieces = title.split(separator);
      return pieces.length < 2 ? [] : [pieces[0] ?? '', pieces.at(-1) ?? ''];
    });
    for (const part of new Set(parts.map((each) => each.trim()))) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const [best] = [...counts]
    .filter(([part, count]) => part !== '' && count > 1 && count > pages.length / 2)
    .sort(([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1));
  return best?.[0];
}

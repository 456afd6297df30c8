import { parseUrl } from '../basics/parse-url.ts';
import { ConfigError } from '../errors.ts';
import type { Build } from './build.ts';
import type { Change } from './changes.ts';
import { linkLabels, pageNames, STYLES_LABELS } from './link-labels.ts';
import { llmsFullChange, llmsTxtChange } from './llms-txt.ts';
import {
  attributeFor,
  describe,
  type HeadContext,
  headInsertion,
  markdownFiles,
  newDescription,
} from './page-changes.ts';
import { isStyled, readSite, type Site } from './site.ts';
import { listedUrls, robotsChange, sitemapChanges } from './site-files.ts';

/** What can be fixed in files, by the check that asks for it. */
export const FIXES = {
  S1: 'a group of rules in robots.txt',
  S10: 'a sitemap, and its line in robots.txt',
  S11: 'lastmod in the sitemap',
  S13: 'llms.txt',
  S14: 'a link to llms.txt in each head',
  S19: 'JSON-LD of the site on the home page',
  P9: 'role="main" on the one container of the content, where a page has no landmark for it',
  P11: 'a meta description, where a page has none or shares that of other pages',
  P12: 'the canonical address of each page',
  P13: 'the language of a page, where its words decide it',
  P14: 'JSON-LD of each page',
  P16: 'Open Graph title, description and address',
  P17: 'a name for links such as "Read more", by the heading of the page that they lead to',
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
  /** Omitted changes, each with the reason in trusted text. */
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
    throw new ConfigError(
      `--${option}: ${id} is no check that files can fix; expected ${Object.keys(FIXES).join(', ')}`,
    );
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
  const isBare =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === undefined || !isWeb || !isBare || url.hostname.includes('*') || !/^https?:\/\//i.test(text))
    throw new ConfigError('origin: expected a scheme and a host without a path, such as https://www.example.com');
  return url.origin;
}

const ROOT_FILES = ['llms.txt', 'llms-full.txt', 'robots.txt', 'sitemap.xml'];

/** Every change that a build needs. Nothing is written. The same build and options give the same plan. */
export async function planFixes(build: Build, { origin, fixes }: FixOptions): Promise<Plan> {
  const site = await readSite(build, origin, { language: fixes.has('P13'), landmark: fixes.has('P9') });
  await assertSameOrigin(site);
  const { pages } = site;
  const newestMs = Math.max(0, ...pages.map(({ file }) => file.mtimeMs));
  const descriptions = describe(pages, fixes.has('P11'));
  const markdown = await markdownFiles(site, fixes.has('P22'));
  const { twins } = markdown;
  const sitemaps = await sitemapChanges(site, { sitemap: fixes.has('S10'), lastmod: fixes.has('S11') }, newestMs);
  const context = { site, twins, descriptions, sitemap: sitemaps.path, newestMs };
  const isFree = (path: string): boolean => !build.occupied.has(path);
  const llmsTxt = fixes.has('S13') && isFree('llms.txt') ? await llmsTxtChange(context) : undefined;
  const llmsFull = fixes.has('L15') && isFree('llms-full.txt') ? await llmsFullChange(context) : undefined;
  const robots = isFree('robots.txt')
    ? await robotsChange(
        site,
        { group: fixes.has('S1'), sitemap: fixes.has('S10') ? sitemaps.path : undefined },
        newestMs,
      )
    : undefined;
  const hasLlmsTxt = llmsTxt !== undefined || build.files.has('llms.txt');
  const names = fixes.has('P17') && !(await isStyled(build, STYLES_LABELS)) ? pageNames(pages) : new Map();
  const heads = await pageChanges({ site, has: (id) => fixes.has(id), twins, hasLlmsTxt, descriptions }, names);
  const changes = [llmsTxt, llmsFull, ...sitemaps.changes, robots, ...markdown.changes, ...heads.changes]
    .filter((change) => change !== undefined)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const folders = ROOT_FILES.filter((path) => !isFree(path)).map((path) => ({ path, why: 'is a folder, not a file' }));
  return { site, changes, left: [...site.left, ...folders, ...heads.left] };
}

async function pageChanges(
  context: HeadContext,
  names: ReadonlyMap<string, string>,
): Promise<{ changes: Change[]; left: { path: string; why: string }[] }> {
  const changes: Change[] = [];
  const left: { path: string; why: string }[] = [];
  for (const page of context.site.pages) {
    const { path } = page.file;
    const html = (await context.site.build.read(path)) ?? '';
    const head = headInsertion(page, html, context);
    if (head === 'no-head') left.push({ path, why: 'has no head that tags could be put into' });
    const inHead = head === undefined || head === 'no-head' ? [] : [head];
    const labels = linkLabels(page, html, names, attributeFor(page));
    const insertions = [...page.attributes, ...newDescription(page, html, context), ...inHead, ...labels];
    if (insertions.length > 0) changes.push({ kind: 'insert', path, insertions });
  }
  return { changes, left };
}

/** @throws ConfigError where most canonical addresses, or else most of the sitemap, name another origin */
async function assertSameOrigin(site: Site): Promise<void> {
  const { origin, pages } = site;
  const declared = pages.filter(({ facts }) => facts.headLinks.some(({ rel }) => rel.includes('canonical')));
  const byPages = majorityOrigin(declared.map(({ canonical }) => canonical));
  const other = byPages ?? majorityOrigin(await listedUrls(site));
  if (other === undefined || other === origin) return;
  const where = byPages === undefined ? 'the sitemap of the build' : 'the canonical link of most pages';
  throw new ConfigError(`origin: ${where} names ${other}; give that origin, or build the site for ${origin}`);
}

/** What more than half of the addresses begin with. */
function majorityOrigin(urls: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const origin = parseUrl(url)?.origin;
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > urls.length / 2)?.[0];
}

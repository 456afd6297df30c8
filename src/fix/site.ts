import { parseUrl } from '../basics/parse-url.ts';
import { isoDay } from '../scanner/checks/page/freshness.ts';
import { evenlySpaced } from '../scanner/evenly-spaced.ts';
import { extractPageFacts } from '../scanner/parse/html/extract-page-facts.ts';
import { pageContent } from '../scanner/parse/html/markdown/page-content.ts';
import type { PageFacts } from '../scanner/parse/html/page-facts.ts';
import { isSignpost } from '../scanner/parse/html/redirect-scripts.ts';
import { isNoindex, robotsDirectives } from '../scanner/parse/html/robots-directives.ts';
import { textOf } from '../scanner/parse/json/json.ts';
import { structuredNodes } from '../scanner/parse/json/json-ld.ts';
import { coverageKey } from '../scanner/parse/url/normalise-url.ts';
import { type Build, type BuildFile, encodedPath, isHtml } from './build.ts';
import { type Insertion, withInsertions } from './changes.ts';
import { contentContainer, missingAttributes, STYLES_ROLES, type WantedAttributes } from './missing-attributes.ts';
import { type NavigationLink, navigationLinks } from './navigation.ts';

/** A page of a build, and what it says about itself. */
export interface Page {
  readonly file: BuildFile;
  /** Where it is published. */
  readonly url: string;
  readonly isHome: boolean;
  readonly facts: PageFacts;
  readonly isNoindex: boolean;
  readonly title: string;
  /** The first level-one heading, else the title without the name of the site. */
  readonly heading: string;
  /** Its meta description; '' for none. */
  readonly description: string;
  /** The first paragraphs of its content. */
  readonly lead: string;
  readonly markdown: string;
  /** The address that it names as canonical, else its own. */
  readonly canonical: string;
  /** Attributes that its body and its root get; all else here is of the page with them. */
  readonly attributes: readonly Insertion[];
  /** The latest date that the page gives for itself, as a day (2026-03-31); undefined for none. */
  readonly ownDay: string | undefined;
}

/** A build as a site. */
export interface Site {
  readonly origin: string;
  readonly build: Build;
  /** As its pages say it. */
  readonly name: string;
  /** Without error pages, redirects and fragments; the home page first, then by path. */
  readonly pages: readonly Page[];
  /** Omitted changes, each with the reason, in trusted text after the path. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
  /** Groups of the navigation by the key of a page, in the order of the navigation. */
  readonly groups: ReadonlyMap<string, string>;
}

const SAMPLE = 50;

/** The day of a file's time, in UTC: 2026-03-31. */
export const dayOf = (mtimeMs: number): string => new Date(Math.min(mtimeMs, MAX_DATE_MS)).toISOString().slice(0, 10);

/** A file system may hold later times than a Date (ECMA-262, time values). */
const MAX_DATE_MS = 8.64e15;

/** @param wanted which attributes pages get that lack them */
export async function readSite(build: Build, origin: string, wanted: WantedAttributes): Promise<Site> {
  const landmark = wanted.landmark && !(await isStyled(build, STYLES_ROLES));
  const paths = [...build.files.keys()].filter(isHtml);
  const wantedHere = { ...wanted, landmark, usual: landmark ? await usualContainer(build, paths) : undefined };
  const isClean = await hasCleanUrls(build, origin, paths);
  const today = dayOf(Math.max(...paths.map((path) => build.files.get(path)?.mtimeMs ?? 0)));
  const pages: Page[] = [];
  const left: { path: string; why: string }[] = [
    ...build.links.map((path) => ({ path, why: 'is a symbolic link' })),
    ...build.unnamed.map((path) => ({ path, why: 'has a name that is not valid UTF-8' })),
  ];
  const navigation: { readonly page: Page; readonly links: readonly NavigationLink[] }[] = [];
  for (const path of paths) {
    const file = build.files.get(path);
    const html = await build.read(path);
    if (file === undefined) continue;
    if (html === undefined) {
      left.push({ path, why: 'is not valid UTF-8, or too large' });
      continue;
    }
    const url = origin + addressOf(path, isClean);
    const attributes = missingAttributes(html, wantedHere);
    const page = { ...readPage(file, url, withInsertions(html, attributes), today), attributes };
    const why = whyNoPage(page);
    if (why === undefined) {
      pages.push(page);
      navigation.push({ page, links: navigationLinks(html) });
    } else left.push({ path, why });
  }
  const name = siteName(pages);
  const named = pages.map((page) =>
    page.heading === '' ? { ...page, heading: withoutSiteName(page.title, name) } : page,
  );
  const order = (a: { isHome: boolean }, b: { isHome: boolean }): number => Number(b.isHome) - Number(a.isHome);
  navigation.sort((a, b) => order(a.page, b.page));
  return { origin, build, name, pages: named.sort(order), left, groups: groupsOf(navigation) };
}

/** What more than half of the pages that lack a landmark have their content in. */
async function usualContainer(build: Build, paths: readonly string[]): Promise<string | undefined> {
  const names: string[] = [];
  for (const path of evenlySpaced(paths, SAMPLE)) {
    const name = contentContainer((await build.read(path)) ?? '');
    if (name !== undefined) names.push(name);
  }
  return [...new Set(names)].find((name) => names.filter((each) => each === name).length > names.length / 2);
}

/** Whether a style sheet of the build looks at an attribute, so that one more could change the look of a page. */
export async function isStyled(build: Build, pattern: RegExp): Promise<boolean> {
  for (const path of build.files.keys())
    if (path.endsWith('.css') && pattern.test((await build.read(path)) ?? '')) return true;
  return false;
}

/** Path of a page's address: `/guide/` for guide/index.html, `/about.html` or `/about` for about.html. */
function addressOf(path: string, isClean: boolean): string {
  const encoded = encodedPath(path);
  const folder = /^(.*?)index\.html?$/i.exec(encoded)?.[1];
  if (folder !== undefined && (folder === '' || folder.endsWith('/'))) return `/${folder}`;
  return `/${isClean ? encoded.replace(/\.html?$/i, '') : encoded}`;
}

/** Whether the links of the site leave out `.html`, so that its host answers without it. */
async function hasCleanUrls(build: Build, origin: string, paths: readonly string[]): Promise<boolean> {
  const named = new Set(paths.map((path) => addressOf(path, false)).filter((path) => !path.endsWith('/')));
  if (named.size === 0) return false;
  let balance = 0;
  for (const path of evenlySpaced(paths, SAMPLE)) {
    const { anchors } = extractPageFacts((await build.read(path)) ?? '', {
      url: origin + addressOf(path, false),
      contentTypeHeader: undefined,
    });
    for (const { url } of anchors) {
      if (url?.startsWith(`${origin}/`) !== true) continue;
      const { pathname } = new URL(url);
      if (named.has(pathname)) balance -= 1;
      else if (named.has(`${pathname}.html`)) balance += 1;
    }
  }
  return balance > 0;
}

/** Text for other files: a terminal obeys control characters, and YAML and XML do not allow them. */
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');

function readPage(file: BuildFile, url: string, html: string, today: string): Omit<Page, 'attributes'> {
  const facts = extractPageFacts(html, { url, contentTypeHeader: undefined });
  const metaOf = (name: string): string => facts.metas.find(({ key }) => key === name)?.content ?? '';
  const declared = facts.headLinks.find((link) => link.rel.includes('canonical') && link.url !== undefined)?.url;
  const canonical = declared ?? url;
  const content = pageContent(html, url);
  const title = withoutControls(facts.titles.find((text) => text !== '') ?? '');
  return {
    file,
    url,
    isHome: new URL(url).pathname === '/',
    facts,
    isNoindex: isNoindex(robotsDirectives(facts.metas, undefined), Date.parse(today)),
    title,
    heading: withoutControls(content.heading),
    description: withoutControls(metaOf('description')),
    lead: withoutControls(content.lead),
    markdown: withoutControls(content.markdown),
    canonical,
    ownDay: latestDay(facts, today),
  };
}

/** As hosts and generators name them: 404.html, 50x.html of nginx, _not-found.html of Next. */
const ERROR_PAGE = /(?:^|\/)(?:40[34]|50[0234x]|_?not-found|_error)(?:\.html?|\/index\.html?)$/i;

function whyNoPage({ file: { path }, facts, title, heading }: Omit<Page, 'attributes'>): string | undefined {
  if (ERROR_PAGE.test(path)) return 'is an error page';
  if (isSignpost(facts)) return 'sends its readers on to another page';
  return title === '' && heading === '' ? 'has neither a title nor a heading' : undefined;
}

const MODIFIED = new Set(['article:modified_time', 'og:updated_time', 'dcterms.modified', 'last-modified']);
const PUBLISHED = new Set(['article:published_time', 'dcterms.created']);

/** Of a change, else the latest date shown or of publication: the date that the freshness check (P15) compares. */
function latestDay({ jsonLd, items, metas, dates }: PageFacts, today: string): string | undefined {
  const nodes = structuredNodes({ jsonLd, items });
  const inNodes = (name: string): string[] => nodes.flatMap(({ properties }) => textOf(properties[name]) ?? []);
  const inMetas = (keys: ReadonlySet<string>): string[] =>
    metas.flatMap(({ key, content }) => (keys.has(key) ? [content] : []));
  const latest = (texts: readonly string[]): string | undefined =>
    texts
      .filter((text) => isoDay(text) !== undefined)
      .map((text) => text.slice(0, 10))
      // Later ones are those of events.
      .filter((day) => day <= today)
      .sort()
      .at(-1);
  return (
    latest([...inNodes('dateModified'), ...inMetas(MODIFIED), ...dates.modified]) ??
    latest([...dates.times, ...inNodes('datePublished'), ...inMetas(PUBLISHED), ...dates.published])
  );
}

/** The group that most pages put a link into; '' where hardly any has it in one. */
function groupsOf(
  navigation: readonly { readonly page: Page; readonly links: readonly NavigationLink[] }[],
): Map<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const { page, links } of navigation) {
    const groups = new Map<string, string>();
    for (const { href, group } of links) {
      const url = parseUrl(href, page.url)?.href;
      const key = url === undefined ? undefined : coverageKey(url);
      if (key !== undefined && (groups.get(key) ?? '') === '') groups.set(key, group);
    }
    for (const [key, group] of groups) {
      const counts = votes.get(key) ?? new Map<string, number>();
      votes.set(key, counts.set(group, (counts.get(group) ?? 0) + 1));
    }
  }
  return new Map([...votes].map(([key, counts]) => [key, mostVotes(counts)]));
}

/** Menus that are closed show no group, so few votes for one count more than many for none. */
const MIN_VOTES = 0.1;

/** The first of the groups with the most votes. */
function mostVotes(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [group, votes] = [...counts]
    .filter(([each]) => each !== '')
    .reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as const);
  return votes >= MIN_VOTES * total ? group : '';
}

interface NamedPage {
  readonly isHome: boolean;
  readonly facts: Pick<PageFacts, 'metas' | 'jsonLd' | 'items'>;
  readonly title: string;
}

const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » '];
const MAX_NAME = 80;

/** The name of a site: as its metadata says, else what most titles begin or end with, else the title of its home page. */
function siteName(pages: readonly NamedPage[]): string {
  const home = pages.find(({ isHome }) => isHome);
  const metas = (home === undefined ? pages : [home]).flatMap(({ facts }) => facts.metas);
  const named = ['og:site_name', 'application-name'].map((key) => metas.find((meta) => meta.key === key)?.content);
  const nodes = home === undefined ? [] : structuredNodes(home.facts);
  const website = nodes.find(({ types }) => types.includes('WebSite'));
  const given = [...named, textOf(website?.properties.name)].find((text) => text !== undefined && text !== '');
  return (given ?? commonPart(pages) ?? home?.title ?? '').slice(0, MAX_NAME).trim();
}

/** What more than half of the titles have before or behind a separator. */
function commonPart(pages: readonly NamedPage[]): string | undefined {
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

/** A title without the name of the site before or behind it. */
function withoutSiteName(title: string, name: string): string {
  if (name === '') return title;
  for (const separator of SEPARATORS) {
    if (title.endsWith(separator + name)) return title.slice(0, -(separator.length + name.length));
    if (title.startsWith(name + separator)) return title.slice(name.length + separator.length);
  }
  return title;
}

/** What a page of a build gets: tags of its head, and a Markdown version next to it. */
import { displayWidth } from '../scanner/checks/page/title-description.ts';
import { hasIdentity } from '../scanner/checks/site/site-identity.ts';
import { addsToHeadOnly, headPlace } from '../scanner/parse/html/head.ts';
import { structuredNodes } from '../scanner/parse/json/json-ld.ts';
import { encodedPath } from './build.ts';
import type { Change, Insertion } from './changes.ts';
import { otherDescription } from './missing-attributes.ts';
import type { Page, Site } from './site.ts';

/** What the head of a page may get, by the check that asks for it. */
type HeadCheck = 'P11' | 'P12' | 'P14' | 'P16' | 'P23' | 'S14' | 'S19';

export interface HeadContext {
  readonly site: Site;
  readonly has: (check: HeadCheck) => boolean;
  readonly twins: ReadonlyMap<Page, Twin>;
  readonly hasLlmsTxt: boolean;
  /** Descriptions of the pages, own or taken from their text, each of one page alone. */
  readonly descriptions: ReadonlyMap<Page, string>;
}

/** The insertion into the head of a page; undefined for none, a text when its head cannot be found. */
export function headInsertion(page: Page, html: string, context: HeadContext): Insertion | 'no-head' | undefined {
  const tags = tagsFor(page, html, context);
  if (tags.length === 0) return undefined;
  const at = headPlace(html);
  if (at === undefined) return 'no-head';
  const lineEnd = html.includes('\r\n') ? '\r\n' : '\n';
  const isAtLineStart = at === 0 || html[at - 1] === '\n';
  const text = `${isAtLineStart ? '' : lineEnd}${tags.join(lineEnd)}${lineEnd}`;
  if (!addsToHeadOnly(html, at, text)) return 'no-head';
  return { at, text };
}

/** The page's own description in place of one that it shares with others. */
export function newDescription(page: Page, html: string, { has, descriptions }: HeadContext): Insertion[] {
  const description = descriptions.get(page) ?? '';
  if (!has('P11') || page.description === '' || description === '' || description === page.description) return [];
  return otherDescription(html, page.description, `content="${attributeFor(page)(description)}"`);
}

/** What writes a text as the value of an attribute of a page, in characters that its encoding has. */
export function attributeFor({ facts }: Page): (text: string) => string {
  const isUtf8 = UTF_8.has(facts.charset.meta ?? '');
  return (text) => (isUtf8 ? attribute(text) : inAscii(attribute(text), (code) => `&#${code};`));
}

/** The tags that a page lacks. Nothing that its owner wrote is repeated or replaced. */
function tagsFor(page: Page, html: string, context: HeadContext): string[] {
  const { facts, title } = page;
  const isUtf8 = UTF_8.has(facts.charset.meta ?? '');
  // A base may lead elsewhere, so that a path would not be one of this site.
  const root = /<base\s/i.test(html) ? context.site.origin : '';
  const { has, descriptions } = context;
  const lacks = (key: string): boolean => !facts.metas.some((meta) => meta.key === key && meta.content !== '');
  const description = descriptions.get(page) ?? '';
  const twin = context.twins.get(page);
  const link = (rel: string, href: string, type?: string): string =>
    `<link rel="${rel}"${type === undefined ? '' : ` type="${type}"`} href="${attribute(href)}">`;
  const tags = [
    ...(has('P11') && page.description === '' && description !== ''
      ? [`<meta name="description" content="${attribute(description)}">`]
      : []),
    ...(has('P12') && !facts.headLinks.some(({ rel }) => rel.includes('canonical')) && !page.isNoindex
      ? [link('canonical', page.url)]
      : []),
    ...(has('P16') && lacks('og:title') && title !== ''
      ? [`<meta property="og:title" content="${attribute(title)}">`]
      : []),
    ...(has('P16') && lacks('og:description') && description !== ''
      ? [`<meta property="og:description" content="${attribute(description)}">`]
      : []),
    ...(has('P16') && lacks('og:url') && lacks('og:title') && !page.isNoindex
      ? [`<meta property="og:url" content="${attribute(page.canonical)}">`]
      : []),
    ...(has('P23') && twin !== undefined && !declaresTwin(page)
      ? [link('alternate', root + new URL(twin.url).pathname, 'text/markdown')]
      : []),
    ...(has('S14') && context.hasLlmsTxt && !pointsToLlmsTxt(page)
      ? [link('describedby', `${root}/llms.txt`, 'text/plain')]
      : []),
  ].map((tag) => (isUtf8 ? tag : inAscii(tag, (code) => `&#${code};`)));
  const data = structuredData(page, context).map((tag) => (isUtf8 ? tag : inAscii(tag, unicodeEscape)));
  return [...tags, ...data];
}

const UTF_8 = new Set(['utf-8', 'utf8']);

/** Every other character as a reference, for a page that may be read in another encoding than UTF-8. */
const inAscii = (text: string, reference: (codePoint: number) => string): string =>
  text.replace(/\P{ASCII}/gu, (character) => reference(character.codePointAt(0) ?? 0));

/** In JSON, as UTF-16 units. */
const unicodeEscape = (codePoint: number): string =>
  String.fromCodePoint(codePoint)
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

const declaresTwin = ({ facts }: Page): boolean =>
  facts.headLinks.some(({ rel, type }) => rel.includes('alternate') && type === 'text/markdown');

const POINTERS = ['describedby', 'alternate', 'llms-txt'];

const pointsToLlmsTxt = ({ facts }: Page): boolean =>
  facts.headLinks.some(
    ({ rel, url }) =>
      url !== undefined && /\/llms\.txt$/.test(new URL(url).pathname) && rel.some((each) => POINTERS.includes(each)),
  );

/** JSON-LD of the page's own subject: the site on its home page, else the page. */
function structuredData(page: Page, { site, has, descriptions }: HeadContext): string[] {
  const { facts } = page;
  const nodes = structuredNodes(facts).filter(({ isSchemaOrg }) => isSchemaOrg);
  const hasData = nodes.length > 0 || facts.jsonLd.some(({ problem }) => problem !== undefined);
  const { name } = site;
  const website = { '@type': 'WebSite', name, url: `${site.origin}/` };
  const about = {
    ...(descriptions.get(page) === undefined ? {} : { description: descriptions.get(page) }),
    ...(facts.htmlLang === undefined || facts.htmlLang.trim() === '' ? {} : { inLanguage: facts.htmlLang.trim() }),
  };
  if (page.isHome) {
    const isWanted = has('S19') ? !hasIdentity(facts) : has('P14') && !hasData;
    return isWanted && name !== '' ? [script({ ...website, ...about })] : [];
  }
  if (!has('P14') || hasData || page.heading === '') return [];
  const partOf = name === '' ? {} : { isPartOf: website };
  return [script({ '@type': 'WebPage', name: page.heading, url: page.canonical, ...about, ...partOf })];
}

/** Every '<' is escaped, so that no text can end the script. */
const script = (node: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...node }).replaceAll('<', '\\u003c')}</script>`;

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const MIN_DESCRIPTION = 50;
const MAX_DESCRIPTION = 300;
/** Enough for a reader to choose by. */
const GOOD_DESCRIPTION = 120;

/**
 * One description for each page: its own, else the beginning of its text. A text that several pages share tells none of
 * them apart: the home page keeps it, and for the others it is no description where their text has a beginning.
 * @param mayReplace whether other pages get one in place of a shared one
 */
export function describe(pages: readonly Page[], mayReplace: boolean): Map<Page, string> {
  const written = countsOf(pages.map(({ description }) => description));
  const isShared = (page: Page): boolean => !page.isHome && (written.get(page.description) ?? 0) > 1;
  const given = pages.map((page): [Page, string] => {
    const own = mayReplace && isShared(page) ? '' : page.description;
    return [page, own || summaryOf(page.lead) || page.description];
  });
  const counts = countsOf(given.map(([, text]) => text));
  return new Map(
    given.flatMap(([page, text]): [Page, string][] => {
      if (text === '') return [];
      const isOwn = counts.get(text) === 1 || text === page.description;
      return isOwn ? [[page, text]] : page.description === '' ? [] : [[page, page.description]];
    }),
  );
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The first sentences of a text that make a description of 50 to 300 columns; '' for a shorter text. */
export function summaryOf(lead: string): string {
  let text = '';
  for (const [at, paragraph] of lead.split('\n').entries()) {
    if (at > 0 && displayWidth(text) >= MIN_DESCRIPTION) break;
    for (const sentence of paragraph.split(/(?<=[.!?])\s+|(?<=[。！？])/)) {
      const longer = text === '' ? sentence : `${text} ${sentence}`;
      const isEnough = displayWidth(text) >= GOOD_DESCRIPTION || displayWidth(longer) > MAX_DESCRIPTION;
      // What introduces a list says nothing without it.
      if (text !== '' && (isEnough || sentence.endsWith(':'))) break;
      text = longer;
    }
  }
  if (displayWidth(text) > MAX_DESCRIPTION) text = `${cutAtWord(text)} …`;
  return displayWidth(text) < MIN_DESCRIPTION ? '' : text;
}

function cutAtWord(text: string): string {
  let [columns, end] = [0, 0];
  for (const character of text) {
    columns += displayWidth(character);
    if (columns > MAX_DESCRIPTION - 2) break;
    end += character.length;
  }
  const space = text.lastIndexOf(' ', end);
  return text.slice(0, space > end / 2 ? space : end).trimEnd();
}

/** The Markdown version of a page, made or found. */
export interface Twin {
  /** File of the build. */
  readonly path: string;
  readonly url: string;
}

/** How files of an earlier run begin, which may be written again; any other is its owner's. */
const START = '---\ngenerator: legible fix\n';

/**
 * The Markdown version of each page next to it: guide/index.md for guide/, about.md for about.html. One that the owner
 * wrote or linked, under any name that agents try, stays and is used.
 */
export async function markdownFiles(
  { build, origin, pages }: Site,
  isWanted: boolean,
): Promise<{ twins: Map<Page, Twin>; changes: Change[] }> {
  const twins = new Map<Page, Twin>();
  const changes: Change[] = [];
  const taken = new Set<string>(build.occupied);
  const links = new Set(build.links);
  const ownershipOf = async (path: string): Promise<Ownership> =>
    links.has(path) ? 'owner' : ownership(await build.read(path), build.files.has(path));
  for (const page of pages) {
    const names = namesFor(page.file.path).filter((name) => !taken.has(name));
    const found = await firstOwned(names, ownershipOf);
    const path = found?.path ?? names[0];
    const isMade = isWanted && found?.kind !== 'owner' && page.markdown !== '' && !page.isNoindex;
    if (path === undefined || (found === undefined && !isMade)) continue;
    taken.add(path);
    twins.set(page, { path, url: `${origin}/${encodedPath(path)}` });
    if (!isMade) continue;
    const text = markdownFile(page);
    if ((await build.read(path)) !== text) changes.push({ kind: 'write', path, text, mtimeMs: page.file.mtimeMs });
  }
  return { twins, changes };
}

/** The names under which agents look for a page's Markdown, ours first. */
function namesFor(path: string): string[] {
  const stem = path.replace(/\.html?$/i, '');
  const folder = /^(.+)\/index$/i.exec(stem)?.[1];
  return [`${stem}.md`, ...(folder === undefined ? [] : [`${folder}.md`]), `${path}.md`];
}

type Ownership = 'owner' | 'ours' | undefined;

async function firstOwned(
  names: readonly string[],
  ownershipOf: (path: string) => Promise<Ownership>,
): Promise<{ path: string; kind: 'owner' | 'ours' } | undefined> {
  let ours: string | undefined;
  for (const path of names) {
    const kind = await ownershipOf(path);
    if (kind === 'owner') return { path, kind };
    if (kind === 'ours') ours ??= path;
  }
  return ours === undefined ? undefined : { path: ours, kind: 'ours' };
}

function ownership(text: string | undefined, isThere: boolean): Ownership {
  if (!isThere) return undefined;
  // A checkout on Windows may have changed the line ends.
  return text?.replaceAll('\r\n', '\n').startsWith(START) === true ? 'ours' : 'owner';
}

/** Quoted as JSON, which YAML reads too. */
function markdownFile({ heading, canonical, markdown }: Page): string {
  return `${START}title: ${JSON.stringify(heading)}\ncanonical: ${JSON.stringify(canonical)}\n---\n\n${markdown}`;
}

import { percentDecoded } from '../basics/parse-url.ts';
import { isNoise, segmentsOf } from '../scanner/checks/llms-txt/coverage.ts';
import { isSearchPath } from '../scanner/checks/page/markdown-twin.ts';
import { linkName, oneLine } from '../scanner/parse/llms-txt/entry-text.ts';
import { coverageKey } from '../scanner/parse/url/normalise-url.ts';
import { encodedPath } from './build.ts';
import type { Change } from './changes.ts';
import type { Twin } from './page-changes.ts';
import { summaryOf } from './page-changes.ts';
import type { Page, Site } from './site.ts';

/** The last line of a file of an earlier run, which may be written again. Without it the file is its owner's. */
const MARK = '<!-- Written by legible fix, which updates it until this line is removed. -->\n';

/** What one fetch of an agent brings (L10), less what a host may add. */
const MAX_CHARACTERS = 48_000;
const MAX_NAME = 100;
const MAX_NOTE = 200;
/** What remains of a note where the whole would not fit. */
const SHORT_NOTE = 80;
/** With more of them, none would have room for its pages. */
const MAX_SECTIONS = 40;
/** Marks and line breaks around the title of a section. */
const SECTION_MARKS = 10;
const MIN_SUMMARY = 20;
const MIN_NOTE = 15;
/** Of a page that is more than a list. */
const MIN_WORDS = 50;
/** What agents load of a full text (L15). */
const MAX_FULL_BYTES = 4_900_000;

export interface LlmsTxtContext {
  readonly site: Site;
  readonly twins: ReadonlyMap<Page, Twin>;
  readonly descriptions: ReadonlyMap<Page, string>;
  /** Path of the sitemap; undefined where there is none. */
  readonly sitemap: string | undefined;
  readonly newestMs: number;
}

/** Whether a file may be written: it is not there, or is of an earlier run. */
const isOurs = (text: string | undefined, isThere: boolean): boolean =>
  !isThere || text?.trimEnd().endsWith(MARK.trimEnd()) === true;

/** llms.txt as the index of the site; none where its owner wrote one, or no page has text. */
export async function llmsTxtChange(context: LlmsTxtContext): Promise<Change | undefined> {
  const text = indexOf(context);
  return text === undefined ? undefined : fileChange('llms.txt', text, context);
}

/** The text of all pages as one file, for those who load it whole. */
export async function llmsFullChange(context: LlmsTxtContext): Promise<Change | undefined> {
  const { site } = context;
  const blocks: string[] = [`# ${site.name || new URL(site.origin).host}\n`];
  let bytes = Buffer.byteLength(MARK);
  for (const page of listedPages(site)) {
    const block = fullText(page);
    bytes += Buffer.byteLength(block) + 1;
    if (bytes > MAX_FULL_BYTES) break;
    blocks.push(block);
  }
  return fileChange('llms-full.txt', `${blocks.join('\n')}\n`, context);
}

function fullText({ heading, canonical, markdown }: Page): string {
  const title = `# ${heading}\n`;
  const body = markdown.startsWith('# ') ? markdown.slice(markdown.indexOf('\n') + 1) : markdown;
  return `${title}\nSource: ${canonical}\n\n${body.trim()}\n`;
}

async function fileChange(path: string, text: string, { site, newestMs }: LlmsTxtContext): Promise<Change | undefined> {
  const { build } = site;
  const isThere = build.files.has(path);
  const before = isThere ? await build.read(path) : undefined;
  const after = `${text}${MARK}`;
  return isOurs(before, isThere) && before !== after
    ? { kind: 'write', path, text: after, mtimeMs: newestMs }
    : undefined;
}

/** Pages that an index names: no lists by tag or author, no legal texts, none that is not to be indexed, no copies. */
function listedPages({ pages }: Site): Page[] {
  return pages.filter(
    (page) =>
      !page.isNoindex &&
      coverageKey(page.canonical) === coverageKey(page.url) &&
      !isNoise(pathOf(page)) &&
      !isSearchPath(page.url) &&
      !isList(page),
  );
}

/** Links to other pages alone, as an index of terms is. */
const isList = (page: Page): boolean =>
  !page.isHome && page.facts.mainText.wordsOutsideLinkLists < MIN_WORDS && noteOf(page, page.description) === '';

const pathOf = ({ url, isHome }: Page): string =>
  isHome ? '' : coverageKey(url).slice(new URL(url).origin.length + 1);

function indexOf(context: LlmsTxtContext): string | undefined {
  const { site } = context;
  const home = site.pages.find(({ isHome }) => isHome);
  const summary = home === undefined ? '' : noteOf(home, home.description);
  const head = [
    `# ${oneLine(site.name, MAX_NAME) || new URL(site.origin).host}`,
    ...(summary.length < MIN_SUMMARY ? [] : [`> ${oneLine(summary, 500)}`]),
  ];
  const listed = listedPages(site);
  const others = listed.filter((page) => page !== home);
  // The heading is for the home page, unless that is all there is.
  const sections = sectionsOf(others.length > 0 ? others : listed.filter(({ markdown }) => markdown !== ''), site);
  if (sections.length === 0) return undefined;
  for (const noteLength of [MAX_NOTE, SHORT_NOTE]) {
    const text = [...head, ...sections.map((section) => sectionText(section, context, noteLength))].join('\n\n');
    if (text.length + MARK.length <= MAX_CHARACTERS) return `${text}\n\n`;
  }
  return `${[...head, ...fittingSections(sections, context, head.join('\n\n').length)].join('\n\n')}\n\n`;
}

/** As many pages of every section as fit, so that no part of the site is missing; the sitemap has the others. */
function fittingSections(sections: readonly Section[], context: LlmsTxtContext, headLength: number): string[] {
  const { site, sitemap } = context;
  const more =
    sitemap === undefined
      ? []
      : [
          `## More pages\n\n- [All pages](${site.origin}/${encodedPath(sitemap)}): every address of the site, as a sitemap`,
        ];
  const room = MAX_CHARACTERS - headLength - more.join('').length - MARK.length;
  const share = Math.floor(room / Math.min(sections.length, MAX_SECTIONS)) - SECTION_MARKS;
  const texts = sections.slice(0, MAX_SECTIONS).flatMap(({ title, pages }) => {
    const kept: Page[] = [];
    let length = title.length;
    for (const page of pages) {
      length += linkLine(page, context, SHORT_NOTE).length + 1;
      if (length > share) break;
      kept.push(page);
    }
    return kept.length === 0 ? [] : [sectionText({ title, pages: kept }, context, SHORT_NOTE)];
  });
  return [...texts, ...more];
}

const OTHERS = 'Pages';

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** By the groups of the navigation and in its order; pages outside it by the folder that they share. */
function sectionsOf(pages: readonly Page[], { groups }: Site): Section[] {
  const place = new Map([...groups.keys()].map((key, at) => [key, at]));
  const placeOf = (page: Page): number => place.get(coverageKey(page.url)) ?? Number.MAX_SAFE_INTEGER;
  const folders = new Map<string, number>();
  for (const page of pages) {
    const folder = segmentsOf(pathOf(page))[0] ?? '';
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const sections = new Map<string, Section>();
  for (const page of [...pages].sort((a, b) => placeOf(a) - placeOf(b))) {
    const [folder = ''] = segmentsOf(pathOf(page));
    const group = groups.get(coverageKey(page.url)) ?? '';
    const isGroup = group !== '' && group.toLowerCase() !== page.heading.toLowerCase();
    const title = sectionTitle(isGroup ? group : (folders.get(folder) ?? 0) > 1 ? titleOf(folder) : OTHERS);
    const section = sections.get(title.toLowerCase()) ?? { title, pages: [] };
    sections.set(title.toLowerCase(), { title: section.title, pages: [...section.pages, page] });
  }
  return [...sections.values()];
}

/** A section called Optional means that it may be dropped, which its owner did not say. */
const sectionTitle = (title: string): string => (/^optional\b/i.test(title) ? `More: ${title}` : title);

/** "getting-started" becomes "Getting started". */
function titleOf(folder: string): string {
  const words = oneLine(percentDecoded(folder).replaceAll('-', ' ').replaceAll('_', ' '), MAX_NAME);
  return words === '' ? OTHERS : words.charAt(0).toUpperCase() + words.slice(1);
}

function sectionText({ title, pages }: Section, context: LlmsTxtContext, noteLength: number): string {
  const lines = pages.map((page) => linkLine(page, context, noteLength));
  return `## ${oneLine(title, MAX_NAME)}\n\n${lines.join('\n')}`;
}

function linkLine(page: Page, { twins, descriptions }: LlmsTxtContext, noteLength: number): string {
  const name = linkName(oneLine(page.heading, MAX_NAME)) || page.url;
  const note = oneLine(noteOf(page, descriptions.get(page) ?? ''), noteLength);
  const url = twins.get(page)?.url ?? page.url;
  return `- [${name}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})${note === '' ? '' : `: ${note}`}`;
}

/** Its description; the beginning of its text, where that says less than a note should (L9) or what other pages say. */
function noteOf({ heading, lead, facts }: Page, description: string): string {
  const isTelling = description.length >= MIN_NOTE && description.toLowerCase() !== heading.toLowerCase();
  return isTelling ? description : summaryOf(lead) || description || sectionsIn(facts.headings);
}

/** The headings of a page that has no prose. */
function sectionsIn(headings: Page['facts']['headings']): string {
  const names = headings.filter(({ level, inChrome, text }) => level === 2 && !inChrome && text.length > 2);
  return names.length < 2 ? '' : `Sections: ${names.map(({ text }) => text.replace(/[¶#]\s*$/, '').trim()).join(', ')}`;
}

import { rawHtmlBytes } from '../html/rough-html.ts';
import { indentOf, trackFences } from '../markdown/markdown-text.ts';

export interface LlmsTxtLink {
  readonly name: string;
  readonly url: string;
  /** The note after the colon, '' when there is none. */
  readonly notes: string;
  readonly line: number;
}
export interface LlmsTxtSection {
  readonly title: string;
  readonly level: number;
  readonly line: number;
  readonly links: readonly LlmsTxtLink[];
}
export interface LlmsTxt {
  readonly charCount: number;
  /** All `# ` headings outside code fences. */
  readonly h1s: readonly { readonly text: string; readonly line: number }[];
  /** The H1 is the first thing after a BOM, front matter, HTML comments and blank lines. */
  readonly h1IsFirst: boolean;
  /** Text of the first blockquote, and whether it directly follows the H1. */
  readonly summary: { readonly text: string; readonly afterH1: boolean; readonly line: number } | undefined;
  /** Headings of level 2 and deeper, in order. */
  readonly sections: readonly LlmsTxtSection[];
  /** Links before the first section. */
  readonly preambleLinks: readonly LlmsTxtLink[];
  /** List items that should be links: how many, how many are well formed, and the first bad ones. */
  readonly listItems: {
    readonly total: number;
    readonly wellFormed: number;
    readonly malformedLines: readonly number[];
  };
  /** 1-based line of a code fence that is never closed; undefined too where the file is too long to know. */
  readonly unclosedFenceLine: number | undefined;
  /** Bytes of HTML tags outside code. */
  readonly rawHtmlBytes: number;
}

/** Text after this many characters is counted, not read. */
const READ_CHARACTERS = 1_000_000;
const MAX_HEADINGS = 5000;
const MAX_FRONT_MATTER_LINES = 200;
const MAX_SUMMARY_LENGTH = 2000;

/**
 * Reads an llms.txt (llmstxt.org) as Markdown: fenced code and HTML comments hold no headings and no links, headings
 * are `#` and a space, a link is the first one of a list item under any bullet or number. Nothing after the first
 * 1,000,000 characters is read.
 */
export function parseLlmsTxt(text: string): LlmsTxt {
  const file = text.replace(/^\uFEFF/, '');
  const lines = file.slice(0, READ_CHARACTERS).split(/\r\n?|\n/);
  const fences = trackFences();
  const items = collectItems();
  const prose: string[] = [];
  const h1s: { text: string; line: number }[] = [];
  let summary: { text: string; afterH1: boolean; line: number } | undefined;
  let h1IsFirst = false;
  let isComment = false;
  /** The last block: blank lines and comments after it do not change it. */
  let last: 'none' | 'h1' | 'summary' | 'other' = 'none';

  for (let index = frontMatterLines(lines); index < lines.length; index += 1) {
    const content = lines[index] ?? '';
    const line = index + 1;
    const trimmed = content.trim();
    if (isComment || (fences.openLine() === undefined && trimmed.startsWith('<!--'))) {
      isComment = !trimmed.includes('-->', isComment ? 0 : '<!--'.length);
      continue;
    }
    const indent = indentOf(content);
    if (fences.isCode(content, line, items.container(indent))) {
      last = 'other';
      continue;
    }
    if (trimmed === '') {
      items.blank();
      if (last === 'summary') last = 'other';
      continue;
    }
    prose.push(content);
    const heading = indent <= 3 ? parseHeading(trimmed) : undefined;
    if (heading?.level === 1) {
      if (h1s.length < MAX_HEADINGS) h1s.push({ text: heading.title, line });
      h1IsFirst ||= last === 'none';
      last = 'h1';
      items.endItem();
    } else if (heading !== undefined) {
      if (items.sectionCount() < MAX_HEADINGS) items.section({ ...heading, line });
      last = 'other';
    } else if (indent <= 3 && trimmed.startsWith('>')) {
      const quoted = trimmed.replace(/^>[>\s]*/, '');
      if (summary === undefined && quoted !== '') {
        summary = { text: quoted, afterH1: last === 'h1', line };
        last = 'summary';
      } else if (summary !== undefined && last === 'summary' && summary.text.length < MAX_SUMMARY_LENGTH) {
        summary.text = `${summary.text} ${quoted}`.trim().slice(0, MAX_SUMMARY_LENGTH);
      }
      items.endItem();
    } else {
      items.text(content, indent, line);
      last = 'other';
    }
  }
  return {
    charCount: file.length,
    h1s,
    h1IsFirst,
    summary,
    ...items.result(),
    unclosedFenceLine: file.length > READ_CHARACTERS ? undefined : fences.openLine(),
    rawHtmlBytes: rawHtmlBytes(prose),
  };
}

/** How many lines a YAML front matter takes, its two markers included; 0 when there is none. */
function frontMatterLines(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.slice(1, MAX_FRONT_MATTER_LINES).findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line));
  return end === -1 ? 0 : end + 2;
}

/** An ATX heading of CommonMark (one to six `#` and white space) that says something. */
function parseHeading(trimmed: string): { level: number; title: string } | undefined {
  let level = 0;
  while (trimmed[level] === '#') level += 1;
  const after = trimmed[level];
  if (level === 0 || level > 6 || (after !== ' ' && after !== '\t')) return undefined;
  const title = trimmed.slice(level).replace(/\s#+$/, '').trim();
  return title === '' ? undefined : { level, title };
}

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const MAX_LINKS = 20_000;
const MAX_ITEM_LENGTH = 10_000;
const MAX_NOTES_LENGTH = 1000;
const MAX_LISTED_LINES = 20;

interface Link {
  readonly name: string;
  readonly url: string;
  notes: string;
  readonly line: number;
}
type Section = Omit<LlmsTxtSection, 'links'> & { readonly links: Link[] };

interface ItemCollector {
  section(heading: Omit<LlmsTxtSection, 'links'>): void;
  sectionCount(): number;
  /** A line that is neither blank nor heading nor quote nor code. */
  text(content: string, indent: number, line: number): void;
  blank(): void;
  /** Another block begins: no item goes on. */
  endItem(): void;
  /** Column at which the text of the list item begins that a line so far indented belongs to; 0 for none. */
  container(indent: number): number;
  result(): Pick<LlmsTxt, 'sections' | 'preambleLinks' | 'listItems'>;
}

/**
 * Collects the list items of an llms.txt under its sections. An item should be a link when it holds a link or a bare
 * URL, or when it is at the top level of a section that has links. Before the first section any prose is allowed, so
 * there only when it begins with a link. It is well formed when it begins with a link that is followed by nothing, by a
 * colon, or by a dash (which readers, the reference parser among them, accept as well).
 */
function collectItems(): ItemCollector {
  const sections: Section[] = [];
  const preambleLinks: Link[] = [];
  const malformed: number[] = [];
  let prose: number[] = [];
  let linkCount = 0;
  let wellFormed = 0;
  let open: Link | undefined;
  let contentColumn = 0;

  function addItem(text: string, isTopLevel: boolean, line: number): void {
    const section = sections.at(-1);
    const link = findLink(text);
    open = link === undefined || linkCount >= MAX_LINKS ? undefined : linkOf(link, text, line);
    if (open !== undefined) {
      linkCount += 1;
      (section?.links ?? preambleLinks).push(open);
    }
    if (link !== undefined && isWellFormed(link, text)) wellFormed += 1;
    else if (section === undefined) return;
    else if (link !== undefined || hasBareUrl(text)) malformed.push(line);
    else if (isTopLevel) prose.push(line);
  }

  function endSection(): void {
    if ((sections.at(-1)?.links.length ?? 0) > 0) for (const line of prose) malformed.push(line);
    prose = [];
  }

  return {
    section(heading) {
      endSection();
      sections.push({ ...heading, links: [] });
      open = undefined;
      contentColumn = 0;
    },
    sectionCount: () => sections.length,
    text(content, indent, line) {
      const marker = LIST_ITEM.exec(content)?.[0];
      if (marker !== undefined && !isRule(content)) {
        contentColumn = indent + marker.trimStart().length;
        addItem(content.slice(marker.length).trim().slice(0, MAX_ITEM_LENGTH), indent < 2, line);
      } else if (open !== undefined && indent >= 2) {
        open.notes = `${open.notes} ${content.trim()}`.trim().slice(0, MAX_NOTES_LENGTH);
      } else {
        this.endItem();
      }
    },
    blank() {
      open = undefined;
    },
    endItem() {
      open = undefined;
      contentColumn = 0;
    },
    container: (indent) => (indent >= contentColumn ? contentColumn : 0),
    result() {
      endSection();
      const malformedLines = malformed.sort((a, b) => a - b).slice(0, MAX_LISTED_LINES);
      return {
        sections,
        preambleLinks,
        listItems: { total: wellFormed + malformed.length, wellFormed, malformedLines },
      };
    },
  };
}

function linkOf({ name, url, end }: MarkdownLink, text: string, line: number): Link {
  const notes = text
    .slice(end)
    .replace(/^[\s*_~:–—-]+/, '')
    .trim();
  return { name, url, notes: notes.slice(0, MAX_NOTES_LENGTH), line };
}

/** In bold or italics it is the same link (CommonMark, 6.2). */
function isWellFormed({ name, start, end }: MarkdownLink, text: string): boolean {
  const isFirst = start === 0 || EMPHASIS.includes(text.slice(0, start));
  return isFirst && name !== '' && /^[*_~]{0,3}\s*(?:$|[:–—-])/.test(text.slice(end));
}

const EMPHASIS: readonly string[] = ['*', '**', '***', '_', '__', '___', '~~'];

/** A thematic break such as `* * *`, which begins like a list item (CommonMark section 4.1). */
function isRule(content: string): boolean {
  const signs = content.replace(/[ \t]/g, '');
  return signs.length >= 3 && (signs === '-'.repeat(signs.length) || signs === '*'.repeat(signs.length));
}

/** A URL that is not quoted as code. */
function hasBareUrl(text: string): boolean {
  const at = text.indexOf('://');
  return at !== -1 && !text.slice(0, at).includes('`');
}

/** CommonMark lets a renderer stop at this many nested brackets or parentheses. */
const MAX_NESTING = 32;
/** Longest destination and title that are looked through; with the nesting limit it keeps the search linear. */
const MAX_PART_LENGTH = 4096;

interface MarkdownLink {
  readonly name: string;
  readonly url: string;
  /** Positions of the opening bracket and of what follows the closing parenthesis. */
  readonly start: number;
  readonly end: number;
}

/**
 * The first link of a line as in CommonMark: `[name](url "title")` with nested brackets, backslash escapes, `<…>` and balanced
 * parentheses in the URL, or `<url>`, which has no name. Images are no links, nor is code; a link without a URL is skipped.
 */
function findLink(text: string): MarkdownLink | undefined {
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '`') at = endOfCode(text, at) - 1;
    else if (character === '<' && open.length === 0) {
      const url = AUTOLINK.exec(text.slice(at, at + MAX_PART_LENGTH))?.[1];
      if (url !== undefined) return { name: '', url, start: at, end: at + url.length + 2 };
    } else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start === undefined || text[at + 1] !== '(' || text[start - 1] === '!') continue;
      const target = readTarget(text, at + 2);
      if (target === undefined || target.url === '') continue;
      return {
        name: unescapeText(withoutEmphasis(text.slice(start + 1, at).trim())),
        url: target.url,
        start,
        end: target.end,
      };
    }
  }
  return undefined;
}

/** CommonMark, 6.5, for the schemes of the web. */
const AUTOLINK = /^<(https?:\/\/[^<>\s]{1,4000})>/i;

/** Behind a code span (CommonMark, 6.1); behind the backticks where it does not end. */
function endOfCode(text: string, start: number): number {
  let end = start;
  while (text[end] === '`') end += 1;
  const fence = text.slice(start, end);
  for (let at = text.indexOf(fence, end); at !== -1; at = text.indexOf(fence, at)) {
    const from = at;
    while (text[at] === '`') at += 1;
    if (at - from === fence.length) return at;
  }
  return end;
}

/** Of a name that is bold, italic or code as a whole. */
const withoutEmphasis = (name: string): string => /^(\*{1,3}|_{1,3}|~~|`{1,3})([^*_`~]+)\1$/.exec(name)?.[2] ?? name;

function readTarget(text: string, from: number): { url: string; end: number } | undefined {
  const start = skipSpace(text, from);
  const end = text[start] === '<' ? endOfAngled(text, start) : endOfBare(text, start);
  if (end === undefined) return undefined;
  const url = text[start] === '<' ? text.slice(start + 1, end - 1) : text.slice(start, end);
  let at = skipSpace(text, end);
  const quote = text[at];
  if (at > end && (quote === '"' || quote === "'" || quote === '(')) {
    const close =
      quote === '(' ? indexOfUnescaped(text, ')', at + 1, '(') : indexOfUnescaped(text, quote, at + 1, undefined);
    if (close === -1) return undefined;
    at = skipSpace(text, close + 1);
  }
  return text[at] === ')' ? { url: unescapeText(url).replaceAll('&amp;', '&').trim(), end: at + 1 } : undefined;
}

function endOfAngled(text: string, start: number): number | undefined {
  const close = indexOfUnescaped(text, '>', start + 1, '<');
  return close === -1 ? undefined : close + 1;
}

function endOfBare(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + MAX_PART_LENGTH);
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === ' ' || character === '\t') return at;
    else if (character === '(') {
      depth += 1;
      if (depth > MAX_NESTING) return undefined;
    } else if (character === ')') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return undefined;
}

/** Position of the next `wanted`, -1 when `forbidden` or the limit comes first. */
function indexOfUnescaped(text: string, wanted: string, from: number, forbidden: string | undefined): number {
  const limit = Math.min(text.length, from + MAX_PART_LENGTH);
  for (let at = from; at < limit; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === wanted) return at;
    else if (text[at] === forbidden) return -1;
  }
  return -1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

const unescapeText = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

import { indentOf, trackFences } from './code-fence.ts';
import { collectItems } from './llms-txt-items.ts';
import { rawHtmlBytes } from './raw-html.ts';

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
  /** Text of the first blockquote, and whether it stands right after the H1. */
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

/** What stands after this many characters is counted, not read. */
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
  /** The last block: where a blank line or a comment stands between, it is still the last. */
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

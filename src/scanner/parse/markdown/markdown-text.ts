import { isBlock } from '../text/compare-text.ts';

/** Columns of white space a line starts with; a tab goes on to the next multiple of four (CommonMark). */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

const MAX_FENCE_INDENT = 3;

interface Fence {
  readonly character: string;
  readonly length: number;
  readonly line: number;
  readonly container: number;
}

export interface FenceTracker {
  /**
   * Takes the next line; true when it belongs to fenced code, the fences themselves included.
   *
   * @param line 1-based.
   * @param container Column at which the text of the list item begins that the line may belong to; 0 for none.
   */
  isCode(text: string, line: number, container: number): boolean;
  /** Line of the fence that is open. */
  openLine(): number | undefined;
}

/** Follows the fenced code blocks of CommonMark (section 4.5) through a file, those in list items included. */
export function trackFences(): FenceTracker {
  let open: Fence | undefined;
  return {
    isCode(text, line, container) {
      const indent = indentOf(text);
      if (open !== undefined && (indent >= open.container || text.trim() === '')) {
        if (closes(text, indent, open)) open = undefined;
        return true;
      }
      // A line indented less than the list item ends the item, and its fence with it.
      open = openingFence(text, indent, line, indent >= container ? container : 0);
      return open !== undefined;
    },
    openLine: () => open?.line,
  };
}

function openingFence(text: string, indent: number, line: number, container: number): Fence | undefined {
  if (indent - container > MAX_FENCE_INDENT) return undefined;
  const body = text.trim();
  const character = body[0];
  if (character !== '`' && character !== '~') return undefined;
  const length = runLength(body, character);
  if (length < 3 || (character === '`' && body.includes('`', length))) return undefined;
  return { character, length, line, container };
}

function closes(text: string, indent: number, { character, length, container }: Fence): boolean {
  const body = text.trim();
  return indent - container <= MAX_FENCE_INDENT && body.length >= length && runLength(body, character) === body.length;
}

function runLength(text: string, character: string): number {
  let length = 0;
  while (text[length] === character) length += 1;
  return length;
}

export interface MarkdownText {
  /** What a reader of the rendered page would see, roughly: marks that stand for no character are left in. */
  readonly text: string;
  /** Targets of its links, as written, in order; those of images are not among them. */
  readonly targets: readonly string[];
}

/** Longest parts of a link that are looked through; all other searches end at the next mark of their kind. */
const MAX_TARGET = 4096;
const MAX_CODE_SPAN = 2000;
/** CommonMark lets a renderer stop at this many nested parentheses. */
const MAX_NESTING = 32;
const SPECIAL = /!\[|\]\(|\]\[|<!--|<|&|`+/g;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/iy;
const TAG_NAME = /^\/?([a-z][a-z0-9-]*)/i;
const AUTOLINK = /^[a-z][a-z0-9+.-]{1,31}:/i;
/** A link reference definition; one that begins with `^` is a footnote. */
const REFERENCE = /^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]{0,100}<?([^\s>]{1,2000})/gm;

/** What a mark turns out to begin: text up to `end`, for which `left` stays; or text as it is up to `end`. */
type Found = { readonly end: number; readonly left: string } | { readonly end: number; readonly left: undefined };

/**
 * Removes non-text from Markdown prose: the targets of links, images, HTML tags and comments, character references
 * (each becomes a space). Code spans stay unchanged. Linear; unmatched marks count as text.
 */
export function markdownText(prose: string): MarkdownText {
  const pieces: string[] = [];
  const targets = [...prose.matchAll(REFERENCE)].map(([, target = '']) => target);
  const marks = new RegExp(SPECIAL);
  let from = 0;
  /** Where the words of the last image end: what follows there is its target. */
  let imageEnd = -1;
  let hasComments = true;

  function read(mark: string, at: number): Found | undefined {
    switch (mark) {
      case '![': {
        const end = endOf(prose, at + 2, ']', '[');
        // The bracket itself is left for the next round, which finds the target after it.
        if (end !== undefined) imageEnd = end - 1;
        return end === undefined ? undefined : { end: end - 1, left: ' ' };
      }
      case '](': {
        const end = endOfTarget(prose, at + 2);
        if (end === undefined) return undefined;
        if (at !== imageEnd) targets.push(targetIn(prose.slice(at + 2, end - 1)));
        return { end, left: '' };
      }
      case '][':
        return removed(endOf(prose, at + 2, ']', '['), '');
      case '<!--': {
        const end = hasComments ? prose.indexOf('-->', at) : -1;
        hasComments = end !== -1;
        return hasComments ? { end: end + 3, left: '' } : undefined;
      }
      case '<':
        return tagAt(prose, at);
      case '&':
        ENTITY.lastIndex = at;
        return ENTITY.test(prose) ? { end: ENTITY.lastIndex, left: ' ' } : undefined;
      default: {
        const close = prose.slice(at + mark.length, at + MAX_CODE_SPAN).search(runOf(mark.length));
        return close === -1 ? undefined : { end: at + 2 * mark.length + close, left: undefined };
      }
    }
  }

  for (let match = marks.exec(prose); match !== null; match = marks.exec(prose)) {
    const found = read(match[0], match.index);
    if (found === undefined) continue;
    marks.lastIndex = found.end;
    if (found.left === undefined) continue;
    pieces.push(prose.slice(from, match.index), found.left);
    from = found.end;
  }
  pieces.push(prose.slice(from));
  return { text: pieces.join(''), targets: targets.filter((target) => target !== '') };
}

const removed = (end: number | undefined, left: string): Found | undefined =>
  end === undefined ? undefined : { end, left };

/** An HTML tag; a block parts the words around it. An autolink is text. */
function tagAt(prose: string, at: number): Found | undefined {
  const end = endOf(prose, at + 1, '>', '<');
  if (end === undefined) return undefined;
  const inside = prose.slice(at + 1, end - 1);
  const tag = AUTOLINK.test(inside) ? undefined : TAG_NAME.exec(inside)?.[1];
  return tag === undefined ? undefined : { end, left: isBlock(tag.toLowerCase()) ? ' ' : '' };
}

const runs = new Map<number, RegExp>();

/** A run of exactly `length` backticks. */
function runOf(length: number): RegExp {
  const known = runs.get(length) ?? new RegExp(`(?<!\`)\`{${Math.min(length, 100)}}(?!\`)`);
  if (length <= 100) runs.set(length, known);
  return known;
}

/** After the next `wanted`, undefined when `forbidden` comes before it. */
function endOf(text: string, from: number, wanted: string, forbidden: string): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === wanted) return at + 1;
    if (text[at] === forbidden) return undefined;
  }
  return undefined;
}

/** After the parenthesis that closes a link's target. */
function endOfTarget(text: string, from: number): number | undefined {
  const limit = Math.min(text.length, from + MAX_TARGET);
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') {
      depth += 1;
      if (depth > MAX_NESTING) return undefined;
    } else if (character === ')') {
      if (depth === 0) return at + 1;
      depth -= 1;
    } else if (character === '\n' && text[at + 1] === '\n') return undefined;
  }
  return undefined;
}

/** Without angle brackets and title. */
function targetIn(inside: string): string {
  const trimmed = inside.trim();
  if (trimmed.startsWith('<')) return trimmed.slice(1, trimmed.indexOf('>'));
  return trimmed.split(/\s/, 1)[0] ?? '';
}

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

export interface MarkdownProse {
  /** The lines outside fenced code. */
  readonly lines: readonly string[];
  /** The lines of fenced code, the fences among them. */
  readonly code: readonly string[];
  /** 1-based line of a code fence that is never closed. */
  readonly unclosedFenceLine: number | undefined;
}

/** Parts a Markdown text into prose and fenced code, that of list items included. Linear. */
export function markdownProse(text: string): MarkdownProse {
  const lines: string[] = [];
  const code: string[] = [];
  const fences = trackFences();
  /** Where the text of the list item begins that a line may belong to. */
  let column = 0;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const indent = indentOf(line);
    if (fences.isCode(line, at + 1, indent >= column ? column : 0)) {
      code.push(line);
      continue;
    }
    lines.push(line);
    const marker = LIST_ITEM.exec(line)?.[0];
    if (marker !== undefined) column = indent + marker.trimStart().length;
    else if (line.trim() !== '' && indent < column) column = 0;
  }
  return { lines, code, unclosedFenceLine: fences.openLine() };
}

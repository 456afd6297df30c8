/** CommonMark lets a renderer stop at this many nested brackets or parentheses. */
const MAX_NESTING = 32;
/** Longest destination and title that are looked through; with the nesting limit it keeps the search linear. */
const MAX_PART_LENGTH = 4096;

export interface MarkdownLink {
  readonly name: string;
  readonly url: string;
  /** Positions of the opening bracket and of what follows the closing parenthesis. */
  readonly start: number;
  readonly end: number;
}

/**
 * The first inline link of a line, `[name](url "title")` as in CommonMark section 6.3: nested brackets, backslash
 * escapes, `<…>` and balanced parentheses in the URL. Images are no links; a link without a URL is passed over.
 */
export function findLink(text: string): MarkdownLink | undefined {
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start === undefined || text[at + 1] !== '(' || text[start - 1] === '!') continue;
      const target = readTarget(text, at + 2);
      if (target === undefined || target.url === '') continue;
      return { name: unescapeText(text.slice(start + 1, at)).trim(), url: target.url, start, end: target.end };
    }
  }
  return undefined;
}

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
  return text[at] === ')' ? { url: unescapeText(url).trim(), end: at + 1 } : undefined;
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

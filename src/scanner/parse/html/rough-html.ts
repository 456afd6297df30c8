/** Quick looks at HTML without building a tree, for answers that may be no page at all. Linear in the input. */

const HIDDEN_START = /<(?:!--|(script|style|template)(?=[\s/>]))/gi;

/** The source without comments and without script, style and template elements; an unclosed one ends the source. */
export function markupOf(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 1: name, index } of html.matchAll(HIDDEN_START)) {
    if (index < from) continue;
    kept.push(html.slice(from, index));
    if (name === undefined) from = after(html, '-->', index + 2);
    else {
      // An element parts the words around it; a comment does not.
      kept.push(' ');
      from = after(html, '>', closingTagOf(html, name, index));
    }
  }
  kept.push(html.slice(from));
  return kept.join('');
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** Not by way of a lower-case copy: in one, 'İ' is longer and every place after it another. */
function closingTagOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.test(html) ? closing.lastIndex : html.length;
}

/** The text between the tags of `markupOf`, white space folded, character references left as they are. */
export function visibleText(html: string): string {
  return markupOf(html)
    .split('<')
    .map((piece, index) => (index === 0 ? piece : piece.slice(piece.indexOf('>') + 1 || piece.length)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text of the first title element, '' when there is none. */
export function titleOf(html: string): string {
  const open = html.search(/<title[\s>]/i);
  const start = open === -1 ? -1 : html.indexOf('>', open);
  return start === -1 ? '' : (html.slice(start + 1).split('<', 1)[0] ?? '').trim();
}

const MAX_H1 = 2000;
/** What generators put into a heading to link to itself. */
const PERMALINK = /[\s#¶§\u200B]$/u;

/** The text of the first H1 in the markup, '' when there is none; character references are left as they are. */
export function firstH1(html: string): string {
  const markup = markupOf(html);
  const open = markup.search(/<h1[\s>]/i);
  const start = open === -1 ? -1 : markup.indexOf('>', open);
  if (start === -1) return '';
  const rest = markup.slice(start + 1, start + 1 + MAX_H1);
  const end = rest.search(/<\/h1/i);
  let text = visibleText(end === -1 ? rest : rest.slice(0, end));
  while (PERMALINK.test(text)) text = text.slice(0, -1);
  return text;
}

/** A tag of CommonMark section 6.6, loosely: a `>` in a quoted value ends it. Autolinks have a colon or an at sign. */
const TAG = /<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>/gi;
const CODE_SPAN = /`[^`]*`/g;

/**
 * UTF-8 bytes of the HTML tags in Markdown lines, including tags over several lines. Tags in code spans are quoted, not
 * used; fenced code must not be among the lines.
 */
export function rawHtmlBytes(lines: readonly string[]): number {
  const prose = lines.map((line) => line.replace(CODE_SPAN, '')).join('\n');
  let bytes = 0;
  for (const [tag] of prose.matchAll(TAG)) bytes += Buffer.byteLength(tag);
  return bytes;
}

const HTML_START = /^<(?:!doctype\s+html|html|head|body)(?=[\s/>])/i;
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Whether a body is an HTML page, whatever it was asked for as. After a byte order mark, white space and one comment
 * it starts with a doctype, html, head or body; or its type is HTML and it starts with any tag.
 *
 * @param contentType The media type; parameters are ignored.
 */
export function looksLikeHtml(text: string, contentType: string): boolean {
  const start = withoutComment(text.replace(/^\uFEFF/, '').trimStart());
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return HTML_START.test(start) || (HTML_TYPES.has(mediaType) && start.startsWith('<'));
}

function withoutComment(text: string): string {
  if (!text.startsWith('<!--')) return text;
  const end = text.indexOf('-->', '<!--'.length);
  return end === -1 ? text : text.slice(end + '-->'.length).trimStart();
}

/** Whether a text has more than `limit` opening tags; tags in quotes, comments and scripts count as markup. */
export function hasMoreTags(html: string, limit: number): boolean {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1) | 0x20;
    if (next < 0x61 || next > 0x7a) continue;
    tags += 1;
    if (tags > limit) return true;
  }
  return false;
}

export interface HeadLinkTag {
  readonly rel: readonly string[];
  readonly type: string;
  readonly href: string;
}

/** The tags of a head are within this many characters; later ones are in the body. */
const HEAD_CHARS = 100_000;
const MAX_TAGS = 500;
const MAX_TAG = 4000;
/** With its '/' when it closes one. */
const TAG_NAME = /\/?[a-z][^\s/>]*/iy;
/** Tags inside these elements are text, or do not apply to the page itself. */
const RAW_TEXT = new Set(['script', 'style', 'title', 'template', 'noscript']);

/** The <link> tags of a page's head; see `headTags`. */
export const headLinks = (html: string): HeadLinkTag[] => headTags(html, 'link').map(linkOf);

/** The <meta name> tags of a page's head; see `headTags`. */
export const headMetas = (html: string): { readonly key: string; readonly content: string }[] =>
  headTags(html, 'meta').map((values) => ({
    key: (values.get('name') ?? '').trim().toLowerCase(),
    content: values.get('content') ?? '',
  }));

/** The content of the first <meta property> of a page's head with this name; see `headTags`. */
export const headProperty = (html: string, name: string): string | undefined =>
  headTags(html, 'meta')
    .find((values) => values.get('property')?.trim().toLowerCase() === name)
    ?.get('content')
    ?.trim();

/**
 * The attributes of a head's tags of one name, found without a parse: for deciding about a page that is parsed
 * elsewhere or not at all. Comments, scripts and the like are not looked into.
 */
function headTags(html: string, wanted: 'link' | 'meta'): ReadonlyMap<string, string>[] {
  const head = html.slice(0, HEAD_CHARS).replaceAll('\0', '');
  const tags: ReadonlyMap<string, string>[] = [];
  let at = 0;
  while (tags.length < MAX_TAGS) {
    const open = head.indexOf('<', at);
    if (open === -1) break;
    if (head.startsWith('<!--', open)) {
      const close = head.indexOf('-->', open + 2);
      if (close === -1) break;
      at = close + 3;
      continue;
    }
    const written = spanOf(TAG_NAME, head, open + 1);
    const name = written.toLowerCase();
    if (name === 'body' || name === '/head') break;
    if (name === '') {
      at = open + 1;
      continue;
    }
    const { values, end } = attributesFrom(head, open + 1 + written.length);
    if (end === undefined) break;
    if (name === wanted && end - open <= MAX_TAG) tags.push(values);
    at = RAW_TEXT.has(name) ? endOfRawText(head, name, end) : end;
  }
  return tags;
}

/** The href of the first link that fits; undefined when none does. */
export function headLinkHref(html: string, fits: (link: HeadLinkTag) => boolean): string | undefined {
  return headLinks(html).find((link) => link.href !== '' && fits(link))?.href;
}

/** Attributes from the end of a tag's name on, and where the tag ends; undefined when it does not. */
function attributesFrom(html: string, from: number): { values: Map<string, string>; end: number | undefined } {
  const values = new Map<string, string>();
  let at = from;
  const take = (pattern: RegExp) => {
    const span = spanOf(pattern, html, at);
    at += span.length;
    return span;
  };
  const takeValue = () => {
    const mark = html.charAt(at);
    if (mark !== '"' && mark !== "'") return take(/[^\s>]*/y);
    const close = html.indexOf(mark, at + 1);
    const value = html.slice(at + 1, close === -1 ? html.length : close);
    at = close === -1 ? html.length : close + 1;
    return value;
  };
  for (;;) {
    take(/[\s/]+/y);
    if (at >= html.length) return { values, end: undefined };
    if (html.charAt(at) === '>') return { values, end: at + 1 };
    // As the HTML standard has it, an equals sign where a name should begin is part of the name.
    const name = take(/[^\s/>][^\s/>=]*/y).toLowerCase();
    const value = take(/\s*=\s*/y) === '' ? '' : takeValue();
    if (!values.has(name)) values.set(name, value);
  }
}

/** After the opening '</' of the closing tag, so that the next look finds what follows it. */
function endOfRawText(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.test(html) ? closing.lastIndex : html.length;
}

/** What a sticky pattern matches at a place. */
function spanOf(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function linkOf(values: ReadonlyMap<string, string>): HeadLinkTag {
  return {
    rel: (values.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    type: (values.get('type') ?? '').trim().toLowerCase(),
    href: (values.get('href') ?? '').trim().replaceAll('&amp;', '&'),
  };
}

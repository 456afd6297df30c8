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

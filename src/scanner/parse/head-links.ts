export interface HeadLinkTag {
  readonly rel: readonly string[];
  readonly type: string;
  readonly href: string;
}

/** Where links of a head stand; what comes later is no head any more. */
const HEAD_CHARS = 100_000;
const MAX_LINKS = 500;
const MAX_TAG = 4000;

/**
 * The <link> tags of a page's head, found without a parse: for deciding what to fetch next while the page itself is
 * parsed elsewhere. Comments are not looked into.
 */
export function headLinks(html: string): HeadLinkTag[] {
  const head = html.slice(0, HEAD_CHARS).replaceAll('\0', '');
  const end = head.search(/<\/head|<body/i);
  const lower = (end === -1 ? head : head.slice(0, end)).toLowerCase();
  const links: HeadLinkTag[] = [];
  let at = 0;
  while (links.length < MAX_LINKS) {
    const tag = lower.indexOf('<link', at);
    const comment = lower.indexOf('<!--', at);
    if (tag === -1) break;
    if (comment !== -1 && comment < tag) {
      const close = lower.indexOf('-->', comment);
      if (close === -1) break;
      at = close + 3;
      continue;
    }
    const close = lower.indexOf('>', tag);
    if (close === -1) break;
    if (close - tag <= MAX_TAG) links.push(attributesOf(head.slice(tag + 5, close)));
    at = close + 1;
  }
  return links;
}

/** The href of the first link that fits; undefined when none does. */
export function headLinkHref(html: string, fits: (link: HeadLinkTag) => boolean): string | undefined {
  return headLinks(html).find((link) => link.href !== '' && fits(link))?.href;
}

function attributesOf(tag: string): HeadLinkTag {
  const values = new Map<string, string>();
  let at = 0;
  const skip = (pattern: RegExp) => {
    const start = at;
    while (at < tag.length && pattern.test(tag.charAt(at))) at += 1;
    return tag.slice(start, at);
  };
  while (at < tag.length) {
    skip(/[\s/]/);
    const name = skip(/[^\s=/]/).toLowerCase();
    skip(/\s/);
    if (tag.charAt(at) !== '=') {
      if (name === '') at += 1;
      continue;
    }
    at += 1;
    skip(/\s/);
    const mark = tag.charAt(at);
    let value: string;
    if (mark === '"' || mark === "'") {
      const close = tag.indexOf(mark, at + 1);
      value = tag.slice(at + 1, close === -1 ? tag.length : close);
      at = close === -1 ? tag.length : close + 1;
    } else {
      value = skip(/\S/);
    }
    if (!values.has(name)) values.set(name, value);
  }
  return {
    rel: (values.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    type: (values.get('type') ?? '').trim().toLowerCase(),
    href: (values.get('href') ?? '').trim().replaceAll('&amp;', '&'),
  };
}

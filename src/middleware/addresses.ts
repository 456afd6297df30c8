/** Addresses of Markdown versions: each names one page, and a page names one. */

const MAX_LENGTH = 2000;

/** Whether an address may be that of a Markdown version. */
export const isMarkdownAddress = ({ pathname }: URL): boolean => pathname.endsWith('.md') && pathname !== '/.md';

/**
 * Path and query of a page's Markdown version, as llms.txt proposes: `/guide.md` for /guide, `/guide/index.md` for
 * /guide/, `/guide.html.md` for /guide.html. Undefined for addresses that are too long for a header.
 */
export function markdownAddress({ pathname, search }: URL): string | undefined {
  if (pathname.length + search.length > MAX_LENGTH || pathname.endsWith('.md')) return undefined;
  // A second slash would begin the name of a host.
  if (pathname.startsWith('//')) return undefined;
  return `${pathname}${pathname.endsWith('/') ? 'index.md' : '.md'}${search}`;
}

/** Paths and queries of the pages whose Markdown version an address may be, the likeliest first; at most three. */
export function pageAddresses({ pathname, search }: URL): string[] {
  if (pathname.startsWith('//')) return [];
  const stem = pathname.slice(0, -'.md'.length);
  const folder = stem.endsWith('/index') ? [stem.slice(0, -'index'.length)] : [];
  // A stem with an ending is a whole name already: /guide.html.md, /feed.xml.md.
  const isName = /\.[a-z0-9]{1,5}$/i.test(stem);
  const others = isName || folder.length > 0 ? [] : [`${stem}/`, `${stem}.html`];
  return [...folder, stem, ...others].map((path) => path + search);
}

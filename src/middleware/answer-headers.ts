/** The header fields that answers get in addition, or lose. */
import { parseLinkHeader } from '../scanner/parse/http-headers/link-header.ts';
import { markdownAddress } from './addresses.ts';
import { type AnswerHead, isPublicPage, namesIn } from './public.ts';

/** The value of a list field with one more member; as it was, where it has that already. */
const withMember = (value: string | null, member: string): string =>
  (value ?? '').trim() === '' ? member : `${value}, ${member}`;

/** Vary with Accept in it, once. */
const varyWithAccept = (vary: string | null): string =>
  namesIn(vary).some((name) => name === 'accept' || name === '*') ? (vary ?? '') : withMember(vary, 'Accept');

export interface PageLinks {
  /** Whether the site answers at addresses that end in .md. */
  readonly hasMarkdownAddresses: boolean;
  /** Whether there is an llms.txt. */
  readonly hasLlmsTxt: boolean;
  /** As the owner says, see `isPublicPage`. */
  readonly anonymousIsPublic: boolean;
  /** The address under which the public knows a page that is known to have no other one and to name none; else undefined. */
  canonicalOf(url: URL): string | undefined;
}

/**
 * The further fields of a public page; none for another answer. A 304 gets those of its full answer (RFC 9110, section
 * 15.4.5).
 * @returns names and whole values, which replace what the answer has
 */
export function addedFields(head: AnswerHead, url: URL, links: PageLinks): [name: string, value: string][] {
  const vary: [string, string] = ['Vary', varyWithAccept(head.get('vary'))];
  if (head.status === 304) return [vary];
  if (!isPublicPage(head, links.anonymousIsPublic)) return [];
  const link = linkField(head.get('link'), url, links);
  return link === undefined ? [vary] : [vary, ['Link', link]];
}

/** Link with the missing members: an alternate in Markdown, llms.txt, and the canonical address; undefined where all are there. */
function linkField(
  before: string | null,
  url: URL,
  { hasMarkdownAddresses, hasLlmsTxt, canonicalOf }: PageLinks,
): string | undefined {
  const { links } = parseLinkHeader(before ?? '');
  const isThere = (rel: string, type: string): boolean =>
    links.some((link) => link.rel.includes(rel) && link.params.type?.toLowerCase() === type);
  const canonical = links.some(({ rel }) => rel.includes('canonical')) ? undefined : canonicalOf(url);
  const address = hasMarkdownAddresses ? markdownAddress(url) : undefined;
  const added = [
    ...(address !== undefined && !isThere('alternate', 'text/markdown')
      ? [`<${address}>; rel="alternate"; type="text/markdown"`]
      : []),
    ...(hasLlmsTxt && !isThere('describedby', 'text/plain')
      ? ['</llms.txt>; rel="describedby"; type="text/plain"']
      : []),
    ...(canonical === undefined ? [] : [`<${canonical}>; rel="canonical"`]),
  ];
  return added.length === 0 ? undefined : withMember(before, added.join(', '));
}

/** Fields of the HTML that say nothing about its Markdown version, or something wrong. */
const OF_THE_HTML = [
  'accept-ranges',
  'content-digest',
  'content-encoding',
  'content-length',
  'content-md5',
  'digest',
  'etag',
  'link',
  'repr-digest',
  'set-cookie',
  'trailer',
  'transfer-encoding',
];

/** The fields of a Markdown version: those of its page, with a type, an entity tag and links of its own. */
export function markdownHeaders(
  of: Headers,
  {
    url,
    canonical,
    etag,
    isNegotiated,
  }: {
    readonly url: URL;
    readonly canonical: string | undefined;
    readonly etag: string;
    /** It is at the page's own address. */
    readonly isNegotiated: boolean;
  },
): Headers {
  const headers = new Headers(of);
  for (const name of OF_THE_HTML) headers.delete(name);
  headers.set('content-type', 'text/markdown; charset=utf-8');
  headers.set('etag', etag);
  headers.set('x-content-type-options', 'nosniff');
  const own = canonical ?? (isNegotiated ? undefined : url.href);
  const links = [
    ...(own === undefined ? [] : [`<${own}>; rel="canonical"`]),
    `<${url.pathname.startsWith('//') ? url.href : url.pathname + url.search}>; rel="alternate"; type="text/html"`,
  ];
  headers.set('link', links.join(', '));
  if (isNegotiated) headers.set('vary', varyWithAccept(headers.get('vary')));
  return headers;
}

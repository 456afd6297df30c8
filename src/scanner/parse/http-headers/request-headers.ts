/** The header fields by which a request chooses a form of an answer, or says that it holds one. */

/** Longer Accept fields are cut: no client needs more, and each byte of them would be read for every request. */
const MAX_ACCEPT = 8000;

/** The weights of the media ranges of an Accept field, lower-case; parameters other than q are left aside. */
function weightsOf(accept: string): (type: string) => number {
  const weights = new Map<string, number>();
  for (const part of accept.slice(0, MAX_ACCEPT).toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return (type) => weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0;
}

/**
 * Whether an Accept header ranks one media type above another (RFC 9110, section 12.5.1). No header ranks all alike.
 * @param accept as sent; parameters other than q are left aside
 */
export function prefers(accept: string | null, wanted: string, other: string): boolean {
  if (accept === null || accept === '*/*') return false;
  const weightOf = weightsOf(accept);
  return weightOf(wanted) > weightOf(other);
}

const MARKDOWN = 'text/markdown';

/**
 * Whether an Accept header asks for Markdown: it names the type itself, and ranks HTML no higher. Agents send
 * `text/markdown, text/html, *\/*`, whose weights are equal; browsers never name the type.
 * @param accept as sent
 */
export function asksForMarkdown(accept: string | null): boolean {
  if (accept === null || !accept.toLowerCase().includes(MARKDOWN)) return false;
  const weightOf = weightsOf(accept);
  const markdown = weightOf(MARKDOWN);
  return markdown > 0 && markdown >= weightOf('text/html');
}

/** A media type or range of an Accept field. */
const MEDIA_RANGE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/;

/**
 * Whether an Accept header leaves out all of these media types: it names others, and neither these nor a range that
 * holds them, or gives them the weight 0. A field that names no type, or is too long to be read whole, leaves out none.
 * @param accept as sent
 */
export function excludes(accept: string | null, types: readonly string[]): boolean {
  if (accept === null || accept.length > MAX_ACCEPT) return false;
  const named = accept.split(',').map((part) => (part.split(';', 1)[0] ?? '').trim());
  if (!named.every((type) => MEDIA_RANGE.test(type))) return false;
  const weightOf = weightsOf(accept);
  return types.every((type) => weightOf(type) === 0);
}

/** An entity tag without its mark of weakness (RFC 9110, section 8.8.3), which is left aside where tags are compared weakly. */
const OPAQUE_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Whether the sender of If-None-Match holds an answer of this entity tag, so that 304 without a body is enough: one of
 * those listed is the same by weak comparison, or it is `*`, which every answer fits (RFC 9110, section 13.1.2).
 * @param ifNoneMatch as sent; null when it was not
 * @param etag of the answer, as sent: `"…"` or `W/"…"`
 */
export function isHeld(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(etag.indexOf('"'));
  return ifNoneMatch.match(OPAQUE_TAG)?.includes(opaque) ?? false;
}

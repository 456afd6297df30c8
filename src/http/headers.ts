/**
 * Whether an Accept header ranks one media type above another (RFC 9110, section 12.5.1). No header ranks all alike.
 * @param accept as sent; parameters other than q are left aside
 */
export function prefers(accept: string | null, wanted: string, other: string): boolean {
  if (accept === null || accept === '*/*') return false;
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weightOf = (type: string) =>
    weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0;
  return weightOf(wanted) > weightOf(other);
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

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

/** Headers by which a shared cache says that an answer came out of it, and the words that say so. */
const FROM_CACHE: Readonly<Record<string, RegExp>> = {
  'x-cache': /\bhit\b/i,
  'x-cache-status': /\bhit\b/i,
  'x-proxy-cache': /\bhit\b/i,
  'cf-cache-status': /^\s?(?:hit|stale|revalidated|updating)\b/i,
  'cache-status': /;\s?hit\b/i,
  age: /^\s?[1-9]/,
};

interface Headed {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setsCookie?: true;
}

/**
 * Whether an answer is one that a shared cache gives to everybody: it sets no cookie, and a header of a cache says where it
 * came from, or it allows shared caches to keep it (RFC 9111, 5.2.2; RFC 9211 for Cache-Status).
 */
export function isSharedCopy({ headers, setsCookie }: Headed): boolean {
  if (setsCookie === true) return false;
  const control = headers['cache-control'] ?? '';
  if (/\b(?:private|no-store)\b/i.test(control)) return false;
  if (/\bs-maxage\s?=\s?"?[1-9]/i.test(control)) return true;
  if (/\bpublic\b/i.test(control) && /\bmax-age\s?=\s?"?[1-9]/i.test(control)) return true;
  return Object.entries(FROM_CACHE).some(([name, said]) => said.test((headers[name] ?? '').slice(0, 200)));
}

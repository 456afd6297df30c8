/** What an answer's headers let a cache do (RFC 9111), as far as checks ask. */
export interface Caching {
  /** Validators as sent; undefined when there is none. */
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** How long it may be reused without asking, in seconds (0: ask every time); undefined when it is not said. */
  readonly freshSeconds: number | undefined;
  readonly noStore: boolean;
}

/** A directive may say more than any cache keeps (RFC 9111 section 1.2.2). */
const MAX_SECONDS = 2 ** 31;

/**
 * The freshness of a private cache: max-age, else Expires minus Date (RFC 9111 section 4.2.1; an Expires that is no
 * date has passed). `no-cache` means to ask every time.
 *
 * @param headers lower-case names
 */
export function cachingOf(headers: Readonly<Record<string, string>>): Caching {
  const directives = new Map<string, string>();
  for (const part of (headers['cache-control'] ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim());
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), value.replaceAll('"', ''));
  }
  const maxAge = directives.get('max-age');
  return {
    etag: headers.etag?.trim() || undefined,
    lastModified: headers['last-modified']?.trim() || undefined,
    freshSeconds: directives.has('no-cache') ? 0 : (secondsOf(maxAge) ?? untilExpiry(headers)),
    noStore: directives.has('no-store'),
  };
}

function secondsOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  return /^\d+$/.test(value) ? Math.min(Number(value), MAX_SECONDS) : undefined;
}

function untilExpiry({ expires, date }: Readonly<Record<string, string>>): number | undefined {
  if (expires === undefined) return undefined;
  const expiresAt = Date.parse(expires);
  if (Number.isNaN(expiresAt)) return 0;
  const sentAt = Date.parse(date ?? '');
  return Number.isNaN(sentAt) ? undefined : Math.min(Math.max(0, (expiresAt - sentAt) / 1000), MAX_SECONDS);
}

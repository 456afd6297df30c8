import type { Answer, Hop } from '../artifacts.ts';

const MAX_HEADERS = 100;
const MAX_VALUE_LENGTH = 8 * 1024;

/** Headers as undici gives them: lower-case names, a list where a name came more than once. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function answerOf(
  request: { readonly url: string },
  final: { readonly url: URL; readonly hops: readonly Hop[]; readonly status: number; readonly headers: RawHeaders },
): Answer {
  const headers = cappedHeaders(final.headers);
  return {
    url: request.url,
    finalUrl: final.url.href,
    status: final.status,
    hops: final.hops,
    headers,
    contentType: mediaTypeOf(headers['content-type'] ?? ''),
  };
}

/** Without cookies, which no check reads and no artifact should keep. */
function cappedHeaders(raw: RawHeaders): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined || name === 'set-cookie') continue;
    if (entries.length === MAX_HEADERS) break;
    entries.push([name, (typeof value === 'string' ? value : value.join(', ')).slice(0, MAX_VALUE_LENGTH)]);
  }
  return Object.fromEntries(entries);
}

/** The first type when the header was sent twice; a comma cannot stand in a media type. */
const mediaTypeOf = (header: string): string => {
  const end = header.search(/[;,]/);
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
};

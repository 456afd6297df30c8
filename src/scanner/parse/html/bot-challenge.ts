import { markupOf, titleOf, visibleText } from './rough-html.ts';

export type ChallengeKind = 'cloudflare' | 'imperva' | 'perimeterx' | 'datadome' | 'akamai' | 'other';

/** Challenge pages have one to thirty kilobytes; a larger document is a page. */
const LARGEST_CHALLENGE = 40 * 1024;

/**
 * Visible text of this many UTF-8 bytes is a page that only speaks of challenges. The wordiest block pages stay below
 * 1,000; bytes, because a Chinese page says as much in a third of the characters.
 */
const SUBSTANTIVE_BYTES = 1500;

/** Response headers by which an edge says itself that it withheld the page, with the words that say so. */
const HEADERS: readonly { name: string; values: readonly string[]; kind: ChallengeKind }[] = [
  { name: 'cf-mitigated', values: ['challenge'], kind: 'cloudflare' },
  { name: 'x-amzn-waf-action', values: ['challenge', 'captcha'], kind: 'other' },
  { name: 'x-vercel-mitigated', values: ['challenge', 'deny'], kind: 'other' },
];

/** What only a challenge or block page carries. A vendor's ordinary script tag is on every page of its customers. */
const IN_SOURCE: readonly [string, ChallengeKind][] = [
  ['cf_chl_opt', 'cloudflare'],
  ['cf-browser-verification', 'cloudflare'],
  ['incapsula incident', 'imperva'],
  ['captcha-delivery.com', 'datadome'],
  ['awswafcookiedomainlist', 'other'],
  ['sucuri_cloudproxy_js', 'other'],
  ['anubis_challenge', 'other'],
];
const IN_TITLE: readonly [string, ChallengeKind][] = [
  ['just a moment', 'cloudflare'],
  ['attention required! | cloudflare', 'cloudflare'],
  ['pardon our interruption', 'imperva'],
  ['access to this page has been denied', 'perimeterx'],
  ['vercel security checkpoint', 'other'],
  ['ddos-guard', 'other'],
];

const AKAMAI_REFERENCE = /reference(?: |&#32;)(?:#|&#35;)\d+(?:\.|&#46;)[0-9a-f]/;

export interface ChallengeQuestion {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body, or at least its first 40 KiB (40,960 characters). */
  readonly body: string;
  readonly isHtml: boolean;
}

/**
 * Whose challenge or block page an answer is; undefined for an ordinary one. A header by which the edge says it
 * decides at once. Else the answer must be HTML of less than 40 KiB with a signature of S6 (those of afdocs and of the
 * vendors' pages) and without substantive text, since pages that explain challenges quote them.
 */
export function detectChallenge({ status, headers, body, isHtml }: ChallengeQuestion): ChallengeKind | undefined {
  for (const { name, values, kind } of HEADERS) {
    if (values.includes(headers[name]?.trim().toLowerCase() ?? '')) return kind;
  }
  if (!isHtml || body.length >= LARGEST_CHALLENGE) return undefined;
  const source = body.toLowerCase();
  const kind = signatureIn(source, status);
  if (kind === undefined) return undefined;
  return Buffer.byteLength(visibleText(source)) >= SUBSTANTIVE_BYTES ? undefined : kind;
}

function signatureIn(source: string, status: number): ChallengeKind | undefined {
  const kind = IN_SOURCE.find(([signature]) => source.includes(signature))?.[1];
  if (kind !== undefined) return kind;
  const title = titleOf(source);
  const titled = IN_TITLE.find(([start]) => title.startsWith(start))?.[1];
  if (titled !== undefined) return titled;
  // Customers' own scripts name the element too; only a challenge has it in its markup.
  if (markupOf(source).includes('px-captcha')) return 'perimeterx';
  // Akamai's 5xx pages carry a reference as well: there the site failed and refused no client.
  if (status >= 400 && status <= 499 && AKAMAI_REFERENCE.test(source)) return 'akamai';
  return undefined;
}

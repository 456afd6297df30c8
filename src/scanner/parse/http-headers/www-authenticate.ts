import { asList, isObject, parseUntrustedJson } from '../json/json.ts';

const MAX_HEADER = 8000;

/** Whether a WWW-Authenticate header offers this scheme (RFC 9110 section 11.6.1). */
export function offersScheme(header: string | undefined, scheme: string): boolean {
  const lower = (header ?? '').slice(0, MAX_HEADER).toLowerCase();
  return lower.split(',').some((part) => part.trim() === scheme || part.trimStart().startsWith(`${scheme} `));
}

/** The `resource_metadata` parameter of a WWW-Authenticate header (RFC 9728 section 5.1); undefined when it has none. */
export function resourceMetadataIn(header: string | undefined): string | undefined {
  const text = (header ?? '').slice(0, MAX_HEADER);
  const match = /\bresource_metadata\s{0,20}=\s{0,20}(?:"([^"]{0,2000})"|([^\s,"]{1,2000}))/i.exec(text);
  const url = match?.[1] ?? match?.[2];
  return url === undefined || url === '' ? undefined : url;
}

/**
 * The kind of payment that a 402 asks for: x402 with readable requirements, x402 without them, the Payment
 * authentication scheme (MPP), Cloudflare's crawler price, or an unknown kind that an agent cannot act on.
 * @see https://docs.x402.org/ (v2: the requirements are in PAYMENT-REQUIRED, base64 JSON with `accepts`)
 */
export function paymentAskedBy(
  headers: Readonly<Record<string, string>>,
): 'x402' | 'x402-broken' | 'mpp' | 'crawler-price' | 'unknown' {
  const required = headers['payment-required'];
  if (required !== undefined) return hasAccepts(required) ? 'x402' : 'x402-broken';
  if (offersScheme(headers['www-authenticate'], 'payment')) return 'mpp';
  return headers['crawler-price'] === undefined ? 'unknown' : 'crawler-price';
}

function hasAccepts(header: string): boolean {
  const { value } = parseUntrustedJson(Buffer.from(header.slice(0, MAX_HEADER), 'base64').toString('utf8'), MAX_HEADER);
  return isObject(value) && asList(value.accepts).some(isObject);
}

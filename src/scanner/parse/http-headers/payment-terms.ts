/** What a 402 asks for, as far as an agent can read it. */

import { asList, isObject, parseUntrustedJson } from '../json/json.ts';
import { offersScheme } from './www-authenticate.ts';

/** All header fields of an answer together are shorter; a body with more says something else than its terms. */
const MAX_TERMS_CHARS = 64_000;
const MAX_TERMS = 3;
const MAX_FIELD = 80;

export interface AskedPayment {
  /**
   * x402 with readable requirements, x402 with some that lack required members, x402 without them, x402 v2 with them in the body alone, the Payment authentication scheme (MPP), Cloudflare's crawler price,
   * or an unknown kind that an agent cannot act on.
   */
  readonly by: 'x402' | 'x402-incomplete' | 'x402-broken' | 'x402-in-body' | 'mpp' | 'crawler-price' | 'unknown';
  /** The terms in one line, third-party text; undefined where none can be read. */
  readonly terms: string | undefined;
}

/**
 * The payment that a 402 asks for. Clients of version 2 of x402 look for its terms in the header alone.
 * @param body text of the answer, in which version 1 of x402 has its requirements
 * @see https://docs.x402.org/ (v2: PAYMENT-REQUIRED, base64 JSON with `accepts`; v1: the same member in the body)
 */
export function askedPayment(headers: Readonly<Record<string, string>>, body = ''): AskedPayment {
  const header = headers['payment-required'];
  const inHeader = header === undefined ? undefined : decoded(header);
  const inBody = requirements(parseUntrustedJson(body, MAX_TERMS_CHARS).value);
  if (inHeader !== undefined && inHeader.accepts.length > 0) return asked(inHeader);
  if (inBody !== undefined && inBody.accepts.length > 0)
    return inBody.version === '2' ? { by: 'x402-in-body', terms: lineOf(inBody) } : asked(inBody);
  if (header !== undefined || inBody !== undefined) return { by: 'x402-broken', terms: undefined };
  const challenge = headers['www-authenticate'];
  if (offersScheme(challenge, 'payment')) return { by: 'mpp', terms: challenge?.slice(0, MAX_TERMS * MAX_FIELD) };
  const price = headers['crawler-price'];
  return price === undefined
    ? { by: 'unknown', terms: undefined }
    : { by: 'crawler-price', terms: price.slice(0, MAX_FIELD) };
}

function asked(found: Requirements): AskedPayment {
  const lacking = lackingIn(found);
  return lacking.length === 0
    ? { by: 'x402', terms: lineOf(found) }
    : { by: 'x402-incomplete', terms: `${lineOf(found)}; lacks ${lacking.join(', ')}` };
}

type Fields = Readonly<Record<string, unknown>>;

interface Requirements {
  readonly version: string;
  /** Where version 2 says what is paid for. */
  readonly resource: unknown;
  readonly accepts: readonly Fields[];
}

const decoded = (header: string): Requirements | undefined =>
  header.length > MAX_TERMS_CHARS
    ? undefined
    : requirements(parseUntrustedJson(Buffer.from(header, 'base64').toString('utf8'), MAX_TERMS_CHARS).value);

/** Undefined for JSON that does not speak of x402. */
function requirements(value: unknown): Requirements | undefined {
  if (!isObject(value) || !(typeof value.x402Version === 'number' || Array.isArray(value.accepts))) return undefined;
  const version = typeof value.x402Version === 'number' ? String(value.x402Version) : '';
  return { version, resource: value.resource, accepts: asList(value.accepts).filter(isObject) };
}

const REQUIRED_OF_ALL = ['scheme', 'network', 'asset', 'payTo', 'maxTimeoutSeconds'];

/**
 * Members that the version requires and that the terms, or all of their ways to pay, lack; none for unknown versions.
 * @see https://github.com/x402-foundation/x402 (specs/x402-specification-v1.md and -v2.md, section 5.1)
 */
function lackingIn({ version, resource, accepts }: Requirements): string[] {
  if (version !== '1' && version !== '2') return [];
  const required = [...REQUIRED_OF_ALL, ...(version === '1' ? ['maxAmountRequired', 'resource'] : ['amount'])];
  const hasResource = version === '1' || (isObject(resource) && typeof resource.url === 'string');
  const lists = accepts.map((each) => required.filter((name) => each[name] === undefined || each[name] === null));
  const fewest = lists.sort((a, b) => a.length - b.length)[0] ?? [];
  return [...(hasResource ? [] : ['resource']), ...fewest];
}

/** Version 1 calls the amount `maxAmountRequired`. */
function lineOf({ version, accepts }: Requirements): string {
  const terms = accepts.slice(0, MAX_TERMS).map((each) =>
    [each.scheme, each.network, each.amount ?? each.maxAmountRequired, each.asset]
      .filter((field) => typeof field === 'string' || typeof field === 'number')
      .map((field) => String(field).slice(0, MAX_FIELD))
      .join(' '),
  );
  return `x402${version === '' ? '' : ` v${version}`}: ${terms.join('; ')}`;
}

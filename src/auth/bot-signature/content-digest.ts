import { createHash } from 'node:crypto';
import { isInnerList } from 'structured-headers';
import { readDictionary } from './signature-base.ts';

/** Of RFC 9530, those that still are safe, with their names in node:crypto. */
const ALGORITHMS = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

/** The Content-Digest of a body (RFC 9530). */
export const contentDigest = (body: string): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/**
 * Whether a body is the one a Content-Digest field names; undefined when the field names it in no way we know.
 * Every digest that we know must fit.
 */
export function matchesDigest(field: string, body: Uint8Array): boolean | undefined {
  const known = [...(readDictionary(field) ?? [])].flatMap(([name, member]) => {
    const algorithm = ALGORITHMS.get(name);
    if (algorithm === undefined || isInnerList(member) || !(member[0] instanceof ArrayBuffer)) return [];
    return [Buffer.from(member[0]).equals(createHash(algorithm).update(body).digest())];
  });
  return known.length === 0 ? undefined : known.every(Boolean);
}

/** The fields of a request as a Headers object has them, without the cost of one. */

/** Validators and ranges: they speak of one form of a page, and a form that is made from another has its own. */
export const OF_ONE_FORM = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];

/** Fields of a request for Markdown of which the request for its page has others, or none. */
export const REPLACED: ReadonlySet<string> = new Set([...OF_ONE_FORM, 'accept-encoding']);

const HOST = /^[^\s/\\?#@,]{1,255}$/;

/** Whether the value of Host can be a host with or without a port: more in it would move the path. */
export const isHost = (value: string): boolean => HOST.test(value);

/** Names in lower case, sorted, each once, with its values joined: of Headers, and of what follows. */
export interface RequestFields extends Iterable<readonly [name: string, value: string]> {
  get(name: string): string | null;
}

/**
 * The fields of a flat list of names and values, as Node has them.
 * @param left names that are left out, in lower case
 * @param set further fields, which are not in the list or are left out
 */
export function requestFields(
  rawHeaders: readonly string[],
  left: ReadonlySet<string>,
  set: readonly (readonly [name: string, value: string])[],
): RequestFields {
  const values = new Map<string, string>(set);
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (left.has(name)) continue;
    const value = rawHeaders[at + 1] ?? '';
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return { get: (name) => values.get(name) ?? null, [Symbol.iterator]: () => sorted[Symbol.iterator]() };
}

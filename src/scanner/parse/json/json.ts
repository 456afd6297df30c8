/** Untrusted JSON: parsing it within limits, and looking into its values. */

/** Deeper values are no document that a check reads, and would overflow recursive walks and clones. */
const MAX_DEPTH = 64;

/**
 * Untrusted JSON: its value, or why there is none. `oversized` is a limit of the scanner, the others are the site's
 * fault.
 */
export type UntrustedJson =
  | { readonly value: unknown; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: 'empty' | 'syntax' | 'oversized' };

/**
 * Parses untrusted JSON; a byte order mark is allowed. References (`$ref`) are data and are not resolved.
 * @param maxChars longer text is not parsed at all
 */
export function parseUntrustedJson(source: string, maxChars: number, maxDepth = MAX_DEPTH): UntrustedJson {
  const text = source.replace(/^\uFEFF/, '').trim();
  if (text === '') return { value: undefined, problem: 'empty' };
  if (text.length > maxChars) return { value: undefined, problem: 'oversized' };
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, maxDepth) ? { value: undefined, problem: 'oversized' } : { value, problem: undefined };
  } catch {
    return { value: undefined, problem: 'syntax' };
  }
}

/** Level by level, so that no depth can overflow the stack. */
function isDeeperThan(root: unknown, maxDepth: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** A text that says something. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const MAX_STRINGS = 5_000;

/** The strings of a parsed JSON value, without keys; the first 5,000, and none deeper than a parsed file is. */
export function stringsIn(root: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && found.length < MAX_STRINGS) {
    const value = open.pop();
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.values(value).slice(0, MAX_STRINGS).reverse());
  }
  return found;
}

/** The values of a property: JSON-LD writes one value with or without a list around it. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A property's first text: a string, a number, or the `@value` of a language-tagged one; undefined for none. */
export function textOf(value: unknown): string | undefined {
  for (const entry of asList(value)) {
    const text = isObject(entry) ? entry['@value'] : entry;
    if (typeof text === 'number') return String(text);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

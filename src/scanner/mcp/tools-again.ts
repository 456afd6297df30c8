import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../parse/json-ld.ts';
import type { McpListing } from './artifacts.ts';

/**
 * Entries of the second tools/list that the first did not have, or had otherwise: whole definitions are compared, since
 * a server can show one description to whoever approves it and another later. Their order does not matter, nor does that
 * of keys.
 */
export function changedTools(tools: McpListing, toolsAgain: McpListing | undefined): readonly unknown[] {
  if (toolsAgain === undefined) return [];
  const { items } = tools;
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  return toolsAgain.items.filter(
    (item, at) => !isDeepStrictEqual(item, items[at]) && !isDeepStrictEqual(item, byName.get(nameOf(item))),
  );
}

const nameOf = (item: unknown): unknown => (isObject(item) ? item.name : item);

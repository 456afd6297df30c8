import { isObject } from '../parse/json-ld.ts';
import type { AdvertisedText, McpHandshake, McpListings } from './artifacts.ts';

const MAX_TEXTS = 50_000;
const MAX_CHARS = 16_384;
/** Of a name or key within a path. */
const MAX_SEGMENT = 64;

interface Place {
  readonly path: string;
  readonly kind: AdvertisedText['kind'];
  readonly value: unknown;
}

/** Every string and key that a session showed, in the order in which a client meets them. */
export function advertisedText(
  { serverInfo, instructions }: Pick<McpHandshake, 'serverInfo' | 'instructions'>,
  listings: McpListings,
): AdvertisedText[] {
  const places: Place[] = [
    { path: 'serverInfo', kind: 'value', value: serverInfo },
    { path: 'instructions', kind: 'value', value: instructions },
    ...entriesOf('tools', listings.tools.items),
    ...entriesOf('resources', listings.resources.items),
    ...entriesOf('resourceTemplates', listings.resourceTemplates.items),
    ...entriesOf('prompts', listings.prompts.items),
  ];
  const texts: AdvertisedText[] = [];
  // The next place to look at is the last of the list, so that the walk is in document order without recursion.
  const pending = places.reverse();
  for (let place = pending.pop(); place !== undefined && texts.length < MAX_TEXTS; place = pending.pop()) {
    const { path, kind, value } = place;
    if (typeof value === 'string') texts.push({ path, kind, text: value.slice(0, MAX_CHARS) });
    else for (const inner of insideOf(place)) pending.push(inner);
  }
  return texts;
}

/** Entries by their names, and those without one by their numbers. */
const entriesOf = (list: string, items: readonly unknown[]): Place[] =>
  items.map((value, index) => {
    const name = isObject(value) && typeof value.name === 'string' ? `.${segment(value.name)}` : `[${index}]`;
    return { path: `${list}${name}`, kind: 'value', value };
  });

/** The keys and values right inside an array or object, the last one first. */
function insideOf({ path, value }: Place): Place[] {
  const places: Place[] = [];
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries())
      places.push({ path: `${path}[${index}]`, kind: 'value', value: inner });
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}.${segment(key)}`;
      places.push({ path: at, kind: 'key', value: key }, { path: at, kind: 'value', value: inner });
    }
  }
  return places.reverse();
}

const segment = (name: string): string => name.slice(0, MAX_SEGMENT);

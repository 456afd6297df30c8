import { isObject } from '../parse/json-ld.ts';
import {
  type Advertised,
  type AdvertisedText,
  type ListKind,
  type McpHandshake,
  type McpListing,
  type McpListings,
  TOO_DEEP,
} from './artifacts.ts';
import { isWithheld } from './list-ends.ts';
import { changedTools } from './tools-again.ts';

/**
 * Of all strings together, each as long as it is once compatibility forms are resolved: far more than a model could take
 * in (M21 fails at 64 kB).
 */
export const MAX_CHARS = 2 * 1024 * 1024;
/** What a shorter string counts, because looking at it costs time too. */
export const MIN_CHARS = 20;
/** Of a name or key within a path. */
const MAX_SEGMENT = 64;
/** One character may become eighteen, so that a long string is measured a piece at a time. */
const PIECE = 16_384;

interface Place {
  readonly path: string;
  readonly kind: AdvertisedText['kind'];
  readonly value: unknown;
}

type Speaker = Pick<McpHandshake, 'serverInfo' | 'instructions' | 'protocolVersion' | 'supportedVersions'>;

/**
 * Every string and key that a session showed: first what models are given, last what the server says of itself and what
 * stands under `_meta`. Of the second listing of the tools only those that changed. What is beyond MAX_CHARS is counted.
 */
export function advertisedText(speaker: Speaker, listings: McpListings): Advertised {
  const { tools, toolsAgain, prompts, resources, resourceTemplates } = listings;
  const texts: AdvertisedText[] = [];
  let unread = 0;
  let left = MAX_CHARS;
  function read({ path, kind }: Place, text: string) {
    if (text === '') return;
    const { length, cost } = text === TOO_DEEP ? { length: 0, cost: 0 } : measure(text, left);
    left -= cost;
    if (length > 0) texts.push({ path, kind, text: text.slice(0, length) });
    if (length < text.length) unread += 1;
  }

  const last: Place[] = [];
  const first: Place[] = [
    { path: 'instructions', kind: 'value', value: speaker.instructions },
    ...entriesOf('tools', tools.items),
    ...entriesOf('toolsAgain', changedTools(tools, toolsAgain)),
    ...entriesOf('prompts', prompts.items),
    ...entriesOf('resources', resources.items),
    ...entriesOf('resourceTemplates', resourceTemplates.items),
    { path: 'protocolVersion', kind: 'value', value: speaker.protocolVersion },
    { path: 'supportedVersions', kind: 'value', value: speaker.supportedVersions },
    { path: 'serverInfo', kind: 'value', value: speaker.serverInfo },
  ];
  for (const places of [first, last]) {
    // The next place to look at is the last of the list, so that the walk is in document order without recursion.
    const pending = places.reverse();
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      if (typeof place.value === 'string') read(place, place.value);
      else {
        const isLater = (inner: Place) => places === first && isAside(inner);
        const inside = insideOf(place);
        for (const inner of inside) if (isLater(inner)) last.push(inner);
        for (const inner of inside.reverse()) if (!isLater(inner)) pending.push(inner);
      }
    }
  }

  const lists = KINDS.map((kind) => ({ kind, listing: listings[kind] }));
  return {
    texts,
    unread,
    cutLists: lists.filter(({ listing }) => isCut(listing)).map(({ kind }) => kind),
    isWithheld: lists.some(({ listing }) => isWithheld(listing)),
  };
}

const KINDS = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const satisfies readonly ListKind[];

/** There was more than was read. A list that errs has nothing that a client could read either. */
const isCut = (listing: McpListing): boolean => listing.trouble === 'limit' || listing.trouble === 'unanswered';

/** How many characters of a text can be read for what is left, and what they cost. */
function measure(text: string, left: number): { length: number; cost: number } {
  if (left < MIN_CHARS) return { length: 0, cost: 0 };
  let cost = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    const pieceCost = Math.max(piece.length, piece.normalize('NFKC').length);
    if (cost + pieceCost > left) return { length: at, cost };
    cost += pieceCost;
  }
  return { length: text.length, cost: Math.max(cost, MIN_CHARS) };
}

/** Entries by their names, and those without one by their numbers. */
const entriesOf = (list: string, items: readonly unknown[]): Place[] =>
  items.map((value, index) => {
    const name = isObject(value) && typeof value.name === 'string' ? `.${segment(value.name)}` : `[${index}]`;
    return { path: `${list}${name}`, kind: 'value', value };
  });

/** The keys and values right inside an array or object. */
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
  return places;
}

const isAside = ({ path }: Place): boolean => path.endsWith('._meta');

const segment = (name: string): string => name.slice(0, MAX_SEGMENT);

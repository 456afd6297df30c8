import { isDeepStrictEqual } from 'node:util';
import {
  type Advertised,
  type AdvertisedText,
  type ListKind,
  type McpArtifacts,
  type McpHandshake,
  type McpListing,
  type McpListings,
  type McpTool,
  TOO_DEEP,
} from '../model/mcp.ts';
import { isObject } from '../parse/json/json.ts';

type Read = Pick<McpArtifacts, 'advertised'> & Partial<Pick<McpArtifacts, 'tools' | 'resources' | 'prompts'>>;

/** What there is to read in the lists of a session. */
export function readLists(handshake: McpHandshake, listings: McpListings): Read {
  const { tools, resources, resourceTemplates, prompts } = listings;
  return {
    advertised: advertisedText(handshake, listings),
    ...(isUsable(tools) ? { tools: readTools(tools.items) } : {}),
    ...(isUsable(resources)
      ? { resources: { resources: objectsIn(resources), templates: objectsIn(resourceTemplates) } }
      : {}),
    ...(isUsable(prompts) ? { prompts: objectsIn(prompts) } : {}),
  };
}

/** An empty list in trouble says nothing of what the server has. */
const isUsable = ({ items, trouble }: McpListing): boolean => trouble === undefined || items.length > 0;

const objectsIn = ({ items }: McpListing) => items.filter(isObject);

/** The well-formed entries of a tools list: objects with a string name. */
export const readTools = (items: readonly unknown[]): McpTool[] =>
  items.flatMap((item) => (isObject(item) && typeof item.name === 'string' ? [toolOf(item, item.name)] : []));

function toolOf({ title, description, inputSchema, outputSchema, annotations }: Record<string, unknown>, name: string) {
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: isObject(annotations) ? annotations : {},
    contextBytes: Buffer.byteLength(JSON.stringify({ name, description, inputSchema })),
  };
}

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
 * Every string and key that a session showed: first the texts that models get, last the server's own description and
 * the texts under `_meta`. Of the second listing of the tools, only those that changed. Text beyond MAX_CHARS is
 * counted.
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

/** How many characters of a text fit into the remaining budget, and their cost. */
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

/** What kept us from reading on was our own limit on the session. */
export function isBudgetSpent({ trouble, pages }: McpListing): boolean {
  const last = pages.at(-1);
  return trouble === 'unanswered' && (last === undefined || (!last.answered && last.reason === 'budget'));
}

/** Whether the list, or the rest of it, is behind authorization. */
export function isWithheld({ trouble, pages }: McpListing): boolean {
  const last = pages.at(-1);
  return trouble !== undefined && last?.answered === true && last.status === 401;
}

/**
 * Entries of the second tools/list that are new or changed. Whole definitions are compared, because a server can show
 * one description during approval and another later. The order of tools and of keys does not matter.
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

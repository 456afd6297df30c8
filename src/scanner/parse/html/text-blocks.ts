import { isBlock } from '../text/compare-text.ts';
import { imageText } from './images.ts';
import { SCRIPTED_ATTRIBUTES, scriptedAddress } from './links.ts';
import { attributeOf, type Element, ownText, PLACE, type Visitor } from './walk.ts';
import { type WordRun, wordCounter, wordsIn } from './word-counter.ts';

/** The position of a text block, as bits. */
export const BLOCK = {
  /** In a `nav`. */
  navigation: 1,
  /** In a `nav`, an aside, or the header or footer of the page. */
  chrome: 2,
  /** Inside main or an article. */
  content: 4,
  /** Taken off the screen by an attribute or an inline style. */
  hidden: 8,
} as const;

/**
 * The text of a page, block by block in document order, without the text itself: four columns of equal length. Some
 * eleven bytes a block, so that thousands of pages can be compared when all are read.
 */
export interface TextBlocks {
  /** 32 bits of the folded text. */
  readonly hashes: Uint32Array;
  readonly words: Uint16Array;
  /** Where the block ends in the page as Markdown, in characters; a block begins where the one before it ends. */
  readonly ends: Uint32Array;
  /** Bits of BLOCK. */
  readonly places: Uint8Array;
}

/**
 * The last block takes all text after the limit. The limit is high because mega menus with thousands of blocks come
 * before the content.
 */
const MAX_BLOCKS = 8000;
const MAX_WORDS = 0xffff;
const MAX_NOSCRIPT = 200_000;
const MAX_LINKS = 5000;
const MAX_SCRIPTED = 500;
const FNV_START = 2166136261;
const FNV_PRIME = 16777619;

const EMBEDS = new Set(['iframe', 'frame', 'object', 'embed', 'canvas', 'video', 'audio']);

export interface TextBlockCollector extends Visitor {
  blocks(): TextBlocks;
  /** By href as written, trimmed: where a link first is in the Markdown of the whole page. */
  readonly linkStarts: ReadonlyMap<string, number>;
  /** Addresses as written that only a script leads to. */
  readonly scripted: ReadonlySet<string>;
  /** Elements of the content that show something of their own: frames, embedded documents, drawings, films. */
  embeds(): number;
  /** The source inside `noscript` elements of the body. */
  noscript(): string;
}

/** @param written characters of Markdown so far, from the converter, which must be walked before this one */
export function textBlockCollector(written: () => number): TextBlockCollector {
  const hashes: number[] = [];
  const words: number[] = [];
  const ends: number[] = [];
  const places: number[] = [];
  const linkStarts = new Map<string, number>();
  const scripted = new Set<string>();
  const counter = wordCounter();
  let noscript = '';
  let hash = FNV_START;
  let halfWords = 0;
  let embeds = 0;
  let place = 0;

  const endBlock = (): void => {
    counter.gap();
    if (halfWords === 0) return;
    if (hashes.length < MAX_BLOCKS) {
      hashes.push(hash >>> 0);
      words.push(Math.min(MAX_WORDS, Math.ceil(halfWords / 2)));
      ends.push(written());
      places.push(place);
    } else {
      const last = MAX_BLOCKS - 1;
      words[last] = Math.min(MAX_WORDS, (words[last] ?? 0) + Math.ceil(halfWords / 2));
      ends[last] = written();
    }
    halfWords = 0;
    hash = FNV_START;
  };
  const add = (folded: string, where: number, run: WordRun): void => {
    const halves = counter.add(run);
    if (halfWords === 0 && halves > 0) place = blockPlace(where);
    halfWords += halves;
    hash = hashOn(hash, folded);
  };

  return {
    wants: { tags: ['a', 'img', 'noscript', ...EMBEDS], isTag: isBlock, attributes: SCRIPTED_ATTRIBUTES },
    textIn: PLACE.body,
    enter(element, where) {
      if ((where & PLACE.body) === 0) return;
      const { tagName } = element;
      if (isBlock(tagName)) endBlock();
      if (tagName === 'noscript') {
        if (noscript.length < MAX_NOSCRIPT) noscript += ownText(element).slice(0, MAX_NOSCRIPT);
      } else if (tagName === 'a') noteLink(linkStarts, element, written);
      else if (tagName === 'img') {
        const shown = ` ${imageText(element) ?? ''} `;
        add(shown, where, wordsIn(shown));
      } else if (EMBEDS.has(tagName) && (where & PLACE.chrome) === 0) embeds += 1;
      if (element.attrs.length === 0) return;
      const address = scripted.size < MAX_SCRIPTED ? scriptedAddress(element) : undefined;
      if (address !== undefined) scripted.add(address);
    },
    text(folded, where, _raw, run) {
      if ((where & PLACE.body) !== 0) add(folded, where, run);
    },
    leave(element, where) {
      if ((where & PLACE.body) === 0) return;
      if (isBlock(element.tagName)) endBlock();
    },
    blocks() {
      endBlock();
      return {
        hashes: Uint32Array.from(hashes),
        words: Uint16Array.from(words),
        ends: Uint32Array.from(ends),
        places: Uint8Array.from(places),
      };
    },
    linkStarts,
    scripted,
    embeds: () => embeds,
    noscript: () => noscript,
  };
}

/** The same text in at most `count` blocks: neighbours are merged. */
export function coarse({ hashes, words, ends, places }: TextBlocks, count: number): TextBlocks {
  const size = Math.ceil(hashes.length / count);
  if (size <= 1) return { hashes, words, ends, places };
  const groups = Array.from({ length: Math.ceil(hashes.length / size) }, (_, at) => at * size);
  const each = (column: Uint32Array | Uint16Array | Uint8Array, from: number) => [
    ...column.subarray(from, from + size),
  ];
  return {
    hashes: Uint32Array.from(groups, (from) =>
      each(hashes, from).reduce((hash, next) => Math.imul(hash ^ next, FNV_PRIME) >>> 0, FNV_START),
    ),
    words: Uint16Array.from(groups, (from) =>
      Math.min(
        MAX_WORDS,
        each(words, from).reduce((a, b) => a + b, 0),
      ),
    ),
    ends: Uint32Array.from(groups, (from) => each(ends, from).at(-1) ?? 0),
    places: Uint8Array.from(groups, (from) => each(places, from).reduce((a, b) => a & b, 0xff)),
  };
}

function noteLink(into: Map<string, number>, element: Element, written: () => number): void {
  const href = attributeOf(element, 'href')?.trim();
  if (href !== undefined && !into.has(href) && into.size < MAX_LINKS) into.set(href, written());
}

function blockPlace(where: number): number {
  return (
    ((where & PLACE.navigation) === 0 ? 0 : BLOCK.navigation) |
    ((where & PLACE.chrome) === 0 ? 0 : BLOCK.chrome) |
    ((where & PLACE.content) === 0 ? 0 : BLOCK.content) |
    ((where & (PLACE.hidden | PLACE.ariaHidden | PLACE.inert)) === 0 ? 0 : BLOCK.hidden)
  );
}

/** FNV-1a over the UTF-16 units without spaces: how a text is broken into pieces must not matter. */
function hashOn(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20) continue;
    hash = Math.imul(hash ^ code, FNV_PRIME);
  }
  return hash;
}

/** Text whose bytes are not what people read: turned by a bidi override, scattered over elements, or mapped by a font. */

import { functionWordsOf } from '../../text/phrases/function-words.ts';
import { attributeOf, type Collector, type Element, ownText, PLACE } from '../walk.ts';

export interface SpoiledText {
  /** Words in reversed order of letters. */
  readonly reversed: number;
  /** Words whose letters stand in elements of their own, in an order that a style decides, or apart. */
  readonly scattered: number;
  /** Words in letters that only a font of the page shows. */
  readonly mapped: number;
}

const MAX_CLASSES = 50;
const OVERRIDES = /unicode-bidi\s{0,5}:\s{0,5}(?:bidi-override|isolate-override)/i;
const MOVED = /(?:^|[;\s])(?:order|left|right|float|position|grid-column|grid-area|transform|margin-left)\s{0,5}:/i;
const LETTER = /^[\p{L}\p{N}]$/u;
const PRIVATE_USE = /[\ue000-\uf8ff]/g;
/** A word of one letter, which may have two units. */
const MAY_BE_APART = /(?:^| )\S{1,2}(?: |$)/;
const MIN_PROSE = 60;
const MIN_RUN = 8;
const BIDI_OVERRIDE = /[\u202d\u202e]/;
const MAX_SAMPLE = 20_000;

export function spoiledTextCollector(): Collector<SpoiledText> {
  let style = '';
  let lang: string | undefined;
  let hasFont = false;
  const turned: Element[] = [];
  let turnedWords = 0;
  let movedLetters = 0;
  /** Letters that stand alone, one after the other, with spaces or blocks between. */
  let alone = 0;
  let apart = 0;
  let privateLetters = 0;
  let prose = '';
  let code = 0;
  let classes: ReadonlySet<string> = new Set();

  const endRun = (): void => {
    if (alone >= MIN_RUN) apart += alone;
    alone = 0;
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'html') lang = attributeOf(element, 'lang') ?? lang;
      if (tagName === 'style' && style.length < 200_000) {
        style += ownText(element).slice(0, 200_000);
        classes = overridingClasses(style);
        hasFont ||= style.includes('@font-face');
      }
      if (tagName === 'pre' || tagName === 'code' || tagName === 'kbd' || tagName === 'samp') code += 1;
      if ((place & PLACE.body) === 0) return;
      if (overrides(element, classes)) turned.push(element);
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) === 0 || (place & PLACE.hidden) !== 0 || code > 0) return;
      if (turned.length > 0 || BIDI_OVERRIDE.test(folded)) turnedWords += wordsOf(folded).length;
      const piece = folded.trim();
      if (piece.length <= 2 && LETTER.test(piece)) {
        if (piece !== folded) alone += 1;
      } else if (piece !== '') {
        const parts = MAY_BE_APART.test(piece) ? piece.split(' ') : [];
        const single = parts.filter((part) => LETTER.test(part) && !/\d/.test(part)).length;
        if (parts.length > 0 && single === parts.length) alone += single;
        else {
          endRun();
          if (single >= MIN_RUN && single >= 0.6 * parts.length) apart += single;
        }
      }
      if (folded.length > 0 && PRIVATE_USE.test(folded)) {
        for (const [run] of folded.matchAll(/[\ue000-\uf8ff]{3,200}/g)) privateLetters += run.length;
      }
      PRIVATE_USE.lastIndex = 0;
      if (prose.length < MAX_SAMPLE && (place & PLACE.chrome) === 0) prose += folded;
    },
    leave(element, place) {
      const { tagName } = element;
      if (tagName === 'pre' || tagName === 'code' || tagName === 'kbd' || tagName === 'samp') code -= 1;
      if (turned.at(-1) === element) turned.pop();
      if ((place & PLACE.body) === 0) return;
      const own = attributeOf(element, 'style');
      if (own !== undefined && MOVED.test(own.slice(0, 300)) && LETTER.test(ownText(element).trim())) movedLetters += 1;
      if (prose.length < MAX_SAMPLE && !INLINE.has(tagName)) prose += ' ';
    },
    facts() {
      endRun();
      const garbled = garbledWords(prose, lang, hasFont);
      const scattered = Math.ceil((movedLetters >= MIN_RUN ? movedLetters : 0) / 5) + Math.ceil(apart / 5);
      return {
        reversed: Math.max(turnedWords, garbled.reversed),
        scattered,
        mapped: Math.max(Math.ceil(privateLetters / 5), garbled.mapped),
      };
    },
  };
}

const INLINE = new Set('span a b i em strong code small sub sup bdi bdo abbr mark u s font'.split(' '));

function overridingClasses(css: string): ReadonlySet<string> {
  const names = new Set<string>();
  let from = 0;
  for (
    let at = css.indexOf('override', from);
    at !== -1 && names.size < MAX_CLASSES;
    at = css.indexOf('override', at + 8)
  ) {
    const open = css.lastIndexOf('{', at);
    if (open === -1 || !OVERRIDES.test(css.slice(open, at + 8))) continue;
    const start = Math.max(css.lastIndexOf('}', open) + 1, open - 500);
    for (const [, name = ''] of css.slice(start, open).matchAll(/[.#]([\w-]{1,60})/g)) names.add(name);
    for (const tag of css.slice(start, open).split(','))
      if (/^[a-z]{1,10}$/.test(tag.trim())) names.add(`<${tag.trim()}`);
    from = at;
  }
  return names;
}

function overrides(element: Element, classes: ReadonlySet<string>): boolean {
  if (element.tagName === 'bdo') return attributeOf(element, 'dir') === 'rtl';
  const own = attributeOf(element, 'style');
  if (own !== undefined && OVERRIDES.test(own.slice(0, 500))) return true;
  if (classes.size === 0) return false;
  if (classes.has(`<${element.tagName}`)) return true;
  const names = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`.slice(0, 300).split(/\s+/);
  return names.some((name) => classes.has(name));
}

/** Tables of Unicode are looked at only where a text needs them. */
const wordsOf = (text: string): string[] =>
  text.split(/^[\0-\x7f]*$/.test(text) ? /[^A-Za-z0-9']+/ : /[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => word !== '');

const TURNED = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Turned words that are words themselves: a table with a "no" in each row is no reversed text. */
const OWN_WORDS: ReadonlySet<string> = new Set(['no', 'saw', 'era', 'ton']);

/** The words with their letters in reversed order; made once for each language. */
function turnedWordsOf(words: ReadonlySet<string>): ReadonlySet<string> {
  const turned = [...words].map((word) => [...word].reverse().join('')).filter((word) => !OWN_WORDS.has(word));
  const found = TURNED.get(words) ?? new Set(turned);
  TURNED.set(words, found);
  return found;
}

/** Prose in a known language without any of its most frequent words is reversed, or written in letters that mean others. */
function garbledWords(
  text: string,
  lang: string | undefined,
  hasFont: boolean,
): { readonly reversed: number; readonly mapped: number } {
  const known = functionWordsOf(lang);
  const none = { reversed: 0, mapped: 0 };
  if (known === undefined) return none;
  const words = wordsOf(text.toLowerCase());
  if (words.length < MIN_PROSE) return none;
  const hits = words.filter((word) => known.has(word)).length;
  const turned = turnedWordsOf(known);
  const turnedHits = words.filter((word) => turned.has(word)).length;
  if (turnedHits > 3 * Math.max(1, hits) && turnedHits >= 0.08 * words.length)
    return { reversed: words.length, mapped: 0 };
  return hits === 0 && hasFont && isProse(text) ? { reversed: 0, mapped: words.length } : none;
}

/** Sentences, and not a list of names. */
const isProse = (text: string): boolean => (text.match(/[\p{L}][.!?](?:\s|$)/gu) ?? []).length * 40 >= text.length / 6;

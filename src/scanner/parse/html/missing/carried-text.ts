/** Text that a page carries where readers without scripts and style sheets do not look, and does not show. */

import { comparableText, createFinder } from '../../text/compare-text.ts';
import { attributeOf, type Element, foldSpaces, isHtml, ownText, PLACE, type Visitor } from '../walk.ts';
import { countWords } from '../word-counter.ts';
import { type Carrier, carrierReader } from './text-carriers.ts';

export interface CarriedText {
  /** Words of prose that the page shows nowhere. */
  readonly missing: number;
  /** Those that it shows too, as a page that was rendered before it was sent does. */
  readonly shown: number;
  /** The missing words name what the page is about. */
  readonly isAbout: boolean;
}

const MAX_PIECES = 600;
const MAX_PAGE_CHARS = 400_000;
const MAX_META = 1000;
const MAX_HEADING = 300;
const TAG = /<[^<>]{0,2000}>/g;
const MIN_NAME_LETTERS = 4;
const MIN_NAME_SHARE = 0.5;

export interface CarriedTextCollector extends Visitor {
  carried(): Readonly<Partial<Record<Carrier, CarriedText>>>;
  /** Whether the page shows the digits of a number, however they are grouped; to be asked when the walk is over. */
  showsNumber(value: string): boolean;
}

/** A string of prose in a carrier. */
interface Piece {
  readonly carrier: Carrier;
  readonly text: string;
  /** The texts between its tags: the page may have other spaces around them. */
  readonly parts: readonly string[];
  /** The number of the element or attribute that holds it. */
  readonly source: number;
}

export function carriedTextCollector(): CarriedTextCollector {
  const pieces: Piece[] = [];
  const page: string[] = [];
  const meta: string[] = [];
  let pageChars = 0;
  let sources = 0;
  let title = '';
  let heading: Element | undefined;
  let h1 = '';
  const readCarrier = carrierReader((carrier, texts, minWords) => {
    sources += 1;
    for (const text of texts) {
      if (pieces.length >= MAX_PIECES) return;
      const plain = foldSpaces(withoutTags(text)).trim();
      if (countWords(plain) >= minWords) pieces.push({ carrier, text: plain, parts: partsOf(text), source: sources });
    }
  });

  return {
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'title' && isHtml(element)) title ||= ownText(element);
      if (tagName === 'h1') heading ??= element;
      // A description is in the head of the page, where readers get it.
      if (tagName === 'meta') meta.push((attributeOf(element, 'content') ?? '').slice(0, MAX_META));
      readCarrier(element, place);
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) === 0 || pageChars > MAX_PAGE_CHARS) return;
      page.push(folded);
      pageChars += folded.length;
      if (heading !== undefined && h1.length < MAX_HEADING) h1 += folded;
    },
    leave(element) {
      if (element === heading) heading = undefined;
      if (element.tagName !== 'span' && element.tagName !== 'a' && page.length > 0) page.push(' ');
    },
    carried() {
      if (pieces.length === 0) return {};
      return sortedByShown(pieces, `${meta.join(' ')} ${page.join('')}`, namesOf(title, h1));
    },
    showsNumber: (value) => hasNumber(page, value),
  };
}

/**
 * What each carrier holds, as far as the page shows it and as far as not.
 * @param shown the text of the page
 * @param names words that tell what the page is about
 */
function sortedByShown(
  pieces: readonly Piece[],
  shown: string,
  names: readonly string[],
): Partial<Record<Carrier, CarriedText>> {
  const isShown = createFinder(comparableText(shown));
  const found: Partial<Record<Carrier, CarriedText>> = {};
  const missingBySource = new Map<number, string[]>();
  const seen = new Set<string>();
  for (const { carrier, text, parts, source } of pieces) {
    const comparable = comparableText(text);
    if (seen.has(comparable)) continue;
    seen.add(comparable);
    const known = found[carrier] ?? { missing: 0, shown: 0, isAbout: false };
    const unshown = isShown(comparable) ? [] : parts.filter((part) => !isShown(comparableText(part)));
    const missing = unshown.reduce((sum, part) => sum + countWords(part), 0);
    const shownWords = known.shown + Math.max(0, countWords(text) - missing);
    if (missing === 0) found[carrier] = { ...known, shown: shownWords };
    else {
      const texts = missingBySource.get(source) ?? [];
      texts.push(comparable);
      missingBySource.set(source, texts);
      found[carrier] = {
        missing: known.missing + missing,
        shown: shownWords,
        isAbout: known.isAbout || speaksOf(names, texts),
      };
    }
  }
  return found;
}

/** Whether texts have the digits of a number, without its decimals; nothing and zero are not looked for. */
function hasNumber(texts: readonly string[], value: string): boolean {
  const digits = /^\D{0,4}(\d[\d.,\s]{0,20})/.exec(value)?.[1] ?? '';
  const whole = digits.replace(/[.,]\d{1,2}\s*$/, '').replace(/\D/g, '');
  if (whole === '' || whole === '0') return true;
  return texts
    .join('')
    .replace(/(\d)[.,\s’']{1,2}(?=\d{3})/g, '$1')
    .includes(whole);
}

function namesOf(title: string, h1: string): string[] {
  const [first = ''] = title.split(/ [-–—|·:] /, 1);
  return [...new Set(comparableText(`${first} ${h1}`).split(' '))].filter(({ length }) => length >= MIN_NAME_LETTERS);
}

function speaksOf(names: readonly string[], texts: readonly string[]): boolean {
  const text = texts.join(' ');
  return names.length > 0 && names.filter((name) => text.includes(name)).length >= MIN_NAME_SHARE * names.length;
}

/** Markup in a string is markup of the page that a script will write. */
function partsOf(text: string): string[] {
  if (!text.includes('<')) return [text];
  return text
    .split(TAG)
    .map((part) => foldSpaces(part).trim())
    .filter((part) => part !== '');
}

function withoutTags(text: string): string {
  return text.includes('<') ? text.replaceAll(TAG, ' ') : text;
}

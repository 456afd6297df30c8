/** Text that a page carries where readers without scripts and style sheets do not look, and does not show. */

import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { comparableText, createFinder } from '../../text/compare-text.ts';
import { attributeOf, type Element, foldSpaces, isHtml, ownText, PLACE, type Visitor } from '../walk.ts';
import { countWords } from '../word-counter.ts';
import { textLiterals } from './text-literals.ts';

/** `script`: data islands and code; `css`: `content` of a style sheet; `shadow`: a declarative shadow root. */
export const CARRIERS = ['script', 'template', 'shadow', 'css', 'attribute'] as const;
export type Carrier = (typeof CARRIERS)[number];

export interface CarriedText {
  /** Words of prose that the page shows nowhere. */
  readonly missing: number;
  /** Those that it shows too, as a page that was rendered before it was sent does. */
  readonly shown: number;
  /** The missing words name what the page is about. */
  readonly isAbout: boolean;
}

/** Shorter strings are labels, messages and settings. */
const MIN_WORDS = 12;
/** A mark before or behind an element, such as a bracket or "new". */
const MIN_CSS_WORDS = 3;
const MIN_ATTRIBUTE_CHARS = 80;
const MAX_SOURCE_CHARS = 600_000;
const MAX_PIECES = 600;
const MAX_PAGE_CHARS = 400_000;
const MAX_NODES = 20_000;
const MAX_META = 1000;
/** Attributes that are no text of the page, or that readers do get. */
const NO_CARRIERS = new Set(
  'class style id href src srcset sizes alt title content d points action placeholder integrity onclick onload value xmlns'.split(
    ' ',
  ),
);
const TAG = /<[^<>]{0,2000}>/g;
const MIN_NAME_LETTERS = 4;
const MIN_NAME_SHARE = 0.5;

export interface CarriedTextCollector extends Visitor {
  carried(): Readonly<Partial<Record<Carrier, CarriedText>>>;
  /** Whether the page shows the digits of a number, however they are grouped; to be asked when the walk is over. */
  showsNumber(value: string): boolean;
}

export function carriedTextCollector(): CarriedTextCollector {
  const pieces: {
    readonly carrier: Carrier;
    readonly text: string;
    /** The texts between its tags: the page may have other spaces around them. */
    readonly parts: readonly string[];
    readonly source: number;
  }[] = [];
  const page: string[] = [];
  const meta: string[] = [];
  let pageChars = 0;
  let sourceChars = 0;
  let sources = 0;
  let title = '';
  let heading: Element | undefined;
  let h1 = '';
  const add = (carrier: Carrier, texts: readonly string[], minWords: number): void => {
    sources += 1;
    for (const text of texts) {
      if (pieces.length >= MAX_PIECES) return;
      const plain = foldSpaces(withoutTags(text)).trim();
      if (countWords(plain) >= minWords) pieces.push({ carrier, text: plain, parts: partsOf(text), source: sources });
    }
  };
  const budget = (source: string): string => {
    const kept = source.slice(0, Math.max(0, MAX_SOURCE_CHARS - sourceChars));
    sourceChars += kept.length;
    return kept;
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'title' && isHtml(element)) title ||= ownText(element);
      if (tagName === 'h1') heading ??= element;
      // A description is in the head of the page, where readers get it.
      if (tagName === 'meta') meta.push((attributeOf(element, 'content') ?? '').slice(0, MAX_META));
      if (tagName === 'script') {
        if (!isStructuredData(element) && attributeOf(element, 'src') === undefined)
          add('script', textLiterals(budget(ownText(element))), MIN_WORDS);
      } else if (tagName === 'style') {
        add('css', contentStrings(budget(ownText(element))), MIN_CSS_WORDS);
      } else if (tagName === 'template') {
        const isShadow = element.attrs.some(({ name }) => name === 'shadowrootmode' || name === 'shadowroot');
        add(isShadow ? 'shadow' : 'template', [budget(templateText(element))], isShadow ? 1 : MIN_WORDS);
      } else if ((place & PLACE.body) !== 0) {
        for (const { name, value } of element.attrs) {
          if (value.length < MIN_ATTRIBUTE_CHARS || NO_CARRIERS.has(name) || name.startsWith('aria-')) continue;
          const kept = budget(value);
          add('attribute', /^\s*[[{]/.test(kept) ? textLiterals(kept) : [kept], MIN_WORDS);
        }
      }
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) === 0 || pageChars > MAX_PAGE_CHARS) return;
      page.push(folded);
      pageChars += folded.length;
      if (heading !== undefined && h1.length < 300) h1 += folded;
    },
    leave(element) {
      if (element === heading) heading = undefined;
      if (element.tagName !== 'span' && element.tagName !== 'a' && page.length > 0) page.push(' ');
    },
    carried() {
      if (pieces.length === 0) return {};
      const isShown = createFinder(comparableText(`${meta.join(' ')} ${page.join('')}`));
      const names = namesOf(title, h1);
      const found: Partial<Record<Carrier, CarriedText>> = {};
      const about = new Map<number, string[]>();
      const seen = new Set<string>();
      for (const { carrier, text, parts, source } of pieces) {
        const comparable = comparableText(text);
        if (seen.has(comparable)) continue;
        seen.add(comparable);
        const known = found[carrier] ?? { missing: 0, shown: 0, isAbout: false };
        const unshown = isShown(comparable) ? [] : parts.filter((part) => !isShown(comparableText(part)));
        const missing = unshown.reduce((sum, part) => sum + countWords(part), 0);
        const shown = known.shown + Math.max(0, countWords(text) - missing);
        if (missing === 0) found[carrier] = { ...known, shown };
        else {
          const texts = about.get(source) ?? [];
          texts.push(comparable);
          about.set(source, texts);
          found[carrier] = {
            missing: known.missing + missing,
            shown,
            isAbout: known.isAbout || speaksOf(names, texts),
          };
        }
      }
      return found;
    },
    showsNumber(value) {
      const digits = /^\D{0,4}(\d[\d.,\s]{0,20})/.exec(value)?.[1] ?? '';
      const whole = digits.replace(/[.,]\d{1,2}\s*$/, '').replace(/\D/g, '');
      if (whole === '' || whole === '0') return true;
      return page
        .join('')
        .replace(/(\d)[.,\s’']{1,2}(?=\d{3})/g, '$1')
        .includes(whole);
    },
  };
}

const isStructuredData = (element: Element): boolean =>
  /ld\+json|importmap|speculationrules|x-shader/.test((attributeOf(element, 'type') ?? '').toLowerCase());

function namesOf(title: string, h1: string): string[] {
  const [first = ''] = title.split(/ [-–—|·:] /, 1);
  return [...new Set(comparableText(`${first} ${h1}`).split(' '))].filter(({ length }) => length >= MIN_NAME_LETTERS);
}

function speaksOf(names: readonly string[], texts: readonly string[]): boolean {
  const text = texts.join(' ');
  return names.length > 0 && names.filter((name) => text.includes(name)).length >= MIN_NAME_SHARE * names.length;
}

/** Text in quotes behind `content:`; counters, attributes and addresses are no text. */
function contentStrings(css: string): string[] {
  const found: string[] = [];
  for (let at = css.indexOf('content:'); at !== -1 && found.length < MAX_PIECES; at = css.indexOf('content:', at + 8)) {
    const literals = textLiterals(css.slice(at + 8, at + 8 + 5000).split(/[;}]/, 1)[0] ?? '', 1);
    if (literals.length > 0) found.push(literals.join(' '));
  }
  return found;
}

/** The text in a template, whose content hangs next to the tree. */
function templateText(template: Element): string {
  const open: Tree.ChildNode[] = [...contentOf(template)].reverse();
  const texts: string[] = [];
  for (let visited = 0; open.length > 0 && visited < MAX_NODES; visited += 1) {
    const node = open.pop();
    if (node === undefined) break;
    if ('value' in node) texts.push(node.value);
    else if ('tagName' in node && node.tagName !== 'script' && node.tagName !== 'style') {
      texts.push(' ');
      for (const child of [...node.childNodes, ...contentOf(node)].reverse()) open.push(child);
    }
  }
  return texts.join('').replace(/\{\{[^{}]{0,200}\}\}/g, ' ');
}

const contentOf = (element: Element): readonly Tree.ChildNode[] =>
  'content' in element ? (element as Tree.Template).content.childNodes : [];

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

/** The parts of a page that carry text where it is not shown: scripts, style sheets, templates and long attributes. */

import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attributeOf, type Element, ownText, PLACE } from '../walk.ts';
import { textLiterals } from './text-literals.ts';

/** `script`: data islands and code; `css`: `content` of a style sheet; `shadow`: a declarative shadow root. */
export type Carrier = 'script' | 'template' | 'shadow' | 'css' | 'attribute';

/** Shorter strings are labels, messages and settings. */
const MIN_WORDS = 12;
/** A mark before or behind an element, such as a bracket or "new". */
const MIN_CSS_WORDS = 3;
const MIN_ATTRIBUTE_CHARS = 80;
const MAX_SOURCE_CHARS = 600_000;
const MAX_NODES = 20_000;
const MAX_STRINGS = 600;
/** Attributes that are no text of the page, or that readers do get. */
const NO_CARRIERS = new Set(
  'class style id href src srcset sizes alt title content d points action placeholder integrity onclick onload value xmlns'.split(
    ' ',
  ),
);

/** @param texts of one source, of which those with fewer words are no prose */
type OnCarried = (carrier: Carrier, texts: readonly string[], minWords: number) => void;

/**
 * Reads what an element carries, 600,000 characters of a page.
 * @returns a function to be called for every element
 */
export function carrierReader(onCarried: OnCarried): (element: Element, place: number) => void {
  let sourceChars = 0;
  const budget = (source: string): string => {
    const kept = source.slice(0, Math.max(0, MAX_SOURCE_CHARS - sourceChars));
    sourceChars += kept.length;
    return kept;
  };
  return (element, place) => {
    const { tagName } = element;
    if (tagName === 'script') {
      if (!isStructuredData(element) && attributeOf(element, 'src') === undefined)
        onCarried('script', textLiterals(budget(ownText(element))), MIN_WORDS);
    } else if (tagName === 'style') {
      onCarried('css', contentStrings(budget(ownText(element))), MIN_CSS_WORDS);
    } else if (tagName === 'template') {
      const isShadow = element.attrs.some(({ name }) => name === 'shadowrootmode' || name === 'shadowroot');
      onCarried(isShadow ? 'shadow' : 'template', [budget(templateText(element))], isShadow ? 1 : MIN_WORDS);
    } else if ((place & PLACE.body) !== 0) {
      for (const { name, value } of element.attrs) {
        if (value.length < MIN_ATTRIBUTE_CHARS || NO_CARRIERS.has(name) || name.startsWith('aria-')) continue;
        const kept = budget(value);
        onCarried('attribute', /^\s*[[{]/.test(kept) ? textLiterals(kept) : [kept], MIN_WORDS);
      }
    }
  };
}

const isStructuredData = (element: Element): boolean =>
  /ld\+json|importmap|speculationrules|x-shader/.test((attributeOf(element, 'type') ?? '').toLowerCase());

/** Text in quotes behind `content:`; counters, attributes and addresses are no text. */
function contentStrings(css: string): string[] {
  const found: string[] = [];
  for (
    let at = css.indexOf('content:');
    at !== -1 && found.length < MAX_STRINGS;
    at = css.indexOf('content:', at + 8)
  ) {
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

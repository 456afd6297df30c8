/** Formulas as text: the TeX that the page has with them, else their MathML in a line. */

import { attributeOf, type Element, foldSpaces, ownText } from '../walk.ts';
import { inCell, type MarkdownContext } from './context.ts';
import { escapeText } from './escape.ts';

const MAX_DEPTH = 40;
const MAX_FORMULA = 4000;
const TEX = new Set(['application/x-tex', 'application/x-latex', 'tex', 'latex']);

/** Writes a `math` element, as a block of its own where it is one. */
export function writeFormula(context: MarkdownContext, math: Element): void {
  const { writer, options } = context;
  const isOwnBlock = attributeOf(math, 'display')?.toLowerCase() === 'block' && context.inlineDepth === 0;
  if (isOwnBlock) context.lineEnd(2);
  const tex = foldSpaces(texOf(math, 0) ?? '').trim();
  const sign = isOwnBlock ? '$$' : '$';
  const line = foldSpaces(lineOf(math, 0)).trim().slice(0, MAX_FORMULA);
  if (tex !== '') writer.inline(inCell(context, `${sign}${tex.slice(0, MAX_FORMULA)}${sign}`));
  else if (line !== '') writer.inline(inCell(context, options.isExact === true ? escapeText(line) : line));
  if (isOwnBlock) context.lineEnd(2);
}

function texOf(element: Element, depth: number): string | undefined {
  if (element.tagName === 'annotation' && TEX.has(attributeOf(element, 'encoding')?.trim().toLowerCase() ?? '')) {
    return ownText(element);
  }
  if (depth >= MAX_DEPTH) return undefined;
  for (const child of childrenOf(element)) {
    const found = texOf(child, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const childrenOf = ({ childNodes }: Element): Element[] =>
  childNodes.filter((child): child is Element => 'tagName' in child);

/** The operands of an element in a line: x^2, a_i, (a + b)/c. */
function lineOf(element: Element, depth: number): string {
  const { tagName } = element;
  if (depth >= MAX_DEPTH || tagName.startsWith('annotation')) return '';
  const children = childrenOf(element);
  const part = (at: number): string => {
    const child = children[at];
    return child === undefined ? '' : lineOf(child, depth + 1).trim();
  };
  switch (tagName) {
    case 'msup':
    case 'mover':
      return `${part(0)}^${grouped(part(1))}`;
    case 'msub':
    case 'munder':
      return `${part(0)}_${grouped(part(1))}`;
    case 'msubsup':
    case 'munderover':
      return `${part(0)}_${grouped(part(1))}^${grouped(part(2))}`;
    case 'mfrac':
      return `${grouped(part(0))}/${grouped(part(1))}`;
    case 'mroot':
      return `${grouped(part(1))}√${grouped(part(0))}`;
    case 'msqrt':
      return `√${grouped(inside(element, depth).trim())}`;
    case 'mo':
      return ` ${inside(element, depth).trim()} `;
    case 'mtr':
    case 'mtd':
      return ` ${inside(element, depth).trim()} `;
    default:
      return inside(element, depth);
  }
}

const inside = ({ childNodes }: Element, depth: number): string =>
  childNodes
    .map((child) => ('tagName' in child ? lineOf(child, depth + 1) : 'value' in child ? child.value : ''))
    .join('');

/** More than one letter or number needs brackets to stay together. */
const grouped = (text: string): string => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);

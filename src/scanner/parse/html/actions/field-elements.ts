/** The elements that people fill in, and what the markup of one says of it. */

import { attributeOf, type Element, ownText } from '../walk.ts';
import { attributeName, attributeText, within } from './text-within.ts';

/** Types of input elements that ask for nothing. */
const NO_FIELD = new Set(['hidden', 'submit', 'button', 'reset', 'image']);
/** Types of fields into which people may write what they look for. */
export const TEXT_TYPES = new Set(['text', 'search']);
/** Children of a select, and elements in one that looks like it, that are looked at. */
export const MAX_OPTIONS = 80;

/** The type as written, lower-case; 'text' for an input without one, '' for others. */
export const typeOf = (element: Element): string =>
  attributeText(element, 'type', 20).toLowerCase() || (element.tagName === 'input' ? 'text' : '');

/** An element of HTML that takes an answer. */
export const isField = (element: Element): boolean =>
  element.tagName === 'textarea' ||
  element.tagName === 'select' ||
  (element.tagName === 'input' && !NO_FIELD.has(typeOf(element)));

/** What the attributes of a field call it. */
export const wordsOf = (field: Element): string => `${attributeName(field)} ${attributeText(field, 'placeholder')}`;

/** A value that people may copy, and cannot change. */
export const isShownValue = (element: Element): boolean =>
  // Dials (jQuery Knob and its like) have a data- attribute that makes them show only.
  attributeOf(element, 'data-readonly') === 'true' ||
  (attributeOf(element, 'readonly') !== undefined &&
    (element.tagName === 'textarea' ? within(element, 10).text !== '' : attributeText(element, 'value', 10) !== ''));

/** It has an option that says something, or several by their texts; scripts fill those that have none. */
export function hasChoice(select: Element): boolean {
  let texts = 0;
  for (const node of select.childNodes.slice(0, MAX_OPTIONS)) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'optgroup') return true;
    if (node.tagName !== 'option' || attributeOf(node, 'disabled') !== undefined) continue;
    const text = (within(node, 10).text || ownText(node)).trim();
    if ((attributeOf(node, 'value') ?? text).trim() !== '') return true;
    if (text !== '') texts += 1;
  }
  // The first is what the field says before a choice.
  return texts > 2;
}

/** What tells an element that holds a figure, by its names and attributes, and what a figure looks like that is not there. */

import { isOneOf, LOADING } from '../../text/phrases/phrases.ts';
import { attributeOf, type Element } from '../walk.ts';

/** Names of elements that hold a figure people come for. */
const FIGURE_WORDS = new Set(
  'price prices amount cost stock availability hours rate fee total balance salary rent temperature quantity departure arrival odds'.split(
    ' ',
  ),
);
const VALUE_ATTRIBUTES = new Set([
  'data-price',
  'data-amount',
  'data-value',
  'data-figure',
  'data-cost',
  'data-stock',
  'data-count',
  'data-number',
  'data-hours',
  'data-text',
  'data-content',
]);
const DASHES = /^[\s\-–—−.…·?_:*]{0,12}$/;
/** Characters of dashes and the white space around them; a text is kept up to this length. */
const MAX_NOTHING = 400;

/** No text, dashes, or words that say that it is loading. */
export const isNothing = (text: string): boolean =>
  (text.length <= MAX_NOTHING && DASHES.test(text.trim())) || isOneOf(LOADING, text);

/** Its attributes have a value that its text may show. */
export const holdsValue = (element: Element): boolean =>
  element.attrs.some(({ name, value }) => VALUE_ATTRIBUTES.has(name) && /\d/.test(value)) ||
  (element.tagName === 'data' && /\d/.test(attributeOf(element, 'value') ?? '')) ||
  (element.tagName === 'time' && attributeOf(element, 'datetime') !== undefined);

/** It is called by something that people come for, such as a price. */
export function isFigureName(element: Element): boolean {
  return nameOf(element)
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => FIGURE_WORDS.has(word));
}

/** Id, classes and the names of data attributes, cut. */
export const nameOf = (element: Element): string =>
  `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''} ${element.attrs
    .filter(({ name }) => name.startsWith('data-'))
    .map(({ name }) => name.slice(5))
    .join(' ')}`
    .slice(0, 200)
    .trim();

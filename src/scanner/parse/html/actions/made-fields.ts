/** Fields that are made of elements that are none: by a role, by their looks, or for a hidden field that a script fills. */

import { attributeOf, type Element } from '../walk.ts';
import { isField, MAX_OPTIONS, typeOf } from './field-elements.ts';
import { attributeText, within } from './text-within.ts';

/** Hidden fields that are no answer of a person. */
const NO_ANSWER = /csrf|token|nonce|captcha|honey|utm|referr?er|source|session|timestamp|(?:^|_)id$|^_/i;
const MAX_AROUND = 60;
/** Elements that hold several fields and their names, which need not belong together. */
const LARGE = new Set(['html', 'body', 'main', 'article', 'section', 'table', 'form', 'ul', 'ol']);

/**
 * What takes the place of a field that a script fills: a control with a tag or a role; an element that takes the focus and says nothing;
 * texts to choose from (days, chips); an empty element into which a script draws a calendar, a map or a plan of seats.
 */
export type MadeBy = 'control' | 'tabstop' | 'choices' | 'drawn';

/** The control of a script that fills a hidden field without a value: one in the same element, without a field. */
export function controlOf(
  hidden: Element,
  name: string,
): { readonly element: Element; readonly kind: MadeBy } | undefined {
  if ((attributeOf(hidden, 'value') ?? '') !== '' || NO_ANSWER.test(name)) return undefined;
  const parent = hidden.parentNode;
  if (parent === null || !('tagName' in parent) || LARGE.has(parent.tagName) || parent.tagName === 'fieldset')
    return undefined;
  const waiting = parent.childNodes.slice(0, MAX_AROUND);
  const found: Partial<Record<MadeBy, Element>> = {};
  let choices = 0;
  for (let seen = 0; seen < MAX_AROUND; seen += 1) {
    const node = waiting.shift();
    if (node === undefined) break;
    if (!('tagName' in node)) continue;
    if (isField(node) && typeOf(node) !== 'hidden') return undefined;
    const kind = madeBy(node);
    if (kind === 'choices') choices += 1;
    if (kind !== undefined) found[kind] ??= node;
    waiting.push(...node.childNodes.slice(0, MAX_AROUND));
  }
  if (found.control !== undefined) return { element: found.control, kind: 'control' };
  if (found.tabstop !== undefined) return { element: found.tabstop, kind: 'tabstop' };
  // One text with data is no choice.
  if (choices > 1) return { element: parent, kind: 'choices' };
  return found.drawn === undefined ? undefined : { element: found.drawn, kind: 'drawn' };
}

function madeBy(element: Element): MadeBy | undefined {
  const role = attributeOf(element, 'role') ?? '';
  if (element.tagName === 'button') return typeOf(element) === 'button' ? 'control' : undefined;
  if (/^(?:combobox|listbox|button|spinbutton|slider)$/.test(role)) return 'control';
  if (attributeOf(element, 'tabindex') === '0') return role === '' ? 'tabstop' : 'control';
  if (!DRAWN_INTO.has(element.tagName)) return undefined;
  const isMarked = element.attrs.some(({ name }) => name.startsWith('data-') || name === 'onclick');
  const isEmpty = within(element, 10).text === '';
  if (!isEmpty) return isMarked ? 'choices' : undefined;
  return attributeOf(element, 'id') !== undefined || isMarked ? 'drawn' : undefined;
}
const DRAWN_INTO = new Set(['div', 'span', 'li', 'td', 'section', 'canvas', 'svg']);

/** A listbox is as often the popup of a field. */
const FIELD_ROLES = new Set(['combobox', 'textbox', 'spinbutton', 'radiogroup', 'slider']);

/** An element that is no field and is made to be one: by its role, or by looks. What has a field in it only dresses that. */
export function isMadeField(element: Element): boolean {
  const role = attributeOf(element, 'role');
  const isMade =
    role === undefined
      ? (element.tagName === 'div' || element.tagName === 'span') &&
        SELECT_LIKE.test(attributeText(element, 'class', 120)) &&
        (attributeOf(element, 'onclick') !== undefined || attributeOf(element, 'tabindex') !== undefined)
      : FIELD_ROLES.has(role) && element.tagName !== 'fieldset' && !isField(element);
  return isMade && !holdsField(element);
}
const SELECT_LIKE =
  /(?:^|[\s_-])(?:(?:custom|nice|fake)-?select|select-?box|select|date-?picker|time-?picker)(?:$|[\s_-])/i;

function holdsField(element: Element): boolean {
  const open = [...element.childNodes];
  for (let seen = 0; seen < MAX_OPTIONS && open.length > 0; seen += 1) {
    const node = open.pop();
    if (node === undefined || !('tagName' in node)) continue;
    if (isField(node)) return true;
    open.push(...node.childNodes.slice(0, MAX_OPTIONS));
  }
  return false;
}

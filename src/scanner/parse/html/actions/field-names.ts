/** What names the fields of a page: collected on the walk, joined when it is over, because names may come after their fields. */

import { attributeOf, type Element } from '../walk.ts';
import type { ActionField } from './page-actions.ts';
import { attributeName, attributeText, within } from './text-within.ts';

/** Labels, and elements with an id, that are kept of one page. */
const MAX_LABELS = 2000;
/** Elements that a field may refer to for its name; larger ones are none, however often they have an id. */
const MAY_NAME = new Set([
  'span',
  'div',
  'label',
  'legend',
  'p',
  'th',
  'td',
  'dt',
  'strong',
  'b',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
]);

export interface FieldNames {
  /** To be called for every element of HTML. */
  enter(element: Element): void;
  leave(element: Element): void;
  /** The text of the label that is open at this point of the walk; undefined outside of labels. */
  around(): string | undefined;
  /**
   * The accessible name (HTML-AAM section 4.1), with what gives it; to be asked when the walk is over.
   * @param around the text of the label around the field, '' for none
   */
  nameOf(field: Element, around: string): Pick<ActionField, 'label' | 'labelledBy'>;
}

export function fieldNames(): FieldNames {
  const labelsFor = new Map<string, string>();
  const namesById = new Map<string, string>();
  const references = new Map<Element, string>();
  let label: { readonly element: Element; readonly text: string } | undefined;

  return {
    enter(element) {
      const { tagName } = element;
      const id = attributeOf(element, 'id');
      if (id !== undefined && namesById.size < MAX_LABELS && MAY_NAME.has(tagName))
        namesById.set(id, within(element).text);
      const labelledBy = attributeOf(element, 'aria-labelledby');
      if (labelledBy !== undefined) references.set(element, labelledBy.slice(0, 200));
      if (tagName !== 'label') return;
      const text = attributeName(element) || within(element).text;
      label = { element, text };
      const target = attributeOf(element, 'for');
      if (target !== undefined && text !== '' && labelsFor.size < MAX_LABELS) labelsFor.set(target, text);
    },
    leave(element) {
      if (label?.element === element) label = undefined;
    },
    around: () => label?.text,
    nameOf(field, around) {
      const referred = (references.get(field) ?? '').split(/\s+/, 5).map((id) => namesById.get(id) ?? '');
      const aria = referred.join(' ').trim() || attributeText(field, 'aria-label');
      if (aria !== '') return { label: aria, labelledBy: 'aria' };
      const text = labelsFor.get(attributeOf(field, 'id') ?? '') ?? around;
      if (text !== '') return { label: text, labelledBy: 'label' };
      const title = attributeText(field, 'title');
      if (title !== '') return { label: title, labelledBy: 'title' };
      const placeholder = attributeText(field, 'placeholder');
      return placeholder === '' ? { label: '', labelledBy: 'none' } : { label: placeholder, labelledBy: 'placeholder' };
    },
  };
}

/** Puts the fields of a page into the forms that they belong to: those of HTML, those made of other elements, and hidden values. */

import { asksForPassword } from '../password-field.ts';
import { SEARCH_WORD, SWITCHES } from '../search-marks.ts';
import { attributeOf, type Element, PLACE } from '../walk.ts';
import { hasChoice, isShownValue, TEXT_TYPES, typeOf, wordsOf } from './field-elements.ts';
import type { FieldNames } from './field-names.ts';
import type { FormDraft, FormDrafts } from './form-drafts.ts';
import { controlOf, type MadeBy } from './made-fields.ts';
import { attributeText, within } from './text-within.ts';

/** Kept of one form. */
const MAX_FIELDS = 40;
const MAX_HIDDEN = 5;

/** Off the screen or out of the accessibility tree: no question to people. */
const OUT_OF_SIGHT = PLACE.hidden | PLACE.ariaHidden;

export interface FormFields {
  /** An input, a select or a textarea. */
  add(field: Element, place: number): void;
  /** An element that is made to be a field. */
  addMade(into: FormDraft, element: Element, place: number): void;
  /** A hidden input, and the control by which people set it. */
  addHidden(input: Element, place: number): void;
  /** A field of the content asks for a password. */
  hasPassword(): boolean;
}

export function formFields(forms: FormDrafts, names: FieldNames): FormFields {
  let hasPassword = false;
  const isForSearch = (field: Element, type: string, name: string, hasForm: boolean): boolean =>
    type === 'search' ||
    attributeOf(field, 'role') === 'searchbox' ||
    forms.isInSearch() ||
    (!hasForm && SEARCH_WORD.test(`${name} ${wordsOf(field)}`));

  return {
    add(field, place) {
      const type = field.tagName === 'input' ? typeOf(field) : field.tagName;
      const name = attributeText(field, 'name', 60);
      const owner = forms.ownerOf(field);
      // A read-only value is shown, not asked for.
      if (isShownValue(field)) return;
      // A field that alone is hidden is a trap for robots or the state of a menu.
      const isHiddenAlone = (place & OUT_OF_SIGHT) !== 0 && owner?.form.isFolded !== true;
      if (isHiddenAlone && owner !== undefined) return;
      // One that is folded away is in the place of nothing.
      if (asksForPassword(field) && (place & (PLACE.chrome | OUT_OF_SIGHT | PLACE.unseen)) === 0) hasPassword = true;
      const isSearch = isForSearch(field, type, name, owner !== undefined);
      // A box that filters or switches something needs no form.
      if (owner === undefined && (SWITCHES.has(type) || isHiddenAlone)) return;
      const into = owner ?? forms.looseAt(place, isSearch);
      if (isSearch && TEXT_TYPES.has(type)) into.isSearch = true;
      if (/captcha/i.test(`${name} ${attributeOf(field, 'id') ?? ''}`)) into.captcha = true;
      into.fieldCount += 1;
      if (into.fields.length >= MAX_FIELDS) return;
      const isDisabled = forms.isInDisabledSet() || attributeOf(field, 'disabled') !== undefined;
      into.fields.push({
        field: { type, name, ...demandsOf(field, type) },
        element: field,
        around: names.around() ?? '',
        isDisabled,
      });
    },
    addMade: (into, element, place) => addMadeField(into, element, place, names.around()),
    addHidden(input, place) {
      const owner = forms.ownerOf(input);
      if (owner === undefined) return;
      const name = attributeText(input, 'name');
      if (name !== '' && owner.hidden.length < MAX_HIDDEN)
        owner.hidden.push([name, attributeText(input, 'value', 200)]);
      const made = owner.isSearch ? undefined : controlOf(input, name);
      if (made === undefined) return;
      const isSeen = owner.fields.some(({ element }) => element === made.element || element === input.parentNode);
      if (!isSeen) addMadeField(owner, made.element, place, names.around(), { name, kind: made.kind });
    },
    hasPassword: () => hasPassword,
  };
}

/** What a field asks of those who fill it in. */
function demandsOf(field: Element, type: string): { readonly isRequired: boolean; readonly isScripted: boolean } {
  const isReadOnly = attributeOf(field, 'readonly') !== undefined;
  return {
    // The attribute required means nothing on a field that cannot be typed into, and forms show none that is not needed.
    isRequired:
      isReadOnly || attributeOf(field, 'required') !== undefined || attributeOf(field, 'aria-required') === 'true',
    isScripted: isReadOnly || (type === 'select' && !hasChoice(field)),
  };
}

/**
 * A field made of other elements: with a role agents in browsers recognise it, without one no agent does.
 * @param label the text of the label around it
 * @param hidden the hidden field that it sets: its name, and what takes its place
 */
function addMadeField(
  into: FormDraft,
  element: Element,
  place: number,
  label: string | undefined,
  { name = '', kind }: { readonly name?: string; readonly kind?: MadeBy } = {},
): void {
  if ((place & OUT_OF_SIGHT) !== 0 && !into.form.isFolded) return;
  into.fieldCount += 1;
  if (into.fields.length >= MAX_FIELDS) return;
  const isKnown = kind === undefined ? attributeOf(element, 'role') !== undefined : kind !== 'tabstop';
  const type = isKnown ? 'custom' : 'pretended';
  // Whether a hidden value is needed nothing says; it has a control, so it is asked for.
  const isRequired = name !== '' || attributeOf(element, 'aria-required') === 'true';
  into.fields.push({
    field: { type, name, isRequired, isScripted: true },
    element,
    around: isKnown && kind !== 'drawn' ? (label ?? within(element).text) : '',
  });
}

/** How well the fields of a form can be identified and filled in. */

import type { Blocker } from '../model/actions.ts';
import type { ActionField, ActionForm } from '../parse/html/actions/page-actions.ts';
import { ACTION_CREDITS } from './credits.ts';

/** A name that says something: letters, and not what generators write. */
const TELLING_NAME = /^[a-z][a-z_.[\]-]{2,}$/i;
const GENERATED =
  /^(?:field|input|text|item|element|control|data|form|ctl|edit|textfield|textarea|select|checkbox)[_.-]?[a-z]?$/i;

const isTelling = (name: string): boolean => TELLING_NAME.test(name) && !GENERATED.test(name);

interface FieldShares {
  readonly form: number;
  readonly browser: number;
}

function shareOf({ name, labelledBy, type, isScripted }: ActionField): FieldShares {
  // Nothing in the accessibility tree says that it is a field.
  if (type === 'pretended') return { form: 0, browser: 0 };
  if (isScripted) return { form: 0, browser: labelledBy === 'none' ? ACTION_CREDITS.nameAlone.browser : 1 };
  const browserName = labelledBy === 'none' ? (isTelling(name) ? ACTION_CREDITS.nameAlone.browser : 0) : 1;
  // Without a name attribute the value is not sent at all.
  const sent = name === '' && type !== 'file' ? 0 : 1;
  if (labelledBy === 'placeholder')
    return {
      form: sent * ACTION_CREDITS.placeholderOnly.form,
      browser: ACTION_CREDITS.placeholderOnly.browser,
    };
  if (labelledBy === 'none')
    return { form: sent * (isTelling(name) ? ACTION_CREDITS.nameAlone.form : 0), browser: browserName };
  return { form: sent, browser: browserName };
}

/** What a field is called that wants the reader's own address, in the languages of most sites. */
const OWN_MAIL =
  /^(?:(?:your|ihre|deine|votre|ton|tu|su|uw|je|la tua|il tuo|seu|twój|váš|din) )?e-?mail(?:[ -]?(?:address|adresse|adres|adress|id))?[ :*]{0,3}$/i;

/** Two fields ask for the same address, and one of them is not required: who reads the form without its style sheet fills in the trap. */
function hasDecoy(fields: readonly ActionField[]): boolean {
  const mails = fields.filter(({ type, label }) => type === 'email' && OWN_MAIL.test(label.trim().slice(0, 60)));
  return mails.length === 2 && mails.filter(({ isRequired }) => isRequired).length === 1;
}

/**
 * Of a form, what can be filled in: the mean over its fields and the worst of those that are required (all of them, where none is
 * marked), half and half, because one field that cannot be filled in keeps the whole form from being sent.
 */
export function fillable({
  fields,
}: Pick<ActionForm, 'fields'>): FieldShares & { readonly blockers: readonly Blocker[] } {
  if (fields.length === 0) return { form: 1, browser: 1, blockers: [] };
  const required = fields.some(({ isRequired }) => isRequired) ? fields.filter(({ isRequired }) => isRequired) : fields;
  const of = (which: keyof FieldShares): number => {
    // The share of a field by HTTP is doubtful, that of one that only a script sets is none.
    if (which === 'form' && required.some(({ isScripted }) => isScripted)) return 0;
    const mean = fields.reduce((sum, field) => sum + shareOf(field)[which], 0) / fields.length;
    return (mean + Math.min(...required.map((field) => shareOf(field)[which]))) / 2;
  };
  const counted = (code: Blocker['code'], isFault: (field: ActionField) => boolean): Blocker[] => {
    const count = fields.filter(isFault).length;
    return count === 0 ? [] : [{ code, in: count, of: fields.length }];
  };
  const isTrap = hasDecoy(fields);
  return {
    form: isTrap ? 0 : of('form'),
    browser: of('browser'),
    blockers: [
      ...(isTrap ? [{ code: 'decoy-field' as const }] : []),
      ...counted('no-role', ({ type }) => type === 'pretended'),
      ...counted('scripted-field', ({ isScripted, type }) => isScripted && type !== 'pretended'),
      ...counted('no-label', ({ labelledBy, type }) => labelledBy === 'none' && type !== 'pretended'),
      ...counted('placeholder-only', ({ labelledBy }) => labelledBy === 'placeholder'),
      ...counted('no-name', ({ name, type, isScripted }) => name === '' && type !== 'file' && !isScripted),
    ],
  };
}

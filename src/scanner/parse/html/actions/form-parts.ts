/** The forms of a page as agents meet them: where they are sent, what names their fields, and the buttons next to them. */

import { takesCaptcha } from '../forms.ts';
import { attributeOf, type Element, isHtml } from '../walk.ts';
import { BUY_WORDS, CART_ADDRESS } from './cart-words.ts';
import { isField, typeOf } from './field-elements.ts';
import { fieldNames } from './field-names.ts';
import { type FormDrafts, finishedForm, formDrafts } from './form-drafts.ts';
import { formFields } from './form-fields.ts';
import { isPretendedButton, type LooseControls, looseControls } from './loose-controls.ts';
import { isMadeField } from './made-fields.ts';
import type { ActionForm, PageActions } from './page-actions.ts';
import { attributeName, attributeText, type Part, within } from './text-within.ts';

/** Kept of one page. */
const MAX_FORMS = 10;
/** Elements that head the forms behind them. */
const HEADS = new Set(['h1', 'h2', 'h3', 'h4', 'legend']);

type FormFacts = Pick<PageActions, 'forms' | 'controls'> & { readonly hasPassword: boolean };

/** The forms that are shown, with their fields and buttons, and the controls outside of forms. */
export function actionFormCollector(): Part<FormFacts> {
  const forms = formDrafts();
  const names = fieldNames();
  const fields = formFields(forms, names);
  const controls = looseControls();

  return {
    enter(element, place) {
      if (!isHtml(element)) return;
      const { tagName } = element;
      forms.enter(element);
      names.enter(element);
      if (tagName === 'label') return;
      const current = forms.current();
      if (HEADS.has(tagName)) forms.head(within(element).text, tagName === 'legend');
      else if (tagName === 'form') forms.begin(element, place);
      else if (current?.isSearch === false && isMadeField(element)) fields.addMade(current, element, place);
      else if (tagName === 'button' || isButtonInput(element)) addButton(element, place, forms, controls);
      else if (tagName === 'a' || attributeOf(element, 'role') === 'button') controls.addScriptedLink(element, place);
      else if (isField(element)) fields.add(element, place);
      else if (isPretendedButton(element)) {
        const near = current ?? forms.lastLoose();
        if (near !== undefined) near.isButtonPretended = true;
        controls.addPretended(element, place);
      } else if (tagName === 'input' && typeOf(element) === 'hidden') fields.addHidden(element, place);
      else if (takesCaptcha(element)) {
        // A picture outside of forms may show a captcha to readers.
        const near = current ?? (tagName === 'img' ? undefined : (forms.lastLoose() ?? forms.lastBegun()));
        if (near !== undefined) near.captcha = true;
      }
    },
    leave(element) {
      if (!isHtml(element)) return;
      forms.leave(element);
      names.leave(element);
    },
    facts: () => ({
      forms: shownForms(forms.all().map((draft) => finishedForm(draft, names.nameOf))),
      controls: controls.found,
      hasPassword: fields.hasPassword(),
    }),
  };
}

const isButtonInput = (element: Element): boolean =>
  element.tagName === 'input' && ['submit', 'button', 'image', 'reset'].includes(typeOf(element));

/** A button that sends its form names that; any other does what a script says. */
function addButton(element: Element, place: number, forms: FormDrafts, controls: LooseControls): void {
  const text =
    attributeName(element) || attributeText(element, 'value') || attributeText(element, 'alt') || within(element).text;
  const type = typeOf(element);
  const isSubmit =
    element.tagName === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit' || type === 'image';
  const owner = forms.ownerOf(element);
  if (owner !== undefined && isSubmit) {
    const isDisabled = forms.isInDisabledSet() || attributeOf(element, 'disabled') !== undefined;
    // One button that can be pressed sends the form.
    if (owner.submit === undefined || (owner.isDisabled && !isDisabled)) {
      owner.submit = text || 'Submit';
      owner.isDisabled = isDisabled;
    }
    return;
  }
  const near = owner === undefined ? forms.lastLoose() : undefined;
  if (near !== undefined) near.submit ??= text || 'Submit';
  controls.addButton(element, text, place);
}

/** Those with fields, and one button of a shop, which needs none. */
function shownForms(finished: readonly ActionForm[]): ActionForm[] {
  // Those of the content first: a page with many forms in its frame must not hide its own.
  const shown = finished
    .filter(({ fieldCount }) => fieldCount > 0)
    .toSorted((a, b) => Number(b.inContent) - Number(a.inContent));
  const buttons = finished.filter((form) => form.fieldCount === 0 && form.inContent && isForBasket(form));
  return [...shown.slice(0, MAX_FORMS - Math.min(buttons.length, 1)), ...buttons.slice(0, 1)];
}

const isForBasket = ({ submit, url }: ActionForm): boolean =>
  submit !== undefined && (BUY_WORDS.test(submit) || CART_ADDRESS.test(url));

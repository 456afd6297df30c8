/** The forms of a page as agents meet them: where they are sent, and what names their fields. */

import { takesCaptcha } from '../forms.ts';
import { isSearchField, SEARCH_WORD } from '../search-marks.ts';
import { attributeOf, type Element, isHtml, ownText, PLACE } from '../walk.ts';
import { BUY_WORDS, CART_ADDRESS, CART_WORDS } from './cart-words.ts';
import type { ActionField, ActionForm, LooseControl, PageActions } from './page-actions.ts';
import { attributeName, attributeText, markOf, type Part, within } from './text-within.ts';

/** Looked at on one page, and kept. */
const MAX_SEEN = 100;
const MAX_FORMS = 10;
const MAX_FIELDS = 40;
const MAX_HIDDEN = 5;
const MAX_CONTROLS = 40;
const MAX_LABELS = 2000;

const NO_FIELD = new Set(['hidden', 'submit', 'button', 'reset', 'image']);
/** Attributes by which libraries of scripts take over a form. */
const SENT_BY_SCRIPT = /^(?:@submit|v-on:submit|x-on:submit|wire:submit|ng-submit|\(ngsubmit\)|on:submit)/i;
/** Attributes that tell a script where a form goes. */
const SCRIPT_ADDRESSES = ['data-endpoint', 'data-url', 'data-action', 'data-api', 'data-submit-url'];
const CANCELS = /return\s{1,5}false|preventDefault/;

interface Draft {
  readonly element: Element | undefined;
  readonly form: Omit<
    ActionForm,
    'fields' | 'fieldCount' | 'isSearch' | 'captcha' | 'submit' | 'isDisabled' | 'isButtonPretended' | 'hidden'
  >;
  readonly id: string | undefined;
  readonly fields: {
    readonly field: Omit<ActionField, 'label' | 'labelledBy'>;
    readonly element: Element;
    readonly around: string;
    readonly isDisabled?: boolean;
  }[];
  fieldCount: number;
  isSearch: boolean;
  captcha: boolean;
  submit: string | undefined;
  isDisabled: boolean;
  isButtonPretended: boolean;
  readonly hidden: [string, string][];
}

type FormFacts = Pick<PageActions, 'forms' | 'controls'> & { readonly hasPassword: boolean };

export function actionFormCollector(): Part<FormFacts> {
  const drafts: Draft[] = [];
  const loose: Draft[] = [];
  const controls: LooseControl[] = [];
  const labelsFor = new Map<string, string>();
  const namesById = new Map<string, string>();
  const references = new Map<Element, string>();
  let open: Draft | undefined;
  let label: { readonly element: Element; readonly text: string } | undefined;
  let searchDepth = 0;
  let disabledSets = 0;
  let heading = '';
  let hasPassword = false;

  const draftOf = (element: Element | undefined, place: number): Draft => ({
    element,
    form: {
      isElement: element !== undefined,
      heading: (element === undefined ? '' : attributeName(element)) || heading,
      inContent: (place & PLACE.chrome) === 0,
      isFolded: (place & (PLACE.hidden | PLACE.unseen)) !== 0,
      ...(element === undefined ? { method: 'get', target: 'script', url: '' } : targetOf(element)),
    },
    id: element === undefined ? undefined : attributeOf(element, 'id'),
    fields: [],
    fieldCount: 0,
    isSearch: searchDepth > 0 || (element !== undefined && isMarkedSearch(element)),
    captcha: false,
    submit: undefined,
    isDisabled: false,
    isButtonPretended: false,
    hidden: [],
  });
  /** Fields without a form belong together where they are of one part of the page. */
  const looseDraft = (place: number, isSearch: boolean): Draft => {
    const inContent = (place & PLACE.chrome) === 0;
    const known = loose.find((draft) => draft.form.inContent === inContent && draft.isSearch === isSearch);
    if (known !== undefined) return known;
    const draft = draftOf(undefined, place);
    draft.isSearch = isSearch;
    loose.push(draft);
    return draft;
  };
  const ofForm = (element: Element): Draft | undefined => {
    const id = attributeOf(element, 'form');
    return (id === undefined ? undefined : drafts.find((draft) => draft.id === id)) ?? open;
  };

  return {
    enter(element, place) {
      if (!isHtml(element)) return;
      const { tagName } = element;
      if (tagName === 'search' || attributeOf(element, 'role') === 'search') searchDepth += 1;
      if (isDisabledSet(element)) disabledSets += 1;
      const id = attributeOf(element, 'id');
      if (id !== undefined && namesById.size < MAX_LABELS && !IS_LARGE.has(tagName) && MAY_NAME.has(tagName))
        namesById.set(id, within(element).text);
      const labelledBy = attributeOf(element, 'aria-labelledby');
      if (labelledBy !== undefined) references.set(element, labelledBy.slice(0, 200));
      if (tagName === 'label') {
        const text = attributeName(element) || within(element).text;
        label = { element, text };
        const target = attributeOf(element, 'for');
        if (target !== undefined && text !== '' && labelsFor.size < MAX_LABELS) labelsFor.set(target, text);
      } else if (HEADS.has(tagName)) heading = within(element).text;
      else if (tagName === 'form') {
        if (open !== undefined || drafts.length >= MAX_SEEN) return;
        open = draftOf(element, place);
        drafts.push(open);
      } else if (open?.isSearch === false && isMadeField(element)) addMadeField(open, element, place);
      else if (tagName === 'button' || isButtonInput(element)) addButton(element, place);
      else if (tagName === 'a' || attributeOf(element, 'role') === 'button') addScriptedLink(element, place);
      else if (isField(element)) addField(element, place);
      else if (isPretendedButton(element)) {
        const draft = open ?? loose.at(-1);
        if (draft !== undefined) draft.isButtonPretended = true;
        const text = attributeName(element) || within(element).text;
        if (CART_WORDS.test(text) || CART_MARK.test(markOf(element)))
          addControl(element, text || CART_LABEL, place, true);
      } else if (tagName === 'input' && typeOf(element) === 'hidden') {
        const draft = ofForm(element);
        const name = attributeText(element, 'name');
        if (draft !== undefined && name !== '' && draft.hidden.length < MAX_HIDDEN)
          draft.hidden.push([name, attributeText(element, 'value', 200)]);
        const made = draft === undefined || draft.isSearch ? undefined : controlOf(element, name);
        const isSeen = draft?.fields.some(
          (field) => field.element === made?.element || field.element === element.parentNode,
        );
        if (draft !== undefined && made !== undefined && isSeen !== true)
          addMadeField(draft, made.element, place, { name, kind: made.kind });
      } else if (takesCaptcha(element)) {
        const draft = open ?? loose.at(-1) ?? drafts.at(-1);
        if (draft !== undefined) draft.captcha = true;
      }
    },
    leave(element) {
      if (!isHtml(element)) return;
      if (element.tagName === 'search' || attributeOf(element, 'role') === 'search') searchDepth -= 1;
      if (isDisabledSet(element)) disabledSets -= 1;
      if (open?.element === element) open = undefined;
      if (label?.element === element) label = undefined;
    },
    facts() {
      const finished = [...drafts, ...loose.filter(({ fields }) => fields.length > 0)].map((draft) => finish(draft));
      // Those of the content first: a page with many forms in its frame must not hide its own.
      const shown = finished
        .filter(({ fieldCount }) => fieldCount > 0)
        .toSorted((a, b) => Number(b.inContent) - Number(a.inContent));
      // A button of a shop needs no field.
      const buttons = finished.filter((form) => form.fieldCount === 0 && form.inContent && isForBasket(form));
      return {
        forms: [...shown.slice(0, MAX_FORMS - Math.min(buttons.length, 1)), ...buttons.slice(0, 1)],
        controls,
        hasPassword,
      };
    },
  };

  function addButton(element: Element, place: number): void {
    const text =
      attributeName(element) ||
      attributeText(element, 'value') ||
      attributeText(element, 'alt') ||
      within(element).text;
    const type = typeOf(element);
    const isSubmit =
      element.tagName === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit' || type === 'image';
    const draft = ofForm(element);
    if (draft !== undefined && isSubmit) {
      const isDisabled = disabledSets > 0 || attributeOf(element, 'disabled') !== undefined;
      // One button that can be pressed sends the form.
      if (draft.submit === undefined || (draft.isDisabled && !isDisabled)) {
        draft.submit = text || 'Submit';
        draft.isDisabled = isDisabled;
      }
      return;
    }
    if (draft === undefined && loose.length > 0) {
      const last = loose.at(-1);
      if (last !== undefined) last.submit ??= text || 'Submit';
    }
    addControl(element, text, place);
  }

  function addScriptedLink(element: Element, place: number): void {
    const href = attributeOf(element, 'href')?.trim() ?? '';
    const leads = element.tagName === 'a' && href !== '' && href !== '#' && !/^javascript:/i.test(href);
    if (!leads) addControl(element, attributeName(element) || within(element).text, place);
  }

  function addControl(element: Element, text: string, place: number, isPretended = false): void {
    if (text === '' || controls.length >= MAX_CONTROLS || (place & PLACE.hidden) !== 0 || turnsSlides(element)) return;
    const data = element.attrs.find(({ name, value }) => name.startsWith('data-') && /^(?:\/|https?:)/.test(value));
    const isHandled = data !== undefined || element.attrs.some(({ name }) => HANDLER.test(name));
    controls.push({ label: text, isPretended, isHandled, data: data?.value.slice(0, 200) ?? '' });
  }

  function addField(element: Element, place: number): void {
    const type = element.tagName === 'input' ? typeOf(element) : element.tagName;
    const name = attributeText(element, 'name', 60);
    const draft = ofForm(element);
    // A field that alone is hidden is a trap for robots or the state of a menu.
    // A read-only value is shown, not asked for.
    if (isShownValue(element)) return;
    const isHiddenAlone = (place & (PLACE.hidden | PLACE.ariaHidden)) !== 0 && draft?.form.isFolded !== true;
    if (isHiddenAlone && draft !== undefined) return;
    if (type === 'password' && (place & PLACE.chrome) === 0) hasPassword = true;
    const isSearch =
      type === 'search' ||
      attributeOf(element, 'role') === 'searchbox' ||
      searchDepth > 0 ||
      (draft === undefined && SEARCH_WORD.test(`${name} ${wordsOf(element)}`));
    // A box that filters or switches something needs no form.
    if (draft === undefined && (SWITCHES.has(type) || isHiddenAlone)) return;
    const into = draft ?? looseDraft(place, isSearch);
    if (isSearch && TEXT_TYPES.has(type)) into.isSearch = true;
    if (/captcha/i.test(`${name} ${attributeOf(element, 'id') ?? ''}`)) into.captcha = true;
    into.fieldCount += 1;
    if (into.fields.length >= MAX_FIELDS) return;
    const isReadOnly = attributeOf(element, 'readonly') !== undefined;
    // The attribute required means nothing on a field that cannot be typed into, and forms show none that is not needed.
    const isRequired =
      isReadOnly || attributeOf(element, 'required') !== undefined || attributeOf(element, 'aria-required') === 'true';
    const isScripted = isReadOnly || (type === 'select' && !hasChoice(element));
    const isDisabled = disabledSets > 0 || attributeOf(element, 'disabled') !== undefined;
    into.fields.push({ field: { type, name, isRequired, isScripted }, element, around: label?.text ?? '', isDisabled });
  }

  /** A field made of other elements: with a role agents in browsers recognise it, without one no agent does. */
  function addMadeField(
    into: Draft,
    element: Element,
    place: number,
    { name = '', kind }: { readonly name?: string; readonly kind?: MadeBy } = {},
  ): void {
    if ((place & (PLACE.hidden | PLACE.ariaHidden)) !== 0 && !into.form.isFolded) return;
    into.fieldCount += 1;
    if (into.fields.length >= MAX_FIELDS) return;
    const isKnown = kind === undefined ? attributeOf(element, 'role') !== undefined : kind !== 'tabstop';
    const type = isKnown ? 'custom' : 'pretended';
    // Whether a hidden value is needed nothing says; it has a control, so it is asked for.
    const isRequired = name !== '' || attributeOf(element, 'aria-required') === 'true';
    into.fields.push({
      field: { type, name, isRequired, isScripted: true },
      element,
      around: isKnown && kind !== 'drawn' ? (label?.text ?? within(element).text) : '',
    });
  }

  function finish({
    form,
    fields,
    fieldCount,
    isSearch,
    captcha,
    submit,
    isDisabled,
    isButtonPretended,
    hidden,
  }: Draft): ActionForm {
    // Disabled fields are not sent: those next to others wait for a choice, and where all are disabled a script has to enable them.
    const enabled = fields.filter(({ isDisabled: isOff }) => isOff !== true);
    const asked =
      enabled.length > 0
        ? enabled
        : fields.map(({ field, ...rest }) => ({ ...rest, field: { ...field, isScripted: true } }));
    const [only, ...others] = asked.filter(({ field }) => !SWITCHES.has(field.type));
    const isLonely =
      only !== undefined && others.length === 0 && isSearchField({ ...only.field, words: wordsOf(only.element) });
    return {
      ...form,
      isSearch: (isSearch || isLonely) && form.method !== 'dialog',
      captcha,
      submit,
      isDisabled,
      isButtonPretended: isButtonPretended && submit === undefined,
      hidden,
      fieldCount,
      fields: asked.map(({ field, element, around }) => ({ ...field, ...namedBy(element, around) })),
    };
  }

  /** The accessible name (HTML-AAM section 4.1), with what gives it. */
  function namedBy(element: Element, around: string): Pick<ActionField, 'label' | 'labelledBy'> {
    const referred = (references.get(element) ?? '').split(/\s+/, 5).map((id) => namesById.get(id) ?? '');
    const aria = referred.join(' ').trim() || attributeText(element, 'aria-label');
    if (aria !== '') return { label: aria, labelledBy: 'aria' };
    const label = labelsFor.get(attributeOf(element, 'id') ?? '') ?? around;
    if (label !== '') return { label, labelledBy: 'label' };
    const title = attributeText(element, 'title');
    if (title !== '') return { label: title, labelledBy: 'title' };
    const placeholder = attributeText(element, 'placeholder');
    return placeholder === '' ? { label: '', labelledBy: 'none' } : { label: placeholder, labelledBy: 'placeholder' };
  }
}

/** Hidden fields that are no answer of a person. */
const NO_ANSWER = /csrf|token|nonce|captcha|honey|utm|referr?er|source|session|timestamp|(?:^|_)id$|^_/i;
const MAX_AROUND = 60;

/**
 * What takes the place of a field that a script fills: a control with a tag or a role; an element that takes the focus and says nothing;
 * texts to choose from (days, chips); an empty element into which a script draws a calendar, a map or a plan of seats.
 */
type MadeBy = 'control' | 'tabstop' | 'choices' | 'drawn';

/** The control of a script that fills a hidden field without a value: one in the same element, without a field. */
function controlOf(hidden: Element, name: string): { readonly element: Element; readonly kind: MadeBy } | undefined {
  if ((attributeOf(hidden, 'value') ?? '') !== '' || NO_ANSWER.test(name)) return undefined;
  const parent = hidden.parentNode;
  if (parent === null || !('tagName' in parent) || IS_LARGE.has(parent.tagName) || parent.tagName === 'fieldset')
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

const HEADS = new Set(['h1', 'h2', 'h3', 'h4', 'legend']);
/** Elements that are no name of a field, however often they have an id. */
const IS_LARGE = new Set(['html', 'body', 'main', 'article', 'section', 'table', 'form', 'ul', 'ol']);
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
const SWITCHES = new Set(['checkbox', 'radio', 'range', 'color', 'select']);
const TEXT_TYPES = new Set(['text', 'search']);

const wordsOf = (field: Element): string => `${attributeName(field)} ${attributeText(field, 'placeholder')}`;

const typeOf = (element: Element): string =>
  attributeText(element, 'type', 20).toLowerCase() || (element.tagName === 'input' ? 'text' : '');

const isButtonInput = (element: Element): boolean =>
  element.tagName === 'input' && ['submit', 'button', 'image', 'reset'].includes(typeOf(element));

/** An element without a role that a click handler or a class makes look like a button. */
const isPretendedButton = (element: Element): boolean =>
  (element.tagName === 'div' || element.tagName === 'span') &&
  attributeOf(element, 'role') === undefined &&
  (attributeOf(element, 'onclick') !== undefined ||
    (MAY_BE_BUTTON.test(attributeOf(element, 'class') ?? '') &&
      /(?:^|[\s_-])(?:button|btn|submit)(?:$|[\s_-])/i.test(attributeText(element, 'class', 120))));
/** In all classes of pretended buttons: few others have it. */
const MAY_BE_BUTTON = /button|btn|submit/i;

/** A control of a carousel turns to slides that are in the page, and brings nothing. */
const turnsSlides = (element: Element): boolean =>
  element.attrs.some(({ name }) => name === 'data-slide' || name === 'data-bs-slide') ||
  SLIDES.test(attributeText(element, 'class', 200));
const SLIDES =
  /(?:^|\s)(?:carousel-control|swiper-button|slick-(?:prev|next)|splide__arrow|glide__arrow|owl-(?:prev|next)|flickity-)/;

/** Attributes that call a script, or tell one what to do. */
const HANDLER =
  /^(?:on|@|v-on:|x-on:|hx-|wire:|ng-click|\(click\)|data-(?:action|bind|on|click|toggle|add|product|variant|sku))/i;
const CART_MARK = /add[-_]?to[-_]?(?:cart|basket|bag)/;
const CART_LABEL = 'Add to cart';

const isForBasket = ({ submit, url }: ActionForm): boolean =>
  submit !== undefined && (BUY_WORDS.test(submit) || CART_ADDRESS.test(url));

const isDisabledSet = (element: Element): boolean =>
  element.tagName === 'fieldset' && attributeOf(element, 'disabled') !== undefined;

/** A value that people may copy, and cannot change. */
const isShownValue = (element: Element): boolean =>
  // Dials (jQuery Knob and its like) are told by data- attributes that they only show.
  attributeOf(element, 'data-readonly') === 'true' ||
  (attributeOf(element, 'readonly') !== undefined &&
    (element.tagName === 'textarea' ? within(element, 10).text !== '' : attributeText(element, 'value', 10) !== ''));

/** It has an option that says something, or several by their texts; scripts fill those that have none. */
function hasChoice(select: Element): boolean {
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
const MAX_OPTIONS = 80;

/** A listbox is as often the popup of a field. */
const FIELD_ROLES = new Set(['combobox', 'textbox', 'spinbutton', 'radiogroup', 'slider']);

/** An element that is no field and is made to be one: by its role, or by looks. What has a field in it only dresses that. */
function isMadeField(element: Element): boolean {
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

const isField = (element: Element): boolean =>
  element.tagName === 'textarea' ||
  element.tagName === 'select' ||
  (element.tagName === 'input' && !NO_FIELD.has(typeOf(element)));

const isMarkedSearch = (form: Element): boolean =>
  attributeOf(form, 'role') === 'search' || SEARCH_WORD.test((attributeOf(form, 'action') ?? '').slice(0, 300));

function targetOf(form: Element): Pick<ActionForm, 'method' | 'target' | 'url'> {
  const written = attributeText(form, 'method', 10).toLowerCase();
  const method = written === 'post' || written === 'dialog' ? written : 'get';
  const action = attributeOf(form, 'action')?.trim();
  const handler = attributeOf(form, 'onsubmit') ?? '';
  const isTaken = CANCELS.test(handler.slice(0, 500)) || form.attrs.some(({ name }) => SENT_BY_SCRIPT.test(name));
  const lower = action?.slice(0, 20).toLowerCase() ?? '';
  if (lower.startsWith('mailto:')) return { method, target: 'mail', url: '' };
  if (lower.startsWith('javascript:') || action === '#') return { method, target: 'script', url: '' };
  // With an address the form works without its script, too.
  if (action !== undefined && action !== '') return { method, target: 'address', url: action };
  const isForScript = isTaken || SCRIPT_ADDRESSES.some((name) => attributeOf(form, name) !== undefined);
  return { method, target: isForScript ? 'script' : 'self', url: '' };
}

/** What an element's class and id say, for those who look for containers. */
export const isFormContainer = (element: Element): 'search' | 'form' | undefined => {
  const mark = markOf(element);
  if (!CONTAINER.test(mark)) return undefined;
  return SEARCH_WORD.test(mark) || mark.includes('docsearch') ? 'search' : 'form';
};
const CONTAINER =
  /(?:contact|booking|order|signup|sign-up|register|registration|enquiry|inquiry|quote|request|search)[-_]?(?:form|box|widget|root|app|container|bar)|docsearch|form-(?:root|app|container|mount)/;

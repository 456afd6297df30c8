/** The forms of a page while the walk over it goes on: which one is open, and what each has so far. */

import { asksForWords, SEARCH_WORD } from '../search-marks.ts';
import { attributeOf, type Element, PLACE } from '../walk.ts';
import { wordsOf } from './field-elements.ts';
import type { FieldNames } from './field-names.ts';
import type { ActionField, ActionForm } from './page-actions.ts';
import { attributeName, attributeText } from './text-within.ts';

/** Form elements looked at on one page. */
const MAX_SEEN = 100;

/** A form whose fields are not named yet. */
export interface FormDraft {
  /** Undefined for fields that only scripts join. */
  readonly element: Element | undefined;
  readonly form: Omit<
    ActionForm,
    | 'heading'
    | 'fields'
    | 'fieldCount'
    | 'isSearch'
    | 'captcha'
    | 'submit'
    | 'isDisabled'
    | 'isButtonPretended'
    | 'hidden'
  >;
  readonly id: string | undefined;
  heading: string;
  readonly fields: FieldDraft[];
  fieldCount: number;
  isSearch: boolean;
  captcha: boolean;
  submit: string | undefined;
  isDisabled: boolean;
  isButtonPretended: boolean;
  readonly hidden: [string, string][];
}

interface FieldDraft {
  readonly field: Omit<ActionField, 'label' | 'labelledBy'>;
  readonly element: Element;
  /** The text of the label around it, '' for none. */
  readonly around: string;
  readonly isDisabled?: boolean;
}

export interface FormDrafts {
  /** To be called for every element of HTML, before what it is. */
  enter(element: Element): void;
  leave(element: Element): void;
  /** A heading names the forms behind it that have no name of their own. @param isOfFields a legend */
  head(text: string, isOfFields: boolean): void;
  /** A form element begins; within another, as parsers leave it, it is part of that. */
  begin(form: Element, place: number): void;
  /** The form that the walk is in. */
  current(): FormDraft | undefined;
  /** The form of a field or a button: the one that its attribute names, else the one it is in. */
  ownerOf(element: Element): FormDraft | undefined;
  /** Fields without a form belong together where they are of one part of the page. */
  looseAt(place: number, isSearch: boolean): FormDraft;
  lastLoose(): FormDraft | undefined;
  /** The form element that began last. */
  lastBegun(): FormDraft | undefined;
  /** Inside an element that is marked as a search. */
  isInSearch(): boolean;
  /** Inside a fieldset that is disabled, and so are its fields and buttons. */
  isInDisabledSet(): boolean;
  /** Those of elements first, then the loose ones, if they have a field. */
  all(): readonly FormDraft[];
}

export function formDrafts(): FormDrafts {
  const drafts: FormDraft[] = [];
  const loose: FormDraft[] = [];
  let open: FormDraft | undefined;
  let searchDepth = 0;
  let disabledSets = 0;
  let heading = '';

  return {
    enter(element) {
      if (isSearchLandmark(element)) searchDepth += 1;
      if (isDisabledSet(element)) disabledSets += 1;
    },
    leave(element) {
      if (isSearchLandmark(element)) searchDepth -= 1;
      if (isDisabledSet(element)) disabledSets -= 1;
      if (open?.element === element) open = undefined;
    },
    head(text, isOfFields) {
      heading = text;
      // A heading within a form, before its fields, is its own; a legend names some of its fields.
      if (open !== undefined && open.fieldCount === 0 && text !== '' && !isOfFields) open.heading = text;
    },
    begin(form, place) {
      if (open !== undefined || drafts.length >= MAX_SEEN) return;
      open = newDraft(form, place, attributeName(form) || heading, searchDepth > 0 || isMarkedSearch(form));
      drafts.push(open);
    },
    current: () => open,
    ownerOf(element) {
      const id = attributeOf(element, 'form');
      return (id === undefined ? undefined : drafts.find((draft) => draft.id === id)) ?? open;
    },
    looseAt(place, isSearch) {
      const inContent = (place & PLACE.chrome) === 0;
      const known = loose.find((draft) => draft.form.inContent === inContent && draft.isSearch === isSearch);
      if (known !== undefined) return known;
      const draft = newDraft(undefined, place, heading, isSearch);
      loose.push(draft);
      return draft;
    },
    lastLoose: () => loose.at(-1),
    lastBegun: () => drafts.at(-1),
    isInSearch: () => searchDepth > 0,
    isInDisabledSet: () => disabledSets > 0,
    all: () => [...drafts, ...loose.filter(({ fields }) => fields.length > 0)],
  };
}

const newDraft = (element: Element | undefined, place: number, heading: string, isSearch: boolean): FormDraft => ({
  element,
  form: {
    isElement: element !== undefined,
    inContent: (place & PLACE.chrome) === 0,
    isFolded: (place & (PLACE.hidden | PLACE.ariaHidden | PLACE.unseen)) !== 0,
    ...(element === undefined ? { method: 'get', target: 'script', url: '' } : targetOf(element)),
  },
  id: element === undefined ? undefined : attributeOf(element, 'id'),
  heading,
  fields: [],
  fieldCount: 0,
  isSearch,
  captcha: false,
  submit: undefined,
  isDisabled: false,
  isButtonPretended: false,
  hidden: [],
});

const isSearchLandmark = (element: Element): boolean =>
  element.tagName === 'search' || attributeOf(element, 'role') === 'search';

const isDisabledSet = (element: Element): boolean =>
  element.tagName === 'fieldset' && attributeOf(element, 'disabled') !== undefined;

const isMarkedSearch = (form: Element): boolean =>
  attributeOf(form, 'role') === 'search' || SEARCH_WORD.test((attributeOf(form, 'action') ?? '').slice(0, 300));

/** Classes, id and name of a form. */
const calledBy = (form: Element): string =>
  ['class', 'id', 'name'].map((name) => attributeText(form, name, 100)).join(' ');

/** Attributes by which libraries of scripts take over a form. */
const SENT_BY_SCRIPT = /^(?:@submit|v-on:submit|x-on:submit|wire:submit|ng-submit|\(ngsubmit\)|on:submit)/i;
/** Attributes that tell a script where a form goes. */
const SCRIPT_ADDRESSES = ['data-endpoint', 'data-url', 'data-action', 'data-api', 'data-submit-url'];
const CANCELS = /return\s{1,5}false|preventDefault/;

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

/** The form as checks read it, when the walk is over. */
export function finishedForm(draft: FormDraft, nameOf: FieldNames['nameOf']): ActionForm {
  const { form, fields, submit } = draft;
  // Disabled fields are not sent: those next to others wait for a choice, and where all are disabled a script has to enable them.
  const enabled = fields.filter(({ isDisabled: isOff }) => isOff !== true);
  const asked =
    enabled.length > 0
      ? enabled
      : fields.map(({ field, ...rest }) => ({ ...rest, field: { ...field, isScripted: true } }));
  const isAsking = asksForWords({
    fields: asked.map(({ field, element }) => ({ ...field, words: wordsOf(element) })),
    isGet: form.method === 'get',
    called: draft.element === undefined ? '' : calledBy(draft.element),
    submit: submit ?? '',
  });
  return {
    ...form,
    isSearch: (draft.isSearch || isAsking) && form.method !== 'dialog',
    heading: draft.heading,
    captcha: draft.captcha,
    submit,
    isDisabled: draft.isDisabled,
    isButtonPretended: draft.isButtonPretended && submit === undefined,
    hidden: draft.hidden,
    fieldCount: draft.fieldCount,
    fields: asked.map(({ field, element, around }) => ({ ...field, ...nameOf(element, around) })),
  };
}

import type { FormField, PageFacts, PageForm } from './page-facts.ts';
import { asksForWords } from './search-marks.ts';
import { attributeOf, type Collector, type Element, ownText, PLACE } from './walk.ts';

const MAX_FORMS = 50;
const MAX_FIELDS = 100;
const MAX_VALUE = 200;
/** The containers that the common captcha services ask for, and the hosts of their frames. */
const CAPTCHA_CLASSES = ['g-recaptcha', 'h-captcha', 'cf-turnstile', 'frc-captcha', 'altcha'];
/** In all of these names. */
const CAPTCHA_MARK = /captcha|turnstile|altcha/;
const CAPTCHA_FRAMES = ['google.com/recaptcha', 'recaptcha.net', 'hcaptcha.com', 'challenges.cloudflare.com'];
/** Attributes that call a field something. */
const NAMING = ['aria-label', 'title', 'placeholder'];

interface Draft extends PageForm {
  readonly fields: FormField[];
  isSearch: boolean;
  isSendable: boolean;
  hasCaptcha: boolean;
  /** What each field is called by its attributes. */
  readonly words: string[];
  /** Sent by GET, as forms without a method are. */
  readonly isGet: boolean;
  /** Its classes, id and name. */
  readonly called: string;
  /** What its first button says. */
  submit: string;
}

interface FormFacts {
  readonly forms: PageFacts['forms'];
  readonly registersTools: boolean;
}

/** The forms that are shown, wherever they stand, with their fields; and whether a script registers WebMCP tools. */
export function formCollector(): Collector<FormFacts> {
  const forms: { readonly draft: Draft; readonly id: string | undefined }[] = [];
  /** Ids of forms that a button outside of them sends. */
  const sentFromOutside = new Set<string>();
  let open: { readonly element: Element; readonly draft: Draft } | undefined;
  let searchDepth = 0;
  let registersTools = false;
  return {
    wants: {
      tags: ['altcha-widget', 'button', 'form', 'iframe', 'img', 'input', 'script', 'search', 'select', 'textarea'],
      attributes: ['class'],
    },
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'search') searchDepth += 1;
      else if (tagName === 'script') registersTools ||= registersTool(element);
      else if ((place & (PLACE.hidden | PLACE.ariaHidden)) !== 0) return;
      else if (tagName === 'form' && open === undefined && forms.length < MAX_FORMS) {
        const draft = newDraft(element, searchDepth > 0);
        open = { element, draft };
        forms.push({ draft, id: attributeOf(element, 'id') });
      } else if (isSubmit(element)) {
        if (open !== undefined) {
          open.draft.isSendable = true;
          open.draft.submit ||= attributeOf(element, 'aria-label') ?? attributeOf(element, 'value') ?? ownText(element);
        }
        const form = attributeOf(element, 'form');
        if (form !== undefined) sentFromOutside.add(form);
      } else if (open !== undefined) readInto(open.draft, element);
    },
    leave(element) {
      if (element.tagName === 'search') searchDepth -= 1;
      if (open?.element === element) open = undefined;
    },
    facts: () => ({
      forms: forms.map(({ draft: { words, isGet, called, submit, ...draft }, id }) => ({
        ...draft,
        isSearch:
          draft.isSearch ||
          asksForWords({
            fields: draft.fields.map(({ type, name }, at) => ({ type, name, words: words[at] ?? '' })),
            isGet,
            called,
            submit,
          }),
        isSendable: draft.isSendable || (id !== undefined && sentFromOutside.has(id)),
      })),
      registersTools,
    }),
  };
}

function newDraft(form: Element, isInSearch: boolean): Draft {
  const has = (name: string): boolean => (attributeOf(form, name) ?? '').trim() !== '';
  return {
    isSearch: isInSearch || isSearchForm(form),
    isSendable: has('action') || has('method'),
    sendsByGet: attributeOf(form, 'method')?.trim().toLowerCase() === 'get',
    hasCaptcha: false,
    hasToolName: has('toolname'),
    hasToolDescription: has('tooldescription'),
    fields: [],
    words: [],
    isGet: !['post', 'dialog'].includes(attributeOf(form, 'method')?.trim().toLowerCase() ?? ''),
    called: ['class', 'id', 'name'].map((name) => (attributeOf(form, name) ?? '').slice(0, MAX_VALUE)).join(' '),
    submit: '',
  };
}

function readInto(draft: Draft, element: Element): void {
  if (!isField(element)) {
    draft.hasCaptcha ||= takesCaptcha(element);
    return;
  }
  const value = (name: string): string => (attributeOf(element, name) ?? '').trim().slice(0, MAX_VALUE);
  const field: FormField = {
    type: element.tagName === 'input' ? value('type').toLowerCase() || 'text' : element.tagName,
    name: value('name'),
    id: value('id'),
    isRequired: attributeOf(element, 'required') !== undefined,
    hasAutocomplete: value('autocomplete') !== '',
    isDescribedToTools: value('toolparamdescription') !== '',
  };
  if (field.type === 'search') draft.isSearch = true;
  if (draft.fields.length >= MAX_FIELDS) return;
  draft.fields.push(field);
  draft.words.push(NAMING.map(value).join(' '));
}

/** A button of a form sends it unless it says otherwise. */
function isSubmit(element: Element): boolean {
  const { tagName } = element;
  if (tagName !== 'button' && tagName !== 'input') return false;
  const type = attributeOf(element, 'type')?.trim().toLowerCase();
  return tagName === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit' || type === 'image';
}

/** A widget or frame of a captcha service, or a picture with letters to be typed in. */
export function takesCaptcha(element: Element): boolean {
  if (element.tagName === 'altcha-widget') return true;
  if (element.tagName === 'img')
    return ['src', 'id', 'class'].some((name) =>
      /captcha/i.test(attributeOf(element, name)?.slice(0, MAX_VALUE) ?? ''),
    );
  const names = attributeOf(element, 'class')?.slice(0, MAX_VALUE) ?? '';
  if (CAPTCHA_MARK.test(names)) {
    const classes = names.split(/\s+/);
    if (CAPTCHA_CLASSES.some((name) => classes.includes(name))) return true;
  }
  const src = element.tagName === 'iframe' ? attributeOf(element, 'src')?.slice(0, MAX_VALUE) : undefined;
  return src !== undefined && CAPTCHA_FRAMES.some((host) => src.includes(host));
}

/** The imperative half of WebMCP: `document.modelContext.registerTool(...)`, or on `navigator` in older drafts. */
function registersTool(script: Element): boolean {
  const code = ownText(script);
  return code.includes('modelContext') && code.includes('registerTool');
}

/** Whether a field takes a comment, by its name or id. */
export const takesComment = ({ type, name, id }: Pick<FormField, 'type' | 'name' | 'id'>): boolean =>
  type === 'textarea' && [name, id].some((text) => /^comment|^reply/i.test(text));

/** Inputs that users do not fill in. */
const NOT_FILLED_IN = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

/** Counts the fields that the main content asks to be filled in. */
export function mainFieldCollector(): Collector<PageFacts['mainFields']> {
  let search = 0;
  let other = 0;
  let searchForms = 0;
  return {
    wants: { tags: ['search', 'form', 'textarea', 'select', 'input'] },
    enter(element, place) {
      if (isSearchForm(element)) searchForms += 1;
      if (!isField(element) || (place & (PLACE.chrome | PLACE.hidden)) !== 0) return;
      const isSearch = searchForms > 0 || attributeOf(element, 'type')?.toLowerCase() === 'search';
      if (isSearch) search += 1;
      else other += 1;
    },
    leave(element) {
      if (isSearchForm(element)) searchForms -= 1;
    },
    facts: () => ({ search, other }),
  };
}

function isField({ tagName, attrs }: Element): boolean {
  if (tagName === 'textarea' || tagName === 'select') return true;
  if (tagName !== 'input') return false;
  return !attrs.some(({ name, value }) => name === 'type' && NOT_FILLED_IN.has(value.trim().toLowerCase()));
}

/** Marked as a search, or a form whose address says so. */
function isSearchForm(element: Element): boolean {
  if (element.tagName === 'search') return true;
  if (element.tagName !== 'form') return false;
  if (attributeOf(element, 'role') === 'search') return true;
  return (attributeOf(element, 'action') ?? '').slice(0, 500).toLowerCase().includes('search');
}

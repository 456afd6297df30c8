/** Parts of a page that scripts make: forms, searches and lists without an end, by their code and by the elements that they fill. */

import { SEARCH_WORD } from '../search-marks.ts';
import { type Element, ownText, PLACE } from '../walk.ts';
import type { PageActions } from './page-actions.ts';
import { attributeText, markOf, within } from './text-within.ts';

const MAX_SCRIPT = 200_000;

/** Services that put a form into a page by a script: what their script's address or code holds, and their names. */
const SERVICES: readonly (readonly [sign: string, name: string])[] = [
  ['hsforms', 'HubSpot'],
  ['hbspt.forms', 'HubSpot'],
  ['embed.typeform.com', 'Typeform'],
  ['jotform', 'Jotform'],
  ['calendly.com/assets', 'Calendly'],
  ['wufoo.com', 'Wufoo'],
  ['mktoforms', 'Marketo'],
  ['form.123formbuilder', '123FormBuilder'],
  ['cognitoforms', 'Cognito Forms'],
  ['tally.so/widgets', 'Tally'],
];

export interface ScriptedParts {
  script(script: Element): void;
  /** Any other element that is not hidden. */
  element(element: Element, place: number): void;
  facts(): Pick<PageActions, 'formService' | 'scriptedForm' | 'scriptedSearch' | 'isEndless' | 'hasScripts'>;
}

export function scriptedParts(): ScriptedParts {
  let formService: string | undefined;
  let scriptedForm: string | undefined;
  let scriptedSearch: string | undefined;
  let isEndless = false;
  let hasScripts = false;
  return {
    script(script) {
      const type = attributeText(script, 'type', 60).toLowerCase();
      if (type.includes('json') || type.includes('template')) return;
      hasScripts = true;
      const source = attributeText(script, 'src', 300);
      const code = source === '' ? ownText(script).slice(0, MAX_SCRIPT) : '';
      const text = `${source} ${code}`;
      formService ??= SERVICES.find(([sign]) => text.toLowerCase().includes(sign))?.[1];
      if (code === '') return;
      const made = madeByCode(code);
      if (made === 'search') scriptedSearch ??= 'inline script';
      else if (made === 'form') scriptedForm ??= 'inline script';
      isEndless ||= loadsMore(code);
    },
    element(element, place) {
      const { tagName } = element;
      if ((place & PLACE.chrome) === 0) {
        isEndless ||= isEndMark(element);
        if (isMadeForm(element) && within(element, 10).text === '')
          scriptedForm ??= `empty element ${tagName.slice(0, 40)}`;
      }
      if (tagName !== 'div' && tagName !== 'section' && tagName !== 'form') return;
      if (element.childNodes.length > 1 || within(element, 10).text !== '') return;
      const kind = containerKind(element);
      if (kind === undefined) return;
      const sign = `empty element ${attributeText(element, 'id', 40) || attributeText(element, 'class', 40)}`;
      if (kind === 'form') scriptedForm ??= sign;
      else scriptedSearch ??= sign;
    },
    facts: () => ({ formService, scriptedForm, scriptedSearch, isEndless, hasScripts }),
  };
}

/** A form or a search that an inline script writes; a field alone counts only as a search. */
function madeByCode(code: string): 'form' | 'search' | undefined {
  const makesForm = code.includes('<form') || /createElement\(['"`]form['"`]\)/.test(code);
  const makesField =
    code.includes('<input') || code.includes('<textarea') || /createElement\(['"`]input['"`]\)/.test(code);
  if (!makesForm && !makesField) return undefined;
  if (/type=\\?["']?search|role=\\?["']?search/.test(code)) return 'search';
  return makesForm ? 'form' : undefined;
}

/** It fetches further pages when people come to the end of a list. */
const loadsMore = (code: string): boolean =>
  code.includes('IntersectionObserver') &&
  /fetch ?\(|XMLHttpRequest|\.ajax/.test(code) &&
  /page|offset|cursor/i.test(code);

/** What an element's class and id say of the widget that belongs in it. */
const containerKind = (element: Element): 'search' | 'form' | undefined => {
  const mark = markOf(element);
  if (!CONTAINER.test(mark)) return undefined;
  return SEARCH_WORD.test(mark) || mark.includes('docsearch') ? 'search' : 'form';
};
const CONTAINER =
  /(?:contact|booking|order|signup|sign-up|register|registration|enquiry|inquiry|quote|request|search)[-_]?(?:form|box|widget|root|app|container|bar)|docsearch|form-(?:root|app|container|mount)/;

/** What an element of a component library is called that draws a form. */
const MADE_FORM =
  /(?:^|[\s_-])(?:book(?:ing)?s?|tickets?|reservations?|checkout|orders?|appointments?|schedul(?:er|ing)|(?:en|in)quir(?:y|ies)|contact|sign-?up|registration|forms?|quotes?|donat(?:e|ion))(?:$|[\s_-])/;

/** An element into which a script puts a form: a component, or an empty element that is named after a widget and has settings. */
const isMadeForm = (element: Element): boolean =>
  element.tagName.includes('-')
    ? MADE_FORM.test(wordsOf(element))
    : element.tagName === 'div' &&
      element.childNodes.length === 0 &&
      WIDGET.test(markOf(element)) &&
      element.attrs.some(({ name }) => name.startsWith('data-'));
const WIDGET = /(?:^|[\s_-])(?:widget|embed|plugin|portal|iframe)(?:$|[\s_-])/;

/** Tag, id and classes of an element, lower-case. */
const wordsOf = (element: Element): string => `${element.tagName} ${markOf(element)}`;

/** An empty element at the end of a list, which a script watches to load more (Intersection Observer). */
const isEndMark = (element: Element): boolean =>
  element.childNodes.length === 0 && END_MARK.test(markOf(element)) && element.tagName !== 'button';
const END_MARK = /(?:^|[\s_-])(?:sentinel|infinite|endless|scroll-?end|load-?more|next-?page)(?:$|[\s_-])/;

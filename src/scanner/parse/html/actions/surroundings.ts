/** The surroundings of the forms and lists of a page: frames, scripts that make forms, counts, amounts, calls in code. */

import { withoutEnd } from '../../../without-end.ts';
import { attributeOf, type Element, ownText, PLACE } from '../walk.ts';
import { isFormContainer } from './form-parts.ts';
import type { PageActions } from './page-actions.ts';
import { attributeText, markOf, type Part, within } from './text-within.ts';

const MAX_FRAMES = 5;
const MAX_AMOUNTS = 30;
const MAX_CALLS = 5;
const MAX_SCRIPT = 200_000;
const MAX_CODES = 200;

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
const AMOUNT =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF)) ?(\d[\d.,']{0,14})|(\d[\d.,']{0,14}) ?(?:[€£$]|(?:EUR|USD|GBP|CHF|Kč|zł|kr)\b)/g;
const RANGE = /(\d{1,6}) ?(?:[-–—]|to|bis|à|a|al) ?(\d{1,6}) (?:of|von|de|sur|di|van|из|z) (\d{1,7})/i;
const SHOWN_OF = /(?:show(?:ing|n)?|zeige|affich\w{1,8}|mostrando) (\d{1,6}) (?:of|von|de|sur|out of) (\d{1,7})/i;
const PAGE_OF = /\b(?:page|seite|página|pagina|strona) (\d{1,4}) (?:of|von|de|sur|di|van|z) (\d{1,5})/i;
const CALL = /https?:\/\/[\w.-]{1,100}(?::\d{1,5})?\/[\w/.{}:?=&%~-]{0,200}/g;
const KEYS = /\b(?:api|access|secret)[ -](?:keys?|tokens?)\b|\bbearer token\b|\bpersonal access token/i;

type Surroundings = Pick<
  PageActions,
  | 'frames'
  | 'formService'
  | 'scriptedForm'
  | 'scriptedSearch'
  | 'count'
  | 'isEndless'
  | 'amounts'
  | 'calls'
  | 'tellsOfKeys'
  | 'hasContact'
  | 'hasScripts'
>;

export function surroundingsCollector(): Part<Surroundings> {
  const frames: { href: string; title: string }[] = [];
  const amounts = new Set<number>();
  const calls = new Set<string>();
  let formService: string | undefined;
  let scriptedForm: string | undefined;
  let scriptedSearch: string | undefined;
  let count: Surroundings['count'];
  let isEndless = false;
  let hasScripts = false;
  let tellsOfKeys = false;
  let hasContact = false;
  let codes = 0;
  /** The end of the text before, for amounts and counts that are spread over elements. */
  let before = '';

  function readScript(script: Element): void {
    const type = attributeText(script, 'type', 60).toLowerCase();
    if (type.includes('json') || type.includes('template')) return;
    hasScripts = true;
    const source = attributeText(script, 'src', 300);
    const code = source === '' ? ownText(script).slice(0, MAX_SCRIPT) : '';
    const text = `${source} ${code}`;
    formService ??= SERVICES.find(([sign]) => text.toLowerCase().includes(sign))?.[1];
    if (code === '') return;
    const makesForm = code.includes('<form') || /createElement\(['"`]form['"`]\)/.test(code);
    const makesField =
      code.includes('<input') || code.includes('<textarea') || /createElement\(['"`]input['"`]\)/.test(code);
    if (makesForm || makesField) {
      if (/type=\\?["']?search|role=\\?["']?search/.test(code)) scriptedSearch ??= 'inline script';
      else if (makesForm) scriptedForm ??= 'inline script';
    }
    isEndless ||=
      code.includes('IntersectionObserver') &&
      /fetch ?\(|XMLHttpRequest|\.ajax/.test(code) &&
      /page|offset|cursor/i.test(code);
  }

  return {
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'script') return readScript(element);
      // A number ends with its paragraph or cell.
      if (!INLINE.has(tagName) && before !== '') before += ' ';
      if ((place & PLACE.hidden) !== 0) return;
      if (
        tagName === 'address' ||
        (tagName === 'a' && /^(?:mailto|tel|sms|https:\/\/wa\.me):?/i.test(attributeText(element, 'href', 40)))
      )
        hasContact = true;
      if ((place & PLACE.chrome) === 0) {
        isEndless ||= isEndMark(element);
        if (isMadeForm(element) && within(element, 10).text === '')
          scriptedForm ??= `empty element ${tagName.slice(0, 40)}`;
      }
      if (tagName === 'iframe' && (place & PLACE.chrome) === 0 && frames.length < MAX_FRAMES) {
        const href = (attributeOf(element, 'src') ?? attributeOf(element, 'data-src') ?? '').trim().slice(0, 500);
        if (href !== '') frames.push({ href, title: attributeText(element, 'title') });
      } else if (tagName === 'div' || tagName === 'section' || tagName === 'form') {
        if (element.childNodes.length > 1 || within(element, 10).text !== '') return;
        const kind = isFormContainer(element);
        if (kind === 'form')
          scriptedForm ??= `empty element ${attributeText(element, 'id', 40) || attributeText(element, 'class', 40)}`;
        else if (kind === 'search')
          scriptedSearch ??= `empty element ${attributeText(element, 'id', 40) || attributeText(element, 'class', 40)}`;
      } else if ((tagName === 'code' || tagName === 'pre') && codes < MAX_CODES && calls.size < MAX_CALLS) {
        codes += 1;
        const { text } = within(element, 600);
        if (/\bcurl\b|\bfetch\(|\bGET\b|\bhttp\b|requests\.|https?:\/\//.test(text))
          for (const [url] of text.matchAll(CALL)) if (calls.size < MAX_CALLS) calls.add(url);
      }
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) === 0 || (place & PLACE.hidden) !== 0) return;
      if (!MAY_TELL.test(folded) && !/\d/.test(before)) {
        before = endOf(before === '' ? folded : `${before}${folded.slice(0, MAX_NEAR)}`);
        return;
      }
      tellsOfKeys ||= folded.length > 6 && MAY_BE_KEYS.test(folded) && KEYS.test(folded.slice(0, 2000));
      hasContact ||= folded.length > 6 && MAY_BE_CONTACT.test(folded) && CONTACT.test(folded.slice(0, 2000));
      if (before === '' && !/\d/.test(folded)) {
        before = endOf(folded);
        return;
      }
      const near = `${before}${folded.slice(0, MAX_NEAR)}`;
      // Counts and amounts have digits.
      if (!/\d/.test(near)) {
        before = endOf(near);
        return;
      }
      count ??= countIn(near);
      if (amounts.size < MAX_AMOUNTS && MONEY.test(near))
        for (const [, first, second] of near.matchAll(AMOUNT)) {
          const amount = numberOf(first ?? second ?? '');
          if (amount !== undefined && amounts.size < MAX_AMOUNTS) amounts.add(amount);
        }
      before = endOf(near);
    },
    facts: (resolve) => ({
      frames: frames.flatMap(({ href, title }) => {
        const url = resolve(href);
        return url === undefined ? [] : [{ url, title }];
      }),
      formService,
      scriptedForm,
      scriptedSearch,
      count,
      isEndless,
      amounts: [...amounts],
      calls: [...calls],
      tellsOfKeys,
      hasContact,
      hasScripts,
    }),
  };
}

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

/** A mail address, seven digits or more of a number to call, or a postal code before a name. */
const CONTACT =
  /[\w.+-]{1,64}(?:@|\s?\(at\)\s?)[\w-]{1,63}\.[\w.-]{2,63}|(?:\+|\b0)\d(?:[\d ()/.-]{5,18})\d|\b[A-Z]?-?\d{4,5} \p{Lu}\p{Ll}|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b/u;

/** In all that CONTACT and KEYS match: most texts have none of it, and CONTACT looks at each word from each of its letters. */
const MAY_BE_CONTACT = /[@\d]|\(at\)/;
const MAY_BE_KEYS = /key|token/i;
/** What either of these and every count and amount has. */
const MAY_TELL = /[@\d]|\(at\)|key|token/i;
/** Characters of a text that are looked at together with the end of the text before. */
const MAX_NEAR = 400;

/** Elements within a line. */
const INLINE = new Set(['a', 'b', 'bdi', 'em', 'i', 'ins', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);
const MAX_END = 24;

/** Whole words at the end of a text. */
function endOf(text: string): string {
  if (text.length <= MAX_END) return text;
  const end = text.slice(-MAX_END);
  return end.slice(end.indexOf(' ') + 1);
}

const MONEY = /[$€£¥₹]|USD|EUR|GBP|CHF|Kč|zł|kr/;

function countIn(text: string): PageActions['count'] {
  const range = RANGE.exec(text);
  if (range !== null) return { shown: Number(range[2]), total: Number(range[3]) };
  const shown = SHOWN_OF.exec(text) ?? PAGE_OF.exec(text);
  return shown === null ? undefined : { shown: Number(shown[1]), total: Number(shown[2]) };
}

/** A number as people write it in either way: the last separator before one or two digits is that of decimals. */
export function numberOf(written: string): number | undefined {
  const text = withoutEnd(written.replace(/[\s']/g, ''), /[.,]/);
  const decimals = /[.,](\d{1,2})$/.exec(text);
  const whole = (decimals === null ? text : text.slice(0, -decimals[0].length)).replace(/[.,]/g, '');
  const value = Number.parseFloat(decimals === null ? whole : `${whole}.${decimals[1]}`);
  return Number.isFinite(value) ? value : undefined;
}

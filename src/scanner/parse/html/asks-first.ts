/** A page that asks for consent, an age or a choice, and shows its text only after the answer. */

import { parseUrl } from '../../../basics/parse-url.ts';
import { comparableText } from '../text/compare-text.ts';
import { ACCEPTS, ASKS_FIRST } from '../text/phrases/notices.ts';
import { isOneOf, saysOneOf } from '../text/phrases/phrases.ts';
import type { Heading } from './page-facts.ts';
import { attributeOf, type Element, PLACE, type Visitor } from './walk.ts';
import { type ItemText, itemText } from './word-counter.ts';

/** With more words the page has a text of its own, whatever it asks besides. */
const MAX_WORDS = 100;
/** The characters of so many words, and more than any question has. */
const MAX_CHARS = 1000;
/** A text without a heading is no more than its question with fewer words than this. */
const MAX_WORDS_WITHOUT_HEADING = 60;
const MAX_EXAMPLE = 120;
/** The page is about consent, so that the question is its text. */
const ABOUT_IT = /privacy|cookie|consent|datenschutz|gdpr|dsgvo|rgpd|privacidad|privatezza|prywatnosc|soukromi/i;

/** Names under which sites hand on the address that was asked for, to lead there after the answer. */
const RETURN_NAME =
  /^(?:return(?:_?(?:to|url|path))?|next|continue|redirect(?:_?(?:to|url|uri))?|back(?:_?url)?|goto|target|from|ref_?url)$/i;
const MAX_NAMES = 20;

/** It was sent to instead of another page of its site, whose address it carries. */
function isDetour(url: string): boolean {
  const own = new URL(url);
  return [...own.searchParams].slice(0, MAX_NAMES).some(([name, value]) => {
    if (!RETURN_NAME.test(name) || !/^(?:\/(?!\/)|https?:\/\/)/.test(value)) return false;
    const wanted = parseUrl(value.slice(0, 2000), own.origin);
    return wanted?.host === own.host && wanted.pathname !== own.pathname;
  });
}

export interface QuestionCollector extends Visitor {
  /**
   * The question with which the page begins and ends, cut; undefined for a page with a text of its own.
   * @param words of the main text
   */
  question(headings: readonly Heading[], words: number, url: string): string | undefined;
}

export function questionCollector(): QuestionCollector {
  let text = '';
  let hasAnswer = false;
  let hasButton = false;
  /** It leads elsewhere by itself, or asks who is there. */
  let hasWay = false;
  let control: { readonly element: Element; readonly text: ItemText } | undefined;
  /** From there on nothing on the page makes it a question. */
  const hasOwnText = (): boolean => text.length > MAX_CHARS;
  return {
    wants: { tags: ['a', 'button', 'input'], attributes: ['role'] },
    textIn: PLACE.body,
    enter(element, place) {
      if (hasOwnText() || (place & PLACE.body) === 0 || (place & (PLACE.chrome | PLACE.hidden)) !== 0) return;
      hasButton ||= isButton(element);
      hasWay ||= isWay(element);
      if (hasAnswer) return;
      if (element.tagName === 'input') {
        hasAnswer = isButton(element) && isOneOf(ACCEPTS, attributeOf(element, 'value') ?? '', 2);
      } else if (control === undefined && isControl(element)) control = { element, text: itemText() };
    },
    text(folded, place) {
      if (hasOwnText() || (place & PLACE.body) === 0 || (place & (PLACE.chrome | PLACE.hidden)) !== 0) return;
      control?.text.add(folded);
      text += folded.slice(0, MAX_CHARS);
    },
    leave(element) {
      if (control?.element !== element) return;
      hasAnswer = !hasOwnText() && isOneOf(ACCEPTS, control.text.value(), 2);
      control = undefined;
    },
    question(headings, words, url) {
      if (words >= MAX_WORDS || hasOwnText()) return undefined;
      if (hasButton && !hasWay && isDetour(url))
        return (headings.find(({ text: said }) => said !== '')?.text ?? text.trim()).slice(0, MAX_EXAMPLE);
      if (!hasAnswer || ABOUT_IT.test(new URL(url).pathname)) return undefined;
      const own = headings.filter(({ inChrome, text: said }) => !inChrome && said !== '');
      const [first] = own;
      if (first !== undefined)
        return own.every(({ text: said }) => saysOneOf(ASKS_FIRST, said))
          ? first.text.slice(0, MAX_EXAMPLE)
          : undefined;
      const said = ` ${comparableText(text)} `;
      const asks = words < MAX_WORDS_WITHOUT_HEADING && ASKS_FIRST.each.some(({ phrase }) => said.includes(phrase));
      return asks ? text.trim().slice(0, MAX_EXAMPLE) : undefined;
    },
  };
}

const isControl = (element: Element): boolean =>
  element.tagName === 'button' || element.tagName === 'a' || attributeOf(element, 'role') === 'button';

const isButton = (element: Element): boolean =>
  element.tagName === 'button' ||
  (element.tagName === 'input' && /^(?:submit|button|image)$/i.test(attributeOf(element, 'type') ?? ''));

const isWay = (element: Element): boolean =>
  element.tagName === 'a'
    ? /^(?!#|javascript:)./i.test(attributeOf(element, 'href') ?? '')
    : element.tagName === 'input' && /^password$/i.test(attributeOf(element, 'type') ?? '');

/** The surroundings of the forms and lists of a page: frames, scripts that make forms, counts, amounts, calls in code. */

import { attributeOf, type Element, PLACE } from '../walk.ts';
import type { PageActions } from './page-actions.ts';
import { scriptedParts } from './scripted-parts.ts';
import { textSigns } from './text-signs.ts';
import { attributeText, type Part, within } from './text-within.ts';

const MAX_FRAMES = 5;
const MAX_CALLS = 5;
const MAX_CODES = 200;
const CALL = /https?:\/\/[\w.-]{1,100}(?::\d{1,5})?\/[\w/.{}:?=&%~-]{0,200}/g;
/** Code that speaks of a request. */
const REQUEST = /\bcurl\b|\bfetch\(|\bGET\b|\bhttp\b|requests\.|https?:\/\//;
/** Addresses by which people are reached. */
const CONTACT_ADDRESS = /^(?:mailto|tel|sms|https:\/\/wa\.me):?/i;
/** Elements within a line. */
const INLINE = new Set(['a', 'b', 'bdi', 'em', 'i', 'ins', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

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
  const frames: { readonly href: string; readonly title: string }[] = [];
  const calls = new Set<string>();
  const texts = textSigns();
  const scripted = scriptedParts();
  let codes = 0;

  const addFrame = (frame: Element): void => {
    const href = (attributeOf(frame, 'src') ?? attributeOf(frame, 'data-src') ?? '').trim().slice(0, 500);
    if (href !== '') frames.push({ href, title: attributeText(frame, 'title') });
  };
  const addCalls = (code: Element): void => {
    codes += 1;
    const { text } = within(code, 600);
    if (!REQUEST.test(text)) return;
    for (const [url] of text.matchAll(CALL)) if (calls.size < MAX_CALLS) calls.add(url);
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'script') return scripted.script(element);
      if (!INLINE.has(tagName)) texts.endNumber();
      if ((place & PLACE.hidden) !== 0) return;
      scripted.element(element, place);
      if (tagName === 'address' || (tagName === 'a' && CONTACT_ADDRESS.test(attributeText(element, 'href', 40))))
        texts.addContact();
      else if (tagName === 'iframe' && (place & PLACE.chrome) === 0 && frames.length < MAX_FRAMES) addFrame(element);
      else if ((tagName === 'code' || tagName === 'pre') && codes < MAX_CODES && calls.size < MAX_CALLS)
        addCalls(element);
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) !== 0 && (place & PLACE.hidden) === 0) texts.text(folded);
    },
    facts(resolve) {
      const { count, amounts, tellsOfKeys, hasContact } = texts.facts();
      const { isEndless, hasScripts, ...forms } = scripted.facts();
      return {
        frames: frames.flatMap(({ href, title }) => {
          const url = resolve(href);
          return url === undefined ? [] : [{ url, title }];
        }),
        ...forms,
        count,
        isEndless,
        amounts,
        calls: [...calls],
        tellsOfKeys,
        hasContact,
        hasScripts,
      };
    },
  };
}

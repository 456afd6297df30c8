/**
 * Asks pages in a world of scripts of its own: what a page puts in the place of `querySelectorAll`, `slice` or `toJSON` is not
 * seen there, so it can neither lie nor answer megabytes. Selector engines are the one public way of the driver into that world:
 * this one answers an element of no document, whose value is the answer.
 */

import type { Frame, Locator, Page, Selectors } from 'playwright-core';
import { QUESTIONS } from './in-page.ts';
import { within } from './within.ts';

type Questions = typeof QUESTIONS;
type Question = keyof Questions;
type Answer<Name extends Question> = ReturnType<Questions[Name]>;

const ENGINE = 'legible';
/** Of an element, which may have gone. */
const ELEMENT_MS = 1_500;

/** The code of the engine. `__name` is what bundlers wrap functions in. */
const source = `(() => {
  const __name = (fn) => fn;
  const questions = { ${Object.entries(QUESTIONS)
    .map(([name, answer]) => `${name}: ${answer}`)
    .join(',\n')} };
  const query = (root, selector) => {
    const { name, given } = JSON.parse(decodeURIComponent(selector));
    const told = document.createElement('data');
    told.setAttribute('value', JSON.stringify(questions[name](root, given)) ?? 'null');
    return told;
  };
  return { query, queryAll: (root, selector) => [query(root, selector)] };
})()`;

let registered: Promise<void> | undefined;

/** Once for a process, before a page is asked. */
export function registerQuestions(selectors: Selectors): Promise<void> {
  registered ??= selectors.register(ENGINE, { content: source }, { contentScript: true });
  return registered;
}

const selectorOf = (name: Question, given: string): string =>
  `${ENGINE}=${encodeURIComponent(JSON.stringify({ name, given }))}`;

/**
 * The answer of a page, or of one of its frames. The code that gives it is our own, so it has the form that the question says.
 * @param given a word that the question takes
 * @throws Hung where the page answers nothing within a few seconds
 */
export const askPage = async <Name extends Question>(
  page: Page | Frame,
  name: Name,
  given = '',
): Promise<Answer<Name>> =>
  answerIn<Name>(await within(page.locator(selectorOf(name, given)).getAttribute('value', { timeout: 0 })));

/** The answer of an element; undefined where it has gone meanwhile. @throws Hung as `askPage` */
export async function askElement<Name extends Question>(
  element: Locator,
  name: Name,
  given = '',
): Promise<Answer<Name> | undefined> {
  if ((await within(element.count())) === 0) return undefined;
  const told = element.locator(selectorOf(name, given)).getAttribute('value', { timeout: ELEMENT_MS });
  return answerIn<Name>(await within(told.catch(() => 'null'))) ?? undefined;
}

// The engine writes it as JSON of what the question answers.
const answerIn = <Name extends Question>(told: string | null): Answer<Name> =>
  JSON.parse(told ?? 'null') as Answer<Name>;

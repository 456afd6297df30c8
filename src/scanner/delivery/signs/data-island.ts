import type { CarriedText } from '../../parse/html/missing/carried-text.ts';
import { FEW_WORDS, type Found, type SignRule } from './sign.ts';

/** Fewer words are settings and messages. */
const MIN_WORDS = 20;
/** A page that shows most of what it carries was rendered before it was sent; the rest is of other pages. */
const RENDERED = 2;

/** Data below this ratio to the page's text is a note of a widget, or belongs to other pages. */
const MIN_PART = 0.5;

/** Prose in data islands, code and attributes that the page shows nowhere, and that is about the page. */
export const dataIsland: SignRule = ({ missing: { carried } }, own) =>
  larger(unshown(carried.script, own), unshown(carried.attribute, own));

/** Prose in templates that scripts copy into the page. */
export const template: SignRule = ({ missing: { carried } }, own) => unshown(carried.template, own);

/** Text in a declarative shadow root: readers of the HTML take it for a template. */
export const shadowRoot: SignRule = ({ missing: { carried } }) =>
  carried.shadow === undefined || carried.shadow.missing === 0 ? undefined : { missingWords: carried.shadow.missing };

/** Text that a style sheet writes (`content`). */
export const styleContent: SignRule = ({ missing: { carried } }) =>
  carried.css === undefined || carried.css.missing < MIN_CSS_WORDS ? undefined : { missingWords: carried.css.missing };

/** A style sheet writes "opens in a new window" behind links. */
const MIN_CSS_WORDS = 12;

function unshown(text: CarriedText | undefined, own: number): Found | undefined {
  if (text === undefined || text.missing < MIN_WORDS || text.shown >= RENDERED * text.missing) return undefined;
  const isPart = text.isAbout && text.missing >= MIN_PART * own;
  return own < FEW_WORDS || isPart ? { missingWords: text.missing } : undefined;
}

function larger(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.missingWords >= other.missingWords ? one : other;
}

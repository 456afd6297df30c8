/**
 * The signs that text of a page is missing. A page without a sign is complete, however short it is: its weight is that of its
 * words. With a sign the loss is what the sign tells, and has its name.
 */

import { moreItems, moreText, panel } from './behind-a-click.ts';
import { dataIsland, shadowRoot, styleContent, template } from './data-island.ts';
import { emptySection, fragment } from './empty-section.ts';
import { figures } from './figures.ts';
import { canvas, frame, picture } from './in-place-of-text.ts';
import { mapped, reversed, scattered } from './letters.ts';
import { placeholder } from './placeholder.ts';
import { scriptContainer } from './script-container.ts';
import type { SignPage, SignRule } from './sign.ts';
import { paywall, promisedWords, teaser } from './teaser.ts';
import { question, wall } from './wall.ts';

interface SignKind {
  /** The check whose fix brings the text. */
  readonly check: string;
  readonly rule: SignRule;
  /**
   * `text`: several of them on one page are signs of the same missing text, so the largest counts; `part`: of a part of its
   * own; `spoiled`: of text that is there, and cannot be read.
   */
  readonly of: 'text' | 'part' | 'spoiled';
  /** What a page of a site lacks by it, for a sentence: "31 of 36 pages ... ". */
  readonly words: string;
}

/** In the order in which a loss is put down to them. */
export const SIGNS = {
  question: {
    check: 'P4',
    rule: question,
    of: 'spoiled',
    words: 'ask for consent, an age or a choice in place of their text',
  },
  wall: { check: 'P4', rule: wall, of: 'text', words: 'show a banner or a dialog in place of their text' },
  paywall: { check: 'P4', rule: paywall, of: 'text', words: 'end at a paywall' },
  'data-island': {
    check: 'P5',
    rule: dataIsland,
    of: 'text',
    words: 'hold their text as data that only a script shows',
  },
  template: { check: 'P5', rule: template, of: 'text', words: 'hold their text in templates that only a script shows' },
  'shadow-root': { check: 'P5', rule: shadowRoot, of: 'text', words: 'hold text in shadow roots' },
  'style-content': { check: 'P5', rule: styleContent, of: 'text', words: 'have text that only a style sheet writes' },
  placeholder: {
    check: 'P5',
    rule: placeholder,
    of: 'text',
    words: 'show "loading" where text should be, without a script',
  },
  canvas: { check: 'P5', rule: canvas, of: 'text', words: 'draw their text on a canvas' },
  teaser: { check: 'P26', rule: teaser, of: 'text', words: 'end with a pointer to the text elsewhere' },
  frame: { check: 'P26', rule: frame, of: 'text', words: 'hold their text in a frame or an embedded document' },
  picture: { check: 'P18', rule: picture, of: 'text', words: 'consist of images with hardly a word' },
  'promised-words': {
    check: 'P26',
    rule: promisedWords,
    of: 'text',
    words: 'have far fewer words than their structured data says',
  },
  'script-container': { check: 'P5', rule: scriptContainer, of: 'text', words: 'have no text without a script' },
  fragment: { check: 'P5', rule: fragment, of: 'text', words: 'have parts that only a script fetches' },
  'empty-section': {
    check: 'P5',
    rule: emptySection,
    of: 'text',
    words: 'have headings with nothing below without a script',
  },
  reversed: { check: 'P26', rule: reversed, of: 'spoiled', words: 'have text in reversed letters' },
  scattered: { check: 'P26', rule: scattered, of: 'spoiled', words: 'have text in scattered letters' },
  mapped: { check: 'P26', rule: mapped, of: 'spoiled', words: 'have text in letters that only their font shows' },
  panel: { check: 'P27', rule: panel, of: 'part', words: 'have tabs or panels that are empty until a click' },
  'more-items': {
    check: 'P27',
    rule: moreItems,
    of: 'part',
    words: 'show part of a list, and the rest has no address',
  },
  'more-text': { check: 'P27', rule: moreText, of: 'part', words: 'break off before a "read more" without an address' },
  figures: { check: 'P28', rule: figures, of: 'part', words: 'show no figures without a script' },
} as const satisfies Readonly<Record<string, SignKind>>;

export type SignId = keyof typeof SIGNS;

export const SIGN_IDS = Object.keys(SIGNS) as readonly SignId[]; // the keys of a literal

export interface Sign {
  readonly id: SignId;
  readonly check: string;
  /** Share of the page's text that is there by this sign, 0 to 1. */
  readonly kept: number;
  readonly example: string;
}

/**
 * The signs of a page that count, each with the share that it leaves: of those of the whole text the first check's with the
 * largest loss, and every other.
 */
export function signsOf(page: SignPage, ownWords: number): Sign[] {
  const found = SIGN_IDS.flatMap((id) => {
    const kind: SignKind = SIGNS[id];
    const result = kind.rule(page, ownWords);
    if (result === undefined || result.missingWords <= 0) return [];
    return [{ id, check: kind.check, of: kind.of, missing: result.missingWords, example: result.example ?? '' }];
  });
  // The page has no words but those of a question that is in place of its text: the whole text is missing by that.
  const asksFirst = found.some(({ id }) => id === 'question');
  const ofText = asksFirst ? [] : found.filter((sign) => sign.of === 'text');
  const [first] = ofText;
  const largest = Math.max(0, ...ofText.map(({ missing }) => missing));
  const counted = found.flatMap(({ id, check, of, missing, example }) => {
    if (of === 'text') return id === first?.id ? [{ id, check, kept: share(ownWords, largest), example }] : [];
    if (of === 'spoiled')
      return [
        { id, check, kept: ownWords === 0 ? 0 : Math.max(0, 1 - missing / Math.max(missing, ownWords)), example },
      ];
    return [{ id, check, kept: share(ownWords, missing), example }];
  });
  return counted;
}

export const hasShadow = ({ missing: { carried } }: SignPage): boolean => (carried.shadow?.missing ?? 0) > 0;

/**
 * The page as a browser shows it: text in declarative shadow roots is there, without a script.
 * @returns with the words that come to those of the HTML
 */
export function inBrowser(page: SignPage): { readonly page: SignPage; readonly words: number } {
  const words = page.missing.carried.shadow?.missing ?? 0;
  if (words === 0) return { page, words };
  const { shadow: _, ...carried } = page.missing.carried;
  return { page: { ...page, bodyWords: page.bodyWords + words, missing: { ...page.missing, carried } }, words };
}

const share = (own: number, missing: number): number => own / (own + missing);

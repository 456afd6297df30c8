/** What a page shows of text that does not come with it: one walk, several collectors. */

import { asList, textOf } from '../../json/json.ts';
import { jsonLdNodes } from '../../json/json-ld.ts';
import { isBlock } from '../../text/compare-text.ts';
import { CONSENT_TO_READ, GONE, PAYWALL, saysOneOf, TEASER } from '../../text/phrases/phrases.ts';

import { attributeOf, PLACE, type Visitor } from '../walk.ts';
import { countWords } from '../word-counter.ts';
import { type CarriedText, carriedTextCollector } from './carried-text.ts';
import { emptyFigureCollector } from './empty-figures.ts';
import type { EmptyFigures } from './figure-tally.ts';
import { type FillMarks, fillMarkCollector } from './fill-marks.ts';
import { type MoreControls, moreControlCollector } from './more-controls.ts';
import { type SpoiledText, spoiledTextCollector } from './spoiled-text.ts';
import type { Carrier } from './text-carriers.ts';

/** The phrase with which a text ends before its end. */
export interface Ending {
  readonly kind: 'teaser' | 'paywall';
  /** The block that holds it, cut. */
  readonly example: string;
  /** The text before it breaks off in the middle of a sentence. */
  readonly breaksOff: boolean;
}

export interface MissingText {
  readonly carried: Readonly<Partial<Record<Carrier, CarriedText>>>;
  readonly marks: FillMarks;
  readonly figures: EmptyFigures;
  readonly more: MoreControls;
  readonly spoiled: SpoiledText;
  readonly ending: Ending | undefined;
  /** Words that the structured data gives the one article of the page; undefined where it says nothing of it. */
  readonly promisedWords: number | undefined;
  /** A title or a heading says that the page is gone. */
  readonly saysGone: boolean;
}

interface JsonLdValue {
  readonly value: unknown;
}

const LAST_BLOCKS = 5;
const MAX_BLOCK = 400;
const MAX_PROMISED = 50_000;
const ARTICLE = /(?:Article|BlogPosting|Report|Review|Recipe|CreativeWork|WebPage)$/;
/** Without "[…]" at its end, the text stops at a word, a comma or dots. */
const breaksOff = (text: string): boolean => STOPS.test(withoutMark(text.trimEnd()));
const withoutMark = (text: string): string => (text.endsWith('[…]') ? text.slice(0, -'[…]'.length).trimEnd() : text);
const STOPS = /(?:\.\.\.|[…\p{L}\p{N},])$/u;

export function missingTextCollector(): {
  readonly visitors: readonly Visitor[];
  facts(jsonLd: readonly JsonLdValue[], names: readonly string[]): MissingText;
} {
  const carried = carriedTextCollector();
  const marks = fillMarkCollector();
  const spoiled = spoiledTextCollector();
  const more = moreControlCollector();
  const figures = emptyFigureCollector(() => marks.facts(NO_RESOLVER).hasScripts);
  const ends = endingCollector();
  return {
    visitors: [carried, marks, figures, more, spoiled, ends],
    facts(jsonLd, names) {
      const found = figures.facts(NO_RESOLVER);
      const hidden = hiddenPrices(jsonLd, carried.showsNumber);
      return {
        carried: carried.carried(),
        marks: marks.facts(NO_RESOLVER),
        figures:
          hidden > found.count ? { count: hidden, labels: found.labels.length > 0 ? found.labels : ['Price'] } : found,
        more: more.facts(NO_RESOLVER),
        spoiled: spoiled.facts(NO_RESOLVER),
        ending: ends.ending(),
        promisedWords: promisedWords(jsonLd),
        saysGone: names.some((name) => name.length <= 120 && saysOneOf(GONE, name)),
      };
    },
  };
}

const MIN_BROKEN_WORDS = 8;
const DOTS = /(?:\.\.\.|…)$/;
/** A box that asks to sign in is at most this many blocks after the text that it ends. */
const BLOCKS_OF_WALL = 3;
/** The address of a sign-in, a registration or a subscription. */
const SIGN_IN =
  /\/(?:log-?in|sign-?(?:in|up)|register|registration|subscribe|subscription|join|abo|anmelden|connexion)(?:[/.?#]|$)/i;

const NO_RESOLVER = (): undefined => undefined;

/** The last blocks of the content, for the phrases that end a teaser. */
function endingCollector(): Visitor & { ending(): Ending | undefined } {
  const last: { text: string; isProse: boolean }[] = [];
  let text = '';
  let before = '';
  /** The last such phrase right after a text that breaks off, as long as no text goes on behind it. */
  let broken: Ending | undefined;
  /** Blocks since a text that ends in dots in the middle of a sentence; undefined where none does. */
  let sinceDots: number | undefined;
  let leadsToSignIn = false;
  const endBlock = (): void => {
    const block = text.trim();
    if (block !== '') {
      const half = MAX_BLOCK / 2;
      // The start tells a phrase, the end whether the text breaks off.
      const kept = block.length <= MAX_BLOCK ? block : `${block.slice(0, half)} ${block.slice(-half)}`;
      const isProse = countWords(block) >= 6;
      const isNear = sinceDots !== undefined && sinceDots < BLOCKS_OF_WALL;
      const isAfterBreak = isNear || (breaksOff(before) && countWords(before) >= MIN_BROKEN_WORDS);
      const kind = isAfterBreak ? (endingKind(block) ?? (isNear && leadsToSignIn ? 'paywall' : undefined)) : undefined;
      leadsToSignIn = false;
      if (DOTS.test(block) && countWords(block) >= MIN_BROKEN_WORDS) sinceDots = 0;
      else if (sinceDots !== undefined) sinceDots += 1;
      if (kind !== undefined) broken = { kind, example: block.slice(0, 120), breaksOff: true };
      else if (isProse && block.length > MIN_TEXT_CHARS) broken = undefined;
      before = kept;
      last.push({ text: kept, isProse });
      if (last.length > LAST_BLOCKS + 1) last.shift();
    }
    text = '';
  };
  return {
    wants: { tags: ['a'], isTag: isBlock },
    textIn: PLACE.body,
    enter(element, place) {
      if ((place & PLACE.body) === 0) return;
      if (isBlock(element.tagName)) endBlock();
      if (element.tagName === 'a' && (place & PLACE.chrome) === 0)
        leadsToSignIn ||= SIGN_IN.test((attributeOf(element, 'href') ?? '').slice(0, MAX_BLOCK));
    },
    text(folded, place) {
      if ((place & PLACE.body) === 0 || (place & PLACE.chrome) !== 0) return;
      text += folded;
      if (text.length > 4 * MAX_BLOCK) text = `${text.slice(0, MAX_BLOCK)}${text.slice(-MAX_BLOCK)}`;
    },
    leave({ tagName }, place) {
      if ((place & PLACE.body) !== 0 && isBlock(tagName)) endBlock();
    },
    ending() {
      endBlock();
      for (const [at, { text: said }] of last.entries()) {
        const kind = endingKind(said);
        if (kind === undefined) continue;
        // A text that goes on behind the phrase is no teaser.
        if (
          last
            .slice(at + 1)
            .filter(
              ({ isProse, text: after }) =>
                isProse && !saysOneOf(PAYWALL, after) && !saysOneOf(TEASER, after) && after.length > MIN_TEXT_CHARS,
            ).length > 0
        )
          continue;
        const before = last[at - 1]?.text ?? '';
        return {
          kind,
          example: said.slice(0, 120),
          breaksOff: before !== '' && breaksOff(before) && countWords(before) >= 8,
        };
      }
      return broken;
    },
  };
}

const endingKind = (text: string): Ending['kind'] | undefined =>
  saysOneOf(CONSENT_TO_READ, text)
    ? undefined
    : saysOneOf(PAYWALL, text)
      ? 'paywall'
      : saysOneOf(TEASER, text)
        ? 'teaser'
        : undefined;

const MIN_TEXT_CHARS = 150;

/** Words of articleBody, or wordCount, of the only article at the top level. */
function promisedWords(blocks: readonly JsonLdValue[]): number | undefined {
  const articles = jsonLdNodes(blocks.map(({ value }) => value))
    .filter(({ isTopLevel, types }) => isTopLevel && types.some((type) => ARTICLE.test(type)))
    .map(({ properties }) => {
      const body = textOf(properties.articleBody) ?? textOf(properties.text) ?? textOf(properties.reviewBody) ?? '';
      const said = Number(asList(properties.wordCount)[0]);
      return Math.max(countWords(body), Number.isFinite(said) ? Math.floor(said) : 0);
    })
    .filter((words) => words > 0);
  const [words] = articles;
  return articles.length === 1 && words !== undefined ? Math.min(words, MAX_PROMISED) : undefined;
}

/** Prices that the structured data of one product names and the page shows nowhere. */
function hiddenPrices(blocks: readonly JsonLdValue[], isShown: (value: string) => boolean): number {
  const nodes = jsonLdNodes(blocks.map(({ value }) => value));
  const offers = nodes.filter(({ types }) => types.includes('Offer'));
  // A list of many products is judged where each of them is.
  if (offers.length > 5) return 0;
  const prices = offers.flatMap(({ properties }) => {
    const price = asList(properties.price)[0];
    return price === undefined ? [] : [typeof price === 'number' ? String(price) : (textOf(price) ?? '')];
  });
  return [...new Set(prices)].filter((price) => /\d/.test(price) && !isShown(price)).length;
}

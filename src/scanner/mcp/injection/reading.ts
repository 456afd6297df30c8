/** Reads one sentence: which acts it orders, forbids or describes, and what it names. */

import { compoundsIn } from './compounds.ts';
import type { Act, Concept } from './concepts.ts';
import type { Sentence, Token } from './sentences.ts';

/**
 * How a sentence has an act: `order` commands the reader, `ban` forbids it or says that it is not done, `does` says what
 * something does, `opening` is the imperative that a description begins with, `without` a ban by that word, `theirs` is what the user does, `loose` is anything else, such as a purpose or a noun.
 */
export type Mood = 'order' | 'opening' | 'ban' | 'without' | 'does' | 'theirs' | 'loose';

export interface Deed {
  readonly act: Act;
  readonly mood: Mood;
  readonly at: number;
}

export interface Reading {
  readonly sentence: Sentence;
  readonly deeds: readonly Deed[];
  /** Concepts of the sentence, with the places where they are. */
  readonly places: ReadonlyMap<Concept, readonly number[]>;
  readonly isEnglish: boolean;
}

const NEGATIONS = new Set(
  "stop stops not never don't dont doesn't cannot can't won't shouldn't mustn't needn't nor neither without avoid avoiding refrain isn't aren't no nothing nobody rather".split(
    ' ',
  ),
);
const SKIPPED = new Set(
  'longer secretly please kindly simply just also then now first next so always only even instead therefore thus still to do does be being been it again both either once immediately directly automatically ever both actually really merely additionally afterwards finally lastly secondly second thereafter later subsequently go ahead proceed proactively verbatim too all henceforth feel free dutifully'.split(
    ' ',
  ),
);
const CONJUNCTIONS = new Set('and or but then & nor plus yet while'.split(' '));
const WEAK_MODALS = new Set("can could may might will would 'll 'd".split(' '));
const MODALS = new Set(
  "must should shall will may can could would might ought has have needs need supposed 'll 'd gets".split(' '),
);
const DETERMINERS = new Set(
  'the a an this that these those each every any your my our their its his her no some all one such another of in on for with from per by which what same full'.split(
    ' ',
  ),
);
/** Before "to": the infinitive that follows is an order. */
const ORDERING = new Set(
  'need needs have has had must required obliged expected asked instructed remember sure forget supposed ought requested told free allowed permitted welcome is are necessary essential important mandatory crucial proceed continue best obligated bound begin start mind advised encouraged good helpful wise authorised authorized cleared entitled made urged trusted reminded taught known configured designed directed'.split(
    ' ',
  ),
);
const BE = new Set('be is are was were been being gets get got am'.split(' '));
const ARTICLES = new Set('the a an any each every'.split(' '));
/** Nouns that are also verbs are nouns after these words, but acts at the start of a clause. */
const isAdverb = (word: string): boolean => SKIPPED.has(word) || (word.length > 4 && word.endsWith('ly'));

export function readingOf(sentence: Sentence, isOpening: boolean): Reading {
  const { tokens, isEnglish } = sentence;
  const places = new Map<Concept, number[]>();
  tokens.forEach(({ concepts }, at) => {
    for (const concept of concepts) {
      // "never needs to appear", "when you need to learn"
      if (
        concept === 'demand' &&
        isEnglish &&
        (tokens.slice(Math.max(0, at - 2), at).some(({ word }) => NEGATIONS.has(word)) ||
          (tokens[at - 1]?.word === 'you' && /^(?:when|whenever|if)$/.test(tokens[at - 2]?.word ?? '')))
      )
        continue;
      const known = places.get(concept);
      if (known === undefined) places.set(concept, [at]);
      else known.push(at);
    }
  });
  if (isEnglish) for (const { means, at } of compoundsIn(tokens)) places.set(means, [...(places.get(means) ?? []), at]);
  const deeds: Deed[] = [];
  tokens.forEach(({ acts }, at) => {
    if (acts.length === 0) return;
    const moods = new Map<string, Mood>();
    for (const { act, form } of acts) {
      const mood =
        moods.get(form) ?? (isEnglish ? moodAt(tokens, at, form, isOpening, deeds) : foreignMood(tokens, at));
      moods.set(form, mood);
      deeds.push({
        act,
        mood:
          mood === 'ban' && isEnglish && isCondition(tokens, at)
            ? 'loose'
            : (mood === 'ban' && act !== 'know' && form !== 'past' && isOfUser(tokens, at)) ||
                (mood === 'order' && isEnglish && isReminder(tokens, at))
              ? 'theirs'
              : mood,
        at,
      });
    }
  });
  return { sentence, deeds, places, isEnglish };
}

const REMINDED = 12;

/** "Remind the user that it must be kept": what follows is for the user to do. */
const isReminder = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(Math.max(0, at - REMINDED), at)
    .some(
      ({ word }, index, before) =>
        /^(?:remind|advise)$/.test(word) &&
        before.slice(index + 1, index + 4).some((token) => token.concepts.has('user')) &&
        before.slice(index + 2, index + 5).some((token) => token.word === 'that'),
    );

/** "if the user has not said": what the user does not do is no ban. */
function isOfUser(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 4); back -= 1) {
    const token = tokens[back];
    if (token?.concepts.has('user') === true && !/'s$|s'$/.test(token.word))
      return !/^(?:tell|ask)/.test(tokens[back - 2]?.word ?? '');
    if (token === undefined || tokens[back + 1]?.startsClause === true) return false;
  }
  return false;
}

const CONDITIONS = new Set('if when whenever where because since as that what whether'.split(' '));
const CONDITION_WORDS = 5;

/** "if you cannot tell", "that you do not know": what is not done there is a condition or a content, and no ban. */
function isCondition(tokens: readonly Token[], at: number): boolean {
  const negation = [at - 1, at - 2].find((place) => NEGATIONS.has(tokens[place]?.word ?? ''));
  if (negation === undefined) return false;
  const helper = tokens[negation - 1]?.word ?? '';
  // "a timestamp that does not say so"
  if (helper === 'does' && /^(?:that|which|who)$/.test(tokens[negation - 2]?.word ?? '')) return true;
  const subject = /^(?:do|does|did|is|are|was|were|have|has|can|could)$/.test(helper) ? negation - 2 : negation - 1;
  if (!SUBJECTS.has(tokens[subject]?.word ?? '')) return false;
  for (let back = subject - 1; back >= Math.max(0, subject - CONDITION_WORDS); back -= 1) {
    const token = tokens[back];
    if (token === undefined || tokens[back + 1]?.startsClause === true) return false;
    if (CONDITIONS.has(token.word)) return true;
    if (token.acts.length > 0) return false;
  }
  return false;
}
const SUBJECTS = new Set('you they it he she we i'.split(' '));

const FOREIGN_NEAR = 4;
/** A negation of the same clause, before or behind the act. */
function foreignMood(tokens: readonly Token[], at: number): Mood {
  let from = at;
  while (from > 0 && at - from < FOREIGN_NEAR && tokens[from]?.startsClause !== true) from -= 1;
  let to = at + 1;
  while (to < tokens.length && to - at < FOREIGN_NEAR && tokens[to]?.startsClause !== true) to += 1;
  return tokens.slice(from, to).some(({ concepts }) => concepts.has('negative')) ? 'ban' : 'order';
}

function moodAt(
  tokens: readonly Token[],
  at: number,
  form: string,
  isOpening: boolean,
  earlier: readonly Deed[],
): Mood {
  const { before, isBanned, isStart } = lookBack(tokens, at);
  const previous = before >= 0 ? tokens[before] : undefined;
  if (form === 'base') return baseMood(tokens, { at, before, previous, isBanned, isStart }, isOpening, earlier);
  if (
    form === 'third' &&
    previous !== undefined &&
    !isStart &&
    previous.concepts.has('model') &&
    previous.word !== 'you' &&
    !isRelative(tokens, before)
  )
    return isBanned ? 'ban' : 'order';
  if (form === 'third')
    return previous !== undefined &&
      !isStart &&
      DETERMINERS.has(previous.word) &&
      !/^(?:this|that|it|which)$/.test(previous.word)
      ? 'loose'
      : 'does';
  if (form === 'gerund') {
    if (isBanned) {
      const isWithout = tokens.slice(Math.max(0, at - 3), at).some(({ word }) => word === 'without');
      // "never without asking" asks.
      return isWithout ? (earlier.some((deed) => deed.mood === 'ban') ? 'loose' : 'without') : 'ban';
    }
    return previous !== undefined && BE.has(previous.word) ? 'does' : 'loose';
  }
  return pastMood(tokens, at, isBanned);
}

/** "the prompt that the assistant starts with" orders nothing. */
const isRelative = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - 3), at).some(({ word }) => /^(?:that|which|who|whose|where|when|how)$/.test(word));

interface Before {
  readonly before: number;
  readonly isBanned: boolean;
  readonly isStart: boolean;
}

/** Goes back over adverbs and negations to the word that decides, or to the start of the clause. */
function lookBack(tokens: readonly Token[], at: number): Before {
  let before = at - 1;
  let isBanned = false;
  let isStart = tokens[at]?.startsClause === true;
  while (!isStart && before >= 0) {
    const token = tokens[before];
    if (token === undefined) break;
    if (NEGATIONS.has(token.word)) isBanned = true;
    else if (token.word === 'to' || BE.has(token.word) || !isAdverb(token.word)) break;
    if (token.startsClause) isStart = true;
    before -= 1;
  }
  return { before: isStart ? -1 : before, isBanned, isStart: isStart || before < 0 };
}

function baseMood(
  tokens: readonly Token[],
  { at, before, previous, isBanned, isStart }: Before & { readonly at: number; readonly previous: Token | undefined },
  isOpening: boolean,
  earlier: readonly Deed[],
): Mood {
  // "absent when git did not surface it" tells what happened.
  if (isBanned && tokens.slice(Math.max(0, at - 3), at).some(({ word }) => word === 'did' || word === "didn't"))
    return 'loose';
  const toEarlier = (): Mood => {
    const last = earlier.findLast((deed) => deed.at < at && deed.mood !== 'loose');
    return last?.mood === 'ban' && (previous?.word === 'or' || previous?.word === 'nor')
      ? 'ban'
      : isBanned
        ? 'ban'
        : (last?.mood ?? 'order');
  };
  // "with owner, schedule, last result": a word by itself between commas is an item of a list.
  if (isOpening && isStart && at > 0 && tokens[at + 1]?.startsClause === true && earlier[0]?.mood === 'does')
    return 'loose';
  // "a no-show fee"
  if (tokens[at - 1]?.word === 'no' && isStart === false) return 'loose';
  if (isStart || previous === undefined) {
    if (isBanned) return 'ban';
    return isOpening && at < 2 ? 'opening' : 'order';
  }
  if (CONJUNCTIONS.has(previous.word)) {
    const first = earlier.findLast((deed) => deed.at < before && deed.mood !== 'loose');
    return first === undefined ? (isBanned ? 'ban' : 'order') : toEarlier();
  }
  if (previous.word === 'to') return infinitiveMood(tokens, before, isBanned);
  if (MODALS.has(previous.word)) return isBanned ? 'ban' : subjectMood(tokens, before);
  // "at the path you give"
  if (previous.word === 'you' && ARTICLES.has(tokens[before - 2]?.word ?? '') && !previous.startsClause)
    return isBanned ? 'ban' : 'loose';
  if ((previous.concepts.has('model') && tokens[before - 1]?.word !== 'user') || previous.word === 'you')
    return isBanned ? 'ban' : 'order';
  if (previous.concepts.has('user')) return 'theirs';
  if (previous.word === 'let' || previous.word === 'help' || previous.word === 'helps')
    return isBanned ? 'ban' : 'loose';
  return isBanned ? 'ban' : afterOpener(tokens, at) ? 'order' : 'loose';
}

const OPENERS = new Set(
  'from for when whenever if before after once on during as in until while with to upon should each every any whatever'.split(
    ' ',
  ),
);

/** "Before use call x": an imperative that no comma parts from what comes before it. */
function afterOpener(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const previous = tokens[at - 1];
  if (
    token === undefined ||
    previous === undefined ||
    token.concepts.size > 0 ||
    (DETERMINERS.has(previous.word) && tokens[at - 2]?.word !== 'now')
  )
    return false;
  if (previous.acts.length > 0 && !previous.concepts.has('name')) return false;
  let start = at;
  while (start > 0 && tokens[start]?.startsClause !== true) start -= 1;
  return at - start > 1 && OPENERS.has(tokens[start]?.word ?? '');
}

const AROUND = 6;

function infinitiveMood(tokens: readonly Token[], to: number, isBanned: boolean): Mood {
  let at = to - 1;
  let isNegated = isBanned;
  while (at >= 0 && (isAdverb(tokens[at]?.word ?? '') || NEGATIONS.has(tokens[at]?.word ?? ''))) {
    if (NEGATIONS.has(tokens[at]?.word ?? '')) isNegated = true;
    at -= 1;
  }
  const lead = tokens[at];
  if (lead === undefined) return isNegated ? 'ban' : 'loose';
  const around = tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  if (around.some((word) => NEGATIONS.has(word)) || lead.word === 'unnecessary')
    isNegated = lead.word !== 'forget' && lead.word !== 'fail';
  if (isNegated) return 'ban';
  if (
    (lead.concepts.has('model') || lead.word === 'you') &&
    !around.some((word) => word.startsWith('help') || word.startsWith('let'))
  )
    return 'order';
  if (lead.word === 'as' && around.some((word) => word === 'good' || word === 'kind')) return 'order';
  if (lead.word === 'forget' || ORDERING.has(lead.word)) return subjectMood(tokens, at);
  return 'loose';
}

/** Whose act it is, by the nearest party before a modal. */
function subjectMood(tokens: readonly Token[], modal: number): Mood {
  for (let at = modal - 1; at >= Math.max(0, modal - AROUND); at -= 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.concepts.has('model') || token.word === 'you') return 'order';
    if (token.concepts.has('user') && !/'s$|s'$/.test(token.word)) return 'theirs';
    if (token.startsClause) break;
  }
  return WEAK_MODALS.has(tokens[modal]?.word ?? '') ? 'does' : 'order';
}

function pastMood(tokens: readonly Token[], at: number, isBannedNear: boolean): Mood {
  let back = at - 1;
  let isBanned = isBannedNear;
  while (
    back >= 0 &&
    !tokens[back + 1]?.startsClause &&
    (isAdverb(tokens[back]?.word ?? '') || NEGATIONS.has(tokens[back]?.word ?? '')) &&
    !BE.has(tokens[back]?.word ?? '')
  ) {
    if (NEGATIONS.has(tokens[back]?.word ?? '')) isBanned = true;
    back -= 1;
  }
  const helper = tokens[back]?.word ?? '';
  if (isBanned && helper === 'being' && tokens.slice(0, back).some(({ word }) => word === 'not' || word === 'never'))
    return 'loose';
  if (helper === 'has' || helper === 'have' || helper === 'had') return 'loose';
  if (!BE.has(helper)) {
    // A second participle of "are to be read and sent".
    return isBanned ? 'ban' : 'loose';
  }
  const lead = tokens.slice(Math.max(0, back - 4), back).map(({ word }) => word);
  if (helper === 'being' && lead.includes('without'))
    return tokens.slice(0, back).some(({ word }) => word === 'not' || word === 'never') ? 'loose' : 'without';
  // "Hunks that do not match are rejected": a finite verb has its negation behind it.
  const hasFiniteVerb = /^(?:is|are|was|were)$/.test(helper);
  if (
    (!hasFiniteVerb &&
      lead.some((word) => NEGATIONS.has(word) && word !== 'no' && word !== 'nothing' && word !== 'rather')) ||
    isBanned
  )
    return 'ban';
  if (lead.some((word) => WEAK_MODALS.has(word))) return lead.includes('you') ? 'order' : 'does';
  if (helper === 'be' || helper === 'get') {
    const to = lead.lastIndexOf('to');
    const isWanted = to >= 0 ? ORDERING.has(lead[to - 1] ?? '') : lead.some((word) => MODALS.has(word));
    return isWanted ? 'order' : 'loose';
  }
  return 'does';
}

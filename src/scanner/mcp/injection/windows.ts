/** The windows of a text, a few sentences each, with the signals that their words and marks give. */

import { marksIn } from './marks.ts';
import { decodedIn, normalise } from './normalise.ts';
import { FRAMES, type Frame, GAP, NEAR, RULES, type Rule, SINGLE, type Slot } from './rules.ts';
import { type Sentence, sentencesOf, type Token } from './sentences.ts';
import { type ServerNames, serverSignals } from './server-names.ts';
import { type Signal, STRONG } from './signals.ts';
import { FOREIGN } from './vocabulary.ts';

const WINDOW = 3;

export interface Window {
  readonly sentences: readonly Sentence[];
  readonly signals: ReadonlySet<Signal>;
  /** The normalised text that it is a part of, and where. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The windows of up to three sentences of a text, and of the prose encoded in it.
 * @param names of the server that the text belongs to, where it is one
 */
export function windowsOf(source: string, names?: ServerNames): Window[] {
  const text = normalise(source);
  // Prose that is read backwards by mistake commands nothing.
  const decoded = decodedIn(text)
    .flatMap((piece) => windowsIn(normalise(piece), ['encoded'], names))
    .filter(({ signals }) => signals.has('executes') || STRONG.some((signal) => signals.has(signal)));
  return [...windowsIn(text, [], names), ...decoded];
}

function windowsIn(text: string, own: readonly Signal[], names: ServerNames | undefined): Window[] {
  const sentences = sentencesOf(text);
  const marks = marksIn(text);
  const signals = sentences.map((sentence, at) => {
    const found = signalsOf(sentence, text.slice(sentence.from, sentence.to));
    for (const signal of own) found.add(signal);
    const starts = at === 0 ? 0 : (sentences[at - 1]?.to ?? 0);
    for (const { signal, from, to } of marks) if (to > starts && from < sentence.to) found.add(signal);
    return found;
  });
  const count = Math.max(1, sentences.length - WINDOW + 1);
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const part = sentences.slice(at, at + WINDOW);
    const first = part[0];
    const last = part.at(-1);
    if (first === undefined || last === undefined) return [];
    const all = new Set(signals.slice(at, at + WINDOW).flatMap((set) => [...set]));
    const shown = text.slice(first.from, last.to);
    if (names !== undefined) for (const signal of serverSignals(shown, all, names)) all.add(signal);
    return [{ sentences: part, signals: all, text, from: first.from, to: last.to }];
  });
}

/** By each concept that can begin them, so that a sentence is held against those that can fit it alone. */
function byFirst<T>(all: readonly T[], slotsOf: (each: T) => readonly Slot[]): ReadonlyMap<string, readonly T[]> {
  const index = new Map<string, T[]>();
  for (const each of all)
    for (const concept of slotsOf(each)[0] ?? []) index.set(concept, [...(index.get(concept) ?? []), each]);
  return index;
}

const RULES_BY_FIRST = byFirst(RULES, ({ path }) => path);
const FRAMES_BY_FIRST = byFirst(FRAMES, ({ places }) => places);

function startingWith<T>(index: ReadonlyMap<string, readonly T[]>, present: ReadonlySet<string>): ReadonlySet<T> {
  const found = new Set<T>();
  for (const concept of present) for (const each of index.get(concept) ?? []) found.add(each);
  return found;
}

/** Of one sentence, from its words alone; see marks.ts for what its punctuation says. */
function signalsOf(sentence: Sentence, shown: string): Set<Signal> {
  const { tokens } = sentence;
  const found = new Set<Signal>();
  if (isReport(tokens) && !isQuoting(shown)) return found;
  const present = new Set(tokens.flatMap(({ concepts }) => concepts));
  const said = new Set(tokens.flatMap(({ concepts }, at) => (asksForIt(tokens, at) ? [] : concepts)));
  for (const [concept, signal] of SINGLE) if (said.has(concept)) found.add(signal);
  const isForeign = isWrittenInAnother(tokens);
  const isNamed = (slot: Slot): boolean => isBarred(slot) || slot.some((concept) => present.has(concept));
  for (const each of startingWith(RULES_BY_FIRST, present)) {
    if (found.has(each.signal) || !each.path.every(isNamed)) continue;
    // Other languages have another order of words.
    if (isForeign || followsIn(tokens, each)) found.add(each.signal);
  }
  for (const each of startingWith(FRAMES_BY_FIRST, present)) {
    if (found.has(each.signal) || !each.places.every(isNamed)) continue;
    if (isForeign || standsTogether(tokens, each)) found.add(each.signal);
  }
  if (present.has('reject')) found.delete('handsOver');
  if (present.has('reject') || (isSettled(present) && !TAKES.some((signal) => found.has(signal))))
    found.delete('secretPlace');
  if (present.has('leak') && present.has('not')) found.delete('secretWord');
  if (present.has('later')) found.delete('conceals');
  if (present.has('choice')) found.delete('skipsConsent');
  if (isForeign && found.size > 0) found.add('foreign');
  return found;
}

const OPTIONS: readonly string[] = ['whether', 'if', 'instead', 'rather'];
const REPORT_STARTS = 4;
const COMMANDS: readonly string[] = ['must', 'yourself', 'slot', 'email', 'url', 'host', 'phone'];

/** "Detects attempts to override instructions" says what others do. */
function isReport(tokens: readonly Token[]): boolean {
  const reports =
    tokens.slice(0, REPORT_STARTS).some(({ concepts }) => concepts.includes('detects')) ||
    tokens.some(({ concepts }) => concepts.includes('attempts'));
  return reports && !tokens.some(({ concepts }) => concepts.some((concept) => COMMANDS.includes(concept)));
}

/** A quotation mark that is left after `quotedExamplesIn` closes nothing: what follows is no example. */
const isQuoting = (shown: string): boolean =>
  /["\u201c\u201d\u00ab\u00bb]/.test(shown.replace(/(["'\u201d\u00bb])\1/g, ''));

const TAKES: readonly Signal[] = ['reads', 'sends', 'exports', 'executes'];

/** A default, or what must not be there: nothing is done with the place that is named. */
const isSettled = (present: ReadonlySet<string>): boolean => present.has('usual') || present.has('not');

/** Whether each place is taken by a word of its own, all within the span that starts at one of them. */
function standsTogether(tokens: readonly Token[], { places, span, unlessNegated }: Frame): boolean {
  return tokens.some((token, from) => {
    if (!places.some((slot) => has(token, slot))) return false;
    const near = tokens.slice(from, from + span);
    const taken = new Set<number>();
    for (const slot of places) {
      if (isBarred(slot)) {
        const around = tokens.slice(Math.max(0, from - GAP), from + span);
        if (around.some(({ concepts }) => concepts.includes(slot[0]?.slice(1) ?? ''))) return false;
        continue;
      }
      const at = near.findIndex((each, index) => !taken.has(index) && has(each, slot));
      if (at === -1) return false;
      taken.add(at);
    }
    return !unlessNegated || ![...taken].some((at) => isNegated(tokens, from + at, GAP));
  });
}

function followsIn(tokens: readonly Token[], { path, unlessNegated, gap }: Rule): boolean {
  const [first = []] = path;
  return tokens.some(
    (token, at) =>
      has(token, first) &&
      !asksForIt(tokens, at) &&
      !(unlessNegated && isNegated(tokens, at)) &&
      leadsOn(tokens, at, path, gap),
  );
}

/** Takes the nearest word of each concept, so that it takes no more steps than the gaps are long. */
function leadsOn(tokens: readonly Token[], from: number, path: readonly Slot[], gap: number): boolean {
  let at = from;
  for (const slot of path.slice(1)) {
    if (isBarred(slot))
      return !tokens.slice(at + 1, at + 1 + NEAR).some(({ concepts }) => concepts.includes(slot[0]?.slice(1) ?? ''));
    const next = tokens.slice(at + 1, at + 1 + gap).findIndex((token) => has(token, slot));
    if (next === -1) return false;
    at += 1 + next;
  }
  return true;
}

/** `!a` at the end of a path: the concept may not follow. */
const isBarred = ([concept]: Slot): boolean => concept?.startsWith('!') === true;

const has = ({ concepts }: Token, slot: Slot): boolean => concepts.some((concept) => slot.includes(concept));

/** "never without approval" asks for it. */
const asksForIt = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.word === 'without' &&
  tokens.slice(Math.max(0, at - GAP), at).some(({ concepts }) => concepts.includes('not'));

/** "do not ignore", "whether to ignore": a warning or an option. */
function isNegated(tokens: readonly Token[], at: number, reach = NEAR): boolean {
  return tokens
    .slice(Math.max(0, at - reach), at)
    .some(
      ({ word, concepts }, index, { length }) =>
        (concepts.includes('not') && word !== 'without') || (length - index <= NEAR && OPTIONS.includes(word)),
    );
}

/** A single word of another language may be a name, or spelled like an English word. */
const isWrittenInAnother = (tokens: readonly Token[]): boolean =>
  new Set(tokens.flatMap(({ word, concepts }) => (concepts.includes(FOREIGN) ? [word] : []))).size >= 2;

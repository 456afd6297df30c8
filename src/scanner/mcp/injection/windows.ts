import { marksIn } from './marks.ts';
import { decodedIn, normalise } from './normalise.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { type ServerNames, serverSignals } from './server-names.ts';
import { type Signal, STRONG } from './signals.ts';
import { signalsOf } from './signals-of.ts';

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

import { combinationIn } from './combinations.ts';
import { normalise } from './normalise.ts';
import { heaviestSignals, scoreOf, type Weights } from './scorer.ts';
import type { ServerNames } from './server-names.ts';
import { SIGNALS, type Signal, STRONG } from './signals.ts';
import weightsFile from './weights.json' with { type: 'json' };
import { type Window, windowsOf } from './windows.ts';

/** Longer windows are quoted up to here. */
const MAX_EXCERPT = 200;
const MAX_NAMED = 3;
/** Fewer words are a value, which commands nothing by what it names. */
const MIN_WORDS = 3;
/** Long texts are judged a piece at a time, so that none takes much memory; an attack at a seam is in both pieces. */
const PIECE = 32_768;
const OVERLAP = 1_024;
const WEIGHTS: Weights = weightsFile;

export interface Verdict {
  readonly severity: 'fail' | 'warn';
  /** By a combination of signals, by what the scorer learned of attacks, or by one signal. */
  readonly by: 'combination' | 'score' | 'signal';
  readonly signals: readonly Signal[];
  /** All signals within the same sentences. */
  readonly met: ReadonlySet<Signal>;
  /** The text's attack, described in trusted text. */
  readonly says: string;
  /** A piece of the text as it was read: to be cleaned before it is shown. */
  readonly excerpt: string;
}

/** Signals that honest texts so seldom hold that one alone is a warning. */
const WARNS: readonly Signal[] = [
  'speaks',
  'marks',
  'secretPlace',
  'conceals',
  'covert',
  'approved',
  'boasts',
  'role',
  'encoded',
  'givesSecret',
  'comesFirst',
  'disparages',
  'displaces',
];

/**
 * Whether a text commands the model that reads it against its user: combinations of signals within three sentences, then
 * the scorer, then signals that stand alone. The gravest window speaks for the text. Undefined for a text that describes.
 */
export function judge(text: string, names?: ServerNames, weights: Weights = WEIGHTS): Verdict | undefined {
  // Before it is cut: spaces, and what cannot be seen, would put the words of one sentence into two pieces.
  const plain = normalise(text).replace(/\s{3,}/g, (run) => (run.includes('\n') ? '\n\n' : ' '));
  let slight: Verdict | undefined;
  for (let from = 0; from === 0 || from < plain.length - OVERLAP; from += PIECE - OVERLAP) {
    const verdict = judgePiece(plain.slice(from, from + PIECE), names, weights);
    if (verdict?.severity === 'fail') return verdict;
    slight ??= verdict;
  }
  return slight;
}

function judgePiece(text: string, names: ServerNames | undefined, weights: Weights): Verdict | undefined {
  const { rest, quoted } = quotedExamplesIn(text);
  const verdict = gravest(windowsOf(rest, names), weights);
  if (verdict?.severity === 'fail') return verdict;
  for (const phrase of quoted) {
    const found = gravest(windowsOf(phrase), weights);
    if (found !== undefined) return { ...found, severity: 'warn' };
  }
  return verdict;
}

function gravest(windows: readonly Window[], weights: Weights): Verdict | undefined {
  let slight: Verdict | undefined;
  let scored: Verdict | undefined;
  for (const window of windows) {
    const together = combinationIn(window.signals);
    if (together !== undefined) return verdict('fail', 'combination', together, window);
    const score = scoreOf(window, weights);
    if (score >= weights.warnsFrom && scored?.severity !== 'fail') {
      const isMet = STRONG.some((signal) => window.signals.has(signal));
      const heaviest = heaviestSignals(window, weights).slice(0, MAX_NAMED).filter(isSignal);
      const severity = isMet && score >= weights.failsFrom ? 'fail' : 'warn';
      scored = verdict(severity, 'score', heaviest, window);
    }
    const isProse = window.sentences.some(({ tokens }) => tokens.length >= MIN_WORDS);
    const alone = slight === undefined && isProse ? WARNS.filter((signal) => window.signals.has(signal)) : [];
    if (alone.length > 0) slight = verdict('warn', 'signal', alone.slice(0, MAX_NAMED), window);
  }
  return scored?.severity === 'fail' ? scored : (slight ?? scored);
}

function verdict(
  severity: Verdict['severity'],
  by: Verdict['by'],
  signals: readonly Signal[],
  { signals: met, text, from, to }: Window,
): Verdict {
  const named = signals.map((signal) => SIGNALS[signal]).join(', ');
  const says = by === 'score' ? `reads as known attacks do${named === '' ? '' : ` (${named})`}` : named;
  return { severity, by, signals, met, says, excerpt: text.slice(from, Math.min(to, from + MAX_EXCERPT)) };
}

const isSignal = (name: string): name is Signal => Object.hasOwn(SIGNALS, name);

/** Longest quotation that counts as an example. */
const MAX_QUOTED = 80;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['`', '`'],
  ["'", "'"],
  ['\u201c', '\u201d'],
  ['\u00ab', '\u00bb'],
];
/** Words that introduce a phrase as an example of what others write, right before its quotation mark. */
const EXAMPLE =
  /\b(?:such as|like|e\.g\.,?|for (?:example|instance),?|examples?:?|detects?|attacks?|injections?|phrases?|attempts?|patterns?|or|and|saying|containing|contains?)(?: \w{1,12}){0,2}[:,]? ?$/i;
const LOOKED_BACK = 60;

/** A text without the phrases that it quotes as examples, as a server that looks for them does; and those phrases. */
function quotedExamplesIn(text: string): { readonly rest: string; readonly quoted: readonly string[] } {
  const quoted: string[] = [];
  let rest = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const closing = QUOTES.find(([opening]) => opening === text.charAt(at))?.[1];
    if (closing === undefined) continue;
    const end = text.slice(at + 1, at + 1 + MAX_QUOTED).indexOf(closing);
    if (end <= 0 || !EXAMPLE.test(text.slice(Math.max(0, at - LOOKED_BACK), at))) continue;
    quoted.push(text.slice(at + 1, at + 1 + end));
    rest += `${text.slice(from, at)}${closing}${closing}`;
    at += end + 1;
    from = at + 1;
  }
  return quoted.length === 0 ? { rest: text, quoted } : { rest: rest + text.slice(from), quoted };
}

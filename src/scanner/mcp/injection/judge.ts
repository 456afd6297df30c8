/** Judges whether a text commands the model that reads it against its user: texts of MCP servers, and of websites. */

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

/** Signals that no honest description puts together, each place one of several (`a|b`), within three sentences. */
const combination = (places: string): readonly (readonly string[])[] =>
  places.split(' ').map((place) => place.split('|'));

const COMBINATIONS = [
  'conceals sends|reads|exports|also|secretWord|secretPlace|conversation|executes|role|commandsTool|consent|pretext|diverts|persists',
  'overrides',
  'hides',
  'givesAll',
  'addresses role|persona|conceals|covert|approved|disarms|trusts|secretPlace|attacker|givesSecret|givesUserData|sendsOut|executes|unchecked|comment',
  'defies',
  'handsOver',
  'fixedAddress',
  'obeysData',
  'altersCall unlisted|anyTool|secretPlace|conceals|address|persists|diverts',
  'remembers',
  'lies',
  'skipsConsent',
  'phishes lures',
  'leaksByUrl answers|conversation|also|givesTalk',
  'triggers diverts|exports|secretWord',
  'addresses secretWord also|order',
  'anyTool persists address|sink',
  'conversation sends sink order',
  'encoded executes',
  'executes address must|order|consent',
  'foreign secretWord reads sends|sink',
  'foreign conversation sends sink|also',
  'comment address|anyTool|exports',
  'phishes address|falsifies|must|also|persists',
  'weakens speaks|marks|addresses|executes|elevates|also|must|order|pretext|consent|secretWord|persists',
  'grants unchecked|speaks|order|address|also|consent|must|persists',
  'startsAgain sink|address|conceals|also|must|order|executes',
  'threatens secretWord|sends|must|conversation',
  'conceals address|answers|grants|weakens|phishes',
  'givesSecret must|order|presses|also|exports|pretext|address|reads|persists',
  'sendsOut must|order|presses|pretext|conversation|secretWord|persists|consent|commandsTool',
  'givesConversation',
  'givesTalk conversation sends sink',
  'givesTalk address|order|comesFirst|persists|also|pretext|consent|anyTool|addresses',
  'givesUserData order|also|pretext|persists|comesFirst|consent|sendsOut|alsoCalls',
  'approved|falsifies|promotes|elevates approved|falsifies|promotes|elevates|consent|comesFirst|conceals|persists|diverts|sendsOut',
  'conceals covert|givesTalk|givesUserData',
  'covert sends also|order',
  'promotes address',
  'elevates unchecked|disarms|speaks',
  'foreign secretPlace reads|sends',
  'foreign exports|sends conversation|secretWord must|order|address',
  'unexplained secretPlace|givesTalk|givesUserData|givesSecret|conversation sends',
  'aboutOther diverts|conceals',
  'unlisted alsoCalls presses|persists',
  'alsoCalls must|address|conversation|secretWord|secretPlace|attacker|sendsOut|exports',
  'divertsCall',
  'diverts order also|must|presses',
  'speaks secretWord|sends|must|unchecked',
  'marks secretWord|unchecked|also',
  'role|approved unchecked',
  'persona speaks|marks|disarms|trusts|unchecked',
  'speaks|marks role|conceals|covert|approved|comment|foreign|disarms|consent|trusts|persists|diverts|secretPlace|conversation|executes|attacker',
  'speaks sink|commandsTool|reads|order|exports|also|answers',
  'marks commandsTool|sends|reads|exports|answers|order',
  'comment sends must|reads|secretWord|secretPlace|conversation',
  'comment commandsTool|conceals|executes|answers',
  'covert givesTalk|givesUserData|secretWord|secretPlace|conversation|address|consent',
  'secretPlace reads sends|sink',
  'secretPlace exports',
  'secretPlace also reads',
  'secretPlace sends sink',
  'conversation exports address|pretext|also|order|attacker|sink',
  'role trusts|must|secretWord|reads|executes',
  'disarms trusts|must|executes|role',
  'approved sends|reads|disarms|must|exports',
  'diverts address must|order|also|pretext|presses',
  'diverts conversation|attacker|covert',
  'consent exports must|presses|pretext|also',
  'consent sends|unchecked must presses',
  'consent persists|diverts|trusts|executes|secretWord presses|must|also|exports|order',
  'foreign conceals',
  'persists answers|diverts|attacker',
  'persists must exports|conversation',
  'attacker exports|sends address',
  'encoded secretPlace|conceals|anyTool|speaks|disarms|exports|commandsTool',
  'anyTool speaks|marks|conceals|diverts',
  'harms silent',
  'harms conceals|covert|unasked|speaksFor|persists',
  'displaces silent|unasked|conceals|covert|persists|disparages|lies',
  'disparages must|also|presses order|must|anyTool|also',
  'ousts',
  'fault executes address',
  'secretWord exports also pretext',
  'attacker secretPlace',
  'encoded conversation|secretWord|must|order sends|reads|exports|conversation|must|order|secretWord',
  'addresses foreign',
  'addresses commandsTool address',
  'elevates address',
  'fault secretPlace|givesSecret',
  'givesSecret secretPlace',
  'elevates executes order|also|address',
  'pretext exports|sends address persists',
  'covert exports|sends givesUserData|persists|address',
  'promotes conceals|unasked|hides|speaks|addresses',
  'triggers reads exports address',
].map(combination);

/** The signals of a window by which it commands the model against its user; undefined for none. */
export function combinationIn(signals: ReadonlySet<Signal>): readonly Signal[] | undefined {
  for (const places of COMBINATIONS) {
    const found = fillingOf(places, signals);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A signal of its own for each place; undefined where one stays empty. */
function fillingOf(
  [place, ...others]: readonly (readonly string[])[],
  signals: ReadonlySet<Signal>,
): readonly Signal[] | undefined {
  if (place === undefined) return [];
  for (const signal of signals) {
    if (!place.includes(signal)) continue;
    const rest = fillingOf(others, new Set([...signals].filter((each) => each !== signal)));
    if (rest !== undefined) return [signal, ...rest];
  }
  return undefined;
}

/** Characters that are judged around each word that may address a model, and most such places in a text. */
const AROUND = 300;
const MAX_PLACES = 30;
/** Without one of these no text takes a model away from its user; a menu or a form holds none, and llms.txt is a file. */
const ADDRESSES =
  /\b(?:AI|LLMs?(?!(?:-\w{1,20})?\.txt)|assistants?|chatbots?|language models?|agents?|instructions?|prompts?|guidelines|disregard|secretly|covertly|reveal|mention|(?:tell|inform|notify|alert) (?:the |your )?users?|anweisung\w{0,4}|instrucciones|instru[cç][oõ]es|istruzioni|consignes|instructies)\b|инструкц|указани|指令|指示|지시/giu;
/** Sites tell agents what to do as a matter of course; against the user is another thing. */
const AGAINST_USER: readonly Signal[] = [
  'conceals',
  'secretPlace',
  'overrides',
  'hides',
  'givesAll',
  'givesConversation',
  'covert',
  'encoded',
];

const saysOf = (signals: readonly Signal[]): string => signals.map((signal) => SIGNALS[signal]).join(', ');

/** Text of a website that commands a model against its user: where it begins, and the attack it makes. */
export function siteAttackIn(text: string): { readonly at: number; readonly says: string } | undefined {
  let judgedTo = 0;
  let places = 0;
  for (const { index } of text.matchAll(ADDRESSES)) {
    if (index < judgedTo) continue;
    places += 1;
    if (places > MAX_PLACES) return undefined;
    const from = Math.max(judgedTo, index - AROUND);
    judgedTo = index + AROUND;
    const verdict = judge(text.slice(from, judgedTo));
    if (verdict?.by !== 'combination' || verdict.severity !== 'fail') continue;
    const against = AGAINST_USER.filter((signal) => verdict.met.has(signal));
    if (against.length > 0) return { at: index, says: saysOf([...new Set([...verdict.signals, ...against])]) };
  }
  return undefined;
}

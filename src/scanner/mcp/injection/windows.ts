/** The windows of a text, a few sentences each, with the signals that their words and marks give. */

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

/** Of one sentence, from its words alone; `marksIn` has what its punctuation says. */
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

export interface Mark {
  readonly signal: Signal;
  readonly from: number;
  readonly to: number;
}

const SPEAKERS =
  'AI|A\\.I\\.|LLMs?|assistants?|models?|agents?|language models?|chatbots?|Claude|ChatGPT|GPT|Copilot|Gemini|Cursor';
/**
 * Names of pseudo-tags, open or closed, that no markup language has; `importent` is how one attack wrote it. Honest texts are
 * divided by tags too (`<important_notes>`, `<instructions>`), and those say nothing.
 */
const TAG =
  '(?:very[ _-])?(?:import[ae]nt|critical|urgent)|(?:system|secret|hidden|admin|administrator|override|sys|inst|internal)(?:[ _-]{1,2}[a-z]{2,14}){0,3}|[a-z]{2,12}[ _-](?:override|directive|command)';
const BRACKETED =
  '/?(?:INST|SYS(?:TEM)?|HIDDEN|IMPORTANT|OVERRIDE|SHADOW|SECRET|EMERGENCY|DIRECTIVE|INSTRUCTIONS?|CONTRADICTION)|/?(?:INST|SYS(?:TEM)?|ADMIN(?:ISTRATOR)?|HIDDEN|INTERNAL|IMPORTANT|CRITICAL|OVERRIDE|DEVELOPER|ASSISTANT|SHADOW|SECRET|EMERGENCY|DIRECTIVE|INSTRUCTIONS?|PRIORITY|URGENT|CONTRADICTION)(?:[ :_-]{1,2}[\\w-]{1,16}){1,4}';

const PATTERNS: readonly (readonly [Signal, RegExp])[] = [
  [
    'speaks',
    /\b(?:hidden|secret|internal|priority|special|covert|confidential) (?:directives?|instructions?|commands?|orders?|tasks?|rules?) ?:/gi,
  ],
  ['speaks', /\b(?:AI (?:agents?|assistants?|models?|readers?|systems?|clients?)|chatbots) ?: /gi],
  ['speaks', /\bassistant ?: (?:sure|ok|okay|yes|certainly|i)\b/gi],
  ['marks', /<\/(?:description|tool|tools|inputSchema|parameter|context|function|functions|user|prompt)>/gi],
  ['marks', new RegExp(`(?<![\\w/:@.-])<\\s?/?\\s?(?:${TAG})\\s?/?>`, 'gi')],
  ['speaks', /<\|[a-z_]{2,20}\|>|<<\/?SYS>>|\[\/?INST\]/gi],
  ['speaks', new RegExp(`\\[(?:${BRACKETED})\\]`, 'gi')],
  // "[Admin]" says who may call a tool.
  ['speaks', /\[(?:ADMIN|ADMINISTRATOR|INTERNAL|CRITICAL|DEVELOPER|ASSISTANT|PRIORITY|URGENT)\]/g],
  ['speaks', /(?:^|[\s"'>*#-])SYSTEM(?: (?:[A-Z]{4,14}|[a-z]{4,9}))?(?: \([^)\n]{1,60}\))? ?:/g],
  [
    'speaks',
    /\b(?:AGENT|AI|MODEL|ASSISTANT|LLM|SYSTEM|ADMIN|SAFETY|SECURITY|EMERGENCY|INSTRUCTION|DEVELOPER|OPERATOR|CRITICAL|HOST|PLATFORM|GLOBAL|IMPORTANT SYSTEM)[ _-](?:OVERRIDE|DIRECTIVE|PROTOCOL|BYPASS|NOTICE|UPDATE|MESSAGE|PROMPT|NOTE|INSTRUCTIONS?|ALERT|COMMAND)\b/g,
  ],
  [
    'speaks',
    /\b(?:system|security|operator|developer) (?:override|directive|notice|note|instruction|update|message)\b ?[:-]/gi,
  ],
  ['speaks', /\b(?:OVERRIDE|ADMIN|JAILBREAK) (?:DIRECTIVE|MODE|POLICY|PROTOCOL)\b/g],
  [
    'addresses',
    new RegExp(
      `\\b(?:notes?|notice|attention|message|reminder|instructions?|directive|memo|warning|addendum|hint) (?:to|for) (?:the |any |all |an? |your )?(?:[a-z]{2,9} )?(?:${SPEAKERS})\\b ?(?:[:-]|only\\b|reading\\b)`,
      'gi',
    ),
  ],
  ['speaks', new RegExp(`\\b(?:dear|hey|hello|attention,?) (?:${SPEAKERS})\\b`, 'gi')],
  [
    'speaks',
    new RegExp(`\\b(?:if|since|because|as) you(?: a|')re (?:an? |the )?(?:[a-z]{2,10} )?(?:${SPEAKERS})\\b`, 'gi'),
  ],
  [
    'addresses',
    /\bthe (?:AI |LLM |language )?(?:assistant|model|agent|LLM|AI) (?:must|should|shall|will now|is now|needs to|has to|is (?:obliged|required|expected|instructed|ordered) to)\b(?! (?:not|never|n't|NOT)\b)/gi,
  ],
  [
    'addresses',
    /\b(?:hinweis|anweisung|notiz|note|remarque|consigne|nota|aviso|istruzione|instrucci[oó]n|instru[cç][aã]o) (?:f[uü]r|an|pour|[aà]|para|per) (?:die |den |das |la |el |il |o |a |l')?(?:KI|IA|AI|modelle?|modell?o|mod[eè]le|sprachmodell|assistent\p{L}{0,3}|asistente|agente?)\b/giu,
  ],
  [
    'addresses',
    /[给致对] ?(?:AI|人工智能|模型|助手)|(?:AI|モデル|アシスタント)への|для (?:ИИ|модели|ассистента)|AI에게|للذكاء الاصطناعي/giu,
  ],
  ['speaks', /\bnew (?:instructions?|directives?|task|system prompt|orders?) ?:/gi],
  ['speaks', /\{\{ ?(?:INSTRUCTIONS?|SYSTEM|PROMPT|DIRECTIVE) ?:/g],
  ['speaks', /--- ?(?:BEGIN|END|START)(?: OF)? (?:USER|SYSTEM|TOOL|DESCRIPTION|INPUT|PROMPT)[^\n-]{0,30}---/gi],
  ['addresses', /\b(?:agent|assistant|AI|model|LLM) (?:note|notice|directive|reminder) ?:/gi],
  ['speaks', /\bif you are reading this\b/gi],
  ['presses', /\b(?:IMPORTANT|CRITICAL|MANDATORY|URGENT|REQUIRED|WARNING|ATTENTION|MUST|ALWAYS|NEVER)\b/g],
  ['comment', /<!--[^>]{0,600}/g],
  ['comment', /\[\/\/\]: # ?[("'][^\n]{0,400}/g],
  ['comment', /(?:^|\s)(?:\/\/|#|--|%%) ?(?:agent|assistant|AI|LLM|model) ?: [^\n]{0,400}/gi],
  ['comment', /\/\* ?(?:agent|assistant|AI|LLM|model|system) ?:[^\n]{0,400}/gi],
  ['comment', /<(?:span|div|p) [^>]{0,60}(?:display: ?none|hidden|font-size: ?0|opacity: ?0)[^>]{0,60}>[^<]{0,400}/gi],
  ['speaks', /^(?:human|user|assistant) ?: [^\n]{1,300}? (?:human|user|assistant) ?:/gim],
  [
    'speaks',
    /(?:^|[.!?)\n] {0,3})(?:human|user|assistant): (?:please|also|of course|sure|i'll|i will|understood|go ahead|delete|send)\b/gi,
  ],
  ['speaks', /'''(?:system|developer|assistant)\s{0,3}\n/gi],
  [
    'addresses',
    /["']?\b(?:note|message|instruction|hint)s?_(?:to|for)_(?:the_)?(?:assistant|agent|model|ai|llm)\b["']? ?:/gi,
  ],
  [
    'handsOver',
    /[?&][\w-]{1,20}=[{<[$(]{1,2}[\w '-]{0,60}\b(?:conversation|chat|transcript|system[ _]prompt|messages so far)\b/gi,
  ],
  ['speaks', /### (?:instruction|response|system) ?:/gi],
  ['leaksByUrl', /[?&][a-z_]{1,12}=(?=['"`)\s<]|$)/gi],
  ['speaks', /\{\{#?\/?(?:system|assistant|user)\}\}/gi],
  ['speaks', /"role" ?: ?"(?:system|developer)" ?, ?"content"/gi],
  [
    'speaks',
    /\[(?:host|runtime|client|admin|platform|security)(?: (?:notice|message|note|alert|update|policy))[^\]\n]{0,40}\]/gi,
  ],
  [
    'speaks',
    /\b(?:message|notice|note) from (?:the )?(?:MCP |AI )?(?:host|client|runtime|platform|operator|administrator|security team)\b/gi,
  ],
  ['speaks', /\bp\.? ?s\.? to (?:the |any |whichever |all )?(?:[a-z]{2,9} )?(?:model|assistant|agent|AI|LLM)s?\b/gi],
  [
    'addresses',
    /\b(?:is|are|part follows?|below is) (?:intended |meant )?for (?:AI |language |automated )?(?:models|assistants|agents|LLMs) (?:only|and is not|and are not)\b/gi,
  ],
  [
    'marks',
    /<\/?(?:tool_description|host_policy|system-reminder|INFORMATION|information_from[a-z_]{1,20}|system_prompt|policy level[^>]{0,20})>/g,
  ],
];

/** What the punctuation and spelling of a normalised text say, apart from its words. */
function marksIn(text: string): Mark[] {
  return PATTERNS.flatMap(([signal, pattern]) =>
    // Most texts hold none, and matchAll makes a copy of the pattern first.
    text.search(pattern) === -1
      ? []
      : [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ signal, from: index, to: index + match.length })),
  );
}

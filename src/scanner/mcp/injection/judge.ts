/** Judges whether a text takes the model that reads it out of its place: texts of MCP servers, and of websites. */

import { type Concept, FINDINGS, type Finding } from './concepts.ts';
import type { Directive } from './directives/directive.ts';
import { DIRECTIVES } from './directives.ts';
import { type Mark, marksIn } from './marks.ts';
import { decodedIn, isSpelledOut, mixedWordsIn, normalise, turnedIn } from './normalise.ts';
import { isAboutAttacks, mentionsIn, quotedExamplesIn } from './quotations.ts';
import { type Deed, type Mood, type Reading, readingOf } from './reading.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** Longer sentences are quoted up to here. */
const MAX_EXCERPT = 200;
/** Long texts are judged a piece at a time, so that none takes much memory; an attack at a seam is in both pieces. */
const PIECE = 32_768;
const OVERLAP = 1_024;
const NO_TOOLS: ReadonlySet<string> = new Set();

export interface Verdict {
  readonly severity: 'fail' | 'warn';
  readonly findings: readonly Finding[];
  /** The act, described in trusted text. */
  readonly says: string;
  /** A sentence of the text as it was read: to be cleaned before it is shown. */
  readonly excerpt: string;
  /** What the sentence names. */
  readonly concepts: ReadonlySet<Concept>;
}

/**
 * Whether a text directs the model at anything but the tool it describes. The gravest sentence speaks for the text.
 * Undefined for a text that describes.
 * @param tools names of the tools of the server that the text belongs to: calls of these are in place
 */
export function judge(text: string, tools: ReadonlySet<string> = NO_TOOLS): Verdict | undefined {
  // Before it is cut: spaces, and what cannot be seen, would put the words of one sentence into two pieces.
  const plain = normalise(text).replace(/\s{3,}/g, (run) => (run.includes('\n') ? '\n\n' : ' '));
  let slight: Verdict | undefined = mixedScripts(text);
  if (slight !== undefined) return slight;
  for (let from = 0; from === 0 || from < plain.length - OVERLAP; from += PIECE - OVERLAP) {
    const verdict = judgePiece(plain.slice(from, from + PIECE), tools);
    if (verdict?.severity === 'fail') return verdict;
    slight ??= verdict;
  }
  return slight;
}

/** One such word can be a slip of a keyboard. */
const MANY_MIXED = 4;

/** Words whose letters come from several alphabets look as they should and are read by no filter. */
function mixedScripts(text: string): Verdict | undefined {
  if (mixedWordsIn(text) < MANY_MIXED && !isSpelledOut(text)) return undefined;
  const excerpt = normalise(text).slice(0, MAX_EXCERPT);
  return { severity: 'fail', findings: ['disguised'], says: FINDINGS.disguised, excerpt, concepts: new Set() };
}

function judgePiece(text: string, tools: ReadonlySet<string>): Verdict | undefined {
  const { rest, quoted } = quotedExamplesIn(text);
  const own = judgeSentences(rest, tools);
  if (own?.severity === 'fail') {
    const mentioned = mentionsIn(rest);
    const isMentioned = mentioned.quoted.some((phrase) => judgeSentences(phrase, tools, true)?.severity === 'fail');
    if (!isMentioned || judgeSentences(mentioned.rest, tools)?.severity === 'fail') return own;
    return { ...own, severity: 'warn' };
  }
  for (const turned of turnedIn(text)) {
    const [reading] = sentencesOf(turned).map((sentence) => readingOf(sentence, true));
    if (reading?.deeds.some(({ mood }) => mood === 'opening' || mood === 'order') === true)
      return verdictOf({ findings: ['disguised'], isWarning: false }, reading, turned);
  }
  for (const decoded of decodedIn(text)) {
    const found = judgeSentences(normalise(decoded), tools, true);
    if (found?.severity === 'fail')
      return { ...found, findings: ['disguised', ...found.findings], says: `${FINDINGS.disguised}: ${found.says}` };
  }
  for (const phrase of quoted) {
    const found = judgeSentences(phrase, tools, true);
    if (found !== undefined) return { ...found, severity: 'warn' };
  }
  return own;
}

function judgeSentences(text: string, tools: ReadonlySet<string>, isHidden = false): Verdict | undefined {
  const readings = sentencesOf(text).map((sentence, at) =>
    readingOf(withOwnTools(sentence, tools), at === 0 && !isHidden),
  );
  // A text that looks for attacks names their marks.
  const marks = isAboutAttacks(text) ? [] : marksIn(text);
  let slight: Verdict | undefined;
  for (const [at, reading] of readings.entries()) {
    const found = findingsOf(
      reading,
      readings[at - 1],
      marksNear(marks, readings, at),
      text.slice(reading.sentence.from, reading.sentence.to),
    );
    const verdict = found === undefined ? undefined : verdictOf(found, reading, text);
    if (verdict?.severity === 'fail') return verdict;
    slight ??= verdict;
  }
  return slight;
}

/** Names of the server's own tools are no names of others. */
function withOwnTools(sentence: Sentence, tools: ReadonlySet<string>): Sentence {
  if (tools.size === 0 || !sentence.tokens.some(({ word }) => tools.has(word.slice('<name>'.length)))) return sentence;
  const tokens = sentence.tokens.map((token) =>
    tools.has(token.word.slice('<name>'.length)) ? { ...token, concepts: new Set<Concept>(['sameServer']) } : token,
  );
  return { ...sentence, tokens };
}

interface Found {
  readonly findings: readonly Finding[];
  readonly isWarning: boolean;
}

function verdictOf({ findings, isWarning }: Found, { sentence, places }: Reading, text: string): Verdict {
  return {
    severity: isWarning ? 'warn' : 'fail',
    findings,
    says: findings.map((each) => FINDINGS[each]).join(', '),
    excerpt: text.slice(sentence.from, Math.min(sentence.to, sentence.from + MAX_EXCERPT)),
    concepts: new Set(places.keys()),
  };
}

/** The marks of a sentence, and those of the two before it, which say in whose name it speaks. */
function marksNear(marks: readonly Mark[], readings: readonly Reading[], at: number): readonly Mark[] {
  const from = at === 0 ? 0 : (readings[Math.max(0, at - 2)]?.sentence.from ?? 0) - (at < 3 ? 1e9 : 0);
  const to = readings[at]?.sentence.to ?? 0;
  return marks.filter((mark) => mark.to > from && mark.from <= to);
}

function findingsOf(
  reading: Reading,
  previous: Reading | undefined,
  marks: readonly Mark[],
  shown: string,
): Found | undefined {
  const isHere = ({ from, to }: Mark) => to > reading.sentence.from && from <= reading.sentence.to;
  const findings = new Set<Finding>();
  const warnings = new Set<Finding>();
  if (!isReport(reading, shown)) {
    for (const directive of DIRECTIVES) {
      const known = directive.isWarning === true ? warnings : findings;
      if (known.has(directive.finding) || !fits(directive, reading, previous)) continue;
      known.add(directive.finding);
    }
  }
  if (marks.some((mark) => mark.kind === 'leaks' && isHere(mark))) findings.add('takesConversation');
  const spoken = marks.filter(({ kind }) => kind !== 'leaks');
  if (spoken.length > 0 && findings.size === 0) {
    const isCommanding = commands(reading);
    const isSpeaking = spoken.some(({ kind }) => kind === 'speaks' || kind === 'comment');
    if (isSpeaking && (isCommanding || GRAVE.some((concept) => reading.places.has(concept))))
      findings.add('speaksAsSystem');
    else if (
      isSpeaking
        ? spoken.some(isHere) || isCommanding
        : isCommanding && GRAVE.some((concept) => reading.places.has(concept))
    )
      warnings.add('speaksAsSystem');
  }
  if (findings.size > 0) return { findings: [...findings], isWarning: false };
  return warnings.size > 0 ? { findings: [...warnings], isWarning: true } : undefined;
}

const HEAVY: readonly Concept[] = [
  'secret',
  'secretPlace',
  'conversation',
  'prompt',
  'rules',
  'safety',
  'role',
  'consent',
  'address',
  'url',
  'host',
  'user',
  'otherTools',
  'remoteCode',
  'shell',
  'hiddenMind',
  'personal',
  'files',
  'thirdParty',
  'name',
  'allTools',
  'everyReply',
  'always',
  'covert',
  'money',
  'recipient',
  'noDoing',
];

const GRAVE: readonly Concept[] = [
  'role',
  'secret',
  'secretPlace',
  'conversation',
  'prompt',
  'safety',
  'consent',
  'remoteCode',
];

/** An order about something that is not plainly the tool's own; only a mark makes it count. */
const commands = ({ deeds, places, isEnglish }: Reading): boolean =>
  (deeds.some(({ mood }) => mood === 'order' || mood === 'opening' || mood === 'ban') ||
    (!isEnglish && deeds.length > 0)) &&
  HEAVY.some((concept) => places.has(concept));

/** A quotation mark that is left after `quotedExamplesIn` closes nothing: what follows is no example. */
const isQuoting = (shown: string): boolean =>
  (shown.match(/"/g)?.length ?? 0) % 2 === 1 ||
  /"[^"]{81}/.test(shown) ||
  isOpen(shown, '\u201c', '\u201d') ||
  isOpen(shown, '\u00ab', '\u00bb');

/** The last mark that opens is closed nowhere. */
const isOpen = (shown: string, opens: string, closes: string): boolean =>
  shown.lastIndexOf(opens) > shown.lastIndexOf(closes);

const ATTACK_NAMES =
  /^(?:injections?|jailbreaks?|phishing|malware|exfiltrat\w*|poison\w*|attacks?|attackers?|attempts?|leaked|leaks?|breach\w*|suspicious|malicious|threats?|vulnerabilit\w*|stealers?|spam|fraud\w*|scams?|abuse|adversarial|tampered|rogue)$/;
const REPORT_STARTS = 4;

/** "Detects attempts to override instructions" says what others do. */
function isReport({ sentence: { tokens }, deeds, isEnglish }: Reading, shown: string): boolean {
  if (!isEnglish) return isAboutAttacks(shown);
  if (isThreatModel(shown)) return true;
  if (isQuoting(shown) || !tokens.some(({ word }) => ATTACK_NAMES.test(word))) return false;
  return (
    deeds.some(({ act, mood, at }) => act === 'detect' && at < REPORT_STARTS && mood !== 'ban') &&
    !tokens.some(({ word }) => word === 'must' || word === '<url>' || word === '<email>')
  );
}

/** "List how an attacker could bypass approval": a threat, no order. */
const THREAT =
  /\b(?:list|describe|explain|show|assess|think of|consider)\b.{0,20}\bhow (?:an? |the )?(?:somebody|someone|attacker|adversary|intruder|they)\b.{0,10}\b(?:could|might|can|would)\b/i;
/** "Act as an attacker who wants the database": a role for a review, unless it names whom to attack from here. */
const ATTACKER =
  /^(?:you are|act as|play|take the role of) (?:an? |the )?(?:\w{1,20} )?(?:attacker|adversary|intruder|red[- ]teamer|penetration tester) (?:who|that|trying|looking|against)\b(?!.{0,200}\b(?:this|the) (?:user|conversation|session)\b)/i;
const isThreatModel = (shown: string): boolean => THREAT.test(shown) || ATTACKER.test(shown);

/** Honest neighbours that hold for a whole sentence; others only near the act. */
const EVERYWHERE: ReadonlySet<Concept> = new Set([
  'userWants',
  'option',
  'example',
  'masked',
  'until',
  'harmless',
  'within',
  'rejected',
  'negative',
  'sameServer',
]);
/** What a pronoun can refer to in the sentence before. */
const CARRIED: ReadonlySet<Concept> = new Set([
  'secret',
  'secretPlace',
  'homePath',
  'conversation',
  'prompt',
  'hiddenMind',
  'personal',
  'contacts',
  'files',
  'thirdText',
  'output',
  'orders',
  'otherTools',
]);
const DESTINATIONS: readonly Concept[] = ['secretPlace', 'homePath', 'url', 'address', 'host', 'quotedName'];
const NEIGHBOUR = 6;
const DEFAULT_SPAN = 14;
const DEFAULT_MOODS: readonly Mood[] = ['order'];

function fits(directive: Directive, reading: Reading, previous: Reading | undefined): boolean {
  if (directive.language !== undefined && (directive.language === 'english') !== reading.isEnglish) return false;
  const { places } = reading;
  const { unless = [] } = directive;
  // "Text in a page is content to report": said of what others write, unless it names where to send or take something.
  if (places.has('asData') && !DESTINATIONS.some((concept) => places.has(concept))) return false;
  if (unless.some((concept) => EVERYWHERE.has(concept) && places.has(concept))) return false;
  const carried = places.has('pronoun') || !reading.isEnglish ? previous?.places : undefined;
  if (directive.all?.every((group) => has(group, places)) === false) return false;
  // A tool that runs code by its purpose is described first, with no order.
  if (directive.finding === 'runsCode' && reading.deeds[0]?.mood === 'does') return false;
  if (directive.act === undefined) return standsTogether(directive, reading);
  const acts = directive.act;
  const moods = directive.mood ?? DEFAULT_MOODS;
  const span = directive.span ?? DEFAULT_SPAN;
  return reading.deeds.some(
    (deed) =>
      acts.includes(deed.act) &&
      moods.includes(deed.mood) &&
      (deed.mood !== 'without' || !reading.isEnglish || reading.deeds.some(({ mood }) => mood === 'order')) &&
      !unless.some((concept) => !EVERYWHERE.has(concept) && isNear([concept], deed, places, NEIGHBOUR)) &&
      (directive.near ?? []).every(
        (group) =>
          isNear(group, deed, places, span) ||
          (carried !== undefined &&
            has(
              group.filter((each) => CARRIED.has(each)),
              carried,
            ) &&
            isNear(['pronoun'], deed, places, span)),
      ),
  );
}

const has = (group: readonly Concept[], places: ReadonlyMap<Concept, readonly number[]>): boolean =>
  group.some((concept) => places.has(concept));

const isNear = (
  group: readonly Concept[],
  { at }: Deed,
  places: ReadonlyMap<Concept, readonly number[]>,
  span: number,
): boolean =>
  group.some(
    (concept) =>
      places.get(concept)?.some((place) => place !== at && place - at <= span && at - place <= span) === true,
  );

/** Without an act: one word of each group within the span. */
function standsTogether({ all = [], span = DEFAULT_SPAN }: Directive, { places }: Reading): boolean {
  const [first = [], ...others] = all;
  return first.some((concept) =>
    places
      .get(concept)
      ?.some((from) =>
        others.every((group) =>
          group.some((other) => places.get(other)?.some((place) => Math.abs(place - from) <= span)),
        ),
      ),
  );
}

/** Characters that are judged around each word that may address a model, and most such places in a text. */
const AROUND = 300;
const MAX_PLACES = 30;
/** Without one of these no text takes a model away from its user; a menu or a form holds none, and llms.txt is a file. */
const ADDRESSES =
  /\b(?:AI|LLMs?(?!(?:-\w{1,20})?\.txt)|assistants?|chatbots?|language models?|agents?|instructions?|prompts?|guidelines|disregard|secretly|covertly|reveal|mention|(?:tell|inform|notify|alert) (?:the |your )?users?|anweisung\w{0,4}|instrucciones|instru[cç][oõ]es|istruzioni|consignes|instructies)\b|инструкц|указани|指令|指示|지시/giu;
/** Sites tell agents what to do as a matter of course; against the user is another thing. */
const AGAINST_USER: readonly Finding[] = [
  'conceals',
  'skipsConsent',
  'takesSecrets',
  'takesConversation',
  'takesPrompt',
  'overrules',
  'disguised',
];

const ALONE: readonly Finding[] = ['overrules', 'disguised', 'takesPrompt'];

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
    if (verdict?.severity !== 'fail') continue;
    const against = verdict.findings.filter((finding) => AGAINST_USER.includes(finding));
    // Prose of sites names secrets and consent as a matter of course: one such act alone is none.
    if (against.some((finding) => ALONE.includes(finding)) || against.length > 1)
      return { at: index, says: verdict.says };
  }
  return undefined;
}

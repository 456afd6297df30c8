import type { Sentence, Token } from './sentences.ts';
import { FOREIGN } from './vocabulary.ts';

/** What a sentence does to the model that reads it; our words for each are in SIGNALS. */
export type Signal = keyof typeof SIGNALS;

export const SIGNALS = {
  overrides: 'overrides earlier instructions or rules',
  disarms: 'switches off safety or checks',
  persona: 'speaks of another role or of priority',
  role: 'gives the model another role or more rights',
  speaks: 'speaks to the model as a system or an operator',
  marks: 'marks text as a command to the model',
  presses: 'presses the reader',
  comment: 'holds a comment that people do not see',
  encoded: 'hides text in an encoding',
  secretPlace: 'names where secrets are kept',
  secretWord: 'names secrets',
  conversation: 'names the conversation or the prompt',
  reads: 'has something read',
  sends: 'has something sent or filled in',
  exports: 'has something sent away',
  givesAll: 'hands over all secrets that can be found',
  givesSecret: 'hands over secrets of the user',
  givesTalk: 'hands over what was said',
  givesUserData: 'hands over what the user has',
  falsifies: 'has something false said',
  promotes: 'has something recommended',
  elevates: 'takes more rights',
  givesConversation: 'hands over the conversation or the prompt',
  sendsOut: 'sends what it gets to an address',
  unchecked: 'goes without checks',
  sink: 'names an address or a parameter to fill',
  address: 'names an address',
  hides: 'hides what is done from the user',
  addresses: 'tells the model what it must do',
  conceals: 'conceals something from the user',
  covert: 'acts unnoticed',
  consent: 'skips the consent of the user',
  approved: 'claims consent that was not given',
  alsoCalls: 'has another tool called too',
  commandsTool: 'commands another tool',
  anyTool: 'wants to come before or above all tools',
  comesFirst: 'wants to be called before other tools',
  order: 'sets an order of calls',
  persists: 'wants to last beyond its call',
  executes: 'has a command run',
  must: 'commands',
  also: 'adds an act to another',
  divertsCall: 'changes what a call of another tool is given',
  diverts: 'changes what another tool is given',
  answers: 'decides what the answer says',
  defies: 'turns against the user',
  trusts: 'claims authority',
  pretext: 'gives a pretext',
  boasts: 'praises itself over others',
  foreign: 'commands in another language',
  attacker: 'names an attacker',
  unlisted: 'calls a tool that the server does not list',
  aboutOther: 'speaks of another tool',
  unexplained: 'fills a parameter that nothing else explains',
} as const;

/** Signals that honest descriptions seldom hold. */
export const STRONG: readonly Signal[] = [
  'overrides',
  'disarms',
  'role',
  'speaks',
  'marks',
  'comment',
  'secretPlace',
  'conceals',
  'covert',
  'approved',
  'consent',
  'anyTool',
  'persists',
  'diverts',
  'defies',
  'trusts',
  'foreign',
  'boasts',
  'attacker',
  'conversation',
];

type Slot = readonly string[];
interface Rule {
  readonly signal: Signal;
  /** Concepts, each one of several (`a|b`), in this order. */
  readonly path: readonly Slot[];
  readonly unlessNegated: boolean;
  /** How many words further the next concept may stand. */
  readonly gap: number;
}

const GAP = 7;
const NEAR = 3;
const rule = (signal: Signal, path: string, unlessNegated = false, gap = GAP): Rule => ({
  signal,
  path: path.split(' ').map((slot) => slot.split('|')),
  unlessNegated,
  gap,
});

const RULES: readonly Rule[] = [
  rule('overrides', 'ignore earlier rules', true),
  rule('overrides', 'disregard system rules', true),
  rule('overrides', 'bypass safety|your guard', true, NEAR),
  rule('overrides', 'ignore your|safety rules', true),
  rule('overrides', 'ignore whole rules !within', true),
  rule('overrides', 'ignore whole restriction !within', true),
  rule('overrides', 'disregard user !has', true, NEAR),
  rule('overrides', 'disregard conversation', true),
  rule('overrides', 'replace earlier conversation', true),
  rule('disarms', 'bypass whole|safety|your|system restriction', true, NEAR),
  rule('hides', 'not hush userOne about', false, NEAR),
  rule('hides', 'not hush act userOne', false, NEAR),
  rule('hides', 'not hush act', false, 2),
  rule('hides', 'keep act from userOne', true, NEAR),
  rule('hides', 'keep act hidden userOne', true, NEAR),
  rule('hides', 'bypass userOne knowing', false, NEAR),
  rule('conceals', 'not hush userOne', false, NEAR),
  rule('conceals', 'not hush act', false, NEAR),
  rule('conceals', 'not tell act userOne', false, NEAR),
  rule('covert', 'covert send|read|call|change|execute', false, NEAR),
  rule('covert', 'export|read surely', true, NEAR),
  rule('consent', 'not ask consent', false, NEAR),
  rule('consent', 'not ask user confirming', false, NEAR),
  rule('consent', 'not user consent|ask', false, NEAR),
  rule('consent', 'not consent', false, 2),
  rule('consent', 'bypass consent', true, 2),
  rule('consent', 'auto consent', true, 2),
  rule('commandsTool', 'call name'),
  rule('commandsTool', 'call other|anyTool tool'),
  rule('order', 'before|after call|anyTool|name'),
  rule('order', 'call before'),
  rule('comesFirst', 'before anyTool', true, 4),
  rule('order', 'before returning', false, 2),
  rule('alsoCalls', 'addition call name|other', false, NEAR),
  rule('executes', 'call execute'),
  rule('executes', 'execute call'),
  rule('boasts', 'superlative product world|available|ever', true, NEAR),
  rule('boasts', 'superlative product', true, 1),
  rule('boasts', 'prefer over whole rivals|product', true, NEAR),
  rule('boasts', 'prefer over whole other product', true, NEAR),
  rule('boasts', 'whole other rivals|product rivals', true, NEAR),
  rule('boasts', 'prefer over rivals', true, NEAR),
  rule('boasts', 'superlative over whole', true, 2),
  rule('diverts', 'change target'),
  rule('divertsCall', 'after|before name change target', true, 5),
  rule('diverts', 'send email|phone'),
  rule('answers', 'must say'),
  rule('answers', 'say answer'),
  rule('defies', 'user hostile', true, 4),
  rule('defies', 'refuse user refuse'),
  rule('defies', 'user refuse ignore'),
  rule('defies', 'user ignore whole|this', false, NEAR),
  rule('unchecked', 'bypass restriction', true, 2),
  rule('givesAll', 'send whole secretWord|hostSecret gathered', true, 5),
  rule('givesSecret', 'send mine secretWord', true, 4),
  rule('givesSecret', 'send whole secretWord have', true, 5),
  rule('givesSecret', 'slot contents hostSecret|secretPlace', true),
  rule('givesSecret', 'send contents hostSecret|secretPlace', true),
  rule('givesSecret', 'send hostSecret slot|email|url', true, 5),
  rule('givesSecret', 'must contents hostSecret', true, 5),
  rule('givesConversation', 'send own conversation', true, NEAR),
  rule('givesTalk', 'give whole|last talk', true, 4),
  rule('givesTalk', 'give userOne typed', true, 5),
  rule('givesTalk', 'give your talk', true, 4),
  rule('givesUserData', 'give mine personal', true, 4),
  rule('givesUserData', 'slot must mine personal', true, 5),
  rule('givesUserData', 'give every personal', true, 4),
  rule('givesUserData', 'personal give name|slot|url|email', true, 5),
  rule('hides', 'hush nobody'),
  rule('hides', 'userOne not know about|act', false, NEAR),
  rule('hides', 'not hush yourself', false, NEAR),
  rule('hides', 'not say yourself told', false, 4),
  rule('conceals', 'not tell why', false, 2),
  rule('consent', 'not need ask', false, NEAR),
  rule('consent', 'bypass further ask', false, NEAR),
  rule('approved', 'userOne already agreed', true, 4),
  rule('falsifies', 'claim success|answer|userOne', true, 4),
  rule('falsifies', 'say whatever', true, 4),
  rule('promotes', 'after|every recommend', true, 6),
  rule('elevates', 'must|use|call elevate', true, 4),
  rule('comesFirst', 'call startOf every', true, 4),
  rule('givesConversation', 'must send last', true),
  rule('givesConversation', 'send agent conversation', true, NEAR),
  rule('conceals', 'user ask deny'),
  rule('sendsOut', 'export whole|contents email|url', true, 6),
  rule('sendsOut', 'export email|url', true, 3),
];

/** One word that says it. */
const SINGLE: readonly (readonly [string, Signal])[] = [
  ['role', 'role'],
  ['persona', 'persona'],
  ['secretPlace', 'secretPlace'],
  ['secretWord', 'secretWord'],
  ['conversation', 'conversation'],
  ['read', 'reads'],
  ['send', 'sends'],
  ['export', 'exports'],
  ['email', 'sink'],
  ['url', 'sink'],
  ['phone', 'sink'],
  ['slot', 'sink'],
  ['email', 'address'],
  ['url', 'address'],
  ['phone', 'address'],
  ['approved', 'approved'],
  ['anyTool', 'anyTool'],
  ['persists', 'persists'],
  ['execute', 'executes'],
  ['must', 'must'],
  ['also', 'also'],
  ['trust', 'trusts'],
  ['pretext', 'pretext'],
  ['boast', 'boasts'],
  ['attacker', 'attacker'],
];

/** Of one sentence, from its words alone; see marks.ts for what its punctuation says. */
export function signalsOf(sentence: Sentence): Set<Signal> {
  const { tokens } = sentence;
  const found = new Set<Signal>();
  const present = new Set(tokens.flatMap(({ concepts }) => concepts));
  for (const [concept, signal] of SINGLE) if (present.has(concept)) found.add(signal);
  const isForeign = isWrittenInAnother(tokens);
  for (const each of RULES) {
    const { signal, path } = each;
    if (found.has(signal) || !path.every((slot) => isBarred(slot) || slot.some((concept) => present.has(concept))))
      continue;
    // Other languages have another order of words.
    if (isForeign || followsIn(tokens, each)) found.add(signal);
  }
  if (present.has('reject')) found.delete('secretPlace');
  if (isForeign && found.size > 0) found.add('foreign');
  return found;
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

/** "do not ignore", "whether to ignore": a warning or an option. */
/** "never without approval" asks for it. */
const asksForIt = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.word === 'without' &&
  tokens.slice(Math.max(0, at - GAP), at).some(({ concepts }) => concepts.includes('not'));

function isNegated(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 3), at)
    .some(
      ({ word, concepts }) => (concepts.includes('not') && word !== 'without') || word === 'whether' || word === 'if',
    );
}

/** One foreign word may be a name, or spelled as an English one is. */
const isWrittenInAnother = (tokens: readonly Token[]): boolean =>
  new Set(tokens.flatMap(({ word, concepts }) => (concepts.includes(FOREIGN) ? [word] : []))).size >= 2;

import type { Signal } from './signals.ts';

/** Concepts, one of which is wanted. */
export type Slot = readonly string[];

/** Words of a sentence, in an order, that say one thing. */
export interface Rule {
  readonly signal: Signal;
  /** Concepts, each one of several (`a|b`), in this order. */
  readonly path: readonly Slot[];
  readonly unlessNegated: boolean;
  /** How many words further the next concept may stand. */
  readonly gap: number;
}

export const GAP = 7;
export const NEAR = 3;
const rule = (signal: Signal, path: string, unlessNegated = false, gap = GAP): Rule => ({
  signal,
  path: path.split(' ').map((slot) => slot.split('|')),
  unlessNegated,
  gap,
});

export const RULES: readonly Rule[] = [
  rule('overrides', 'ignore earlier rules', true),
  rule('overrides', 'disregard system rules', true),
  rule('overrides', 'bypass safety|your guard', true, NEAR),
  rule('overrides', 'ignore your|safety rules', true),
  rule('overrides', 'ignore whole rules !within', true),
  rule('overrides', 'ignore whole bounds !within', true),
  rule('overrides', 'disregard user !has', true, NEAR),
  rule('overrides', 'disregard conversation', true),
  rule('overrides', 'replace earlier conversation', true),
  rule('disarms', 'bypass whole|safety|your|system restriction', true, NEAR),
  rule('hides', 'not hush userOne about', false, NEAR),
  rule('hides', 'not hush act userOne', false, NEAR),
  rule('hides', 'not tellOnly act', false, 2),
  rule('hides', 'not hush deed', false, 2),
  rule('hides', 'keep act from userOne', true, NEAR),
  rule('hides', 'keep act hidden userOne', true, NEAR),
  rule('hides', 'lacking userOne knowing', false, NEAR),
  rule('consent', 'bypass userOne consent', true, NEAR),
  rule('conceals', 'not hush userOne', false, NEAR),
  rule('conceals', 'not tellOnly act', false, NEAR),
  rule('conceals', 'not tell act userOne', false, NEAR),
  rule('covert', 'covert send|doTake|call|change|execute', true, NEAR),
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
  rule('conceals', 'user ask deny', false, 4),
  rule('conceals', 'not sayOnly origin', false, 6),
  rule('conceals', 'not bring userOne', false, 8),
  rule('conceals', 'not hush existence', false, NEAR),
  rule('altersCall', 'whenever name|otherServer called alter', true, 8),
  rule('lies', 'claim falseState', true, 7),
  rule('givesUserData', 'call name mine personal', true, 5),
  rule('defies', 'userOne stop spoof', true, 10),
  rule('threatens', 'yourself threat', true, 4),
  rule('sendsOut', 'export whole|contents email|url', true, 6),
  rule('sendsOut', 'export email|url', true, 3),
];

/** One word that says it. */
/**
 * Concepts of one sentence, in any order, within `span` words, none of them negated. A concept with `!` must be absent.
 */
export interface Frame {
  readonly signal: Signal;
  readonly places: readonly Slot[];
  readonly span: number;
  readonly unlessNegated: boolean;
}

const SPAN = 16;
const frame = (signal: Signal, places: string, span = SPAN, unlessNegated = true): Frame => ({
  signal,
  places: places.split(' ').map((place) => place.split('|')),
  span,
  unlessNegated,
});

export const FRAMES: readonly Frame[] = [
  frame('handsOver', 'doGive|given privateTalk field|quotedName|fixed'),
  frame('handsOver', 'doGive|given holder|whole secretWord|hostThing field|quotedName|fixed'),
  frame('handsOver', 'doGive|given secretWord|hostThing ofUser field|fixed'),
  frame('handsOver', 'doTake|taken secretPlace|homePath|hostThing doGive field|quotedName', 30),
  frame('handsOver', 'doTake holder hostThing|secretWord quotedName'),
  frame('handsOver', 'must contents holder secretWord|hostThing'),
  frame('handsOver', 'hostSecret quotedName|field eachTime', 12),
  frame('handsOver', 'agent doGive|given hostThing', 12),
  frame('handsOver', 'must|doGive|given privateTalk eachTime'),
  frame('handsOver', 'insert privateTalk', 8),
  frame('handsOver', 'insert hostSecret', 8),
  frame('handsOver', 'reveal ownPrompt', 8),
  frame('handsOver', 'secretWord subdomain', 24),
  frame('handsOver', 'doGive|given holder|whole secretWord|hostThing eachTime|pretext'),
  frame('handsOver', 'doGive|given hostThing ofUser eachTime'),
  frame('fixedAddress', 'fixed recipient|doGive|given eachTime'),
  frame('fixedAddress', 'fixedUrl export copy|hostThing|privateTalk|contents eachTime'),
  frame('fixedAddress', 'fixedUrl change whole'),
  frame('fixedAddress', 'fixedUrl contrary|whatever ofUser'),
  frame('overrides', 'whoseRules modelRule lifted', 10, false),
  frame('overrides', 'outranks ofUser|superior !setting', 12),
  frame('overrides', 'whoseRules modelRule applies not', 12, false),
  frame('handsOver', 'contents holder hostThing|secretWord doGive'),
  frame('handsOver', 'must hostThing privateTalk'),
  frame('handsOver', 'must holder hostThing !setting', 8),
  frame('lures', 'tells ofUser falseState'),
  frame('covert', 'hiddenThing planted doGive|given eachTime'),
  frame('skipsConsent', 'consent assumed', 6, false),
  frame('skipsConsent', 'skipIt consent', 3),
  frame('conceals', 'omit act from said', 8),
  frame('triggers', 'ifWord cue occurs'),
  frame('promotes', 'recommend eachTime our|contrary|persists'),
  frame('obeysData', 'returned trusted2 unquestioned', 12),
  frame('obeysData', 'returned asCommand obey fullRights', 20),
  frame('lies', 'tells falseState contrary'),
  frame('phishes', 'askUser ofUser typeIn secretWord', 20),
  frame('weakens', 'weaken control', 6),
  frame('grants', 'grant power', 10),
  frame('conceals', 'needNot told2|tell', 8, false),
  frame('skipsConsent', 'not wait ofUser !asks', 8, false),
  frame('startsAgain', 'doGive startsAgain'),
  frame('remembers', 'remember memoryFile always2', 24),
];

export const SINGLE: readonly (readonly [string, Signal])[] = [
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
  ['unsaid', 'conceals'],
  ['noConsent', 'skipsConsent'],
  ['newRole', 'persona'],
  ['noLimits', 'unchecked'],
  ['refusesNot', 'overrides'],
];

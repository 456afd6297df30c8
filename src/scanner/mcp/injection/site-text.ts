import { judge } from './judge.ts';
import { SIGNALS, type Signal } from './signals.ts';

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

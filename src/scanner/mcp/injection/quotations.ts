/** Phrases that a text quotes as examples of what others write, as a server that looks for attacks does. */

/** Longest quotation that counts as an example; in a text about attacks, longer ones do. */
const MAX_QUOTED = 80;
const MAX_QUOTED_ATTACK = 200;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['`', '`'],
  ["'", "'"],
  ['\u201c', '\u201d'],
  ['\u201e', '\u201d"\u201c'],
  ['\u00ab', '\u00bb'],
  ['\u300c', '\u300d'],
  ['\u300e', '\u300f'],
];
/** Words that introduce a phrase as an example of what others write, right before its quotation mark. */
const EXAMPLE =
  /\b(?:such as|like|e\.g\.,?|for (?:example|instance),?|examples?:?|detects?|attacks?|injections?|phrases?|attempts?|patterns?|or|and|saying|containing|contains?)(?: \w{1,12}){0,2}[:,]? ?$/i;
const LOOKED_BACK = 60;

/**
 * A text about attacks on models: it looks for them, or warns of them. Twelve languages; as `normalise` leaves them. One that
 * only names an attack looks for nothing.
 */
const ATTACK =
  /\b(?:malicious|red[- ]team|injections?|jailbreaks?|phishing|suspicious|adversarial|prompt attacks?|attempts? to|overrid\w{1,4}|concealment|manipul\w{1,10}|verdachtig\w{0,3}|versuche?|suspecte?s?|sospechos[oa]s?|intenten|suspeit[oa]s?|tentativ\w{1,3}|sospett[oiae]|verdacht\w{0,3}|poging\w{0,3}|podejrzan\w{1,4}|prob|saldiri)\b|подозрит|попыт|инъекц|注入|攻击|可疑|攻撃|不審|インジェクション|인젝션|공격/i;
const LOOKS =
  /\b(?:detect\w{0,3}|check\w{0,3}|scan\w{0,4}|findings?|flag\w{0,3}|inspect\w{0,3}|evidence|label\w{0,3}|dataset|corpus|classif\w{1,4}|treated as (?:data|content)|erkenn\w{1,3}|pruf\w{1,3}|analys\w{1,4}|signale\w{0,2}|detecte\w{0,2}|examina\w{0,2}|senala\w{0,2}|detecta\w{0,2}|rileva\w{0,2}|segnala\w{0,2}|herkent|controleert|wykrywa\w{0,3}|ocenia\w{0,2}|tespit)\b|обнаруж|выявля|проверя|检测|检查|识别|扫描|検出|検知|탐지|검사/i;

/** Whether a text looks for attacks on models, so that what it quotes is what others wrote. */
export const isAboutAttacks = (text: string): boolean => ATTACK.test(text) && LOOKS.test(text);

interface Quotations {
  readonly rest: string;
  readonly quoted: readonly string[];
}

/** A text without the phrases that it quotes as examples, as a server that looks for them does; and those phrases. */
export function quotedExamplesIn(text: string): Quotations {
  const isDetector = isAboutAttacks(text);
  return quotationsIn(
    text,
    isDetector ? MAX_QUOTED_ATTACK : MAX_QUOTED,
    (at) => isDetector || EXAMPLE.test(text.slice(Math.max(0, at - LOOKED_BACK), at)),
  );
}

/** Words before a quotation, so that a text that is all in quotation marks mentions nothing. */
const INTRODUCED = /(?:[\p{L}\p{N}]{1,60}[^\p{L}\p{N}]{1,20}){3}$/u;

/** A value, or text to run, add or write. */
const GIVEN = /(?::|\b(?:run|execute|append|add|type|call|enter|put|paste|insert|write|line) ?) ?$/i;
const COMMAND = /^(?:curl|wget|cat|sudo|bash|sh|rm|eval|env|printenv|powershell)\b|\| ?(?:ba|z)?sh\b/i;

/** A text without what it quotes at all, and those phrases. */
export const mentionsIn = (text: string): Quotations =>
  quotationsIn(text, MAX_QUOTED_ATTACK, (at) => {
    const before = text.slice(Math.max(0, at - LOOKED_BACK), at);
    return INTRODUCED.test(before) && !GIVEN.test(before) && !COMMAND.test(text.slice(at + 1, at + 1 + LOOKED_BACK));
  });

function quotationsIn(text: string, longest: number, isWanted: (at: number) => boolean): Quotations {
  const quoted: string[] = [];
  let rest = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const closing = QUOTES.find(([opening]) => opening === text.charAt(at))?.[1];
    if (closing === undefined) continue;
    // "user's": an apostrophe within a word opens nothing.
    if (text.charAt(at) === "'" && /\p{L}/u.test(text.charAt(at - 1))) continue;
    const end = endOf(text.slice(at + 1, at + 1 + longest), closing);
    if (end <= 0 || !isWanted(at)) continue;
    quoted.push(text.slice(at + 1, at + 1 + end));
    rest += `${text.slice(from, at)}${closing.charAt(0)}${closing.charAt(0)}`;
    at += end + 1;
    from = at + 1;
  }
  return quoted.length === 0 ? { rest: text, quoted } : { rest: rest + text.slice(from), quoted };
}

/** Where one of these characters ends a quotation; an apostrophe between letters does not. */
function endOf(text: string, closing: string): number {
  for (let at = 0; at < text.length; at += 1)
    if (closing.includes(text.charAt(at)) && !(text.charAt(at) === "'" && /^\p{L}/u.test(text.slice(at + 1, at + 2))))
      return at;
  return -1;
}

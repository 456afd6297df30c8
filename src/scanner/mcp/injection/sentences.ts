/** Cuts a normalised text into sentences, and these into words with what each can mean. */

import { withoutEnd } from '../../without-end.ts';
import type { Act, Concept } from './concepts.ts';
import { type Form, MAX_PHRASE_WORDS, type Meaning, meaningOf, startsPhrase } from './vocabulary.ts';
import { SECRET_PLACES } from './words/secret-places.ts';

export interface Token {
  /** Lower-case; `<url>`, `<email>`, `<path>` or `<name>` replaces a token that is no word. */
  readonly word: string;
  readonly concepts: ReadonlySet<Concept>;
  readonly acts: readonly { readonly act: Act; readonly form: Form }[];
  /** Whether a mark that ends a clause, or a line, comes before it. */
  readonly startsClause: boolean;
  readonly isQuoted: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Sentence {
  readonly tokens: readonly Token[];
  readonly isEnglish: boolean;
  /** In the normalised text. */
  readonly from: number;
  readonly to: number;
}

/** Longer sentences are cut, so that a list without full stops is none. */
const MAX_TOKENS = 70;
/** A full stop ends a sentence where a space follows; those of other scripts always do. */
const ENDS =
  /[.!?;](?=\s|["')\]*\u3040-\u30ff\u3400-\u9fff]|$)|[。！？；।]|\n\s{0,40}\n|\n(?=\s{0,20}(?:[-*•#]|\d{1,2}[.)]|[A-Z<[]))|<\/?[a-zA-Z_ -]{2,30}>|\s\|\s|\s[—–]{1,2}\s(?=[A-Z])/g;
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|no|art|incl|approx|dr|mr|mrs|st|cf)|\b[A-Z]|p\.\s?s)\.$/i;
const WIDE = /[\u3040-\u30ff\u3400-\u9fff]/;

export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const end of [...text.matchAll(ENDS), undefined]) {
    const to = end === undefined ? text.length : end.index + end[0].length;
    if (end?.[0] === '.' && ABBREVIATION.test(text.slice(Math.max(from, to - 8), to)) && to < text.length) continue;
    const part = text.slice(from, to);
    const isEnglish = isEnglishText(part);
    const tokens = tokensOf(part, from, isEnglish);
    for (let at = 0; at < tokens.length; at += MAX_TOKENS) {
      const piece = tokens.slice(at, at + MAX_TOKENS);
      const first = piece[0];
      const last = piece.at(-1);
      if (first === undefined || last === undefined) continue;
      sentences.push({ tokens: withPhrases(piece, isEnglish), isEnglish, from: first.from, to: last.to });
    }
    from = to;
  }
  return sentences;
}

const ENGLISH_STOPS = new Set(
  'the to of and is for with this that by or be are on if it from as at an when not you any all must should do never use call then before into what which will can has have been its their they your also only a in user send include read'.split(
    ' ',
  ),
);
const OTHER_STOPS = new Set(
  'der das und ist nicht ein eine zu mit von den dem im fur bei wird auf sich des aus nach werden bitte alle le la les des et est une du pour dans que qui aux sur pas au ce cette ne tous el los las y es por para con en del al una lo sus todo todos su os as e um uma com em do da dos na nao ao mais seu sua il gli per che di della del dei non nel con ogni questo het een van met voor niet op te deze alle dit de naar bir ve bu icin ile da kullan nie sie na w z do jest oraz przed czy dla wszystkie en und vor'.split(
    ' ',
  ),
);
const OTHER_SCRIPT = /[\u0400-\u04ff\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Most stop words decide; another script than the Latin one does at once. */
function isEnglishText(text: string): boolean {
  const others = text.match(OTHER_SCRIPT)?.length ?? 0;
  if (others > 0) return others * 8 < (text.match(/[a-z]/gi)?.length ?? 0) && others < 4;
  let balance = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}']+/gu)) {
    if (ENGLISH_STOPS.has(word)) balance += 1;
    if (OTHER_STOPS.has(word)) balance -= 1;
  }
  if (balance !== 0) return balance > 0;
  let known = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}']+/gu)) {
    if (isKnown(word, true)) known += 1;
    if (isKnown(word, false)) known -= 1;
  }
  return known >= 0;
}

const isKnown = (word: string, isEnglish: boolean): boolean => {
  const { concepts, acts } = meaningOf(word, isEnglish);
  return concepts.length + acts.length > 0;
};

const CLAUSE_MARK = /[<,:;()[\]{}\u2013\u2014|>•*=]|\s-{1,2}\s|->|\n|["'`\u201c](?=\S)|[、，：]/;

function tokensOf(text: string, offset: number, isEnglish: boolean): Token[] {
  const tokens: Token[] = [];
  let lastEnd = 0;
  let isJsonValue = false;
  const push = (word: string, from: number, to: number, meaning: Meaning, isQuoted: boolean) => {
    const between = text.slice(lastEnd, from);
    tokens.push({
      word,
      concepts: new Set(meaning.concepts),
      acts: meaning.acts,
      startsClause: tokens.length === 0 || CLAUSE_MARK.test(between),
      isQuoted,
      from: offset + from,
      to: offset + to,
    });
    lastEnd = to;
  };
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const end = index + chunk.length;
    const wasJsonValue = isJsonValue;
    isJsonValue = chunk.endsWith('":');
    const kind = kindOf(chunk);
    if (kind !== undefined) {
      const concepts = wasJsonValue ? [...kind.concepts, 'example' as const] : kind.concepts;
      push(kind.word, index, end, { concepts, acts: [] }, QUOTED.test(chunk));
      continue;
    }
    for (const { 0: word, index: at } of chunk.matchAll(/[\p{L}\p{N}\p{M}']+(?:-[\p{L}\p{N}\p{M}']+)*/gu)) {
      const start = index + at;
      if (WIDE.test(word))
        for (const piece of wideWords(word))
          push(piece.word, start + piece.at, start + piece.at + piece.word.length, meaningOf(piece.word, false), false);
      else {
        const bare = word.toLowerCase().replace(/^'{1,8}|'{1,8}$/g, '');
        const whole = meaningOf(bare, isEnglish);
        const parts = bare.includes('-') && whole.acts.length + whole.concepts.length === 0 ? bare.split('-') : [bare];
        let from = start;
        for (const part of parts) {
          push(
            part,
            from,
            from + part.length,
            parts.length === 1 ? whole : meaningOf(part, isEnglish),
            QUOTED.test(chunk),
          );
          from += part.length + 1;
        }
      }
    }
  }
  return tokens;
}

const QUOTED = /^[(]?['"`\u201c][A-Za-z_][\w-]{0,40}['"`\u201d][).,:;]*$/;
const MAX_CHUNK = 300;
const HOME = /^(?:~\/|~$|\$HOME\b|\$\{HOME\}|\/home\/|\/root\b|\/Users\/|%appdata%|%userprofile%)/i;
const HOST =
  /^(?:[a-z0-9-]{1,63}\.){1,5}(?:com|net|org|io|dev|ai|app|co|xyz|site|online|example|ru|cn|eu|cloud|invalid|test|info|biz|me|sh)(?:[/?:].*)?$/;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?$/;
const CLIENT_CONFIG = /mcp\.json|claude_desktop_config|\.cursor\/|\.claude\/|settings\.json|permissions\.allow/;
const MEMORY_FILE =
  /^(?:[\w./~-]{0,40}\/)?(?:claude|agents|gemini|skill|memory)\.md$|^\.?(?:cursorrules|windsurfrules|clinerules)$|copilot-instructions\.md$/;
const STARTUP =
  /crontab|\.bashrc|\.zshrc|\.profile|autostart|launchagents|\.git\/hooks|post-checkout|pre-commit|postinstall|systemd/;
const ACCOUNT = /^(?:[A-Z]{2}\d{2}(?:[A-Z0-9]{8,30})?|0x[0-9a-fA-F]{6,64}|bc1[a-z0-9]{20,60}|\d{2,}-\d{2,}-\d{2,})$/;
const NAME = /^[a-z][a-z0-9]{0,30}(?:[_.-][a-z0-9]{1,30}){0,8}[_.][a-z0-9]{1,30}(?:\(.{0,200})?$/i;
const CAMEL = /^[a-z]{2,20}(?:[A-Z][a-z0-9]{1,20}){1,5}(?:\(.{0,200})?$/;
/** A name of as many words is a sentence. */
const SENTENCE_WORDS = 6;
const PLAIN = /^[A-Za-z]{1,40}[,.:;!?]?$/;
const ENV_NAME =
  /process\.env\.\w|os\.environ|(?:^|[^A-Za-z])\$?\{?[A-Z][A-Z0-9_]{0,30}_(?:SECRET|TOKEN|PASSWORD|KEY|KEYS|PASS|PWD|CREDENTIALS)\b|^\$[A-Z_]{4,300}$/;
const SHELL_CODE = /^\$\(|`[a-z]+ |\|\s?(?:ba|z)?sh\b|^(?:os\.system|os\.popen|subprocess|eval)\(/;

/** What the name of a tool or parameter says of what it holds. */
const NAMED: ReadonlySet<Concept> = new Set([
  'secret',
  'conversation',
  'prompt',
  'reasoning',
  'contacts',
  'recipient',
  'clientConfig',
  'memory',
  'shell',
  'consent',
  'user',
]);

/** Addresses, paths and names of tools or parameters, which are no words. */
function kindOf(chunk: string): { word: string; concepts: readonly Concept[] } | undefined {
  if (/[a-z]I[dD]s?[.,]?$/.test(chunk)) return { word: `<name>${chunk}`, concepts: ['technical', 'slot'] };
  if (PLAIN.test(chunk)) return undefined;
  const whole = chunk.slice(0, MAX_CHUNK).replace(/^[^\p{L}\p{N}/~.$%+<@]+/u, '');
  const bare = withoutEnd(whole, /[^\p{L}\p{N}/$%)>}_]/u);
  const lower = bare.toLowerCase();
  const isPath = /^[~.]?\.{0,2}\/[\w.~]|^~$|^[a-z]:\\|^\$\{?[a-z_]{3,}|^%\w{3,}%|^\.[a-z][\w.-]{2,}/i.test(bare);
  const concepts: Concept[] = [];
  if (
    SECRET_PLACES.some((place) => lower.includes(place)) &&
    !/^\.env\.example|^https?:/.test(lower) &&
    !/process\.env/.test(lower)
  )
    concepts.push('secretPlace');
  if (/\.pem$|\.p12$|\.pfx$|\.key$/.test(lower)) concepts.push('secretPlace');
  if (CLIENT_CONFIG.test(lower)) concepts.push('clientConfig');
  if (MEMORY_FILE.test(lower)) concepts.push('memory');
  if (STARTUP.test(lower)) concepts.push('startup');
  if (ENV_NAME.test(bare)) concepts.push('secret', 'envName');
  if (
    /[<{[$(]{1,2}[\w '-]{0,60}\b(?:conversation|chat|transcript|messages|prompt|history|summary|token|key|secret|answer|last)/i.test(
      bare,
    )
  )
    concepts.push('placeholder');
  if (/^[^\s@]{1,64}@[^\s@.]{1,63}\.[a-z]/i.test(bare) && !bare.includes('://'))
    return { word: '<email>', concepts: [...concepts, /["?$]|=.{0,40}:/.test(bare) ? 'slot' : 'address'] };
  if (/(?:https?|wss?|ftp|git):\/\//.test(lower)) {
    const isSchema = /json-schema|schema\.org|w3\.org/.test(lower);
    return {
      word: '<url>',
      concepts: [
        ...concepts,
        ...(isSchema ? [] : (['url'] as const)),
        ...(/\.(?:sh|ps1|py)$/.test(lower) ? (['remoteCode'] as const) : []),
      ],
    };
  }
  if (/^\+\d{7,15}$/.test(bare)) return { word: '<phone>', concepts: ['address'] };
  if (HOME.test(bare)) return { word: '<path>', concepts: [...concepts, 'homePath', 'files'] };
  if (concepts.length > 0 && (isPath || !PLAIN.test(chunk)))
    return { word: '<path>', concepts: isPath ? [...concepts, 'files'] : concepts };
  if (isPath) return { word: '<path>', concepts: ['files'] };
  if (HOST.test(lower) || IPV4.test(bare)) return { word: '<host>', concepts: ['host'] };
  if (ACCOUNT.test(bare)) return { word: '<account>', concepts: ['address'] };
  if (SHELL_CODE.test(chunk)) return { word: '<code>', concepts: ['shell', 'remoteCode'] };
  if ((NAME.test(bare) || CAMEL.test(bare)) && bare.split('_').length < SENTENCE_WORDS) {
    const known = meaningOf(lower.replace(/[_.]/g, ' '), true).concepts;
    return {
      word: `<name>${bare.split('(', 1)[0]}`,
      concepts: [
        'name',
        ...(QUOTED.test(chunk) ? (['quotedName'] as const) : []),
        ...known.filter((each) => NAMED.has(each)),
      ],
    };
  }
  if (QUOTED.test(chunk))
    return {
      word: `<name>${bare}`,
      concepts: ['quotedName', ...meaningOf(lower, true).concepts.filter((each) => NAMED.has(each))],
    };
  return undefined;
}

/** Words of a script without spaces, as far as they are in the vocabulary: the longest at each place. */
function wideWords(text: string): { word: string; at: number }[] {
  const words: { word: string; at: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    for (let length = 8; length > 0; length -= 1) {
      const word = text.slice(at, at + length);
      if (word.length < length) continue;
      const { concepts, acts } = meaningOf(word, false);
      if (concepts.length + acts.length === 0) continue;
      words.push({ word, at });
      at += length - 1;
      break;
    }
  }
  return words;
}

/** "the last 50 messages" are the last messages. */
const NUMBER = /^(?:\d{1,6}|two|three|four|five|six|ten|twenty|fifty|hundred|few|several|dozen)$/;

/** Gives the first word of each phrase of the vocabulary what the whole of it means. */
function withPhrases(tokens: readonly Token[], isEnglish: boolean): Token[] {
  return tokens.map((token, at) => {
    if (!startsPhrase(token.word, isEnglish)) return token;
    const concepts = new Set(token.concepts);
    const acts = [...token.acts];
    let phrase = token.word;
    let to = at;
    for (let length = 2; length <= MAX_PHRASE_WORDS; length += 1) {
      do to += 1;
      while (NUMBER.test(tokens[to]?.word ?? ''));
      const next = tokens[to];
      if (next === undefined) break;
      phrase += ` ${next.word}`;
      const meaning = meaningOf(phrase, isEnglish);
      for (const concept of meaning.concepts) concepts.add(concept);
      for (const each of meaning.acts)
        if (!acts.some((k) => k.act === each.act && k.form === each.form)) acts.push(each);
    }
    return { ...token, concepts, acts };
  });
}

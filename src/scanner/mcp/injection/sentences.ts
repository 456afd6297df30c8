import { conceptsOf, conceptsOfPhrase, MAX_PHRASE_WORDS, startsPhrase } from './vocabulary.ts';

export interface Token {
  /** Lower-case; `<url>`, `<email>`, `<phone>`, `<path>` or `<name>` replaces a token that is no word. */
  readonly word: string;
  readonly concepts: readonly string[];
}

export interface Sentence {
  readonly tokens: readonly Token[];
  /** In the normalised text. */
  readonly from: number;
  readonly to: number;
}

/** Longer sentences are cut, so that a list without full stops is none. */
const MAX_TOKENS = 60;
/** A full stop ends a sentence where a space follows; those of other scripts always do. */
const ENDS = /[.!?;](?=\s|["')\]]|$)|[。！？；]|\n\s{0,40}\n|\n(?=\s{0,20}(?:[-*•#]|\d{1,2}[.)]|[A-Z<[]))/g;
const WIDE = /[\u3040-\u30ff\u3400-\u9fff]/;

/** The sentences of a normalised text, with what each of their words is about. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const end of [...text.matchAll(ENDS), undefined]) {
    const to = end === undefined ? text.length : end.index + end[0].length;
    const placed = tokensOf(text.slice(from, to));
    for (let at = 0; at < placed.length; at += MAX_TOKENS) {
      const part = placed.slice(at, at + MAX_TOKENS);
      const first = part[0];
      const last = part.at(-1);
      if (first === undefined || last === undefined) continue;
      sentences.push({ tokens: withPhrases(part), from: from + first.from, to: from + last.to });
    }
    from = to;
  }
  return sentences;
}

interface Placed extends Token {
  readonly from: number;
  readonly to: number;
}

function tokensOf(text: string): Placed[] {
  const tokens: Placed[] = [];
  const add = (word: string, from: number, to: number, concepts: readonly string[] = conceptsOf(word)) => {
    tokens.push({ word, from, to, concepts });
  };
  let isJsonValue = false;
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const to = index + chunk.length;
    // An address in an example of arguments is one of many that could stand there.
    const special = isJsonValue ? { word: '<value>', concepts: [] } : kindOf(chunk);
    isJsonValue = chunk.endsWith('":');
    if (special !== undefined && (special.word !== '<value>' || /@|:\/\//.test(chunk))) {
      add(special.word, index, to, special.concepts);
      continue;
    }
    const isQuotedName = QUOTED_NAME.test(chunk);
    for (const { 0: word, index: at } of chunk.matchAll(/[\p{L}\p{N}\p{M}']+/gu)) {
      const start = index + at;
      if (WIDE.test(word))
        for (const piece of wideWords(word)) add(piece.word, start + piece.at, start + piece.at + piece.word.length);
      else {
        const bare = trimmed(word, isApostrophe).toLowerCase();
        add(bare, start, start + word.length, isQuotedName ? [...conceptsOf(bare), 'quotedName'] : conceptsOf(bare));
      }
    }
  }
  return tokens;
}

const MAX_CHUNK = 300;
const isApostrophe = (char: string): boolean => char === "'";
/** Quotation marks, brackets and full stops around an address or a name. */
const isAround = (char: string): boolean => /[^\p{L}\p{N}/~.$+%@]|\./u.test(char);

/** Counted by hand: a pattern for the end would be tried at every place. */
function trimmed(text: string, isOutside: (char: string) => boolean): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charAt(from) !== '.' && isOutside(text.charAt(from))) from += 1;
  while (to > from && isOutside(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Files of the user, wherever the text is used. */
const HOME = /^(?:~\/|\$HOME\b|\$\{HOME\}|\/home\/|\/root\/|%appdata%|%userprofile%)/i;
/** A host name without a scheme; names of files end otherwise. */
const HOST =
  /^(?:[a-z0-9-]{1,63}\.){1,5}(?:com|net|org|io|dev|ai|app|co|xyz|site|online|example|ru|cn|eu|cloud)(?:[/?].*)?$/;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?$/;
const CLIENT_CONFIG = /mcp\.json|claude_desktop_config|\.cursor\/|\.claude\/|\.vscode\/settings/;
const CALL = /^[a-z]\w{0,60}\(/i;
const ACCOUNT = /^(?:[A-Z]{2}\d{2}(?:[A-Z0-9]{8,30})?|0x[0-9a-fA-F]{6,64}|bc1[a-z0-9]{20,60})$/;
const QUOTED_NAME = /^[(]?['"][A-Za-z_][\w-]{0,40}['"][).,:;]*$/;
/** A name of as many words is a sentence. */
const SENTENCE_WORDS = 6;
const PLAIN = /^[A-Za-z]{1,40}[,.:;!?]?$/;

/** Addresses, paths and names of tools or parameters, which are no words. */
function kindOf(chunk: string): { word: string; concepts: readonly string[] } | undefined {
  // Plain words, which most are.
  if (PLAIN.test(chunk)) return undefined;
  const bare = trimmed(chunk.slice(0, MAX_CHUNK), isAround);
  const lower = bare.toLowerCase();
  const concepts = [
    ...(secretPlaceIn(lower) ? ['secretPlace'] : []),
    ...(CLIENT_CONFIG.test(lower) ? ['clientConfig'] : []),
    ...(/process\.env\.\w|os\.environ|(?:^|[^A-Za-z])[A-Z][A-Z0-9_]{0,30}_(?:SECRET|TOKEN|PASSWORD|KEY)\b/.test(bare)
      ? ['hostSecret', 'secretWord']
      : []),
  ];
  if (/^[^\s@]{1,64}@[^\s@.]{1,63}\.[a-z]/i.test(bare) && !bare.includes('://')) {
    // A query or an example of arguments shows how an address is written.
    return { word: '<email>', concepts: [...concepts, /["?$]|=.{0,40}:/.test(bare) ? 'slot' : 'email'] };
  }
  if (/(?:https?|wss?|ftp):\/\//.test(lower))
    return { word: '<url>', concepts: [...concepts, 'url', ...(CALL.test(bare) ? ['name'] : [])] };
  if (/^\+\d{7,15}$/.test(bare)) return { word: '<phone>', concepts: ['phone'] };
  if (HOME.test(bare)) return { word: '<path>', concepts: [...concepts, 'homePath'] };
  if (/^(?:~|\.{0,2})\/[\w.~]|^[a-z]:\\|^\$\{?[a-z_]{3,}|^%\w{3,}%/i.test(bare)) return { word: '<path>', concepts };
  if (concepts.length > 0) return { word: '<path>', concepts };
  if (HOST.test(bare) || IPV4.test(bare)) return { word: '<host>', concepts: ['host'] };
  if (ACCOUNT.test(bare)) return { word: '<account>', concepts: ['account'] };
  if (
    /^[a-z][a-z0-9]{0,30}(?:[_.-][a-z0-9]{1,30}){0,8}_[a-z0-9]{1,30}(?:\(.{0,200})?$/i.test(bare) &&
    bare.split('_').length < SENTENCE_WORDS
  )
    return {
      word: '<name>',
      concepts: ['name', ...(QUOTED_NAME.test(chunk) ? ['quotedName'] : []), ...conceptsOf(lower)],
    };
  return undefined;
}

const SECRET_PLACES = [
  ...[
    '.ssh/',
    '/.ssh',
    'id_rsa',
    'id_ed25519',
    'id_ecdsa',
    '.aws/',
    'etc/passwd',
    'etc/shadow',
    'mcp.json',
    '.netrc',
    '.pgpass',
  ],
  ...[
    'claude_desktop_config',
    '.git-credentials',
    '.kube/config',
    '.bash_history',
    '.zsh_history',
    '.npmrc',
    '.pypirc',
    '.gnupg',
  ],
  ...[
    '.docker/config',
    'wallet.dat',
    'proc/self/environ',
    'authorized_keys',
    'known_hosts',
    'credentials.json',
    'secrets.json',
  ],
  ...['secrets.y', 'cookies.sqlite', 'login data', '.cursor/', '.config/gcloud', 'secret.txt'],
  ...['$aws_secret', '.keychain', 'server.key'],
];
const secretPlaceIn = (chunk: string): boolean =>
  SECRET_PLACES.some((place) => chunk.includes(place)) ||
  /(?:^|[/"'(])\.env(?:$|[/"'),:]|\.(?:local|prod))|\.pem$/.test(chunk);

/** Words of a script without spaces, as far as they are in the vocabulary: the longest at each place. */
function wideWords(text: string): { word: string; at: number }[] {
  const words: { word: string; at: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    for (let length = 6; length > 0; length -= 1) {
      const word = text.slice(at, at + length);
      if (word.length < length || conceptsOf(word).length === 0) continue;
      words.push({ word, at });
      at += length - 1;
      break;
    }
  }
  return words;
}

const ADDRESSES: readonly string[] = ['email', 'phone', 'account'];
const PLACES: readonly string[] = ['url', 'host'];
const EXAMPLES: ReadonlySet<string> = new Set([
  'example',
  'examples',
  'e',
  'eg',
  'such',
  'like',
  'format',
  'default',
  'reference',
  'documentation',
  'docs',
  'see',
]);
const EXAMPLE_LEADS = 8;

/** An address that the text itself fixes: one that is not an example of what could be given. */
function fixedBy(tokens: readonly Token[], at: number, kinds: readonly string[], fixed: string): Token | undefined {
  const token = tokens[at];
  if (token?.concepts.some((concept) => kinds.includes(concept)) !== true) return undefined;
  const before = tokens.slice(0, at);
  if (before.some(({ word }) => word === 'examples')) return undefined;
  if (before.slice(-EXAMPLE_LEADS).some(({ word }) => EXAMPLES.has(word))) return undefined;
  return { word: token.word, concepts: [...token.concepts, fixed] };
}

const DETERMINERS: readonly string[] = ['the', 'a', 'an'];
/** Verbs that are nouns after an article: "not the alert" conceals nothing. */
const TELLING: readonly string[] = ['hush', 'tell', 'tellOnly'];
/** "the last 50 messages" are the last messages. */
const NUMBER = /^\d{1,6}$/;

/** Gives the first word of each phrase of the vocabulary what the whole of it is about. */
function withPhrases(tokens: readonly Token[]): Token[] {
  return tokens.map((each, at) => {
    const token = fixedBy(tokens, at, ADDRESSES, 'fixed') ?? fixedBy(tokens, at, PLACES, 'fixedUrl') ?? each;
    const isNoun = DETERMINERS.includes(tokens[at - 1]?.word ?? '');
    const isPhraseStart = startsPhrase(token.word);
    if (!isNoun && !isPhraseStart) return token;
    const found = new Set(isNoun ? token.concepts.filter((concept) => !TELLING.includes(concept)) : token.concepts);
    let phrase = token.word;
    let to = at;
    for (let length = 2; isPhraseStart && length <= MAX_PHRASE_WORDS; length += 1) {
      do to += 1;
      while (NUMBER.test(tokens[to]?.word ?? ''));
      const next = tokens[to];
      if (next === undefined) break;
      phrase += ` ${next.word}`;
      for (const concept of conceptsOfPhrase(phrase)) found.add(concept);
    }
    return found.size === token.concepts.length && !isNoun ? token : { word: token.word, concepts: [...found] };
  });
}

import type { AdvertisedText } from '../model/mcp.ts';
import { wordsOfName } from './name-words.ts';
import { COMMANDS, GRAVE, type Phrases, SLIGHT } from './words/injection.ts';
import { SENSITIVE_ENDINGS } from './words/sensitive-parameters.ts';

const CONTEXT = 20;
/** A phrase that is quoted ends within so many characters. */
const QUOTED = 60;
/** Each mark that opens a quotation, with the one that closes it. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['\u201c', '\u201d'],
  ['\u00ab', '\u00bb'],
]);
/** Words that introduce a phrase as an example of what others write. */
const EXAMPLE = /\b(?:such as|like|e\.g\.|for example|examples?|detects?|attacks?|injections?|phrases?|attempts?)\b/i;

export interface InjectedText {
  readonly severity: 'fail' | 'warn';
  /** Our words, then a piece of the text: to be escaped before it is shown. */
  readonly found: string;
}

/** Where a text of a server commands a model or asks for secrets (M25): one finding for each kind. */
export function injectionsIn({ path, kind, text }: AdvertisedText): InjectedText[] {
  const asks = kind === 'key' && isParameter(path, text) && isSensitive(text);
  const plain = plainText(text);
  // Instructions are addressed to the model: commanding there is no more than their task.
  const slight = path === 'instructions' ? SLIGHT : [...SLIGHT, ...COMMANDS];
  return [
    ...findingsOf(GRAVE, plain, 'fail'),
    ...findingsOf(slight, plain, 'warn'),
    ...(asks ? [{ severity: 'warn', found: `a parameter that asks for a secret: ${text}` } as const] : []),
  ];
}

function findingsOf(kinds: readonly Phrases[], text: string, severity: InjectedText['severity']): InjectedText[] {
  return kinds.flatMap(({ says, patterns }) => {
    const places = patterns.flatMap((pattern) => gravestPlace(pattern, text));
    const place = places.find(({ isExample }) => !isExample) ?? places[0];
    if (place === undefined) return [];
    const piece = text.slice(Math.max(0, place.from - CONTEXT), place.to + CONTEXT);
    return [{ severity: place.isExample ? 'warn' : severity, found: `${says}: ${piece}` }];
  });
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** Quoted as an example, as a server that looks for such phrases does. */
  readonly isExample: boolean;
}

/** The first place that is meant, else the first that is quoted; none where there is no match. */
function gravestPlace(pattern: RegExp, text: string): Place[] {
  // Most texts hold nothing, and matchAll makes a copy of the pattern first.
  if (text.search(pattern) === -1) return [];
  let example: Place | undefined;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const place = {
      from: index,
      to: index + match.length,
      isExample: isQuotedExample(text, index, index + match.length),
    };
    if (!place.isExample) return [place];
    example ??= place;
  }
  return example === undefined ? [] : [example];
}

/** Whoever quotes a phrase says so before it and closes the quotation after it. */
function isQuotedExample(text: string, from: number, to: number): boolean {
  const closing = QUOTES.get(text.charAt(from - 1));
  return (
    closing !== undefined &&
    text.slice(to, to + QUOTED).includes(closing) &&
    EXAMPLE.test(text.slice(Math.max(0, from - QUOTED), from))
  );
}

/**
 * As a model reads it, on one line: compatibility forms resolved, what cannot be seen left out. The whole of it: every
 * gap of the patterns is bounded, so that a long text takes no longer than many short ones.
 */
function plainText(text: string): string {
  const resolved = isAscii(text) ? text : resolve(text);
  // A space alone stays as it is: replacing each would take memory many times that of the text.
  return resolved.replace(/\s{2,}|[^\S ]/g, ' ');
}

const resolve = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'");

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** A property of an input schema, by the last steps of its path (see advertised-text.ts, which cuts each step). */
const isParameter = (path: string, key: string): boolean =>
  /^tools(?:Again)?\./.test(path) && path.includes('.inputSchema.') && path.endsWith(`.properties.${key.slice(0, 64)}`);

function isSensitive(key: string): boolean {
  const name = wordsOfName(key).join('_');
  return SENSITIVE_ENDINGS.some((ending) => name === ending || name.endsWith(`_${ending}`));
}

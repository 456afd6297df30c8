/** The words of an article, as passages and as sentences. */
import { lexer, type Token, type Tokens } from 'marked';
import { CITATION } from '../schema/ask.ts';
import type { SearchIndex } from './bm25f.ts';

/** A paragraph, a list item or a row of a table as a sentence, without markup. */
export interface Passage {
  readonly text: string;
  /** The heading it is under; empty before the first one. */
  readonly heading: string;
  /** A row is one sentence, whatever marks are in it. */
  readonly isRow: boolean;
}

/** The words of an article, grouped by their use in ranking. */
interface ArticleText {
  readonly headings: readonly string[];
  /** In order: what sentences can be taken from. */
  readonly passages: readonly Passage[];
  /** Code. */
  readonly code: readonly string[];
}

/** Reads the words out of an article's Markdown. The Markdown is our own, so its depth is bounded. */
export function readText(markdown: string): ArticleText {
  const headings: string[] = [];
  const passages: Passage[] = [];
  const code: string[] = [];
  const pass = (text: string, isRow = false) => passages.push({ text, heading: headings.at(-1) ?? '', isRow });
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'heading') headings.push(plain(token.tokens ?? []));
      else if (token.type === 'paragraph' || token.type === 'text') pass(plain(token.tokens ?? [token]));
      else if (token.type === 'code') code.push(token.text);
      else if (isTable(token)) for (const row of token.rows) pass(rowAsSentence(token.header, row), true);
      else if (isList(token)) for (const item of token.items) read(item.tokens);
      else if (token.type === 'blockquote') read(token.tokens ?? []);
    }
  };
  read(lexer(markdown));
  return { headings, passages, code };
}

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

/** A value of so many words is clear without the name of its column. */
const CLEAR_WORDS = 4;

/** "Start a scan: counted for: key; 10 a minute and 200 a day." The second of two columns needs no name. */
function rowAsSentence(header: readonly Tokens.TableCell[], row: readonly Tokens.TableCell[]): string {
  const [first, ...cells] = row;
  const names = header.slice(1).map((cell) => plain(cell.tokens).trim());
  const members = cells.flatMap((cell, at) => {
    const value = plain(cell.tokens).trim();
    if (value === '') return [];
    const name = names.length > 1 && value.split(' ').length < CLEAR_WORDS ? (names[at] ?? '') : '';
    return [name === '' ? value : `${lowerFirst(name)}: ${value}`];
  });
  const words = plain(first?.tokens ?? []).trim();
  const subject = first?.tokens[0]?.type === 'codespan' ? words : upperFirst(words);
  const sentence = members.length === 0 ? subject : `${subject}: ${members.join('; ')}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** An abbreviation stays as it is. */
const lowerFirst = (text: string): string =>
  /^.[a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Inline markup as the words a reader sees. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if ('tokens' in token && token.tokens !== undefined) return plain(token.tokens);
      return 'text' in token ? token.text : '';
    })
    .join('')
    .replace(/\s+/g, ' ');
}

const SHORTEST_SENTENCE = 30;
const LONGEST_SENTENCE = 320;

/** Words that need the sentence before: what they mean is said there. */
const LEANS_BACK =
  /^(?:It|Its|They|Their|Them|This|That|These|Those|He|She|Such|Both|Here|There,|Then|So|But|And|Or|Nor|Yet|Also|Too|Thus|Hence|Otherwise|However|Therefore|Instead|Else|Neither|Either|None|Others?|Another|Only then|For example|In (?:that|this|both|such)|The (?:first|second|third|latter|former|others?|same|rest|last|answer|reason)|(?:One|Some|All|Each|Two|Most|Many) of (?:them|it|these|those)|(?:Each|All|Several|Some|Many|Most|Few|Any) (?:has|have|is|are|was|were|can|may|must|do|does)|With both|(?:What|Whether|How|Why|When|Where)(?: \w+){0,3} (?:it|they|them|these|those)|Beyond that|Without (?:one|it|them))(?![\p{L}-])/u;
/** A pointer to another page answers nothing: at the end of a sentence it is left off, a whole one is not quoted. */
const TAIL = /[:;,(] ?see [^.;]{1,80}\.$/;
const POINTS_ELSEWHERE =
  /^(?:See|Read|More (?:on|in)|Details are|How else)\b|\bread about\b|\b(?:is|are) (?:told|discussed|explained) (?:in|at)\b/;
const ENDS_OPEN = /\b(?:those|these|them|this|that|there|so|below|above)[.!?]$/;
const IS_WHOLE = /[.!?]["'”’)]?$/;

/** A bag of weighted terms, with its Euclidean length. */
export interface Vector {
  readonly weights: ReadonlyMap<string, number>;
  readonly norm: number;
}

/** What a summary can quote: a sentence, or two where the second one leans on the first. */
export interface Sentence {
  readonly text: string;
  readonly heading: string;
  /** The terms of the heading. */
  readonly inHeading: ReadonlySet<string>;
  readonly vector: Vector;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts passages into sentences that make sense alone. */
export function sentencesOf(passages: readonly Passage[], index: SearchIndex): Sentence[] {
  return passages
    .flatMap(({ text, heading, isRow }) =>
      (isRow ? [text] : unitsOf(text)).map((unit) => ({ text: withoutTail(unit), heading })),
    )
    .filter(({ text }) => isQuotable(text))
    .map(({ text, heading }) => sentenceOf(text, heading, index));
}

export function sentenceOf(text: string, heading: string, index: SearchIndex): Sentence {
  return {
    text,
    heading,
    inHeading: new Set(index.termsOf(heading)),
    vector: vectorOf(countTerms(index.termsOf(text)), index),
  };
}

/** A sentence that leans on the one before is joined to it, or left out where both are too long together. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let gap = false;
  for (const whole of sentencesIn(text)) {
    const sentence = withoutTail(whole);
    if (!LEANS_BACK.test(sentence)) {
      units.push(sentence);
      gap = false;
      continue;
    }
    const last: string | undefined = gap ? undefined : units.pop();
    const joined: string = `${last ?? ''} ${sentence}`;
    if (last !== undefined && joined.length <= LONGEST_SENTENCE) units.push(joined);
    else if (last !== undefined) units.push(last);
    gap = last === undefined || joined.length > LONGEST_SENTENCE;
  }
  return units;
}

/** The segmenter also cuts behind a question mark within an address, where no space follows. */
function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let rest = '';
  for (const { segment } of segmenter.segment(text)) {
    rest += segment;
    if (!/\s$/.test(segment)) continue;
    sentences.push(rest.trim());
    rest = '';
  }
  if (rest !== '') sentences.push(rest);
  return sentences;
}

const withoutTail = (sentence: string): string => sentence.replace(TAIL, '.');

const isQuotable = (text: string): boolean =>
  text.length >= SHORTEST_SENTENCE &&
  text.length <= LONGEST_SENTENCE &&
  IS_WHOLE.test(text) &&
  !POINTS_ELSEWHERE.test(text) &&
  !ENDS_OPEN.test(text) &&
  text.search(CITATION) < 0;

/** How often each term is in a list. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function vectorOf(counts: ReadonlyMap<string, number>, index: SearchIndex): Vector {
  const weights = new Map([...counts].map(([term, count]) => [term, count * index.idf(term)]));
  return { weights, norm: Math.hypot(...weights.values()) || 1 };
}

/** 0 for no term in common, 1 for the same direction. */
export function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.weights) sum += weight * (many.weights.get(term) ?? 0);
  return sum / (a.norm * b.norm);
}

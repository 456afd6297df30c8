/** The words of an article, as passages and as sentences. */
import { lexer, type Token, type Tokens } from 'marked';
import { defined } from '../basics/defined.ts';
import { CITATION } from '../schema/ask.ts';
import { termsOfLibrary } from './terms.ts';

/** A paragraph, a list item, a row of a table or commands, without markup but with the marks of commands. */
export interface Passage {
  readonly text: string;
  /** The heading it is under; empty before the first one. */
  readonly heading: string;
  /** It is quoted whole or not at all, whatever marks are in it. */
  readonly isWhole: boolean;
  /** Markdown that the text announces: code, or a list that is too long for a sentence. */
  readonly block?: string;
}

/** The words of an article, grouped by their use in ranking. */
interface ArticleText {
  readonly headings: readonly string[];
  /** In order: what sentences can be taken from. */
  readonly passages: readonly Passage[];
  /** Code, and lists that are too long for a sentence. */
  readonly blocks: readonly string[];
}

/** Reads the words out of an article's Markdown. The Markdown is our own, so its depth is bounded. */
export function readText(markdown: string): ArticleText {
  const headings: string[] = [];
  const passages: Passage[] = [];
  const blocks: string[] = [];
  const pass = (text: string, how: Partial<Omit<Passage, 'text' | 'heading'>> = {}) =>
    passages.push({ text, heading: headings.at(-1) ?? '', isWhole: false, ...how });
  /** Answers how many of the tokens it has read: a paragraph is read together with what it announces. */
  const readParagraph = (text: string, next: readonly Token[]): number => {
    const announced = text.endsWith(':') ? announcedBy(next) : undefined;
    if (announced === undefined) {
      pass(text);
      return 1;
    }
    const { rest, block, inBlocks, count } = announced;
    const before = beforeAnnouncement(text);
    if (before !== '') pass(before);
    const announcement = text.slice(before.length).trim();
    pass(rest === undefined ? announcement : `${announcement} ${rest}`, { isWhole: true, ...defined({ block }) });
    blocks.push(...inBlocks);
    return 1 + count;
  };
  /** What nothing announces is what its heading says. */
  const passUnderHeading = (block: string) =>
    pass(announcedByHeading(headings.at(-1) ?? 'Example'), { isWhole: true, block });
  const readCode = (code: readonly Tokens.Code[]) => {
    blocks.push(...code.map(({ text }) => text));
    const [first, second] = code;
    const line = first !== undefined && second === undefined ? inOneLine(first) : undefined;
    const block = fenced(code);
    if (line !== undefined) pass(line, { isWhole: true });
    else if (block !== undefined) passUnderHeading(block);
  };
  /** Steps belong together. */
  const readList = (list: Tokens.List) => {
    const block = list.ordered ? listed(list) : undefined;
    if (block === undefined) {
      for (const item of list.items) read(item.tokens);
      return;
    }
    blocks.push(block);
    passUnderHeading(block);
  };
  const read = (all: readonly Token[]) => {
    const tokens = all.filter(({ type }) => type !== 'space');
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at];
      if (token === undefined) return;
      if (token.type === 'paragraph' || token.type === 'text') {
        at += readParagraph(quoted(token.tokens ?? [token]), tokens.slice(at + 1));
        continue;
      }
      if (isCode(token)) {
        const code = codeAtOnce(tokens.slice(at));
        readCode(code);
        at += code.length;
        continue;
      }
      at += 1;
      if (token.type === 'heading') headings.push(plain(token.tokens ?? []));
      else if (isTable(token)) {
        for (const row of token.rows) pass(rowAsSentence(token.header, row), { isWhole: true });
      } else if (isList(token)) readList(token);
      else if (token.type === 'blockquote') read(token.tokens ?? []);
    }
  };
  read(lexer(markdown));
  return { headings, passages, blocks };
}

/** The text of a passage whose block has no sentence that announces it. */
export const announcedByHeading = (heading: string): string => `${heading}:`;

/** What ends the sentence that announces it. */
const MAX_ANNOUNCED = 260;
/** Of a block that is quoted. */
const MAX_BLOCK = 1000;

interface Announced {
  /** Of the sentence, or else of the quotation after it. */
  readonly rest?: string;
  readonly block?: string;
  /** Without the marks of a fence; none of a list that is in the sentence. */
  readonly inBlocks: readonly string[];
  /** Of the tokens that it is. */
  readonly count: number;
}

/** What a paragraph with a colon at its end goes on with; undefined where that is too long. */
function announcedBy(next: readonly Token[]): Announced | undefined {
  const [first] = next;
  if (first === undefined) return undefined;
  if (isCode(first)) {
    const rest = inOneLine(first);
    if (rest !== undefined) return { rest, inBlocks: [first.text], count: 1 };
    const code = codeAtOnce(next);
    const block = fenced(code);
    return block === undefined ? undefined : { block, inBlocks: code.map(({ text }) => text), count: code.length };
  }
  if (!isList(first)) return undefined;
  const rest = inOneSentence(first);
  if (rest !== undefined) return { rest, inBlocks: [], count: 1 };
  const block = listed(first);
  return block === undefined ? undefined : { block, inBlocks: [block], count: 1 };
}

/** A single line as it is typed, JSON in one line; undefined where that is too long. */
function inOneLine({ text, lang }: Tokens.Code): string | undefined {
  const line = (lang === 'json' ? text.replace(/\s+/g, ' ') : text).trim();
  return line.includes('\n') || line.length > MAX_ANNOUNCED ? undefined : `\`${line}\`.`;
}

/** "one; two; three." */
function inOneSentence({ items }: Tokens.List): string | undefined {
  const sentence = `${items.map(itemText).join('; ')}.`;
  return sentence.length <= MAX_ANNOUNCED ? sentence : undefined;
}

const itemText = ({ tokens }: Tokens.ListItem): string =>
  quoted(tokens)
    .trim()
    .replace(/[.;,]$/, '');

/** Undefined where it is too long, or not of paragraphs alone. */
function listed({ items, ordered }: Tokens.List): string | undefined {
  if (items.some(({ tokens }) => tokens.some((token) => isList(token) || isCode(token)))) return undefined;
  return asBlock(items.map((item, at) => `${ordered ? `${at + 1}.` : '-'} ${quoted(item.tokens).trim()}`).join('\n'));
}

/** The code that the tokens begin with: parts of one thing that belong in different places. */
function codeAtOnce(tokens: readonly Token[]): Tokens.Code[] {
  const blocks: Tokens.Code[] = [];
  for (const token of tokens) {
    if (!isCode(token) || (blocks.length > 0 && fenced([...blocks, token]) === undefined)) break;
    blocks.push(token);
  }
  return blocks;
}

const fenced = (blocks: readonly Tokens.Code[]): string | undefined =>
  asBlock(blocks.map(({ text, lang = '' }) => `\`\`\`${lang}\n${text}\n\`\`\``).join('\n\n'));

const asBlock = (markdown: string): string | undefined => (markdown.length <= MAX_BLOCK ? markdown : undefined);

/** The sentences of a paragraph before the one that announces; nothing where that one leans on them. */
function beforeAnnouncement(text: string): string {
  const last = sentencesIn(text).at(-1) ?? '';
  return leansBack(last) ? '' : text.slice(0, text.length - last.length).trim();
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

/** From this number of words on, a value behind its subject is clear without the name of its column. */
const CLEAR_WORDS = 4;

/** "Start a scan: counted for: key; limit: 10 a minute." The second of two columns needs no name. */
function rowAsSentence(header: readonly Tokens.TableCell[], row: readonly Tokens.TableCell[]): string {
  const [first, ...cells] = row;
  const names = header.slice(1).map((cell) => plain(cell.tokens).trim());
  const members = cells.flatMap((cell, at) => {
    const value = quoted(cell.tokens).trim();
    if (value === '') return [];
    const isClear = names.length === 1 || (at === 0 && value.split(' ').length >= CLEAR_WORDS);
    const name = isClear ? '' : (names[at] ?? '');
    return [name === '' ? value : `${lowerFirst(name)}: ${value}`];
  });
  const words = quoted(first?.tokens ?? []).trim();
  const subject = first?.tokens[0]?.type === 'codespan' ? words : upperFirst(words);
  const sentence = members.length === 0 ? subject : `${subject}: ${members.join('; ')}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** An abbreviation stays as it is. */
const lowerFirst = (text: string): string =>
  /^.[a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Inline markup as the words a reader sees. */
const plain = (tokens: readonly Token[]): string => inline(tokens, '');

/** What can be quoted: the words, with the marks of code. */
const quoted = (tokens: readonly Token[]): string => inline(tokens, '`');

function inline(tokens: readonly Token[], mark: string): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if (token.type === 'codespan') return `${mark}${token.text}${mark}`;
      if ('tokens' in token && token.tokens !== undefined) return inline(token.tokens, mark);
      return 'text' in token ? token.text : '';
    })
    .join('')
    .replace(/\s+/g, ' ');
}

const SHORTEST_SENTENCE = 30;
/** Of a row or a line of code, which names what it is about. */
const SHORTEST_WHOLE = 12;
const LONGEST_SENTENCE = 320;
/** Of a sentence with the code or the list that it announces. */
const LONGEST_WHOLE = 450;

/** Words that need the sentence before: what they mean is said there. */
const LEANS_BACK =
  /^(?:It|Its|They|Their|Them|This|That|These|Those|He|She|Such|Both|Here|There,|Then|So|But|And|Or|Nor|Yet|Also|Too|Thus|Hence|Otherwise|However|Therefore|Instead|Else|Neither|Either|None|Others?|Another|Only then|For example|In (?:that|this|both|such)|The (?:first|second|third|latter|former|others?|same|rest|last|answer|reason)|(?:One|Some|All|Each|Two|Most|Many) of (?:them|it|these|those)|(?:Each|All|Several|Some|Many|Most|Few|Any) (?:has|have|is|are|was|were|can|may|must|do|does)|With both|(?:What|Whether|How|Why|When|Where)(?: \w+){0,3} (?:it|they|them|these|those)|Beyond that|Without (?:one|it|them))(?![\p{L}-])/u;
/** A pointer to another page answers nothing: at the end of a sentence it is left off, a whole one is not quoted. */
const TAIL = /[:;,(] ?see [^.;]{1,80}\.$/;
const POINTS_ELSEWHERE =
  /^(?:See|Read|More (?:is )?(?:on|in)|Details are|How else)\b|\bread about\b|\b(?:is|are) (?:told|discussed|explained) (?:in|at)\b/;
const ENDS_OPEN = /\b(?:those|these|them|this|that|there|so)[.!?]$/;
const POINTS_AWAY = /\b(?:below|above)[.!?]$/;
/** What it announces cannot be quoted: without the colon it is a sentence, unless it begins with a place or an end. */
const ANNOUNCES = /^(?!(?:In|Into|Next|With|For|On|At|To|After|Before|As|Under)\b)(?:\S+ ){6,40}\S+:$/;
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
  /** Markdown that it announces. */
  readonly block?: string;
  readonly vector: Vector;
}

/** How rare a term is: the rarer the higher, and 0 for one that no article has. */
export type RarityOf = (term: string) => number;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts passages into sentences that make sense alone. */
export function sentencesOf(passages: readonly Passage[], rarityOf: RarityOf): Sentence[] {
  return passages
    .flatMap((passage) =>
      (passage.isWhole ? [passage.text] : unitsOf(passage.text)).map((text) => ({
        ...passage,
        text: passage.block === undefined ? withoutTail(text) : text,
      })),
    )
    .filter(isQuotable)
    .map((passage) => sentenceOf(passage, rarityOf));
}

export function sentenceOf({ text, heading, block }: Omit<Passage, 'isWhole'>, rarityOf: RarityOf): Sentence {
  const words = block === undefined ? text : `${text} ${block}`;
  return { text, heading, vector: vectorOf(countTerms(termsOfLibrary(words)), rarityOf), ...defined({ block }) };
}

/** A sentence that leans on the one before is joined to it, or left out where both are too long together. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let gap = false;
  for (const whole of sentencesIn(text)) {
    const sentence = withoutTail(whole);
    if (!leansBack(sentence)) {
      units.push(sentence);
      gap = false;
      continue;
    }
    // What it announces cannot be quoted.
    if (sentence.endsWith(':')) continue;
    const last: string | undefined = gap ? undefined : units.pop();
    const joined: string = `${last ?? ''} ${sentence}`;
    if (last !== undefined && joined.length <= LONGEST_SENTENCE) units.push(joined);
    else if (last !== undefined) units.push(last);
    gap = last === undefined || joined.length > LONGEST_SENTENCE;
  }
  return units;
}

/** The segmenter also cuts behind a question mark within an address, where no space follows, and within quotation marks. */
function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let rest = '';
  for (const { segment } of segmenter.segment(text)) {
    rest += segment;
    if (!/\s$/.test(segment) || isWithinQuotation(rest)) continue;
    sentences.push(rest.trim());
    rest = '';
  }
  if (rest !== '') sentences.push(rest);
  return sentences;
}

const isWithinQuotation = (text: string): boolean => text.split('"').length % 2 === 0;

const leansBack = (sentence: string): boolean => LEANS_BACK.test(sentence) || ENDS_OPEN.test(sentence);

const withoutTail = (sentence: string): string =>
  ANNOUNCES.test(sentence) ? `${sentence.slice(0, -1)}.` : sentence.replace(TAIL, '.');

function isQuotable({ text, isWhole, block }: Passage): boolean {
  if (`${text} ${block ?? ''}`.search(CITATION) >= 0) return false;
  if (block !== undefined) return true;
  return (
    text.length >= (isWhole ? SHORTEST_WHOLE : SHORTEST_SENTENCE) &&
    text.length <= (isWhole ? LONGEST_WHOLE : LONGEST_SENTENCE) &&
    IS_WHOLE.test(text) &&
    !POINTS_ELSEWHERE.test(text) &&
    !POINTS_AWAY.test(text)
  );
}

/** How often each term is in a list. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function vectorOf(counts: ReadonlyMap<string, number>, rarityOf: RarityOf): Vector {
  const weights = new Map([...counts].map(([term, count]) => [term, count * rarityOf(term)]));
  return { weights, norm: Math.hypot(...weights.values()) || 1 };
}

/** 0 for no term in common, 1 for the same direction. */
export function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.weights) sum += weight * (many.weights.get(term) ?? 0);
  return sum / (a.norm * b.norm);
}

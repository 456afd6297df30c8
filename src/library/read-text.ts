import { lexer, type Token, type Tokens } from 'marked';

/** A paragraph, a list item or a row of a table as a sentence, without markup. */
export interface Passage {
  readonly text: string;
  /** The heading it is under; empty before the first one. */
  readonly heading: string;
  /** A row is one sentence, whatever marks are in it. */
  readonly isRow: boolean;
}

/** The words of an article, grouped by their use in ranking. */
export interface ArticleText {
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

import { lexer, type Token, type Tokens } from 'marked';

/** The words of an article, apart by what they are good for. */
export interface ArticleText {
  readonly headings: readonly string[];
  /** Paragraphs and list items, in order, without markup: what sentences can be taken from. */
  readonly prose: readonly string[];
  /** Code and cells of tables. */
  readonly rest: readonly string[];
}

/** Reads the words out of an article's Markdown. The Markdown is ours: its depth is what we wrote. */
export function readText(markdown: string): ArticleText {
  const headings: string[] = [];
  const prose: string[] = [];
  const rest: string[] = [];
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'heading') headings.push(plain(token.tokens ?? []));
      else if (token.type === 'paragraph' || token.type === 'text') prose.push(plain(token.tokens ?? [token]));
      else if (token.type === 'code') rest.push(token.text);
      else if (isTable(token)) rest.push(...[token.header, ...token.rows].flat().map((cell) => plain(cell.tokens)));
      else if (isList(token)) for (const item of token.items) read(item.tokens);
      else if (token.type === 'blockquote') read(token.tokens ?? []);
    }
  };
  read(lexer(markdown));
  return { headings, prose, rest };
}

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

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

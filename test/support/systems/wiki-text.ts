/** Markdown of the corpus in the languages of wikis: what the corpus uses of it, and no more. */
import { Lexer, type Token, type Tokens } from 'marked';

/** How a wiki writes what Markdown has. */
interface Dialect {
  heading(text: string, depth: number): string;
  bold(text: string): string;
  italic(text: string): string;
  code(text: string): string;
  block(text: string, language: string): string;
  link(text: string, href: string): string;
  item(text: string, depth: number, isOrdered: boolean): string;
  table(head: readonly string[], rows: readonly (readonly string[])[]): string;
  plain(text: string): string;
}

const escapeTags = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const MEDIAWIKI: Dialect = {
  heading: (text, depth) => `${'='.repeat(depth)} ${text} ${'='.repeat(depth)}`,
  bold: (text) => `'''${text}'''`,
  italic: (text) => `''${text}''`,
  code: (text) => `<code><nowiki>${escapeTags(text)}</nowiki></code>`,
  block: (text) => `<pre>\n${escapeTags(text)}\n</pre>`,
  link: (text, href) => (href.startsWith('/') ? `[[${titleOf(href)}|${text}]]` : `[${href} ${text}]`),
  item: (text, depth, isOrdered) => `${(isOrdered ? '#' : '*').repeat(depth)} ${text}`,
  table: (head, rows) =>
    [
      '{| class="wikitable"',
      `! ${head.join(' !! ')}`,
      ...rows.map((row) => `|-\n${row.map((cell) => `| ${cell}`).join('\n')}`),
      '|}',
    ].join('\n'),
  plain: (text) => (/['[\]{}|~]{2}/.test(text) ? `<nowiki>${escapeTags(text)}</nowiki>` : escapeTags(text)),
};

const DOKUWIKI: Dialect = {
  heading: (text, depth) => `${'='.repeat(7 - depth)} ${text} ${'='.repeat(7 - depth)}`,
  bold: (text) => `**${text}**`,
  italic: (text) => `//${text}//`,
  code: (text) => `''%%${text}%%''`,
  block: (text, language) => `<code${language === '' ? '' : ` ${language}`}>\n${text}\n</code>`,
  link: (text, href) => (href.startsWith('/') ? `[[${href.slice(1)}|${text}]]` : `[[${href}|${text}]]`),
  item: (text, depth, isOrdered) => `${'  '.repeat(depth)}${isOrdered ? '-' : '*'} ${text}`,
  table: (head, rows) =>
    [`^ ${head.join(' ^ ')} ^`, ...rows.map((row) => `| ${row.map((cell) => cell || ' ').join(' | ')} |`)].join('\n'),
  plain: (text) => (/([*/_'\\%])\1/.test(text) ? `%%${text}%%` : text),
};

/** The title of a page in MediaWiki: `/getting-started` is Getting-started. */
export const titleOf = (href: string): string => href.charAt(1).toUpperCase() + href.slice(2);

export const mediawikiText = (markdown: string): string => blocksIn(Lexer.lex(markdown), MEDIAWIKI);
export const dokuwikiText = (markdown: string): string => blocksIn(Lexer.lex(markdown), DOKUWIKI);

const blocksIn = (tokens: readonly Token[], dialect: Dialect): string =>
  tokens
    .map((token) => block(token, dialect))
    .filter((text) => text !== '')
    .join('\n\n');

// The union of marked ends in Tokens.Generic, so `type` alone does not narrow it.
function block(token: Token, dialect: Dialect): string {
  switch (token.type) {
    case 'heading': {
      const { tokens, depth } = token as Tokens.Heading;
      return dialect.heading(inline(tokens, dialect), depth);
    }
    case 'code': {
      const { text, lang = '' } = token as Tokens.Code;
      return dialect.block(text, lang);
    }
    case 'list':
      return items(token as Tokens.List, dialect, 1).join('\n');
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]): string[] => row.map(({ tokens }) => inline(tokens, dialect));
      return dialect.table(cells(header), rows.map(cells));
    }
    case 'blockquote':
      return blocksIn((token as Tokens.Blockquote).tokens, dialect);
    case 'space':
    case 'hr':
      return '';
    default:
      return inline((token as Tokens.Generic).tokens ?? [token], dialect);
  }
}

function items({ items: list, ordered }: Tokens.List, dialect: Dialect, depth: number): string[] {
  return list.flatMap(({ tokens }) =>
    tokens.flatMap((token) =>
      token.type === 'list'
        ? items(token as Tokens.List, dialect, depth + 1)
        : dialect.item(inline((token as Tokens.Generic).tokens ?? [token], dialect), depth, ordered),
    ),
  );
}

function inline(tokens: readonly Token[], dialect: Dialect): string {
  return tokens
    .map((token) => {
      const inner = (): string => inline((token as Tokens.Generic).tokens ?? [], dialect);
      if (token.type === 'strong') return dialect.bold(inner());
      if (token.type === 'em') return dialect.italic(inner());
      if (token.type === 'codespan') return dialect.code((token as Tokens.Codespan).text);
      if (token.type === 'link') return dialect.link(inner(), (token as Tokens.Link).href);
      if (token.type === 'text' && 'tokens' in token && token.tokens !== undefined) return inner();
      return dialect.plain('text' in token ? String(token.text).replaceAll('\n', ' ') : '');
    })
    .join('');
}

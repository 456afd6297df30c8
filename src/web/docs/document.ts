import { createHash } from 'node:crypto';
import { Marked, type Tokens } from 'marked';
import type { Article, ArticleType } from '../../library/articles.ts';
import { anchorOf, evidenceLine } from '../../library/articles.ts';
import { copyable, escapeHtml, Markup } from '../markup.ts';

export const DOCUMENTATION_PUBLISHED = '2026-11-20';
/** The day on which an article, the catalogue or the API was last changed: to be raised with them. */
export const DOCUMENTATION_UPDATED = '2026-11-23';

/** A page of the documentation, which is shown as HTML and as Markdown. */
export interface Document {
  /** Root-relative, without an extension. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Markdown below the title. */
  readonly body: string;
  /** schema.org type of the page. */
  readonly type: 'CollectionPage' | 'TechArticle' | 'APIReference';
}

/** The document as one piece of Markdown, whose links lead somewhere wherever it is kept. */
export const markdownOf = ({ title, description, body }: Document, baseUrl: string): string =>
  `# ${title}\n\n> ${inMarkdown(description)}\n\n${withAbsoluteLinks(body, baseUrl)}\n`;

/** The same for a document read alone: it points an agent to the list of all documents. */
export const twinOf = (document: Document, baseUrl: string): string =>
  markdownOf({ ...document, body: `For agents: [all pages in llms.txt](/llms.txt)\n\n${document.body}` }, baseUrl);

/** Plain text in Markdown, where brackets in it would begin a link or end the one around it. */
export const inMarkdown = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** Code is left unchanged. Only the repository's articles use these fences. */
function withAbsoluteLinks(body: string, baseUrl: string): string {
  let isCode = false;
  const lines = body.split('\n').map((line) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isCode = !isCode;
    return isCode || isFence ? line : line.replaceAll('](/', `](${baseUrl}/`);
  });
  return lines.join('\n');
}

/** Changes with what a document says. */
export const versionOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A heading of a document that can be linked to. */
export interface Heading {
  readonly id: string;
  readonly words: string;
  readonly depth: 2 | 3;
}

/** Makes HTML of a document's body. Its Markdown is ours; HTML in it is there to be read, and is shown as text. */
export function bodyOf(document: Pick<Document, 'body'>): { body: Markup; headings: readonly Heading[] } {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  /** Unique in the page: headings such as "Parameters" repeat. */
  const anchor = (text: string): string => {
    const name = anchorOf(text);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  };
  const marked = new Marked({
    async: false,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const id = anchor(text);
        if (depth === 2 || depth === 3) headings.push({ id, words: text.replaceAll('`', ''), depth });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Wide tables and long lines scroll by themselves, and by keyboard too.
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], name: 'th' | 'td') =>
          `<tr>${cells.map(({ tokens }) => `<${name}${name === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>`;
        return `<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
      },
      code: ({ text, lang }) => `${copyable(text, lang).text}\n`,
    },
  });
  return { body: new Markup(marked.parse(document.body, { async: false })), headings };
}

/** The library, section by section, as the index and llms.txt have it. */
export const SECTIONS: readonly { readonly type: ArticleType; readonly heading: string }[] = [
  { type: 'page', heading: 'Using Legible' },
  { type: 'methodology', heading: 'The method' },
  { type: 'llms-txt', heading: 'llms.txt' },
  { type: 'specs', heading: 'Standards' },
  { type: 'recipe', heading: 'Recipes by platform' },
  { type: 'checks', heading: 'The checks, by series' },
  { type: 'check', heading: 'Every check' },
];
export const INDEX_PATH = '/docs';

export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path.localeCompare(b.path, 'en', { numeric: true });

/** An article with its sources. */
export const articleDocument = (article: Article): Document => {
  const { path, title, description, body, sources, itemType } = article;
  const lead = itemType === 'recipe' ? [evidenceLine(article), ''] : [];
  return {
    path,
    title,
    description,
    type: 'TechArticle',
    body: [...lead, body, '', '## Sources', '', ...sources.map((source) => `- <${source}>`)].join('\n'),
  };
};

export type SectionEntry = Pick<Document, 'path' | 'title' | 'description'>;

/** A part of the documentation with its pages, in their order. */
export interface Section {
  readonly heading: string;
  readonly entries: readonly SectionEntry[];
}

export const sectionsOf = (articles: readonly Article[], others: readonly Document[]): readonly Section[] =>
  SECTIONS.map(({ type, heading }) => {
    const ofSection = articles.filter(({ itemType }) => itemType === type);
    return { heading, entries: [...ofSection, ...(type === 'page' ? others : [])].sort(byPath) };
  });

/** `/docs`: every other document, by section. */
export function indexDocument(sections: readonly Section[]): Document {
  const parts = sections.map(({ heading, entries }) => {
    const lines = entries.map(
      ({ path, title, description }) => `- [${inMarkdown(title)}](${path}): ${inMarkdown(description)}`,
    );
    return [`## ${heading}`, '', ...lines].join('\n');
  });
  return {
    path: INDEX_PATH,
    title: 'The library',
    description: 'How Legible grades websites and MCP servers, what every check wants, and the standards behind them.',
    type: 'CollectionPage',
    body: parts.join('\n\n'),
  };
}

/** Where articles show this service by a sample address, and by a variable of the shell. */
const SAMPLE_ADDRESS = /https:\/\/legible\.example|\$BASE(?=[/ \n]|$)/g;

/** The sentence of articles about whom to write to. It is true of any installation. */
export const CONTACT_SENTENCE = 'The contact of an installation is in its `/.well-known/security.txt`.';

/** Whom to write to about this installation. @param contact a mailto: or https: URL */
export const contactSentence = (contact: string | undefined): string =>
  contact === undefined
    ? 'The operator of this installation has named no contact: ask whoever answers for its domain.'
    : `The operator of this installation is reached at [${contact.replace(/^mailto:/, '')}](${contact}).`;

export interface Home {
  readonly baseUrl: string;
  /** A mailto: or https: URL; undefined where the operator has named none. */
  readonly operatorContact?: string | undefined;
}

/** A document that names this installation and its contact. */
export const atHome = (document: Document, { baseUrl, operatorContact }: Home): Document => ({
  ...document,
  body: document.body
    .replace(SAMPLE_ADDRESS, () => baseUrl)
    .replace(CONTACT_SENTENCE, () => contactSentence(operatorContact)),
});

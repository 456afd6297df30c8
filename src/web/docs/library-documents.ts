import type { Article, ArticleType } from '../../library/article.ts';
import { type Document, inMarkdown } from './document.ts';

/** The library, section by section, as the index and llms.txt have it. */
export const SECTIONS: readonly { readonly type: ArticleType; readonly heading: string }[] = [
  { type: 'page', heading: 'Using Legible' },
  { type: 'methodology', heading: 'The method' },
  { type: 'llms-txt', heading: 'llms.txt' },
  { type: 'specs', heading: 'Standards' },
  { type: 'checks', heading: 'The checks, by series' },
  { type: 'check', heading: 'Every check' },
];
export const INDEX_PATH = '/docs';

export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path.localeCompare(b.path, 'en', { numeric: true });

/** An article with its sources. */
export const articleDocument = ({ path, title, description, body, sources }: Article): Document => ({
  path,
  title,
  description,
  type: 'TechArticle',
  body: [body, '', '## Sources', '', ...sources.map((source) => `- <${source}>`)].join('\n'),
});

/** `/docs`: every other document, by section. */
export function indexDocument(articles: readonly Article[], others: readonly Document[]): Document {
  const lines = (documents: readonly Pick<Document, 'path' | 'title' | 'description'>[]) =>
    [...documents]
      .sort(byPath)
      .map(({ path, title, description }) => `- [${inMarkdown(title)}](${path}): ${inMarkdown(description)}`);
  const sections = SECTIONS.map(({ type, heading }) => {
    const ofSection = articles.filter(({ itemType }) => itemType === type);
    return [`## ${heading}`, '', ...lines(type === 'page' ? [...ofSection, ...others] : ofSection)].join('\n');
  });
  return {
    path: INDEX_PATH,
    title: 'The library',
    description: 'How Legible grades websites and MCP servers, what every check wants, and the standards behind them.',
    type: 'CollectionPage',
    body: sections.join('\n\n'),
  };
}

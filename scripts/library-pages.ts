/** Articles of the library that the documentation leads to, as pages without their front matter. */
import { loadArticles } from '../src/library/articles.ts';

const ARTICLES: Readonly<Record<string, string>> = {
  '/docs/plans': 'docs/plans.md',
  '/docs/limits': 'docs/limits.md',
  '/docs/engine': 'docs/engine.md',
  '/docs/methodology/percentiles': 'docs/percentiles.md',
};
/** A path of the service leads nowhere in a repository: its words stay. */
const SERVICE_LINK = /\[([^[\]]{1,200})\]\(\/[^()\s]{0,200}\)/g;

export const libraryPages = (): [path: string, text: string][] =>
  loadArticles().flatMap(({ path, title, description, body }): [string, string][] => {
    const page = ARTICLES[path];
    if (page === undefined) return [];
    const source = `src/library/articles/${path.includes('/methodology/') ? '' : 'pages/'}${path.slice('/docs/'.length)}.md`;
    const text = body.replace(SERVICE_LINK, '$1');
    return [
      [
        page,
        `<!-- Written by npm run generate from ${source}: edit that. -->\n\n# ${title}\n\n${description}\n\n${text}\n`,
      ],
    ];
  });

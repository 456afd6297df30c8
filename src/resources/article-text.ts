import type { Article } from '../library/article.ts';

/** An article on its own, as Markdown. */
export const articleText = ({ title, description, body }: Article): string =>
  `# ${title}\n\n${description}\n\n${body}\n`;

import type { MarkdownAttempt } from '../artifacts.ts';

const MARKDOWN_TYPES = new Set(['text/markdown', 'text/x-markdown']);

/** The attempt brought a Markdown version of the page. */
export const isTwin = ({ status, isMarkdown }: MarkdownAttempt): boolean => status === 200 && isMarkdown;

/** Served as what it is. */
export const isProperlyTyped = ({ contentType }: MarkdownAttempt): boolean => MARKDOWN_TYPES.has(contentType);

/** The version that is judged: the first that is served as Markdown, else the first that is Markdown; undefined for none. */
export function bestTwin<Attempt extends MarkdownAttempt>(attempts: readonly Attempt[]): Attempt | undefined {
  const twins = attempts.filter(isTwin);
  return twins.find(isProperlyTyped) ?? twins[0];
}

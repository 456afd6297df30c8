import { documentedPath, ROUTES } from '../src/rest-facade/routes.ts';
import { escapeMarkdown } from '../src/scanner/reporters/markdown.ts';
import { TOOLS } from '../src/tools/registry.ts';
import { markdownTable } from './markdown-table.ts';

/** The table of tools in docs/tools.md: name, REST calls, the first sentence of the description. */
export function toolTable(): string {
  return markdownTable([
    ['tool', 'REST', 'what'],
    ...TOOLS.map(({ name, description }) => [
      `\`${name}\``,
      restCalls(name),
      escapeMarkdown(firstSentence(description)),
    ]),
  ]);
}

const restCalls = (tool: string): string =>
  ROUTES.filter((route) => route.tool === tool)
    .map((route) => `\`${route.method} ${documentedPath(route)}\``)
    .join(', ');

export function firstSentence(text: string): string {
  const end = text.indexOf('. ');
  return end < 0 ? text : text.slice(0, end + 1);
}

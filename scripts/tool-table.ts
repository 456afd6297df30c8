import { ROUTES } from '../src/rest-facade/routes.ts';
import { escapeMarkdown } from '../src/scanner/reporters/markdown-text.ts';
import { TOOLS } from '../src/tools/registry.ts';
import { markdownTable } from './markdown-table.ts';

/** The README's table of tools: name, REST calls, the first sentence of the description. */
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

/** Paths as documents write them: `{id}` where the route table has `:id`. */
const restCalls = (tool: string): string =>
  ROUTES.filter((route) => route.tool === tool)
    .map(({ method, path }) => `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``)
    .join(', ');

function firstSentence(text: string): string {
  const end = text.indexOf('. ');
  return end < 0 ? text : text.slice(0, end + 1);
}

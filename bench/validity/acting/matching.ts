/** How acting agents choose links, fields and calls: by the words that they share with the goal. */
import { wordsOf } from '../content.ts';
import type { Given } from './acts.ts';

export const overlap = (words: readonly string[], text: string): number => {
  const there = new Set(wordsOf(text));
  return words.filter((word) => there.has(word)).length;
};

/** The field for each value; undefined where one has none. A field takes one value, and options must have it. */
export function fieldsFor<Field extends { readonly words: string; readonly options: readonly string[] }>(
  values: readonly Given[],
  fields: readonly Field[],
): { readonly field: Field; readonly value: string }[] | undefined {
  const free = new Set(fields);
  const found: { field: Field; value: string }[] = [];
  for (const { words, value } of values) {
    const [best] = [...free]
      .filter(({ options }) => options.length === 0 || options.includes(value))
      .map((field) => ({ field, hits: overlap(words, field.words) }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits);
    if (best === undefined) return undefined;
    free.delete(best.field);
    found.push({ field: best.field, value });
  }
  return found;
}

export interface Place {
  readonly links: readonly { readonly href: string; readonly words: string }[];
}

/** Best links first from the root until `attempt` is true or the pages of the budget are used. */
export async function seek<Page extends Place>(
  open: (href: string) => Promise<Page | undefined>,
  words: readonly string[],
  most: number,
  attempt: (page: Page, href: string) => Promise<boolean>,
): Promise<boolean> {
  const seen = new Set<string>();
  const waiting = new Map<string, string>([['/', '']]);
  while (seen.size < most) {
    const [best] = [...waiting]
      .map(([href, text]) => ({ href, hits: overlap(words, `${text} ${href}`) }))
      .sort((a, b) => b.hits - a.hits);
    if (best === undefined) return false;
    waiting.delete(best.href);
    seen.add(best.href);
    const page = await open(best.href);
    if (page === undefined) continue;
    if (await attempt(page, best.href)) return true;
    for (const link of page.links) {
      if (!seen.has(link.href)) waiting.set(link.href, `${waiting.get(link.href) ?? ''} ${link.words}`);
    }
  }
  return false;
}

/** The cell where a row and a column meet that the words name; undefined without one. The first row and column head the others. */
export function cellOf(table: readonly (readonly string[])[], row: string, column: string): string | undefined {
  const [head = []] = table;
  const across = head.findIndex((words) => words.trim() === column);
  const down = table.find(([words = '']) => words.trim() === row);
  return across < 1 ? undefined : down?.[across]?.trim();
}

/** Whether a cell says the figure, with or without its unit. */
export const isFigure = (cell: string | undefined, answer: string): boolean => cell?.split(' ')[0] === answer;
export const NEXT = /\b(?:next|older|more)\b/i;
/** What one task may take. */
export const BUDGET = { pages: 5, listPages: 5, pageChars: 60_000 };

import type { AnyTool } from './define-tool.ts';

/** A longer name is quoted cut short, and is compared with no known one. */
const MAX_NAME = 40;

/** The members of an input that the tool's schema does not have; none for a tool that ignores them. */
export function unknownFields({ input: { shape }, ignoresUnknown }: AnyTool, input: unknown): string[] {
  if (ignoresUnknown === true || typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return Object.keys(input).filter((name) => !Object.hasOwn(shape, name));
}

/** The fault of an unknown member, with the nearest known name. */
export function unknownFieldText({ name: tool, input: { shape }, unlisted = [] }: AnyTool, name: string): string {
  const known = Object.keys(shape).filter((each) => !unlisted.includes(each));
  const nearest = nearestOf(name, known);
  const remedy = nearest === undefined ? `Expected: ${known.join(', ')}.` : `Did you mean ${nearest}?`;
  return `${JSON.stringify(name.slice(0, MAX_NAME))}: ${tool} has no such argument. ${remedy}`;
}

/**
 * The known name with the fewest edits, where these are one or change at most a third of it, or that is a word of the
 * given name; case, _ and - do not count.
 */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined;
  const plain = (text: string) => text.replace(/[_-]/g, '').toLowerCase();
  const words = name.replace(/[A-Z]/g, '_$&').toLowerCase().split(/[_-]/);
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editsBetween(plain(name), plain(candidate)) }))
    .filter(
      ({ candidate, edits }) => edits <= Math.max(1, candidate.length / 3) || words.includes(candidate.toLowerCase()),
    )
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, character] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const [above = 0, left = 0, diagonal = 0] = [row[column], next[column - 1], row[column - 1]];
      next.push(Math.min(above + 1, left + 1, diagonal + (to[column - 1] === character ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

import type * as z from 'zod';
import type { Caller } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import type { AnyTool } from './define-tool.ts';

/** Most faults in one message. */
const MAX_FAULTS = 8;

/**
 * The input of a call as the tool's schema has it.
 * @param refusesUnknown whether members that the schema does not have are faults
 * @throws ServiceError that names the faults, each with its field and the remedy; the code is that of the first
 */
export function readInput(
  tool: AnyTool,
  { input, caller, refusesUnknown = false }: { input: unknown; caller: Caller; refusesUnknown?: boolean | undefined },
): Record<string, unknown> {
  const unknown = refusesUnknown ? unknownFields(tool, input) : [];
  const keyed = caller.kind === 'address' ? keyedFaults(tool, input) : [];
  const parsed = tool.input.safeParse(input ?? {});
  if (parsed.success && unknown.length + keyed.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues.map(mostPrecise);
  const faults = [
    // An input may have thousands, and the nearest name of each takes time.
    ...unknown.slice(0, MAX_FAULTS).map((name) => unknownFieldText(tool, name)),
    ...new Set(issues.map(issueText)),
    ...keyed.map(({ fault }) => fault),
  ];
  const field = unknown.length === 0 ? String(issues[0]?.path[0] ?? keyed[0]?.name ?? '') : '';
  throw new ServiceError(tool.fieldCodes?.[field] ?? 'invalid_request', faults.slice(0, MAX_FAULTS).join(' '));
}

function keyedFaults({ keyedFields = [] }: AnyTool, input: unknown): { name: string; fault: string }[] {
  const given: Readonly<Record<string, unknown>> = Object(input);
  return keyedFields
    .filter((name) => given[name] !== undefined)
    .map((name) => ({ name, fault: `${name}: only a call with an API key may send it. Leave it out.` }));
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * For a union, the issue inside the one member that matches the value's type: the other members only say that the type
 * is wrong. When no member matches, the union's own message.
 */
function mostPrecise(issue: z.core.$ZodIssue): Issue {
  const path = [...issue.path];
  let current = issue;
  while (current.code === 'invalid_union') {
    const inner = current.errors.flat().find((candidate) => candidate.path.length > 0);
    if (inner === undefined) break;
    path.push(...inner.path);
    current = inner;
  }
  return { path, message: current.message };
}

function issueText({ path, message }: Issue): string {
  if (path.length === 0) return 'The arguments must be one JSON object.';
  // The schema's custom message, or zod's without its beginning.
  const text = message.replace(/^Invalid input: /, '');
  return `${path.join('.')}: ${text}${text.endsWith('.') ? '' : '.'}`;
}

/** A longer name is quoted cut short, and is compared with no known one. */
const MAX_NAME = 40;

/** The members of an input that the tool's schema does not have; none for a tool that ignores them. */
function unknownFields({ input: { shape }, ignoresUnknown }: AnyTool, input: unknown): string[] {
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

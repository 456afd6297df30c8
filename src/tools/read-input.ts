import type * as z from 'zod';
import type { Caller } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import type { AnyTool } from './define-tool.ts';
import { unknownFields, unknownFieldText } from './unknown-fields.ts';

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
    ...keyed,
  ];
  const field = unknown.length === 0 ? String(issues[0]?.path[0] ?? '') : '';
  throw new ServiceError(tool.fieldCodes?.[field] ?? 'invalid_request', faults.slice(0, MAX_FAULTS).join(' '));
}

function keyedFaults({ keyedFields = [] }: AnyTool, input: unknown): string[] {
  const given: Readonly<Record<string, unknown>> = Object(input);
  return keyedFields
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name}: only a call with an API key may send it. Leave it out.`);
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

import type * as z from 'zod';
import { ServiceError } from '../errors.ts';
import type { AnyTool } from './define-tool.ts';

/** The input of a call as the tool's schema reads it. @throws ServiceError that names the first field that is wrong */
export function parseInput<Input extends z.ZodObject>(
  tool: { readonly input: Input } & Pick<AnyTool, 'fieldCodes'>,
  input: unknown,
): z.output<Input> {
  const parsed = tool.input.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const { path, message } = mostPrecise(parsed.error.issues[0]);
  const code = tool.fieldCodes?.[String(path[0] ?? '')] ?? 'invalid_request';
  throw new ServiceError(
    code,
    path.length === 0 ? 'The arguments must be one JSON object.' : `${path.join('.')}: ${sentence(message)}`,
  );
}

/**
 * For a union, the issue inside the one member that matches the value's type: the other members only say that the type
 * is wrong. When no member matches, the union's own message.
 */
function mostPrecise(issue: z.core.$ZodIssue | undefined): { path: readonly PropertyKey[]; message: string } {
  const path = [...(issue?.path ?? [])];
  let current = issue;
  while (current?.code === 'invalid_union') {
    const inner = current.errors.flat().find((candidate) => candidate.path.length > 0);
    if (inner === undefined) break;
    path.push(...inner.path);
    current = inner;
  }
  return { path, message: current?.message ?? 'is not valid' };
}

/** The schema's custom message, or zod's without its "Invalid input: ". */
function sentence(message: string): string {
  const text = message.replace(/^Invalid input: /, '');
  return text.endsWith('.') ? text : `${text}.`;
}

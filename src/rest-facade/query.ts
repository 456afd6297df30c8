import type * as z from 'zod';
import * as zod from 'zod';
import { ServiceError } from '../errors.ts';

/**
 * A query parameter's one value; null without it.
 * @throws ServiceError invalid_request when it is there twice: which of them was meant nobody knows
 */
export function onlyValue(query: URLSearchParams, name: string): string | null {
  if (query.getAll(name).length > 1) throw new ServiceError('invalid_request', `${name}: expected it only once.`);
  return query.get(name);
}

/**
 * Query parameters as tool input: members that the schema wants as numbers or booleans are read as such, when they
 * are written as such; anything else stays text, for the schema to refuse by name. Unknown parameters are left out.
 * @throws ServiceError invalid_request for one that is there twice
 */
export function inputFromQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.shape)) {
    const text = onlyValue(query, name);
    if (text === null) continue;
    const type = zod.toJSONSchema(member as z.ZodType, { io: 'input' }).type;
    if (type === 'integer' && /^-?\d{1,15}$/.test(text)) input[name] = Number(text);
    else if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) input[name] = Number(text);
    else if (type === 'boolean' && (text === 'true' || text === 'false')) input[name] = text === 'true';
    else input[name] = text;
  }
  return input;
}

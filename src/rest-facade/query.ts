import type * as z from 'zod';
import * as zod from 'zod';
import { ServiceError } from '../errors.ts';

/**
 * A query parameter's one value; null without it.
 * @throws ServiceError invalid_request for a repeated parameter, because the intended value is ambiguous
 */
export function onlyValue(query: URLSearchParams, name: string): string | null {
  if (query.getAll(name).length > 1) throw new ServiceError('invalid_request', `${name}: expected it only once.`);
  return query.get(name);
}

/**
 * Query parameters as tool input: well-formed numbers and booleans are converted where the schema wants them. Other
 * values stay text, so that the schema's error names them. Unknown parameters are left out.
 * @throws ServiceError invalid_request for a repeated parameter
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

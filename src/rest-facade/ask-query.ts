import * as z from 'zod';
import { ServiceError } from '../errors.ts';
import { AskRequest, QueryText } from '../schema/ask.ts';
import { onlyValue } from './query-input.ts';

/** An AskRequest as a query string. */
export const AskQuery = AskRequest.pick({
  mode: true,
  itemType: true,
  site: true,
  query_id: true,
  prev: true,
  decontextualized_query: true,
}).extend({
  query: QueryText.describe('What you want to know, in words'),
  stream: z.enum(['true', 'false']).optional().describe('Server-Sent Events instead of JSON'),
});

/**
 * The members of an AskRequest in a query string. NLWeb clients say `streaming` for stream, `generate_mode` for mode, and
 * repeat `prev`.
 * @throws ServiceError invalid_request for another `stream` than true and false, and for what is there twice
 */
export function askFromQuery(query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of [...Object.keys(AskQuery.shape), 'streaming']) {
    const value = name === 'prev' ? query.get(name) : onlyValue(query, name);
    if (value !== null) input[name] = value;
  }
  const generateMode = query.get('generate_mode');
  if (generateMode !== null && generateMode !== 'none') input.mode ??= generateMode;
  const prev = query.getAll('prev');
  if (prev.length > 1) input.prev = JSON.stringify(prev);
  const { stream, ...members } = input;
  if (stream === undefined) return members;
  if (stream !== 'true' && stream !== 'false' && stream !== '1' && stream !== '0') {
    throw new ServiceError('invalid_request', 'stream: expected true or false.');
  }
  return { ...members, streaming: stream };
}

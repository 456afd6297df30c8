import * as z from 'zod';
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import { END, type ServerSentEvent } from '../http/events.ts';
import { prefers } from '../scanner/parse/http-headers/request-headers.ts';
import { type AskAnswer, AskRequest, QueryText, sourcesCited } from '../schema/ask.ts';
import { onlyValue } from './query.ts';

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
 * The members of an AskRequest in a query string. NLWeb clients say `streaming` for stream, `generate_mode` for mode,
 * and repeat `prev`.
 * @throws ServiceError invalid_request for a `stream` other than true and false, and for a repeated parameter
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

/**
 * `named`: events start, result, summary and complete, as NLWeb 0.55 has them. `legacy`: unnamed events with a
 * message_type, for the clients of 2025 that read `onmessage` only.
 */
type Dialect = 'named' | 'legacy';

const NO_WORDS: readonly string[] = ['0', 'false', 'no'];

/**
 * The events an answer is sent as; undefined when the caller wants JSON. A refusal of streaming anywhere in the request
 * wins, then a request for it, then the Accept header.
 * @param input an AskRequest that was accepted
 */
export function askEvents(
  request: Request,
  input: unknown,
): ((answer: AskAnswer) => Iterable<ServerSentEvent>) | undefined {
  const { streaming, prefer } = input as AskRequest;
  const said = [streaming, prefer?.streaming].filter((value) => value !== undefined && value !== '');
  const isNo = (value: unknown) => value === false || NO_WORDS.includes(String(value).toLowerCase());
  const wantsEvents =
    said.length === 0
      ? prefers(request.headers.get('accept'), 'text/event-stream', 'application/json')
      : !said.some(isNo);
  if (!wantsEvents) return undefined;
  return dialectOf(request) === 'legacy' ? legacyEvents : namedEvents;
}

function dialectOf({ method, url }: Request): Dialect {
  if (method === 'POST') return 'named';
  const query = new URL(url).searchParams;
  return query.has('generate_mode') || query.get('dialect') === 'legacy' ? 'legacy' : 'named';
}

/** Every event has the query_id, because some clients drop events without theirs. */
function* namedEvents({ _meta, query_id, query, site, mode, results, summary }: AskAnswer): Generator<ServerSentEvent> {
  let count = 0;
  const next = (event: string, data: Record<string, unknown>): ServerSentEvent => {
    count += 1;
    return { event, id: `${query_id}:${count - 1}`, data };
  };
  const searched = _meta.decontextualized_query;
  yield next('start', {
    _meta,
    query_id,
    query,
    site,
    mode,
    ...defined({ decontextualized_query: searched }),
  });
  for (const [index, result] of results.entries()) {
    const item = itemOf(result);
    // Readers of other versions look for an array of results, whatever the event is called.
    yield next('result', { query_id, index, item, results: [item] });
  }
  if (summary !== undefined) {
    // Readers of 0.54 look for the summary among the results.
    const results = [{ '@type': 'Summary', text: summary }];
    yield next('summary', { query_id, summary, sources: sourcesCited(summary), results });
  }
  const id = query_id + END;
  const total = { total_results: results.length, ...defined({ summary }) };
  yield { event: 'complete', id, data: { _meta, query_id, ...total } };
  // Unnamed, for a client of the other dialect: without it, it never closes.
  yield { id, data: { message_type: 'complete', query_id } };
}

function* legacyEvents({ query_id, query, results, summary }: AskAnswer): Generator<ServerSentEvent> {
  let count = 0;
  const next = (message_type: string, data: Record<string, unknown>): ServerSentEvent => {
    count += 1;
    return { id: `${query_id}:${count - 1}`, data: { message_type, query_id, ...data } };
  };
  yield next('begin-nlweb-response', { conversation_id: query_id, query });
  for (const result of results) yield next('result_batch', { results: [itemOf(result)] });
  if (summary !== undefined) yield next('summary', { message: summary });
  yield { id: query_id + END, data: { message_type: 'complete', query_id } };
}

/** With the names that clients tell results apart by. */
const itemOf = (result: AskAnswer['results'][number]) => ({
  '@type': result.schema_object['@type'],
  '@id': result.url,
  ...result,
});

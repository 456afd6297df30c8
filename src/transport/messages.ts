import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ServiceError } from '../errors.ts';
import { RPC, SurfaceError } from './features/call.ts';

/** Most calls in one POST, because all of them run at once. */
const MAX_BATCH = 20;
/** The SDK recurses into `_meta`: a body within the size limit could nest deep enough to overflow the stack. */
const MAX_META_DEPTH = 64;

/**
 * The message, or batch of messages, in a body.
 * @throws SurfaceError parseError for invalid JSON, invalidRequest for invalid JSON-RPC 2.0
 * @throws ServiceError unsupported_media_type
 */
export function readMessages(text: string, contentType: string | null): unknown {
  const [type = ''] = (contentType ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new ServiceError('unsupported_media_type', 'Content-Type: expected application/json.');
  }
  const body = parsed(text);
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length === 0) throw invalid('The batch is empty.');
  if (messages.length > MAX_BATCH) throw invalid(`A batch holds at most ${MAX_BATCH} messages.`);
  if (!messages.every(isMessage)) {
    throw invalid(
      'The body is not a JSON-RPC 2.0 message: expected jsonrpc "2.0", a method, and an id that is text or a number.',
    );
  }
  const issue = messages.map(metaIssue).find((each) => each !== undefined);
  if (issue !== undefined) throw invalid(issue);
  // Clients match responses by id, so of two requests with one id only one would be answered.
  const ids = messages.flatMap((message) => idOf(message) ?? []);
  if (new Set(ids).size < ids.length) throw invalid('The requests of a batch need an id each: one is used twice.');
  return body;
}

/** The id of a request; undefined for other messages and for an invalid id. */
export function idOf(message: unknown): string | number | undefined {
  const { id, method } = Object(message) as Readonly<Record<string, unknown>>;
  return typeof method === 'string' && isId(id) ? id : undefined;
}

/** Why the `_meta` of a message cannot be read, as a message for the client; undefined when the SDK can read it. */
export const metaIssue = (message: unknown): string | undefined =>
  isDeeperThan(MAX_META_DEPTH, Object(Object(message).params)._meta)
    ? `params._meta: expected at most ${MAX_META_DEPTH} levels.`
    : undefined;

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SurfaceError(RPC.parseError, 'Parse error: the body is not valid JSON.');
  }
}

/** Whether objects and arrays are nested more than `levels` deep. */
const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member)));

const invalid = (message: string) => new SurfaceError(RPC.invalidRequest, message);

function isMessage(message: unknown): message is { readonly id?: string | number; readonly method?: string } {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false;
  const { jsonrpc, id, method } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || (id !== undefined && !isId(id))) return false;
  const isResponse = id !== undefined && method === undefined && ('result' in message || 'error' in message);
  return typeof method === 'string' || isResponse;
}

/**
 * Why the parameters of an `initialize` are invalid, as a message for the client; undefined for valid ones and for
 * other methods. Checked here because the SDKs answer `initialize` themselves: invalid parameters get an internal error
 * with a schema dump.
 */
export function initializeIssue(message: unknown): string | undefined {
  if (Object(message).method !== 'initialize') return undefined;
  const issue = InitializeRequestSchema.safeParse(message).error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message.replace(/^Invalid input: /, '')}`;
}

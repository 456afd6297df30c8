import { ServiceError } from '../errors.ts';
import { RPC, SurfaceError } from './surface-error.ts';

/** One POST may hold no more calls: each is worked for at once. */
const MAX_BATCH = 20;

/**
 * The message, or batch of messages, in a body.
 * @throws SurfaceError parseError for what is not JSON, invalidRequest for what is no JSON-RPC 2.0
 * @throws ServiceError unsupported_media_type
 */
export function readMessages(text: string, contentType: string | null): unknown {
  const [type = ''] = (contentType ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new ServiceError('unsupported_media_type', 'Content-Type: expected application/json.');
  }
  const body = parsed(text);
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length === 0) throw invalid('The batch is empty.');
  if (messages.length > MAX_BATCH) throw invalid(`A batch holds at most ${MAX_BATCH} messages.`);
  if (!messages.every(isMessage)) {
    throw invalid(
      'The body is no JSON-RPC 2.0 message: expected jsonrpc "2.0", a method, and an id that is text or a number.',
    );
  }
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SurfaceError(RPC.parseError, 'Parse error: the body is not valid JSON.');
  }
}

const invalid = (message: string) => new SurfaceError(RPC.invalidRequest, message);

function isMessage(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false;
  const { jsonrpc, id, method } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))) return false;
  const isResponse = id !== undefined && method === undefined && ('result' in message || 'error' in message);
  return typeof method === 'string' || isResponse;
}

import { ServiceError } from '../errors.ts';
import { readBodyText } from '../http-body.ts';

/**
 * The JSON object in a request's body.
 * @throws ServiceError unsupported_media_type, payload_too_large or invalid_request
 */
export async function readJsonObject(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ServiceError('unsupported_media_type', 'Content-Type: expected application/json.');
  }
  const body = parse(await readBodyText(request, maxBytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_request', 'The body must be one JSON object.');
  }
  return { ...body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause });
  }
}

import { refusalHeaders } from '../auth/challenge.ts';
import { RateLimitedError } from '../auth/quotas.ts';
import type { ServiceError } from '../errors.ts';
import { noteWindows } from '../request-windows.ts';
import { jsonResponse } from './json-response.ts';

/** What a failure is told as; undefined for the common envelope. */
type FailureBody = (error: ServiceError) => Record<string, unknown> | undefined;

const bodies = new WeakMap<Request, FailureBody>();

/** From here on, what fails while this request is answered has a body of its own. */
export function noteFailureBody(request: Request, body: FailureBody): void {
  bodies.set(request, body);
}

/** The contract's error envelope, or the body noted for the request, with the headers its status asks for. */
export function errorResponse(
  error: ServiceError,
  baseUrl: string,
  extra: Record<string, string> = {},
  request?: Request,
): Response {
  const own = request === undefined ? undefined : bodies.get(request)?.(error);
  if (error instanceof RateLimitedError && request !== undefined) noteWindows(request, error.states);
  return jsonResponse(
    JSON.stringify(own ?? { error: { code: error.code, message: error.message } }),
    error.status,
    new Headers({ ...refusalHeaders(error, baseUrl), ...extra }),
  );
}

import { refusalHeaders } from '../auth/challenge.ts';
import { RateLimitedError } from '../auth/quotas.ts';
import type { ServiceError } from '../errors.ts';
import { jsonResponse } from './body.ts';
import { failureBodyOf, noteWindows } from './request-context.ts';

/** The contract's error envelope, or the body noted for the request, with the headers its status asks for. */
export function errorResponse(
  error: ServiceError,
  baseUrl: string,
  extra: Record<string, string> = {},
  request?: Request,
): Response {
  if (error instanceof RateLimitedError && request !== undefined) noteWindows(request, error.states);
  return jsonResponse(
    JSON.stringify(failureBodyOf(request, error)),
    error.status,
    new Headers({ ...refusalHeaders(error, baseUrl), ...extra }),
  );
}

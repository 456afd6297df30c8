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

/**
 * Headers that belong to a refusal: WWW-Authenticate on a 401 (`error` only when a key
 * was sent, RFC 6750 section 3.1), Retry-After where waiting helps, and the end of a connection that is of no more use.
 * @param resource path of the protected resource whose metadata is named; '' for the service as a whole
 */
export function refusalHeaders(error: ServiceError, baseUrl: string, resource = ''): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.status === 401) {
    const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${resource}"`;
    const reason =
      error.code === 'invalid_key'
        ? ', error="invalid_token", error_description="API key malformed, unknown or revoked"'
        : '';
    headers['www-authenticate'] = `Bearer realm="legible", ${metadata}${reason}`;
  }
  // The rest of the body is not read, so that nothing else can be asked on this connection.
  if (error.code === 'payload_too_large') headers.connection = 'close';
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  return headers;
}

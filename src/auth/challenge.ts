import type { ServiceError } from '../errors.ts';

/**
 * Headers that belong to a refusal: WWW-Authenticate on a 401 (`error` only when a key
 * was sent, RFC 6750 section 3.1) and Retry-After where waiting helps.
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
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  return headers;
}

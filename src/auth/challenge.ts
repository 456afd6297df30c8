import type { ServiceError } from '../errors.ts';

/**
 * Headers that belong to a refusal: WWW-Authenticate on a 401 (interface.md section 5, rule 6; `error` only when a key
 * was sent, RFC 6750 section 3.1) and Retry-After where waiting helps.
 */
export function refusalHeaders(error: ServiceError, baseUrl: string): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.status === 401) {
    const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
    const reason =
      error.code === 'invalid_key'
        ? ', error="invalid_token", error_description="API key malformed, unknown or revoked"'
        : '';
    headers['www-authenticate'] = `Bearer realm="legible", ${metadata}${reason}`;
  }
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  return headers;
}

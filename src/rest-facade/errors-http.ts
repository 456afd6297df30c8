import { refusalHeaders } from '../auth/challenge.ts';
import { RateLimitedError, rateLimitHeaders } from '../auth/quotas.ts';
import type { ServiceError } from '../errors.ts';

/** The contract's error envelope with the headers its status asks for. */
export function errorResponse(error: ServiceError, baseUrl: string, extra: Record<string, string> = {}): Response {
  return Response.json(
    { error: { code: error.code, message: error.message } },
    {
      status: error.status,
      headers: {
        ...refusalHeaders(error, baseUrl),
        ...(error instanceof RateLimitedError ? rateLimitHeaders(error.states) : {}),
        ...extra,
      },
    },
  );
}

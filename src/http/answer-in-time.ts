import type { ServerMiddleware } from 'srvx';
import { inTime } from '../auth/in-time.ts';
import { ServiceError } from '../errors.ts';
import { pathOf } from '../http/methods.ts';

/** Until the answer to a read begins, however many questions to the store it takes. */
const READ_MS = 3_000;
const RETRY_AFTER_SECONDS = 5;
/** These endpoints report on the store themselves, each with its own deadline. */
const OPERATIONS = new Set(['/healthz', '/readyz', '/metrics']);
const READS = new Set(['GET', 'HEAD']);

/**
 * Refuses a read that has no answer in time; what it waited for ends by itself.
 * @throws ServiceError unavailable
 */
export const answerInTime =
  (readMs = READ_MS): ServerMiddleware =>
  async (request, next) => {
    if (!READS.has(request.method) || OPERATIONS.has(pathOf(request))) return next();
    const response = await inTime(readMs, Promise.resolve(next()));
    if (response !== undefined) return response;
    throw new ServiceError(
      'unavailable',
      `The store did not answer within ${readMs / 1000} seconds. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  };

import type { ServerMiddleware, ServerRequest } from 'srvx';
import { inTime } from '../auth/in-time.ts';
import { ServiceError } from '../errors.ts';
import { pathOf } from '../http/methods.ts';

/** Until the answer to a read begins, however many questions to the store it takes. */
export const READ_MS = 3_000;
/** The same for other methods: what they change takes more questions, and a sign-in is slowed down by up to 5 s. */
const WRITE_MS = 10_000;
/** For requests that wait for a site or a payment, which have deadlines of their own: paid scans have the longest. */
const LONG_MS = 300_000;
const RETRY_AFTER_SECONDS = 5;
/** These endpoints report on the store themselves, each with its own deadline. */
export const OPERATION_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
const READS = new Set(['GET', 'HEAD']);

export interface AnswerInTimeParts {
  /** Whether the answer waits for more than the store by design. */
  isLong(request: ServerRequest): boolean;
  /** Milliseconds that the request asks to wait, in addition to its deadline; default 0. */
  waitMsOf?(request: ServerRequest): number;
  readonly readMs?: number;
  readonly writeMs?: number;
  readonly longMs?: number;
}

/**
 * Refuses a request that has no answer in time; what it waited for ends by itself.
 * @throws ServiceError unavailable
 */
export function createAnswerInTime({
  isLong,
  waitMsOf = () => 0,
  readMs = READ_MS,
  writeMs = WRITE_MS,
  longMs = LONG_MS,
}: AnswerInTimeParts): ServerMiddleware {
  return async (request, next) => {
    if (OPERATION_PATHS.has(pathOf(request))) return next();
    const isRead = READS.has(request.method);
    const deadlineMs = (isLong(request) ? longMs : isRead ? readMs : writeMs) + waitMsOf(request);
    const answering = Promise.resolve(next());
    const response = await inTime(deadlineMs, answering, { isHolding: false });
    if (response !== undefined) return response;
    // A late answer has no reader, so its body would be held for ever.
    answering.then(({ body }) => body?.cancel()).catch(() => undefined);
    throw isRead ? lateRead(deadlineMs) : lateWrite(deadlineMs);
  };
}

export const lateRead = (deadlineMs: number): ServiceError =>
  late(`There was no answer within ${deadlineMs / 1000} seconds. Try again in ${RETRY_AFTER_SECONDS} seconds.`);

const lateWrite = (deadlineMs: number): ServiceError =>
  late(
    `There was no answer within ${deadlineMs / 1000} seconds, and the request may still take effect. ` +
      `Try again in ${RETRY_AFTER_SECONDS} seconds, with the same Idempotency-Key or payment.`,
  );

const late = (message: string) => new ServiceError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** A call that the service refused, or that did not reach it. */
export class LegibleError extends Error {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** What the service calls it, such as `rate_limited`; else `no_answer`, `redirected` or `not_legible`. */
  readonly code: string;
  /** Seconds after which the same call can succeed, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      status,
      code,
      retryAfterSeconds,
      cause,
    }: { status?: number; code: string; retryAfterSeconds?: number | undefined; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LegibleError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error in an answer, in any of the forms that interface.md (section 7) tells clients to tolerate. */
export function errorOf(status: number, body: unknown, retryAfterSeconds: number | undefined): LegibleError {
  const { error, message, error_description: description } = isRecord(body) ? body : {};
  const inner = isRecord(error) ? error : { code: error, message: message ?? description };
  return new LegibleError(textOr(inner.message, `The service answered ${status}.`), {
    status,
    code: textOr(inner.code, `http_${status}`),
    retryAfterSeconds,
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback;

/** Every public error code with its HTTP status. */
export const STATUS_OF = {
  invalid_request: 400,
  invalid_url: 400,
  blocked_address: 400,
  page_unreadable: 400,
  invalid_idempotency_key: 400,
  unsupported_option: 400,
  missing_key: 401,
  invalid_key: 401,
  payment_required: 402,
  subscription_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_in_flight: 409,
  already_ended: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  idempotency_mismatch: 422,
  unreadable_log: 422,
  rate_limited: 429,
  internal_error: 500,
  mcp_scan_failed: 502,
  page_unreachable: 502,
  scan_failed: 502,
  facilitator_unavailable: 502,
  settlement_unknown: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** What helps after an error: a tool, and what it does, such as "shows those it has". */
export interface Hint {
  readonly tool: string;
  readonly does: string;
}

/**
 * The only error shown to callers. `message` is trusted text: it names the field and the remedy and never quotes a
 * scanned site. Any other error is a bug and reaches callers as `internal_error`.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which the same call can succeed; transports send it as Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** Not part of the message, because every transport has its own names for tools. */
  readonly hint: Hint | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfterSeconds?: number | undefined; hint?: Hint | undefined; cause?: unknown } = {},
  ) {
    // An expected error needs no stack: computing one costs more than the rest of a refusal. A bug is in `cause`, with
    // its own stack.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.hint = options.hint;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

/**
 * The message with the hint at its end.
 * @param nameOf what the transport calls a tool, default its name; a hint to a tool that it does not have is left out
 */
export function messageWithHint(
  { message, hint }: ServiceError,
  nameOf: (tool: string) => string | undefined = (tool) => tool,
): string {
  const name = hint === undefined ? undefined : nameOf(hint.tool);
  return hint === undefined || name === undefined ? message : `${message} ${name} ${hint.does}.`;
}

/** The public form of any thrown value. Of a bug, callers see only the request id. */
export function toServiceError(thrown: unknown, requestId: string): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError('internal_error', `Something went wrong on our side. Quote request ${requestId}.`, {
    cause: thrown,
  });
}

/** An unusable setting. The message has one sentence for each: the variable, its value and the problem. */
export class ConfigError extends Error {}

/**
 * Statuses whose body is the error envelope in the OpenAPI description. A 402 has the offer; 405 answers methods that it
 * does not have.
 */
export type ErrorStatus = Exclude<(typeof STATUS_OF)[ErrorCode], 402 | 405>;

/** Settings whose value is not to be shown. */
const SECRET: ReadonlySet<string> = new Set([
  'REDIS_URL',
  'METRICS_TOKEN',
  'X402_FACILITATOR_URL',
  'X402_FACILITATOR_AUTH',
]);

/** @param predicate the problem with the value, without a full stop */
export function settingProblem(name: string, value: string | undefined, predicate: string): string {
  const shown = SECRET.has(name) ? 'the value' : JSON.stringify(value ?? '');
  return `${name}: ${shown} ${predicate}.`;
}

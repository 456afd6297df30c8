import type { BotVerdict } from '../auth/bot-signature/profile.ts';
import type { DrawnWindow } from '../auth/quotas.ts';
import type { ServiceError } from '../errors.ts';

/** By the request object, which every layer of the server hands on. */
const drawn = new WeakMap<Request, DrawnWindow[]>();

/** Records the rate limit that a request consumed or exceeded, for the headers of its response. */
export function noteWindows(request: Request, windows: readonly DrawnWindow[]): void {
  drawn.set(request, [...windowsOf(request), ...windows]);
}

export const windowsOf = (request: Request): readonly DrawnWindow[] => drawn.get(request) ?? [];

/** The body of a failure; undefined for the common envelope. */
type FailureBody = (error: ServiceError) => Record<string, unknown> | undefined;

/** By the request object, which every layer of the server hands on. */
const bodies = new WeakMap<Request, FailureBody>();

/** From here on, every failure of this request gets a custom body, in every layer. */
export function noteFailureBody(request: Request, body: FailureBody): void {
  bodies.set(request, body);
}

/** The body noted for the request, or the contract's error envelope. */
export const failureBodyOf = (request: Request | undefined, error: ServiceError): Record<string, unknown> =>
  (request === undefined ? undefined : bodies.get(request)?.(error)) ?? {
    error: { code: error.code, message: error.message },
  };

/** By the request object, which every layer of the server hands on. */
const verdicts = new WeakMap<Request, BotVerdict>();

/** Notes what the signatures of a request say of its sender. */
export function noteVerdict(request: Request, verdict: BotVerdict): void {
  verdicts.set(request, verdict);
}

export const verdictOn = (request: Request): BotVerdict => verdicts.get(request) ?? { state: 'none' };

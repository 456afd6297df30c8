import type { BotVerdict } from '../auth/bot-signature/profile.ts';
import type { DrawnWindow } from '../auth/quotas.ts';
import type { ServiceError } from '../errors.ts';

/** By the request object, which every layer of the server hands on. */
const drawn = new WeakMap<Request, DrawnWindow[]>();

/** Notes what a request drew on, or was refused by: the headers of its response tell it. */
export function noteWindows(request: Request, windows: readonly DrawnWindow[]): void {
  drawn.set(request, [...windowsOf(request), ...windows]);
}

export const windowsOf = (request: Request): readonly DrawnWindow[] => drawn.get(request) ?? [];

/** What a failure is told as; undefined for the common envelope. */
type FailureBody = (error: ServiceError) => Record<string, unknown> | undefined;

/** By the request object, which every layer of the server hands on. */
const bodies = new WeakMap<Request, FailureBody>();

/** From here on, what fails while this request is answered has a body of its own, whichever layer refuses it. */
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

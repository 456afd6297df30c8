import type { ServiceError } from './errors.ts';

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

import { onAbort } from './net/on-abort.ts';

/** A signal that aborts when another does, after a time, or when it is told to. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Aborts now. */
  end(reason: Error): void;
  /** To be called when the work is over: stops the clock, and leaves the other signal. */
  clear(): void;
}

/**
 * What `AbortSignal.any` over `AbortSignal.timeout` says. On Node 20 a time-out that only such a composite listens to is
 * collected as garbage, and never fires.
 */
export function createDeadline(parent: AbortSignal, afterMs: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`the ${afterMs} ms for the scan are over`)), afterMs);
  const stopListening = onAbort(parent, () => controller.abort(parent.reason));
  return {
    signal: controller.signal,
    end: (reason) => controller.abort(reason),
    clear() {
      clearTimeout(timer);
      stopListening();
    },
  };
}

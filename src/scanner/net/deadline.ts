import { setMaxListeners } from 'node:events';

/** A signal that aborts with another signal, after a time, or by `end`. */
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

/**
 * Calls back once when the signal aborts (at once when it has); answers the function that stops listening. One
 * scan's signal is waited on by hundreds of requests, which Node would otherwise report as a leak.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }
  setMaxListeners(0, signal);
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}

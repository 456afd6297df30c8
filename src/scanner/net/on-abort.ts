import { setMaxListeners } from 'node:events';

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

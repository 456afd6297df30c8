/** The result of `work`, unless the signal aborts before: then it rejects with the signal's reason. */
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, stop } = abortOf(signal);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // One signal serves a hundred servers, and each would leave a listener.
    stop();
  }
}

function abortOf(signal: AbortSignal): { readonly promise: Promise<never>; stop(): void } {
  let stop = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  return { promise, stop: () => stop() };
}

/** Waits for pages, which may never answer. */

/** One step with a page; a page whose main thread is blocked answers none. */
export const STEP_MS = 5_000;
/** Until a page answers. */
export const GOTO_MS = 15_000;

export class Hung extends Error {}

/** Rejects with `Hung` after a while, whether or not the page ever answers. */
export function within<T>(work: Promise<T>, afterMs = STEP_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Hung('the page does not answer')), afterMs);
  });
  // The work may reject later, when the page is closed.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** For what may fail, as long as the page answers. */
export const rethrowHung = (error: unknown): undefined => {
  if (error instanceof Hung) throw error;
  return undefined;
};

/** Waits for pages, which may never answer. */

/** One step with a page; a page whose main thread is blocked answers none. */
export const STEP_MS = 5_000;

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

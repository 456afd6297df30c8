/** Places that are taken one after another, in the order in which they were asked for. */
export interface Turns {
  /**
   * Answers a function that gives the place back; undefined when there was none within `waitMs`.
   * @throws the signal's reason when it aborts while waiting
   */
  take(waitMs: number, signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createTurns(places: number): Turns {
  let free = places;
  const waiting = new Set<() => void>();
  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take(waitMs, signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return Promise.resolve(giveBack);
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(turn);
          clearTimeout(timer);
          signal.removeEventListener('abort', quit);
        };
        const turn = () => {
          leave();
          resolve(giveBack);
        };
        const quit = () => {
          leave();
          reject(signal.reason);
        };
        const timer = setTimeout(
          () => {
            leave();
            resolve(undefined);
          },
          Math.max(0, waitMs),
        );
        waiting.add(turn);
        signal.addEventListener('abort', quit, { once: true });
      });
    },
  };
}

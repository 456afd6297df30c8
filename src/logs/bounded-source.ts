/** What ended a source before its end: it was larger or slower than its limits, or its sender broke it off. */
export type SourceEnd = 'too-large' | 'late' | 'broken';

export interface BoundedSource {
  /** Ends without an error wherever the source ended. To be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Why the chunks ended too early; undefined where they did not. */
  readonly endedBy: SourceEnd | undefined;
}

/**
 * A source with limits. The limit of time is a timer that starts with the first read, so a source that stalls ends too.
 * @param maxBytes as they come: packed, where the source is
 */
export function bounded(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, maxMs }: { readonly maxBytes: number; readonly maxMs: number },
): BoundedSource {
  let endedBy: SourceEnd | undefined;
  async function* limited(): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]();
    const deadline = Date.now() + maxMs;
    let isLate = false;
    let onLate: (() => void) | undefined;
    const timer = setTimeout(() => {
      isLate = true;
      onLate?.();
    }, maxMs);
    let bytes = 0;
    try {
      for (;;) {
        // Promise.race would keep every chunk alive: each race stays registered with the promise of the timer.
        const next = await new Promise<IteratorResult<Uint8Array> | 'late'>((resolve, reject) => {
          onLate = () => resolve('late');
          // The time may have run out while the last chunk was used.
          if (isLate) onLate();
          iterator.next().then(resolve, reject);
        });
        // A busy process runs timers late.
        if (next === 'late' || Date.now() >= deadline) {
          endedBy = 'late';
          return;
        }
        if (next.done === true) return;
        bytes += next.value.length;
        if (bytes > maxBytes) {
          endedBy = 'too-large';
          return;
        }
        yield next.value;
      }
    } catch {
      endedBy = 'broken';
    } finally {
      clearTimeout(timer);
      // Not awaited: of a source that stalls it never settles.
      iterator.return?.().catch(() => undefined);
    }
  }
  return {
    chunks: limited(),
    get endedBy() {
      return endedBy;
    },
  };
}

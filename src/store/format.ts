/** A store that must not be opened as it is: damaged, or written by a newer version. The message says what to do. */
export class UnusableStoreError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UnusableStoreError';
  }
}

/**
 * Version of the data layout. Raise it by one with every change that older code would misread, and convert older data
 * at the start.
 */
export const STORE_FORMAT = 1;

/**
 * @param stored what the store holds as its format; undefined when it holds none, as all stores before 1 was written down
 * @throws UnusableStoreError for data that this code cannot read
 */
export function requireKnownFormat(stored: unknown): void {
  const format = stored === undefined ? STORE_FORMAT : Number(stored);
  if (Number.isInteger(format) && format >= 1 && format <= STORE_FORMAT) return;
  throw new UnusableStoreError(
    `The store has data of format ${JSON.stringify(stored)}, and this version reads format ${STORE_FORMAT}. ` +
      'Start the newer version that wrote them, or restore a backup from before the upgrade.',
  );
}

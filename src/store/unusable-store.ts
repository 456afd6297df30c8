/** A store that must not be opened as it is: damaged, or written by a newer version. The message says what to do. */
export class UnusableStoreError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UnusableStoreError';
  }
}

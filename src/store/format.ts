import type { JobRequest } from './store.ts';

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

/**
 * A text that became part of a key. One that the driver found too long or too odd is known by its SHA-256 only
 * (base64url, of its UTF-16LE bytes).
 */
export type KeyText = { readonly text: string } | { readonly sha256: string };

/** One row of a store, as another driver can write it. Times in ms since the epoch. */
export type StoredRow =
  | {
      readonly kind: 'document';
      readonly name: KeyText;
      readonly id: string;
      readonly text: string;
      expiresAt?: number;
    }
  | {
      readonly kind: 'claim';
      readonly key: KeyText;
      readonly fence: number;
      readonly note: string;
      readonly until: number;
      /** `{ value }` as JSON. */
      readonly outcome: string;
    }
  | {
      readonly kind: 'window';
      readonly subject: KeyText;
      readonly horizonMs: number;
      readonly times: readonly number[];
    }
  | { readonly kind: 'entry'; readonly list: KeyText; readonly score: number; readonly member: string }
  | { readonly kind: 'bucket'; readonly histogram: string; readonly member: string; readonly bucket: number }
  | { readonly kind: 'job'; readonly job: JobRequest };

import type { JobRequest } from './store.ts';

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

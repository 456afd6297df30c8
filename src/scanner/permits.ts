/** Permits that processes share: the store keeps them, and the scanner asks hosts by them. */

/** Limits of one place. Every caller passes the same rules, but a caller with a lower limit keeps to its own. */
export interface PermitRules {
  /** Permits held at once. */
  readonly limit: number;
  /** Shortest time between the starts of two permits. */
  readonly gapMs: number;
  /** After this a permit without renewal or release expires: its holder is considered dead. */
  readonly leaseMs: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** Releases in a row without a penalty that restore the limit and the first pause. */
  readonly successesToRecover: number;
}
type PermitAnswer =
  | { readonly taken: true; readonly permit: string }
  /** `retryMs`: not before then, as far as is known now. */
  | { readonly taken: false; readonly retryMs: number };

/**
 * Permits of a resource with limited concurrency, over all processes together. A refused process that asks again within
 * a second comes before those that hold more permits.
 */
export interface Permits {
  take(place: string, rules: PermitRules): Promise<PermitAnswer>;
  /** Renews the lease of a permit, even after it has expired. */
  renew(place: string, permit: string, rules: PermitRules): Promise<void>;
  release(place: string, permit: string, rules: PermitRules): Promise<void>;
  /**
   * Grants nothing for `retryAfterMs` (by default `firstPauseMs`, doubling with each further penalty), at most for
   * `maxPauseMs`, and halves the limit. Permits held since before a penalty are no successes. A penalty during a pause
   * neither doubles nor halves again.
   */
  penalise(place: string, retryAfterMs: number | undefined, rules: PermitRules): Promise<void>;
}

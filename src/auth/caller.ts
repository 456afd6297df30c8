/** Plans that an account can be on. Only pro and team have API access (interface.md section 5). */
export const PLANS = ['free', 'pro', 'team'] as const;
export type Plan = (typeof PLANS)[number];

export interface KeyCaller {
  readonly kind: 'key';
  readonly accountId: string;
  readonly plan: Plan;
  /** Public half of the key: what windows count by and logs name. */
  readonly keyPrefix: string;
}
export interface AddressCaller {
  readonly kind: 'address';
  /** Client address; an IPv6 one cut to its /64. */
  readonly address: string;
}
/** Who is asking. */
export type Caller = KeyCaller | AddressCaller;

/** The name windows count a caller under. */
export const subjectOf = (caller: Caller): string =>
  caller.kind === 'key' ? `key:${caller.keyPrefix}` : `address:${caller.address}`;

/** The key a tool with key access was called with: the gate lets nobody else in, so anything else is our bug. */
export function requireKey(caller: Caller): KeyCaller {
  if (caller.kind !== 'key') throw new Error('a keyed tool was reached without a key');
  return caller;
}

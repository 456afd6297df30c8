/** Plans that an account can be on. Only pro and team have API access. */
export const PLANS = ['free', 'pro', 'team'] as const;
export type Plan = (typeof PLANS)[number];

export interface KeyCaller {
  readonly kind: 'key';
  readonly accountId: string;
  readonly plan: Plan;
  /** Public half of the key: what windows count by and logs name. */
  readonly keyPrefix: string;
  /** A page of another website sent the call, through the browser of a visitor. */
  readonly fromOtherSite?: boolean;
}
export interface AddressCaller {
  readonly kind: 'address';
  /** Client address; an IPv6 one cut to its /64. */
  readonly address: string;
  /** Registrable domain of the bot that signed the call, where its signature was verified. */
  readonly agent?: string;
  /** A page of another website sent the call, through the browser of a visitor. */
  readonly fromOtherSite?: boolean;
}
/**
 * The operator of this process, on the command line. No window counts these calls, because the operator owns the
 * machine.
 */
export interface OperatorCaller {
  readonly kind: 'operator';
  readonly accountId: string;
}
/** Who is asking. */
export type Caller = KeyCaller | AddressCaller | OperatorCaller;

/**
 * The names windows count a caller under, all of which must have room; none for one that is not counted. A bot that is
 * known is counted by its address and by its name: names are free to make, so they never widen a limit.
 */
export function subjectsOf(caller: Caller): string[] {
  switch (caller.kind) {
    case 'operator':
      return [];
    case 'key':
      return [`key:${caller.keyPrefix}`];
    case 'address':
      return [`address:${caller.address}`, ...(caller.agent === undefined ? [] : [`agent:${caller.agent}`])];
  }
}

/** The account of a keyed tool call. The gate requires a key before, so a missing account is a bug. */
export function requireAccount(caller: Caller): string {
  if (caller.kind === 'address') throw new Error('a keyed tool was reached without an account');
  return caller.accountId;
}

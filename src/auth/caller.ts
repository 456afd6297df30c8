import ipaddr from 'ipaddr.js';

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

/**
 * The client address, counted from the right by trusted hops: hop 0 is the socket's peer, hop n the n-th
 * X-Forwarded-For entry. The client itself can forge all entries further left.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trustedHops: number): string {
  if (trustedHops === 0 || forwardedFor === null) return peer;
  const chain = forwardedFor
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return chain.at(-Math.min(trustedHops, chain.length)) ?? peer;
}

/** Some proxies write the client's port too: `192.0.2.1:1234`, `[2001:db8::1]:1234`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * The rate-limit subject of an address: IPv6 by /64 (one subscriber has at least that many), IPv4-mapped as IPv4,
 * without a port. All invalid addresses share one subject.
 */
export function addressSubject(address: string): string {
  const [, inBrackets, dotted] = WITH_PORT.exec(address) ?? [];
  const bare = inBrackets ?? dotted ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = ipaddr.IPv6.parse(parsed.toString()).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/** The network an address is counted under where one person may change addresses: IPv4 by /24, IPv6 by /64. */
export function networkSubject(address: string): string {
  const subject = addressSubject(address);
  return ipaddr.IPv4.isValidFourPartDecimal(subject) ? `${subject.slice(0, subject.lastIndexOf('.'))}.0/24` : subject;
}

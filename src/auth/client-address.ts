import ipaddr from 'ipaddr.js';

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

import ipaddr from 'ipaddr.js';

/** Networks of about one operator: the smallest that are announced by themselves on the internet. */
const PREFIX = { ipv4: 24, ipv6: 48 } as const;

/**
 * The range that an address is in: IPv4 by /24, IPv6 by /48.
 * @param address as a resolver answers it
 * @returns as a CIDR, `192.0.2.0/24`; the text itself where it is no address
 */
export function addressRange(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = PREFIX[parsed.kind()];
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${length}`);
  return `${network.toString()}/${length}`;
}

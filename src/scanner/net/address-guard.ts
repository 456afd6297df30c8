import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

const networks = (...cidrs: string[]): readonly Network[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

/** All that IANA has opened for global unicast (RFC 4291, section 2.4); what lies outside is special or unassigned. */
const GLOBAL_IPV6 = networks('2000::/3');

/** IPv6 spellings of an IPv4 address, in the last 32 bits, that lead to it: mapped (RFC 4291) and NAT64 (RFC 6052). */
const IPV4_IN_IPV6 = networks('::ffff:0:0/96', '64:ff9b::/96');
/** The same of old, not routed any more: compatible (RFC 4291) and translated (RFC 7915). */
const OLD_IPV4_IN_IPV6 = networks('::/96', '::ffff:0:0:0/96');
const SIX_TO_FOUR = networks('2002::/16');
const TEREDO = networks('2001::/32');

/** NAT64 with a prefix of the operator's choice (RFC 8215): the position of the IPv4 address in it is unknown. */
const LOCAL_NAT64 = networks('64:ff9b:1::/48');

const LINK_LOCAL_AND_METADATA = networks(
  '169.254.0.0/16',
  'fe80::/10',
  // Metadata services that do not live on a link-local address: AWS, Google, Scaleway, Alibaba, Oracle, Azure.
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
);

/**
 * Whether an address literal is globally routed unicast (IANA special-purpose registries, RFC 6890). IPv4-mapped and
 * NAT64 addresses are judged by the IPv4 address inside; the dead tunnels 6to4 and Teredo are refused. Only the
 * canonical spellings that resolvers and `URL` produce are read: anything else is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%') || isLinkLocalOrMetadata(text)) return false;
  const address = read(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  if (isInside(address, IPV4_IN_IPV6)) return isPublicAddress(ipv4Of(address.toByteArray().slice(12)));
  return isInside(address, GLOBAL_IPV6) && address.range() === 'unicast';
}

/** Whether a hostname, as `URL` spells it, is localhost or an address that is not public. Other names are not resolved. */
export function isPrivateHostname(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host));
}

/**
 * Whether an address literal is, or may lead to, a link-local address or a cloud's metadata service. Those are
 * never fetched, whatever the operator permits. Text that is no address is not one of them.
 */
export function isLinkLocalOrMetadata(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = read(text);
  if (isInside(address, LINK_LOCAL_AND_METADATA) || isInside(address, LOCAL_NAT64)) return true;
  const inner = embeddedIPv4(address);
  return inner !== undefined && isLinkLocalOrMetadata(inner);
}

/** ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`; without dotted decimals it reads what the kernel reads. */
function read(literal: string): Address {
  const [address = ''] = literal.split('%');
  return ipaddr.parse(isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);
}

/** The IPv4 address that a transition mechanism would send the packets to. */
function embeddedIPv4(address: Address): string | undefined {
  const bytes = address.toByteArray();
  if (isInside(address, [...IPV4_IN_IPV6, ...OLD_IPV4_IN_IPV6])) return ipv4Of(bytes.slice(12));
  if (isInside(address, SIX_TO_FOUR)) return ipv4Of(bytes.slice(2, 6));
  if (isInside(address, TEREDO)) return ipv4Of(bytes.slice(12).map((byte) => byte ^ 0xff));
  return undefined;
}

const ipv4Of = (bytes: readonly number[]): string => bytes.join('.');

const isInside = (address: Address, list: readonly Network[]): boolean =>
  list.some(([base, prefix]) => base.kind() === address.kind() && address.match([base, prefix]));

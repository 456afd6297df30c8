/** IANA's special-purpose address registries, range by range, and every way to spell an address that is in one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../../../src/scanner/net/address-guard.ts';
import { parseSubmittedUrl } from '../../../../src/scanner/net/submitted-url.ts';

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, with multicast and the
 * site-local range of old. Those that the registries call globally reachable are relays and test networks: refused too.
 */
const RANGES = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
  ...['::/128', '::1/128', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23', '2001::/32', '2001:1::1/128'],
  ...['2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28'],
  ...['2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** An address of a range: its prefix, then these bits. */
function within(cidr: string, fill: (byte: number) => number): string {
  const [base, prefix] = ipaddr.parseCIDR(cidr);
  const bytes = base.toByteArray().map((byte, index) => {
    const fixed = Math.max(0, Math.min(8, prefix - index * 8));
    const mask = 0xff >> fixed;
    return (byte & ~mask & 0xff) | (fill(index) & mask);
  });
  return ipaddr.fromByteArray(bytes).toString();
}
const inUrl = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}/`;

function assertRefused(address: string): void {
  assert.equal(isPublicAddress(address), false, address);
  assert.equal(parseSubmittedUrl(inUrl(address)).ok, false, address);
  if (address.includes(':')) return;
  // The same behind IPv6.
  assert.equal(isPublicAddress(`::ffff:${address}`), false, `mapped ${address}`);
  assert.equal(isPublicAddress(`64:ff9b::${address}`), false, `NAT64 ${address}`);
  assert.equal(parseSubmittedUrl(inUrl(`::ffff:${address}`)).ok, false, `mapped ${address}`);
}

describe('special-purpose addresses', () => {
  for (const cidr of RANGES) {
    it(`${cidr} is refused from end to end`, () => {
      assertRefused(within(cidr, () => 0));
      assertRefused(within(cidr, () => 0xff));
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) =>
          assertRefused(within(cidr, (index) => bytes[index] ?? 0)),
        ),
        { numRuns: 50, seed: 12 },
      );
    });
  }
});

/** Every spelling that a URL parser, a resolver or a C library takes for an IPv4 address. */
function spellingsOf(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number, width = 2) => value.toString(16).padStart(width, '0');
  const groups = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number, 8)}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.0${b.toString(8)}.${c * 256 + d}`,
    address.replaceAll('.', '%2e'),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    [...address].map((character) => `%${hex(character.charCodeAt(0))}`).join(''),
    `\u00AD${address}`,
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${address}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
  ];
}

describe('spellings', () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '192.168.1.10', '169.254.169.254', '0.0.0.0', '100.64.0.1']) {
    it(`of ${address} are all refused`, () => {
      for (const spelling of spellingsOf(address)) {
        for (const url of [`http://${spelling}/`, `https://${spelling}:8443/a?b`, `http:\\\\${spelling}\\`]) {
          assert.equal(parseSubmittedUrl(url).ok, false, url);
        }
      }
    });
  }

  for (const url of [
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.b.localhost/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://loc%61lhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://router.home.arpa/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0000:0000:0000:0000:0000:0000:0000:0001]/',
    'http://[::1%25lo]/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1@example.com/',
    'http://example.com:80@127.0.0.1/',
    'http://127.0.0.1\\@example.com/',
    'http://127.0.0.1#@example.com/',
    'http://127.0.0.1?@example.com/',
    'http://127.0.0.1:80:80/',
    'http://127.0.0.1%00.example.com/',
    'http://127.1\t/',
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://example.com/',
    'http://.example.com/',
    'http://intranet..example/',
  ]) {
    it(`refuses ${JSON.stringify(url)}`, () => assert.equal(parseSubmittedUrl(url).ok, false));
  }

  it('reads a backslash as the URL standard does, so that the checked address is the requested one', () => {
    const read = parseSubmittedUrl('http://example.com\\@127.0.0.1/');
    assert.equal(read.ok && read.url.href, 'http://example.com/@127.0.0.1/');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isLinkLocalOrMetadata, isPublicAddress } from '../../../../src/scanner/net/address-guard.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];

const NOT_PUBLIC = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001:1::1', '2001:20::1', '2001:30::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  relays: ['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
  'multicast, reserved, broadcast': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'never assigned': ['100::1', '4000::1', '5f00::1', '8000::1', 'e000::1'],
  'an IPv4 address inside': ['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '64:ff9b::a00:1'],
  'local NAT64': ['64:ff9b:1::808:808', '64:ff9b:1:808:8:800::'],
  'dead tunnels': ['2002:7f00:1::', '2002:808:808::1', '2001:0:808:808::f7f7:f7f7', '::8.8.8.8', '::ffff:0:8.8.8.8'],
  'a zone': ['fe80::1%eth0', '2606:4700::1111%eth0'],
  'no canonical address': [
    '',
    'localhost',
    '0x7f.1',
    '2130706433',
    '127.1',
    '010.8.8.8',
    '8.8.8.8 ',
    '[::1]',
    '8.8.8.8/32',
  ],
};

const NEVER = [
  '169.254.0.1',
  '169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '2002:a9fe:a9fe::1',
  '2001:0:4136:e378:8000:63bf:5601:5601',
];

describe('isPublicAddress', () => {
  for (const address of PUBLIC) it(`lets ${address} through`, () => assert.equal(isPublicAddress(address), true));
  for (const [what, addresses] of Object.entries(NOT_PUBLIC)) {
    for (const address of addresses) {
      it(`refuses "${address}": ${what}`, () => assert.equal(isPublicAddress(address), false));
    }
  }
  for (const address of NEVER) it(`refuses ${address}`, () => assert.equal(isPublicAddress(address), false));

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        assert.equal(typeof isPublicAddress(text), 'boolean');
      }),
    );
  });

  it('judges a mapped and a NAT64 address as the IPv4 address inside', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
        assert.equal(isPublicAddress(`64:ff9b::${address}`), isPublicAddress(address));
      }),
    );
  });
});

describe('isLinkLocalOrMetadata', () => {
  for (const address of NEVER) it(`holds for ${address}`, () => assert.equal(isLinkLocalOrMetadata(address), true));
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '8.8.8.8', '169.253.255.255', 'fec0::1', 'x', '']) {
    it(`does not hold for "${address}"`, () => assert.equal(isLinkLocalOrMetadata(address), false));
  }
});

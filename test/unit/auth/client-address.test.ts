import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addressSubject, clientAddress, networkSubject } from '../../../src/auth/caller.ts';

fc.configureGlobal({ seed: 1 });

const PEER = '10.0.0.9';

describe('clientAddress', () => {
  const cases: [string, string | null, number, string][] = [
    ['no proxy is trusted', '203.0.113.1', 0, PEER],
    ['no proxy and no header', null, 0, PEER],
    ['a proxy that sent no header', null, 1, PEER],
    ['an empty header', '', 1, PEER],
    ['a header of commas', ' , ,', 2, PEER],
    ['one proxy', '203.0.113.1', 1, '203.0.113.1'],
    ['one proxy, and what the client made up', '1.1.1.1, 2.2.2.2, 203.0.113.1', 1, '203.0.113.1'],
    ['two proxies', '203.0.113.1, 10.0.0.1', 2, '203.0.113.1'],
    ['two proxies, and what the client made up', '1.1.1.1,203.0.113.1,10.0.0.1', 2, '203.0.113.1'],
    ['fewer entries than proxies', '203.0.113.1', 3, '203.0.113.1'],
    ['white space', '  1.1.1.1 ,\t203.0.113.1  ', 1, '203.0.113.1'],
    ['empty entries do not count', '203.0.113.1,,10.0.0.1,', 2, '203.0.113.1'],
    ['IPv6', '2001:db8::1, 2001:db8::2', 2, '2001:db8::1'],
  ];
  for (const [what, header, hops, address] of cases) {
    it(what, () => assert.equal(clientAddress(PEER, header, hops), address));
  }

  it('is not what a client puts before what the proxies add', () => {
    const added = fc.array(fc.ipV4(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.string()), added, (invented, chain) => {
        const header = [...invented.map((text) => text.replaceAll(',', '')), ...chain].join(', ');
        assert.equal(clientAddress(PEER, header, chain.length), chain[0]);
      }),
    );
  });
});

describe('addressSubject', () => {
  const cases: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['203.0.113.300', 'unknown'],
    ['203.0.113.7:port', 'unknown'],
    ['2001:db8::g', 'unknown'],
    ['[]', 'unknown'],
    ['203.0.113.7, 203.0.113.8', 'unknown'],
  ];
  for (const [address, subject] of cases) {
    it(address === '' ? 'nothing' : address, () => assert.equal(addressSubject(address), subject));
  }

  it('is one name for all of a /64 and another for any other', () => {
    const part = fc.integer({ min: 0, max: 0xffff });
    const host = fc.tuple(part, part, part, part);
    const text = (parts: readonly number[]) => parts.map((number) => number.toString(16)).join(':');
    fc.assert(
      fc.property(fc.tuple(fc.constant(0x2001), part, part, part), host, host, (network, one, other) => {
        const subject = addressSubject(text([...network, ...one]));
        assert.equal(addressSubject(text([...network, ...other])), subject);
        const [a, b, c, d] = network;
        assert.notEqual(addressSubject(text([a, b, c, d ^ 1, ...one])), subject);
      }),
    );
  });

  it('is one name for an IPv4 address and its mapped form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.equal(addressSubject(address), address);
        assert.equal(addressSubject(`::ffff:${address}`), address);
      }),
    );
  });

  it('takes anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6()), (address) =>
        assert.match(addressSubject(address), /^(unknown|[\d.]+|[0-9a-f]+(:[0-9a-f]+){3}::\/64)$/),
      ),
    );
  });
});

describe('networkSubject', () => {
  const cases: [string, string][] = [
    ['192.0.2.77', '192.0.2.0/24'],
    ['192.0.2.77:4711', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['no address', 'unknown'],
  ];
  for (const [address, expected] of cases) {
    it(`of ${address} is ${expected}`, () => assert.equal(networkSubject(address), expected));
  }
});

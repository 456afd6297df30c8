import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddressList } from '../../../src/logs/address-lists.ts';
import type { Claim } from '../../../src/logs/agents.ts';
import type { LogEntry } from '../../../src/logs/entry.ts';
import { createIdentities, type ReverseDns } from '../../../src/logs/identity.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { MADE_FORMATS } from '../../support/generated-log.ts';

const GPTBOT: Claim = { name: 'GPTBot', vendor: 'OpenAI', kind: 'training' };
const GOOGLEBOT: Claim = { name: 'Googlebot', vendor: 'Google', kind: 'search' };
const entry = (address: string, over: Partial<LogEntry> = {}): LogEntry => ({
  ...{ address, timeMs: 0, method: 'GET', target: '/', status: 200, bytes: 0, userAgent: '' },
  ...over,
});
const list = (...prefixes: string[]) =>
  readAddressList('gptbot.json', JSON.stringify({ prefixes: prefixes.map((ipv4Prefix) => ({ ipv4Prefix })) }));

/** DNS in memory, which counts what it is asked. */
function dnsOf(names: Record<string, string[]>, addresses: Record<string, string[]>, works = true) {
  const asked: string[] = [];
  const dns: ReverseDns = {
    async reverse(address) {
      asked.push(address);
      const found = names[address];
      if (found === undefined) throw new Error('ESERVFAIL');
      return found;
    },
    resolve: async (name) => addresses[name] ?? [],
    works: async () => works,
  };
  return { dns, asked };
}

const decided = async (identities: ReturnType<typeof createIdentities>, claim: Claim, address: string) => {
  const first = identities.of(claim, entry(address));
  if (first !== undefined) return first;
  await identities.ask(claim, entry(address));
  return identities.of(claim, entry(address));
};

describe('who an agent is', () => {
  it('is decided by the published list of its operator', () => {
    const identities = createIdentities(new Map([['gptbot.json', list('192.0.2.0/24', '198.51.100.7/32')]]));
    for (const [address, expected] of [
      ['192.0.2.0', 'verified'],
      ['192.0.2.255', 'verified'],
      ['::ffff:192.0.2.9', 'verified'],
      ['198.51.100.7', 'verified'],
      ['192.0.3.0', 'spoofed'],
      ['198.51.100.8', 'spoofed'],
      ['2001:db8::1', 'spoofed'],
      // Between the agent and the server is a proxy, whose address tells nothing.
      ['10.1.2.3', 'unverifiable'],
      ['172.20.0.1', 'unverifiable'],
      ['not an address', 'unverifiable'],
    ] as const)
      assert.equal(identities.of(GPTBOT, entry(address)), expected, address);
    assert.equal(identities.of(GPTBOT, entry('203.0.113.1', { isVerified: true })), 'verified', 'the edge says so');
    assert.equal(identities.of({ name: 'nobodybot', vendor: null, kind: 'bot' }, entry('192.0.2.1')), 'unverifiable');
  });

  it('is decided by reverse DNS only when the name is of the operator and leads back to the address', async () => {
    const { dns, asked } = dnsOf(
      {
        '203.0.113.1': ['crawl-1.googlebot.com.'],
        '203.0.113.2': ['crawl-2.googlebot.com'],
        '203.0.113.3': ['googlebot.com.attacker.example'],
        '203.0.113.4': [],
      },
      {
        'crawl-1.googlebot.com': ['203.0.113.1'],
        'crawl-2.googlebot.com': ['198.51.100.1'],
        'googlebot.com.attacker.example': ['203.0.113.3'],
      },
    );
    const identities = createIdentities(new Map(), dns);
    assert.equal(await decided(identities, GOOGLEBOT, '203.0.113.1'), 'verified');
    assert.equal(await decided(identities, GOOGLEBOT, '203.0.113.2'), 'spoofed', 'the name leads elsewhere');
    assert.equal(await decided(identities, GOOGLEBOT, '203.0.113.3'), 'spoofed', 'the name is of another domain');
    assert.equal(await decided(identities, GOOGLEBOT, '203.0.113.4'), 'spoofed', 'the address has no name');
    assert.equal(await decided(identities, GOOGLEBOT, '203.0.113.5'), 'unverifiable', 'DNS gives no answer');
    assert.equal(asked.length, 5);
    await decided(identities, GOOGLEBOT, '203.0.113.1');
    assert.equal(asked.length, 5, 'an address is asked about once');
  });

  it('is unproven where the resolver has no name for anything, or fails, which is said once', async () => {
    const none = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`203.0.113.${at}`, [] as string[]]));
    for (const { dns } of [dnsOf(none, {}, false), dnsOf({}, {}, false), dnsOf({}, {}, true)]) {
      const lines = Object.keys(none).map((address) =>
        MADE_FORMATS.combined?.line({
          ...{ address, timeMs: 0, path: '/', status: 200, bytes: 1, seconds: 0 },
          userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        }),
      );
      const chunks = (async function* () {
        yield Buffer.from(lines.join('\n'));
      })();
      const { totals, leftOut } = await readLog([{ name: 'a', chunks }], {
        identities: createIdentities(new Map(), dns),
      });
      const { verified, spoofed, unverifiable } = totals.agents[0]?.figures ?? {};
      assert.deepEqual({ verified, spoofed, unverifiable }, { verified: 0, spoofed: 0, unverifiable: 50 });
      assert.deepEqual(leftOut, [
        'DNS gave no answer about 50 clients, so their requests count as unproven. Check the resolver of this machine.',
      ]);
    }
  });

  it('asks DNS about at most 5,000 addresses of a log, and says how many it left out', async () => {
    const names: Record<string, string[]> = {};
    const addressOf = (at: number) => `198.${18 + (at >> 14)}.${(at >> 7) & 127}.${at & 127}`;
    for (let at = 0; at < 5200; at += 1) names[addressOf(at)] = [];
    const { dns, asked } = dnsOf(names, {});
    const lines = Array.from({ length: 5200 }, (_, at) =>
      MADE_FORMATS.combined?.line({
        ...{ address: addressOf(at), timeMs: 0, path: '/', status: 200, bytes: 1, seconds: 0 },
        userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      }),
    );
    const chunks = (async function* () {
      for (let at = 0; at < lines.length; at += 100) yield Buffer.from(`${lines.slice(at, at + 100).join('\n')}\n`);
    })();
    const { totals, leftOut } = await readLog([{ name: 'a', chunks }], {
      identities: createIdentities(new Map(), dns),
    });
    assert.equal(asked.length, 5000);
    assert.equal(totals.agents[0]?.figures.spoofed, 5000);
    assert.equal(totals.agents[0]?.figures.unverifiable, 200);
    assert.deepEqual(leftOut, ['DNS was not asked about 200 requests: there were too many addresses.']);
  });
});

describe('the address of a client behind a proxy', () => {
  const agent = 'Mozilla/5.0 (compatible; GPTBot/1.2)';
  const time = '01/Nov/2026:00:00:00 +0000';
  const format = '$remote_addr|$time_local|$request|$status|$http_x_real_ip|$realip_remote_addr|$http_user_agent';
  const behind = (peer: string, named: string) =>
    `${peer} - - [${time}] "GET / HTTP/1.1" 200 1 "-" "${agent}" "${named}"`;
  const own = (peer: string, named: string) => `${peer}|${time}|GET / HTTP/1.1|200|${named}|198.51.100.1|${agent}`;

  for (const [name, line, options] of [
    ['X-Forwarded-For', behind, {}],
    ['a log_format', own, { format }],
  ] as const) {
    it(`is believed from a proxy of the same network alone (${name})`, async () => {
      const identityOf = async (peer: string, named: string) => {
        const chunks = (async function* () {
          yield Buffer.from(line(peer, named));
        })();
        const identities = createIdentities(new Map([['gptbot.json', list('192.0.2.0/24')]]));
        const { totals } = await readLog([{ name: 'a', chunks }], { identities, ...options });
        const { verified, spoofed } = totals.agents[0]?.figures ?? {};
        return { verified, spoofed };
      };
      assert.deepEqual(await identityOf('10.0.0.7', '192.0.2.9'), { verified: 1, spoofed: 0 });
      assert.deepEqual(await identityOf('10.0.0.7', '203.0.113.9'), { verified: 0, spoofed: 1 });
      assert.deepEqual(await identityOf('192.0.2.9', '-'), { verified: 1, spoofed: 0 });
      // Anybody can send the header with an address of the operator.
      assert.deepEqual(await identityOf('203.0.113.9', '192.0.2.9'), { verified: 0, spoofed: 1 });
    });
  }
});

describe('an address list', () => {
  for (const [what, json, why] of [
    ['text', 'no JSON', /it is not JSON/],
    ['an error page', '{"error":"gone"}', /it has no list "prefixes"/],
    ['a prefix of the whole Internet', '{"prefixes":[{"ipv4Prefix":"0.0.0.0/0"}]}', /no address with a length/],
    ['a prefix that is too long', '{"prefixes":[{"ipv6Prefix":"2001:db8::/129"}]}', /no address with a length/],
    ['too many prefixes', JSON.stringify({ prefixes: Array(50_001).fill('192.0.2.1') }), /more than 50000 prefixes/],
  ] as const) {
    it(`is refused when it is ${what}`, () => {
      assert.throws(() => readAddressList('gptbot.json', json), why);
    });
  }

  it('may overlap, and keeps the date that it has', () => {
    const json = JSON.stringify({
      creationTime: '2026-11-01T00:00:00',
      prefixes: [{ ipv4Prefix: '192.0.2.0/25' }, { ipv4Prefix: '192.0.2.64/26' }, { ipv6Prefix: '2001:db8:1::/48' }],
    });
    const { has, createdAt, prefixes } = readAddressList('gptbot.json', json);
    assert.deepEqual([createdAt, prefixes], ['2026-11-01T00:00:00', 3]);
    assert.deepEqual(
      ['192.0.2.127', '192.0.2.128', '2001:db8:1:ffff::1', '2001:db8:2::', '2001:db8:1::192.0.2.1'].map(has),
      [true, false, true, false, true],
    );
  });
});

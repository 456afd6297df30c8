import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publicJwkOf, thumbprintOf } from '../../../src/auth/bot-signature/profile.ts';
import { type AgentKeys, readAgentKeys } from '../../../src/auth/bot-signature/recorded.ts';
import { createSignRequest } from '../../../src/auth/bot-signature/sign.ts';
import { readAddressList } from '../../../src/logs/address-lists.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { readLog } from '../../../src/logs/read-log.ts';

/** Years ago: signatures are compared with the time of the line. */
const AT_MS = Date.UTC(2025, 0, 15, 12);
const USER_AGENT = 'Mozilla/5.0 (compatible; ChatGPT Agent/1.0)';
const HOST = 'www.shop.example';
const TARGET = '/docs?a=1';

const [own, other] = [1, 2].map((fill) => {
  const secret = new Uint8Array(32).fill(fill);
  const jwk = publicJwkOf(secret);
  return { secret, jwk, keyId: thumbprintOf(jwk) };
});
assert.ok(own && other);

const keysOf = (jwk: object, over: object = {}): AgentKeys => {
  const keys = readAgentKeys(Buffer.from(JSON.stringify({ keys: [{ ...jwk, ...over }] })));
  assert.ok(keys);
  return keys;
};

type Form = 'string' | 'dictionary';
type Headers = Record<string, string>;

const signed = (form: Form = 'dictionary', key = own, agent = 'https://chatgpt.com', atMs = AT_MS): Headers =>
  createSignRequest({
    currentKey: () => ({ ...key, createdAt: 0 }) as never,
    baseUrl: agent,
    form,
    now: () => atMs,
  })({ method: 'GET', url: `https://${HOST}${TARGET}` });

const seconds = (AT_MS + 2000) / 1000;
const iso = new Date(AT_MS + 2000).toISOString();
const FORMAT =
  '$remote_addr [$time_iso8601] "$request" $status "$host" "$http_signature" "$http_signature_input" "$http_signature_agent" "$http_user_agent"';
const escaped = (text = '') => text.replaceAll('"', '\\x22');

const FORMS: Record<string, { line(headers: Headers, host?: string): string; format?: string }> = {
  'Cloudflare Logpush': {
    line: (headers, host = HOST) =>
      JSON.stringify({
        ClientIP: '203.0.113.5',
        ClientRequestHost: host,
        ClientRequestMethod: 'GET',
        ClientRequestScheme: 'https',
        ClientRequestURI: TARGET,
        ClientRequestUserAgent: USER_AGENT,
        EdgeResponseStatus: 200,
        EdgeStartTimestamp: iso,
        RequestHeaders: headers,
      }),
  },
  'nginx JSON': {
    line: (headers, host = HOST) =>
      JSON.stringify({
        ...{ remote_addr: '203.0.113.5', time_iso8601: iso, request: `GET ${TARGET} HTTP/2.0`, status: 200, host },
        http_user_agent: USER_AGENT,
        ...Object.fromEntries(Object.entries(headers).map(([name, v]) => [`http_${name.replaceAll('-', '_')}`, v])),
      }),
  },
  Caddy: {
    line: (headers, host = HOST) =>
      JSON.stringify({
        ts: seconds,
        request: {
          ...{ remote_ip: '203.0.113.5', method: 'GET', host, uri: TARGET },
          headers: {
            'User-Agent': [USER_AGENT],
            ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
          },
        },
        ...{ status: 200, size: 1, duration: 0.1 },
      }),
  },
  Traefik: {
    line: (headers, host = HOST) =>
      JSON.stringify({
        ...{ ClientHost: '203.0.113.5', RequestHost: host, RequestScheme: 'https', RequestMethod: 'GET' },
        ...{ RequestPath: TARGET, DownstreamStatus: 200, StartUTC: iso, 'request_User-Agent': USER_AGENT },
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`request_${name}`, value])),
      }),
  },
  'a log_format': {
    format: FORMAT,
    line: (headers, host = HOST) =>
      `203.0.113.5 [${iso}] "GET ${TARGET} HTTP/2.0" 200 "${host}" "${escaped(headers.signature)}" "${escaped(headers['signature-input'])}" "${escaped(headers['signature-agent'])}" "${USER_AGENT}"`,
  },
};

const OWN_KEYS = new Map([['chatgpt.com', keysOf(own.jwk)]]);

async function identityOf(line: string, keys: ReadonlyMap<string, AgentKeys> = OWN_KEYS, format?: string) {
  const chunks = (async function* () {
    yield Buffer.from(`${line}\n`);
  })();
  const { totals } = await readLog([{ name: 'a', chunks }], {
    identities: createIdentities(new Map(), undefined, keys),
    format,
  });
  const figures = totals.agents[0]?.figures;
  assert.ok(figures, 'the line has an agent');
  return (['verified', 'spoofed', 'unverifiable'] as const).filter((name) => figures[name] > 0).join();
}

describe('a signed request in a log', () => {
  for (const [name, { line, format }] of Object.entries(FORMS)) {
    it(`is proven or refuted by the key of its agent (${name})`, async () => {
      for (const form of ['string', 'dictionary'] as const)
        assert.equal(await identityOf(line(signed(form)), OWN_KEYS, format), 'verified', form);
      const elsewhere = line(signed(), 'other.example');
      assert.equal(await identityOf(elsewhere, OWN_KEYS, format), 'spoofed', 'signed for another host');
      assert.equal(await identityOf(line(signed()), new Map(), format), 'unverifiable', 'no key');
      assert.equal(await identityOf(line({}), OWN_KEYS, format), 'unverifiable', 'no signature');
    });
  }

  for (const [name, { line, format }] of Object.entries(FORMS)) {
    it(`is one of an agent though its user agent is a browser's (${name})`, async () => {
      const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36';
      const agentsOf = async (headers: Headers) => {
        const chunks = (async function* () {
          yield Buffer.from(`${line(headers).replace(USER_AGENT, browser)}\n`);
        })();
        const keys = new Map([...OWN_KEYS, ['agent.bot.goog', keysOf(own.jwk)]] as const);
        const { totals } = await readLog([{ name: 'a', chunks }], {
          identities: createIdentities(new Map(), undefined, keys),
          format,
        });
        return totals.agents.map(({ claim, figures }) => [claim.name, claim.kind, figures.verified]);
      };
      assert.deepEqual(await agentsOf(signed()), [['ChatGPT Agent', 'browser', 1]]);
      const google = signed('dictionary', own, 'https://agent.bot.goog');
      assert.deepEqual(await agentsOf(google), [['Google-Agent', 'user-action', 1]]);
      const unknown = signed('string', other, 'https://agent.example');
      assert.deepEqual(await agentsOf(unknown), [['other agents that sign', 'browser', 0]]);
      assert.deepEqual(await agentsOf({ 'signature-agent': 'private words of a person' }), []);
      assert.deepEqual(await agentsOf({}), []);
    });
  }

  const { line } = FORMS['nginx JSON'] ?? assert.fail();

  it('is unproven where its key is not kept, or was not valid at the time of the line', async () => {
    const forged = signed('dictionary', other);
    assert.equal(await identityOf(line(forged)), 'unverifiable', 'another key under the name of the agent');
    for (const over of [{ exp: AT_MS / 1000 - 60 }, { nbf: AT_MS / 1000 + 60 }])
      assert.equal(await identityOf(line(signed()), new Map([['chatgpt.com', keysOf(own.jwk, over)]])), 'unverifiable');
    const valid = keysOf(own.jwk, { nbf: AT_MS / 1000 - 60, exp: AT_MS / 1000 + 60 });
    assert.equal(
      await identityOf(line(signed()), new Map([['chatgpt.com', valid]])),
      'verified',
      'valid then, not now',
    );
  });

  it('is spoofed with the key of the agent named and the bytes of another', async () => {
    const [mine, theirs] = [signed(), signed('dictionary', other)];
    assert.equal(await identityOf(line({ ...mine, signature: theirs.signature ?? '' })), 'spoofed');
  });

  it('is unproven when the signature had run out at the time of the line', async () => {
    const old = signed('dictionary', own, 'https://chatgpt.com', AT_MS - 120_000);
    assert.equal(await identityOf(line(old)), 'unverifiable');
    const early = signed('dictionary', own, 'https://chatgpt.com', AT_MS + 120_000);
    assert.equal(await identityOf(line(early)), 'unverifiable');
  });

  it('of another operator proves nothing about the agent that it names', async () => {
    const keys = new Map([['bots.example', keysOf(other.jwk)]]);
    assert.equal(await identityOf(line(signed('string', other, 'https://bots.example')), keys), 'unverifiable');
    const unknown = line(signed('string', other, 'https://bots.example')).replace('ChatGPT Agent', 'examplebot');
    assert.equal(await identityOf(unknown, keys), 'verified', 'of a bot that no table has');
  });

  it('is verified by its address even where the logged host is not the one that was signed', async () => {
    const list = readAddressList('gptbot.json', '{"prefixes":[{"ipv4Prefix":"203.0.113.0/24"}]}');
    const identities = createIdentities(new Map([[list.file, list]]), undefined, OWN_KEYS);
    const chunks = (async function* () {
      yield Buffer.from(line(signed(), 'other.example').replace('ChatGPT Agent', 'GPTBot'));
    })();
    const { totals } = await readLog([{ name: 'a', chunks }], { identities });
    assert.equal(totals.agents[0]?.figures.verified, 1);
  });

  it('may be hostile in every field', async () => {
    const good = signed();
    for (const name of Object.keys(good))
      for (const value of [
        '',
        '"',
        'sig1=',
        'sig1=()',
        '('.repeat(5000),
        '\u0000',
        'sig1=:AAAA:',
        '"https://127.0.0.1"',
      ])
        assert.equal(
          await identityOf(line({ ...good, [name]: value })),
          'unverifiable',
          `${name} ${value.slice(0, 20)}`,
        );
    for (const host of ['a b', '[::1]', 'user@www.shop.example', '../x'])
      assert.equal(await identityOf(line(good, host)), 'unverifiable', host);
  });
});

/** Signed calls to the service: the limits they consume, and their records. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { ServerRequest } from 'srvx';
import { readConfig } from '../../../src/app/config.ts';
import { type Service, startService } from '../../../src/app/service.ts';
import { DIRECTORY_TYPE, publicJwkOf, thumbprintOf } from '../../../src/auth/bot-signature/profile.ts';
import { contentDigest } from '../../../src/auth/bot-signature/signature-base.ts';
import type { BotRequest } from '../../../src/auth/bot-signature/verifier.ts';
import { verdictOn } from '../../../src/http/request-context.ts';
import { createVerifyBots } from '../../../src/http/verify-bots.ts';
import { createLog } from '../../../src/log.ts';
import { inWhole } from '../../support/exhaustive.ts';
import { newDataDir } from '../../support/service.ts';
import { sharedPools } from '../../support/shared-pools.ts';
import { type Components, sign } from '../../unit/auth/bot-signature/bot-bench.ts';

const AGENT = 'https://crawler.bot.example/keys.json';
const AGENT_MEMBER: Components[number] = ['signature-agent', { key: 'sig1' }];
const seed = Buffer.alloc(32, 9);
const jwk = publicJwkOf(seed);
const key = { secret: seed.toString('hex'), keyId: thumbprintOf(jwk) };
const BODY = JSON.stringify({ query: 'What is llms.txt?' });

let service: Service;
let dataDir: string;
let fetches = 0;
const lines: Record<string, unknown>[] = [];

before(async () => {
  dataDir = await newDataDir();
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, TRUSTED_PROXIES: '1' });
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  service = await startService(config, log, {
    pools: sharedPools(),
    fetchDirectory: async () => {
      fetches += 1;
      const body = Buffer.from(JSON.stringify({ keys: [jwk] }));
      return { status: 200, contentType: DIRECTORY_TYPE, cacheControl: undefined, body };
    },
  });
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

/** What a signed request carries, with any nonce. */
function signed(path: string, headers: Record<string, string>, components: Components) {
  const created = Math.floor(Date.now() / 1000);
  return sign({
    url: service.baseUrl + path,
    method: 'POST',
    headers,
    components,
    parameters: { created, expires: created + 60, nonce: String(Math.random()) },
    key,
  }).headers;
}

interface Ask {
  readonly from: string;
  readonly signedAs?: string | undefined;
  readonly body?: string;
  readonly authorization?: string;
}

/** A question, signed over its body for a named agent; `body` is the one really sent. */
async function ask({ from, signedAs = AGENT, body = BODY, authorization }: Ask) {
  const headers = signed(
    '/api/v1/ask',
    { 'signature-agent': `sig1="${signedAs}"`, 'content-digest': contentDigest(BODY) },
    ['@method', '@target-uri', '@authority', 'content-digest', AGENT_MEMBER],
  );
  const response = await fetch(`${service.baseUrl}/api/v1/ask`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(authorization === undefined ? {} : { authorization }),
      ...(signedAs === '' ? {} : headers),
    },
    body,
  });
  await response.arrayBuffer();
  return { status: response.status, policy: response.headers.get('ratelimit-policy'), headers: response.headers };
}

describe('which calls are verified, and as what', () => {
  /** The verifier's input for one request; undefined when it was not called. */
  async function asked(path: string, { isSecure = true, signed = true, method = 'GET' } = {}) {
    const requests: BotRequest[] = [];
    const verifyBots = createVerifyBots({
      verifier: {
        async verify(request) {
          requests.push(request);
          return { state: 'unverified', reason: 'no_agent' };
        },
      },
      baseUrl: 'https://legible.example',
      credentialsOf: () => ({ authorization: undefined, clientAddress: '192.0.2.1', isSecure }),
      log: createLog('silent'),
    });
    const headers = signed ? { 'signature-input': 'sig1=()' } : undefined;
    const request: ServerRequest = new Request(`http://10.0.0.7:3000${path}`, { method, ...(headers && { headers }) });
    await verifyBots(request, () => new Response());
    return { asked: requests[0], verdict: verdictOn(request) };
  }

  it('are those to tools, by any spelling of their paths', async () => {
    for (const path of ['/api/v1/ask', '/ask?query=x', '/mcp', '/api/v1/mcp', '/%61sk', '/ask/', '/api/x402/scan']) {
      assert.ok((await asked(path)).asked, path);
    }
    for (const path of ['/', '/docs', '/asking', '/bot', '/.well-known/http-message-signatures-directory']) {
      assert.equal((await asked(path)).asked, undefined, path);
    }
    assert.equal((await asked('/ask', { signed: false })).asked, undefined);
  });

  it('and the form of the home page, which starts scans', async () => {
    assert.ok((await asked('/', { method: 'POST' })).asked);
    assert.equal((await asked('/bot', { method: 'POST' })).asked, undefined);
  });

  it('are verified under the public host name, for any requested host', async () =>
    assert.equal((await asked('/ask?query=a%20b')).asked?.url.href, 'https://legible.example/ask?query=a%20b'));

  it('prove nothing when they could be read on the way', async () => {
    const { asked: verified, verdict } = await asked('/ask', { isSecure: false });
    assert.equal(verified, undefined);
    assert.deepEqual(verdict, { state: 'unverified', reason: 'insecure' });
  });
});

const lastVerdict = () => lines.findLast(({ msg }) => msg === 'signed call checked');

describe('a signed call', () => {
  it('consumes the limits of its address and its name, and the tool still gets the body', async () => {
    const { status, policy } = await ask({ from: '203.0.113.1' });
    assert.equal(status, 200);
    assert.equal(policy, '"ask-minute";q=60;w=60, "agent-ask-minute";q=60;w=60');
    assert.deepEqual(lastVerdict()?.bot, {
      state: 'verified',
      agent: { url: AGENT, domain: 'bot.example', keyId: key.keyId },
    });
    assert.match(String(lastVerdict()?.requestId), /^[0-9a-f-]{36}$/);
    assert.equal(fetches, 1);
  });

  it('over MCP draws on both too', async () => {
    const agent = { 'signature-agent': 'sig1="https://mcp.example/keys"' };
    const headers = signed('/mcp', agent, ['@authority', AGENT_MEMBER]);
    const response = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-06-18',
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask', arguments: { query: 'What is llms.txt?' } },
      }),
    });
    await response.arrayBuffer();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('ratelimit-policy'), '"ask-minute";q=60;w=60, "agent-ask-minute";q=60;w=60');
  });

  it('by the form of the home page, or for a price, draws on both too', async () => {
    const agent = { 'signature-agent': 'sig1="https://form.example/keys"' };
    const send = (path: string, body: BodyInit) =>
      fetch(service.baseUrl + path, {
        method: 'POST',
        headers: { ...signed(path, agent, ['@authority', AGENT_MEMBER]), 'x-forwarded-for': '203.0.113.10' },
        body,
      });
    const refused = await send('/', new URLSearchParams({ url: 'http://127.0.0.1/' }));
    await refused.arrayBuffer();
    assert.equal(refused.status, 400);
    const limit = { windowMs: 60_000, max: 1200 };
    const { states } = await service.repositories.store.windows.peek('fair-use:agent:form.example', [limit]);
    assert.equal(states[0]?.remaining, 1199);
    const offered = await send('/api/x402/scan', '{}');
    await offered.arrayBuffer();
    assert.equal(
      offered.headers.get('ratelimit-policy'),
      '"payment-minute";q=60;w=60, "agent-payment-minute";q=60;w=60',
    );
  });

  it('without a signature draws on its address alone, and nothing is written', async () => {
    const before = lines.length;
    assert.equal((await ask({ from: '203.0.113.2', signedAs: '' })).policy, '"ask-minute";q=60;w=60');
    assert.equal(lines.slice(before).filter(({ msg }) => msg === 'signed call checked').length, 0);
  });

  it('for another purpose says nothing of a bot, and that is written', async () => {
    const response = await fetch(`${service.baseUrl}/api/v1/ask?query=robots.txt`, {
      headers: {
        'x-forwarded-for': '203.0.113.6',
        'signature-input': 'sig1=("@method");tag="other"',
        signature: 'sig1=:AA==:',
      },
    });
    await response.arrayBuffer();
    assert.equal(response.headers.get('ratelimit-policy'), '"ask-minute";q=60;w=60');
    assert.deepEqual(lastVerdict()?.bot, { state: 'none' });
  });

  it('with another body than it was signed over counts as unknown', async () => {
    const { status, policy } = await ask({ from: '203.0.113.3', body: JSON.stringify({ query: 'robots.txt' }) });
    assert.equal(status, 200);
    assert.equal(policy, '"ask-minute";q=60;w=60');
    assert.deepEqual(lastVerdict()?.bot, { state: 'invalid', reason: 'content_differs' });
  });

  it("with a body above every endpoint's limit is refused as an unsigned one", async () => {
    const before = lines.length;
    const digested = { 'signature-agent': `sig1="${AGENT}"`, 'content-digest': contentDigest('') };
    const tooLarge = Buffer.alloc(600 * 1024, 'x');
    for (const framing of [{ 'content-length': tooLarge.length }, { 'transfer-encoding': 'chunked' }]) {
      // Connections of their own: one whose body was not read to its end is of no use to the next test.
      const sent = request(`${service.baseUrl}/api/v1/ask`, {
        method: 'POST',
        agent: false,
        headers: {
          ...signed('/api/v1/ask', digested, ['@authority', 'content-digest', AGENT_MEMBER]),
          ...framing,
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.11',
        },
      });
      const status = await new Promise((resolve, reject) => {
        sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
        sent.end(tooLarge);
      }).finally(() => sent.destroy());
      assert.equal(status, 413);
      assert.deepEqual(lastVerdict()?.bot, { state: 'unverified', reason: 'content_unknown' });
    }
    assert.equal(lines.slice(before).filter(({ level }) => Number(level) >= 50).length, 0);
  });

  it('never replaces a key', async () => {
    assert.equal((await ask({ from: '203.0.113.4', authorization: 'Bearer svc_live_nokey' })).status, 401);
    const scans = await fetch(`${service.baseUrl}/api/v1/scans`, { headers: { 'signature-input': 'sig1=()' } });
    assert.equal(scans.status, 401);
  });

  it('that covers an invalid field name is answered as an unsigned one', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    for (const name of ['', 'foo bar', 'a:b']) {
      const response = await fetch(`${service.baseUrl}/api/v1/ask?query=robots.txt`, {
        headers: {
          'x-forwarded-for': '203.0.113.5',
          'signature-agent': `sig1="${AGENT}"`,
          'signature-input': `sig1=("@authority" "signature-agent";key="sig1" "${name}");created=${seconds};expires=${seconds + 60};keyid="${key.keyId}";tag="web-bot-auth"`,
          signature: `sig1=:${'A'.repeat(86)}==:`,
        },
      });
      await response.arrayBuffer();
      assert.equal(response.status, 200, name);
      assert.deepEqual(lastVerdict()?.bot, { state: 'invalid', reason: 'bad_component' });
    }
  });

  inWhole(() =>
    it('shares one window with every address and every host of its domain', async () => {
      // One was drawn above.
      for (let count = 1; count < 60; count += 1) {
        const { status } = await ask({
          from: `198.51.100.${count}`,
          signedAs: `https://h${count % 3}.bot.example/keys`,
        });
        assert.equal(status, 200, `call ${count}`);
      }
      const refused = await ask({ from: '198.51.100.200' });
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
      const unsigned = await ask({ from: '198.51.100.200', signedAs: '' });
      assert.equal(unsigned.headers.get('x-ratelimit-remaining'), '59', 'the refusal cost the address nothing');
      assert.equal((await ask({ from: '198.51.100.201', signedAs: 'https://other.example/keys' })).status, 200);
    }),
  );

  inWhole(() =>
    it('makes us ask no more than ten directories a minute for one address', async () => {
      const before = fetches;
      for (let count = 0; count < 12; count += 1) {
        await ask({ from: '192.0.2.77', signedAs: `https://d${count}.example/keys` });
      }
      assert.equal(fetches - before, 10);
      assert.deepEqual(lastVerdict()?.bot, { state: 'unverified', reason: 'directory_budget_spent' });
    }),
  );
});

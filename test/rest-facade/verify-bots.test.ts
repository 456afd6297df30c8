/** Signed calls to the service: what they count against, and what is written about them. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type Service, startService } from '../../src/app.ts';
import { contentDigest } from '../../src/auth/bot-signature/content-digest.ts';
import { publicJwkOf, thumbprintOf } from '../../src/auth/bot-signature/ed25519.ts';
import { DIRECTORY_TYPE } from '../../src/auth/bot-signature/profile.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { sign } from '../auth/bot-signature/bot-bench.ts';
import { newDataDir } from '../support/service.ts';

const AGENT = 'https://crawler.bot.example/keys.json';
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

interface Ask {
  readonly from: string;
  readonly signedAs?: string | undefined;
  readonly body?: string;
  readonly authorization?: string;
}

/** A question, signed over its body where an agent is named; `body` is what is really sent. */
async function ask({ from, signedAs = AGENT, body = BODY, authorization }: Ask) {
  const created = Math.floor(Date.now() / 1000);
  const { headers } = sign({
    url: `${service.baseUrl}/api/v1/ask`,
    method: 'POST',
    headers: { 'signature-agent': `sig1="${signedAs}"`, 'content-digest': contentDigest(BODY) },
    components: ['@method', '@target-uri', '@authority', 'content-digest', ['signature-agent', { key: 'sig1' }]],
    parameters: { created, expires: created + 60, nonce: String(Math.random()) },
    key,
  });
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

const lastVerdict = () => lines.findLast(({ msg }) => msg === 'a call was signed');

describe('a signed call', () => {
  it('draws on its address and on its name; the body is there for the tool all the same', async () => {
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

  it('without a signature draws on its address alone, and nothing is written', async () => {
    const before = lines.length;
    assert.equal((await ask({ from: '203.0.113.2', signedAs: '' })).policy, '"ask-minute";q=60;w=60');
    assert.equal(lines.slice(before).filter(({ msg }) => msg === 'a call was signed').length, 0);
  });

  it('with another body than it was signed over counts as unknown', async () => {
    const { status, policy } = await ask({ from: '203.0.113.3', body: JSON.stringify({ query: 'robots.txt' }) });
    assert.equal(status, 200);
    assert.equal(policy, '"ask-minute";q=60;w=60');
    assert.deepEqual(lastVerdict()?.bot, { state: 'invalid', reason: 'content_differs' });
  });

  it('never replaces a key', async () => {
    assert.equal((await ask({ from: '203.0.113.4', authorization: 'Bearer svc_live_nokey' })).status, 401);
    const scans = await fetch(`${service.baseUrl}/api/v1/scans`, { headers: { 'signature-input': 'sig1=()' } });
    assert.equal(scans.status, 401);
  });

  it('shares one window with every address and every host of its domain', async () => {
    // One was drawn above.
    for (let count = 1; count < 60; count += 1) {
      const { status } = await ask({ from: `198.51.100.${count}`, signedAs: `https://h${count % 3}.bot.example/keys` });
      assert.equal(status, 200, `call ${count}`);
    }
    const refused = await ask({ from: '198.51.100.200' });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    const unsigned = await ask({ from: '198.51.100.200', signedAs: '' });
    assert.equal(unsigned.headers.get('x-ratelimit-remaining'), '59', 'the refusal cost the address nothing');
    assert.equal((await ask({ from: '198.51.100.201', signedAs: 'https://other.example/keys' })).status, 200);
  });

  it('makes us ask no more than ten directories a minute for one address', async () => {
    const before = fetches;
    for (let count = 0; count < 12; count += 1) {
      await ask({ from: '192.0.2.77', signedAs: `https://d${count}.example/keys` });
    }
    assert.equal(fetches - before, 10);
    assert.deepEqual(lastVerdict()?.bot, { state: 'unverified', reason: 'directory_budget_spent' });
  });
});

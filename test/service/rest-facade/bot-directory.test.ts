/** Our own directory, as verifiers find it, and the signatures of real scans against it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isInnerList, parseDictionary } from 'structured-headers';
import * as z from 'zod';
import { readDirectoryKeys } from '../../../src/auth/bot-signature/directory.ts';
import { createBotKeys } from '../../../src/auth/bot-signature/keys.ts';
import { DIRECTORY_PATH, verifyText } from '../../../src/auth/bot-signature/profile.ts';
import { signatureBase } from '../../../src/auth/bot-signature/signature-base.ts';
import { botUserAgent } from '../../../src/scanner/ai-agents.ts';
import { type HostileServer, startHostileServer } from '../../support/hostile-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { messageOf } from '../../unit/auth/bot-signature/rfc-key.ts';

const KeySet = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      kid: z.string().length(43),
      x: z.string().length(43),
      use: z.literal('sig'),
    }),
  ),
});

describe('our directory', () => {
  let service: TestService;
  let site: HostileServer;
  const read = (init: RequestInit = {}) => fetch(service.url + DIRECTORY_PATH, init);
  before(async () => {
    [service, site] = await Promise.all([startTestService(), startHostileServer()]);
  });
  after(async () => {
    await service.stop();
    await site.close();
  });

  it('is named by the Signature Agent Card, whose client_id is its own address and whose name is that of the bot', async () => {
    const url = `${service.url}/.well-known/signature-agent-card.json`;
    const card = Object(await (await fetch(url)).json());
    assert.equal(card.client_id, url);
    assert.equal(card.jwks_uri, service.url + DIRECTORY_PATH);
    assert.equal((await fetch(card.client_uri)).status, 200);
    const token = card.web_bot_auth['rfc9309-product-token'];
    assert.ok(botUserAgent('1.0.0', service.url).startsWith(`${token}/`));
  });

  it('is a JWK Set of public keys, signed by each, and cacheable by all', async () => {
    const response = await read();
    const body = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/http-message-signatures-directory+json');
    assert.equal(KeySet.parse(JSON.parse(body)).keys.length, 1);
    const digest = createHash('sha256').update(body).digest('base64');
    assert.equal(response.headers.get('content-digest'), `sha-256=:${digest}:`);
    assert.match(
      response.headers.get('signature-input') ?? '',
      /^binding0=\("@authority";req "content-digest"\);created=/,
    );
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=300, no-transform$/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /Signature-Input/);
  });

  it('answers HEAD, OPTIONS and a tag that is held, and refuses POST', async () => {
    const etag = (await read()).headers.get('etag') ?? '';
    const head = await read({ method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);
    const unchanged = await read({ headers: { 'if-none-match': etag } });
    assert.equal(unchanged.status, 304);
    // A cache keeps the headers of the 304: without them its copy would be left with signatures that expire.
    const fields = ['signature-input', 'signature', 'content-digest', 'cache-control'];
    const whole = await read();
    assert.deepEqual(
      fields.map((name) => unchanged.headers.get(name)),
      fields.map((name) => whole.headers.get(name)),
    );
    assert.equal((await read({ method: 'OPTIONS' })).headers.get('allow'), 'GET, HEAD, OPTIONS');
    assert.equal((await read({ method: 'POST' })).status, 405);
  });

  it('is at the origin too, which the String form names, for those who ask for keys', async () => {
    const home = (accept: string, init: RequestInit = {}) => fetch(`${service.url}/`, { ...init, headers: { accept } });
    const directory = await (await read()).text();
    for (const accept of [
      'application/http-message-signatures-directory+json',
      'application/http-message-signatures-directory+json, application/jwk-set+json, application/json;q=0.9',
      'application/jwk-set+json, text/html;q=0.5',
    ]) {
      const response = await home(accept);
      assert.equal(response.headers.get('content-type'), 'application/http-message-signatures-directory+json');
      assert.equal(response.headers.get('vary'), 'Accept');
      assert.match(response.headers.get('signature') ?? '', /^binding0=/);
      assert.equal(await response.text(), directory);
    }
    for (const accept of ['*/*', 'text/html,*/*;q=0.8', 'application/json', 'text/markdown']) {
      const response = await home(accept);
      assert.match(response.headers.get('content-type') ?? '', /^text\/(?:html|markdown)/, accept);
      assert.equal(response.headers.get('vary')?.includes('Accept'), true);
    }
    assert.equal((await home('*/*', { method: 'HEAD' })).status, 200);
    const head = await home('application/jwk-set+json', { method: 'HEAD' });
    assert.match(head.headers.get('signature') ?? '', /^binding0=/);
    assert.notEqual((await home('application/jwk-set+json', { method: 'POST' })).status, 200);
    const elsewhere = await fetch(`${service.url}/docs`, { headers: { accept: 'application/jwk-set+json' } });
    assert.doesNotMatch(await elsewhere.text(), /OKP/);
  });

  it('lists two keys while they change, each with its signature, and a revoked one no more', async () => {
    const keys = createBotKeys(service.repositories.store);
    const next = await keys.rotate();
    const during = await read();
    assert.equal(during.headers.get('signature')?.split(', ').length, 2);
    assert.equal(KeySet.parse(await during.json()).keys[0]?.kid, next.keyId);
    await keys.revoke(next.keyId);
    assert.equal(KeySet.parse(await (await read()).json()).keys.length, 1);
  });

  it('has the key of every request of a scan, of sites and of MCP servers; each is signed for itself', async () => {
    const key = await service.key();
    const { id } = await startScan(service, key, { url: site.url('/ok'), pageLimit: 1 });
    await untilEnded(service, key, id);
    const mcp = { method: 'POST', body: { endpoint: site.url('/ok') } };
    assert.equal((await rest(service, '/api/v1/scan/mcp', mcp)).status, 201);
    assert.ok(site.requests.some(({ method }) => method === 'POST'));
    const directory = await read();
    const body = new Uint8Array(await directory.arrayBuffer());
    const contentType = directory.headers.get('content-type') ?? '';
    const answer = { status: 200, contentType, cacheControl: undefined, body };
    const listed = readDirectoryKeys(new URL(DIRECTORY_PATH, service.url), answer);
    assert.equal(listed?.size, 1);
    assert.ok(site.requests.length > 5);
    const nonces = new Set<unknown>();
    for (const { method, path, headers } of site.requests) {
      assert.equal(headers['signature-agent'], `"${service.url}"`);
      const input = parseDictionary(String(headers['signature-input'])).get('sig1');
      assert.ok(input !== undefined && isInnerList(input));
      nonces.add(input[1].get('nonce'));
      const key = listed?.get(String(input[1].get('keyid')))?.key;
      assert.ok(key);
      const base = signatureBase(messageOf(site.url(path), headersOf(headers), method), input);
      const [, signature = ''] = /^sig1=:([\w+/]{86}==):$/.exec(String(headers.signature)) ?? [];
      assert.ok(verifyText(base, Buffer.from(signature, 'base64'), key), `${method} ${path}`);
    }
    assert.equal(nonces.size, site.requests.length);
  });
});

describe('BOT_SIGNATURE_FORM=dictionary', () => {
  it('is how scans sign, and /bot says so', async () => {
    const settings = { BOT_SIGNATURE_FORM: 'dictionary' };
    const [service, site] = await Promise.all([startTestService({ settings }), startHostileServer()]);
    try {
      const mcp = { method: 'POST', body: { endpoint: site.url('/ok') } };
      assert.equal((await rest(service, '/api/v1/scan/mcp', mcp)).status, 201);
      assert.ok(site.requests.length > 0);
      const agent = `sig1="${service.url}${DIRECTORY_PATH}"`;
      for (const { headers } of site.requests) {
        assert.equal(headers['signature-agent'], agent);
        assert.match(
          String(headers['signature-input']),
          /^sig1=\("@authority" "signature-agent";key="sig1"\);created=/,
        );
      }
      assert.ok((await (await fetch(`${service.url}/bot.md`)).text()).includes(`Signature-Agent: ${agent}\n`));
    } finally {
      await service.stop();
      await site.close();
    }
  });
});

const headersOf = (headers: NodeJS.Dict<string | string[]> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

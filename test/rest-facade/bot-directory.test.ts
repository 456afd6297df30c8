/** Our own directory, as verifiers find it, and the signatures of real scans against it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isInnerList, parseDictionary } from 'structured-headers';
import * as z from 'zod';
import { createBotKeys } from '../../src/auth/bot-signature/bot-keys.ts';
import { verifyText } from '../../src/auth/bot-signature/ed25519.ts';
import { DIRECTORY_PATH } from '../../src/auth/bot-signature/profile.ts';
import { readDirectoryKeys } from '../../src/auth/bot-signature/read-directory.ts';
import { signatureBase } from '../../src/auth/bot-signature/signature-base.ts';
import { messageOf } from '../auth/bot-signature/rfc-key.ts';
import { type HostileServer, startHostileServer } from '../support/hostile-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { rest, startScan, untilEnded } from '../support/service-doors.ts';

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

  it('is a JWK Set of public keys, signed by each, for anybody to keep a while', async () => {
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
    assert.match(response.headers.get('cache-control') ?? '', /max-age=300/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /Signature-Input/);
  });

  it('answers HEAD, OPTIONS and a tag that is held, and refuses POST', async () => {
    const etag = (await read()).headers.get('etag') ?? '';
    const head = await read({ method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);
    assert.equal((await read({ headers: { 'if-none-match': `"x", W/${etag}` } })).status, 304);
    assert.equal((await read({ headers: { 'if-none-match': '"x"' } })).status, 200);
    assert.equal((await read({ method: 'OPTIONS' })).headers.get('allow'), 'GET, HEAD, OPTIONS');
    assert.equal((await read({ method: 'POST' })).status, 405);
  });

  it('lists two keys while they change, each with its signature, and a revoked one no more', async () => {
    const keys = createBotKeys(service.books.store);
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

const headersOf = (headers: NodeJS.Dict<string | string[]> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

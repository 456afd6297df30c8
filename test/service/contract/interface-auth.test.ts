/** Keys, the 401 challenge, plans. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../../src/http/server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { codeOf, type Reached, type Reply, rest, rpc, startScan, toolCall } from '../../support/service-doors.ts';

const NOBODY = 'http://127.0.0.1:1/';
const BODY = { url: NOBODY };

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

type Headers = Readonly<Record<string, string>>;
/** Every keyed endpoint, called with the given headers. */
const ENDPOINTS: readonly (readonly [name: string, call: (to: Reached, headers: Headers) => Promise<Reply>])[] = [
  ['POST /api/v1/scans', (to, headers) => rest(to, '/api/v1/scans', { method: 'POST', body: BODY, headers })],
  ['GET /api/v1/scans', (to, headers) => rest(to, '/api/v1/scans', { headers })],
  ['GET /api/v1/scans/{id}', (to, headers) => rest(to, `/api/v1/scans/scn_${'a'.repeat(20)}`, { headers })],
  ['POST /api/v1/mcp', (to, headers) => rpc(to, undefined, toolCall('list_scans'), { headers })],
];
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

/** Each MCP endpoint has separate metadata. */
const realm = (name: string) => {
  const resource = name.endsWith('/mcp') ? '/api/v1/mcp' : '';
  return `Bearer realm="legible", resource_metadata="${service.url}/.well-known/oauth-protected-resource${resource}"`;
};
const INVALID = ', error="invalid_token", error_description="API key malformed, unknown or revoked"';

for (const [name, call] of ENDPOINTS) {
  describe(`5. ${name}`, () => {
    it('is 401 without a key, with a challenge that names the metadata document and no error', async () => {
      const reply = await call(service, {});
      assert.equal(reply.status, 401);
      assert.equal(reply.headers.get('www-authenticate'), realm(name));
      assert.match(reply.text, /"missing_key"/);
    });

    it('is 401 with error=invalid_token for a key that is malformed, unknown or not the right one', async () => {
      const key = await service.key();
      const [, , prefix = ''] = key.split('_');
      for (const authorization of [
        'Bearer',
        'Bearer x',
        `Bearer ${key.slice(0, -1)}`,
        `Bearer ${key}x`,
        `Bearer ${key} ${key}`,
        `Basic ${key}`,
        key,
        `Bearer svc_live_${prefix}_${'0'.repeat(40)}`,
        `Bearer svc_live_00000000_${'0'.repeat(40)}`,
        `Bearer ${'x'.repeat(8000)}`,
      ]) {
        const reply = await call(service, { authorization });
        assert.equal(reply.status, 401, authorization);
        assert.equal(reply.headers.get('www-authenticate'), realm(name) + INVALID, authorization);
        assert.match(reply.text, /"invalid_key"/);
        assert.equal(reply.text.includes(key), false, 'the key is not repeated');
      }
    });

    it('is 401 at once for a revoked key, while the other keys of the account go on', async () => {
      const key = await service.key();
      const other = await service.anotherKey(key);
      assert.notEqual((await call(service, bearer(key))).status, 401);
      const record = await service.repositories.apiKeys.verify(key);
      await service.repositories.apiKeys.revoke(record?.accountId ?? '', record?.prefix ?? '');
      const reply = await call(service, bearer(key));
      assert.equal(reply.status, 401);
      assert.equal(reply.headers.get('www-authenticate'), realm(name) + INVALID);
      assert.notEqual((await call(service, bearer(other))).status, 401);
    });

    it('is 403 subscription_required for a valid key on an account without Pro', async () => {
      const reply = await call(service, bearer(await service.key('free')));
      assert.equal(reply.status, 403);
      assert.match(reply.text, /"subscription_required"/);
      assert.equal(reply.headers.has('www-authenticate'), false);
    });
  });
}

describe('5. keys', () => {
  it('does not accept a key in the query string', async () => {
    const key = await service.key();
    for (const name of ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization']) {
      assert.equal(codeOf(await rest(service, `/api/v1/scans?${name}=${key}`)), 'missing_key', name);
      const reply = await fetch(`${service.url}/api/v1/mcp?${name}=${key}`, { method: 'POST', body: '{}' });
      assert.equal(reply.status, 401, name);
    }
  });

  it('takes the scheme in any case (RFC 9110), and no key twice', async () => {
    const key = await service.key();
    const status = async (authorization: string) =>
      (await rest(service, '/api/v1/scans', { headers: { authorization } })).status;
    assert.equal(await status(`bearer ${key}`), 200);
    assert.equal(await status(`BEARER   ${key}`), 200);
    assert.equal(await status(`Bearer ${key}, Bearer ${key}`), 401);
  });

  it('lets an account that fell back to free read its scans again once it is on Pro', async () => {
    const key = await service.key();
    const { pollUrl } = await startScan(service, key, BODY);
    const { accountId = '' } = (await service.repositories.apiKeys.verify(key)) ?? {};
    const { email = '' } = (await service.repositories.accounts.get(accountId)) ?? {};
    await service.repositories.accounts.setPlan(email, 'free');
    assert.equal(codeOf(await rest(service, pollUrl, { key })), 'subscription_required');
    await service.repositories.accounts.setPlan(email, 'team');
    assert.equal((await rest(service, pollUrl, { key })).status, 200);
  });

  it('refuses a key that came over plain http when the service is https, and says to revoke it', async () => {
    const port = await freePort('127.0.0.1');
    const settings = { PORT: String(port), BASE_URL: 'https://legible.example', TRUSTED_PROXIES: '1' };
    const secure = await startTestService({ settings });
    try {
      const key = await secure.key();
      const at = { url: `http://127.0.0.1:${port}` };
      for (const headers of [{}, { 'x-forwarded-proto': 'http' }, { 'x-forwarded-proto': 'https, http' }]) {
        const reply = await rest(at, '/api/v1/scans', { key, headers });
        assert.equal(reply.status, 401);
        assert.match(reply.text, /plain http.*Revoke/);
        assert.match(reply.headers.get('www-authenticate') ?? '', /"https:\/\/legible\.example\/\.well-known\//);
      }
      const reply = await rest(at, '/api/v1/scans', { key, headers: { 'x-forwarded-proto': 'https' } });
      assert.equal(reply.status, 200);
    } finally {
      await secure.stop();
    }
  });
});

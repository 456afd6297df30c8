import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';
import { type HostileServer, startHostileServer } from '../../../support/hostile-server.ts';
import { TEST_CERTIFICATE } from '../../../support/test-certificate.ts';

describe('TLS', () => {
  let secure: HostileServer;
  before(async () => {
    secure = await startHostileServer({ tls: true });
  });
  after(() => secure.close());

  const profile = async (host: string, ca: string | undefined) => {
    const client = createFetcher({ userAgent: 'x', resolve: async () => ['127.0.0.1'], ...(ca ? { ca } : {}) });
    const result = await client.fetch({ url: secure.url('/ok', host) }, { permit: { host, port: secure.port } });
    await client.close();
    return result.ok ? result.answer.status : result.failure;
  };

  it('is checked against the name, not the address', async () => {
    assert.equal(await profile('site.test', TEST_CERTIFICATE), 200);
    assert.deepEqual(await profile('other.test', TEST_CERTIFICATE), {
      code: 'tls',
      message: 'the TLS certificate is for another host',
    });
  });

  it('is checked against an address literal', async () =>
    assert.equal(await profile('127.0.0.1', TEST_CERTIFICATE), 200));

  it('needs an authority we trust', async () => {
    const failure = await profile('site.test', undefined);
    assert.equal(typeof failure === 'object' && failure.code, 'tls');
  });

  it('fails on a port that speaks plain HTTP', async () => {
    const plain = await startHostileServer();
    const client = createFetcher({ userAgent: 'x' });
    const url = plain.url('/ok').replace('http:', 'https:');
    const result = await client.fetch({ url }, { permit: { host: '127.0.0.1', port: plain.port } });
    assert.equal(result.ok ? '' : result.failure.code, 'tls');
    await client.close();
    await plain.close();
  });
});

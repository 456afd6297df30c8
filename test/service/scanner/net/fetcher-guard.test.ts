import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Fetcher, FetchOptions, FetchResult, Resolve } from '../../../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';
import { type HostileServer, startHostileServer } from '../../../support/hostile-server.ts';
import { TEST_CERTIFICATE } from '../../../support/test-certificate.ts';

/** 6bone's old prefix: inside 2000::/3, given back, routed nowhere. Connecting to it fails on every machine. */
const PUBLIC_BUT_DEAD = '3ffe::1';

let server: HostileServer;
let other: HostileServer;
before(async () => {
  server = await startHostileServer();
  other = await startHostileServer();
});
after(async () => {
  await server.close();
  await other.close();
});

/** Runs one fetch with its own fetcher; asserts nothing of the result. */
async function profile(
  url: string,
  resolve: Resolve,
  { timeoutMs = 10_000, ...options }: FetchOptions & { timeoutMs?: number } = {},
): Promise<FetchResult> {
  const fetcher = createFetcher({ userAgent: 'x', resolve });
  const result = await fetcher.fetch({ url, timeoutMs }, options);
  await fetcher.close();
  return result;
}
const codeOf = (result: FetchResult): string => (result.ok ? `answered ${result.answer.status}` : result.failure.code);

/** The listener is asserted to have seen nothing: a refused request must not even connect. */
async function refused(work: () => Promise<FetchResult>, listener = server): Promise<void> {
  const before = listener.connectionCount;
  assert.equal(codeOf(await work()), 'blocked_address');
  assert.equal(listener.connectionCount, before);
}

describe('without a permit nothing private is reached', () => {
  it('by a literal', () => refused(() => profile(server.url('/ok'), async () => [])));
  it('by a literal in another spelling', () =>
    refused(() => profile(`http://0x7f.1:${server.port}/ok`, async () => [])));
  it('by a name', () => refused(() => profile(server.url('/ok', 'site.test'), async () => ['127.0.0.1'])));
  it('by a name with one good address', async () => {
    for (const addresses of [
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      [PUBLIC_BUT_DEAD, '::ffff:127.0.0.1'],
      ['1.1.1.1', '8.8.8.8', '9.9.9.9', '8.8.4.4', '127.0.0.1'],
    ]) {
      await refused(() => profile(server.url('/ok', 'site.test'), async () => addresses));
    }
  });
  it('by what a resolver answers that is no address', () =>
    refused(() => profile(server.url('/ok', 'site.test'), async () => ['localhost'])));

  it('by rebinding: a name is resolved once for a connection, and connected to where it was checked', async () => {
    const answers = [[PUBLIC_BUT_DEAD], ['127.0.0.1']];
    let questions = 0;
    const before = server.connectionCount;
    const resolve: Resolve = async () => {
      questions += 1;
      return answers.shift() ?? ['127.0.0.1'];
    };
    const result = await profile(server.url('/ok', 'site.test'), resolve, { timeoutMs: 300 });
    assert.equal(result.ok, false);
    assert.notEqual(codeOf(result), 'blocked_address');
    assert.equal(questions, 1);
    assert.equal(server.connectionCount, before);
  });
});

describe('with a permit', () => {
  const permitFor = (host: string, port = server.port): FetchOptions => ({ permit: { host, port } });

  it('the host and port it names are reached, by literal and by name', async () => {
    assert.equal(codeOf(await profile(server.url('/ok'), async () => [], permitFor('127.0.0.1'))), 'answered 200');
    const resolve: Resolve = async () => ['127.0.0.1'];
    assert.equal(
      codeOf(await profile(server.url('/ok', 'site.test'), resolve, permitFor('site.test'))),
      'answered 200',
    );
  });

  it('the connection goes to the address that was checked', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const resolve: Resolve = async () => answers.shift() ?? ['127.0.0.2'];
    assert.equal(
      codeOf(await profile(server.url('/ok', 'site.test'), resolve, permitFor('site.test'))),
      'answered 200',
    );
    assert.equal(answers.length, 1);
  });

  it('no other port', () => refused(() => profile(other.url('/ok'), async () => [], permitFor('127.0.0.1')), other));
  it('no other name for the same address', () =>
    refused(() => profile(server.url('/ok', 'else.test'), async () => ['127.0.0.1'], permitFor('127.0.0.1'))));

  it('no other private host by redirect', async () => {
    const to = encodeURIComponent(other.url('/ok'));
    const before = other.connectionCount;
    const result = await profile(server.url(`/redirect?to=${to}`), async () => [], permitFor('127.0.0.1'));
    assert.equal(codeOf(result), 'blocked_address');
    assert.deepEqual(result.ok || result.hops, [{ url: server.url(`/redirect?to=${to}`), status: 302 }]);
    assert.equal(other.connectionCount, before);
  });

  it('no private host under another name by redirect', async () => {
    const to = encodeURIComponent(`http://else.test:${other.port}/ok`);
    const before = other.connectionCount;
    const result = await profile(server.url(`/redirect?to=${to}`), async () => ['127.0.0.1'], permitFor('127.0.0.1'));
    assert.equal(codeOf(result), 'blocked_address');
    assert.equal(other.connectionCount, before);
  });

  for (const address of ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '2852039166']) {
    it(`not ${address} by redirect`, async () => {
      const to = encodeURIComponent(`http://${address}/latest/meta-data/`);
      const result = await profile(server.url(`/redirect?to=${to}`), async () => [], permitFor('127.0.0.1'));
      assert.equal(codeOf(result), 'blocked_address');
    });
  }

  it('not even a listed link-local or metadata address', async () => {
    for (const [url, host] of [
      ['http://169.254.169.254/', '169.254.169.254'],
      ['http://[fe80::1]/', 'fe80::1'],
      ['http://[fd00:ec2::254]/', 'fd00:ec2::254'],
    ] as const) {
      assert.equal(codeOf(await profile(url, async () => [], permitFor(host, 80))), 'blocked_address');
    }
    const resolve: Resolve = async () => ['127.0.0.1', '169.254.169.254'];
    await refused(() => profile(server.url('/ok', 'site.test'), resolve, permitFor('site.test')));
  });

  it('the resolver gets it, for no other host', async () => {
    const told: unknown[] = [];
    const resolve: Resolve = async (host, isPermitted = false) => {
      told.push([host, isPermitted]);
      return ['127.0.0.1'];
    };
    await profile(server.url('/ok', 'site.test'), resolve, permitFor('site.test'));
    await profile(server.url('/ok', 'else.test'), resolve, permitFor('site.test'));
    assert.deepEqual(told, [
      ['site.test', true],
      ['else.test', false],
    ]);
  });

  it('pooled connections are not reused without the permit', async () => {
    const fetcher: Fetcher = createFetcher({ userAgent: 'x', resolve: async () => ['127.0.0.1'] });
    const url = server.url('/ok', 'site.test');
    assert.equal(codeOf(await fetcher.fetch({ url }, permitFor('site.test'))), 'answered 200');
    const before = server.requests.length;
    assert.equal(codeOf(await fetcher.fetch({ url })), 'blocked_address');
    assert.equal(codeOf(await fetcher.fetch({ url }, permitFor('site.test', 1))), 'blocked_address');
    assert.equal(codeOf(await fetcher.fetch({ url }, permitFor('else.test'))), 'blocked_address');
    assert.equal(server.requests.length, before);
    assert.equal(codeOf(await fetcher.fetch({ url }, permitFor('site.test'))), 'answered 200');
    await fetcher.close();
  });
});

describe('names', () => {
  const failing =
    (code: string): Resolve =>
    async () => {
      throw Object.assign(new Error('getaddrinfo of something foreign'), { code });
    };
  it('that do not exist are a DNS failure', async () => {
    assert.deepEqual((await profile('http://nowhere.test/', failing('ENOTFOUND'))) as unknown, {
      ok: false,
      url: 'http://nowhere.test/',
      hops: [],
      failure: { code: 'dns', message: 'the host name does not exist in DNS' },
    });
    assert.equal(codeOf(await profile('http://nowhere.test/', async () => [])), 'dns');
  });
  it('that cannot be resolved now are a DNS failure', async () => {
    assert.equal(codeOf(await profile('http://nowhere.test/', failing('EAI_AGAIN'))), 'dns');
  });

  it('are asked for once by requests that start together', async () => {
    let questions = 0;
    const fetcher = createFetcher({
      userAgent: 'x',
      resolve: async () => {
        questions += 1;
        return ['127.0.0.1'];
      },
    });
    const permit = { host: 'site.test', port: server.port };
    const results = await Promise.all(
      Array.from({ length: 8 }, () => fetcher.fetch({ url: server.url('/ok', 'site.test') }, { permit })),
    );
    assert.ok(results.every(({ ok }) => ok));
    assert.equal(questions, 1);
    await fetcher.close();
  });

  for (const tls of [false, true]) {
    it(`with several addresses are reached by the one that answers${tls ? ', over TLS too' : ''}`, async () => {
      const site = await startHostileServer({ tls });
      const fetcher = createFetcher({
        userAgent: 'x',
        resolve: async () => ['::1', '127.0.0.9', '127.0.0.1'],
        ca: TEST_CERTIFICATE,
      });
      const permit = { host: 'site.test', port: site.port };
      const result = await fetcher.fetch({ url: site.url('/ok', 'site.test') }, { permit });
      assert.equal(codeOf(result), 'answered 200');
      await fetcher.close();
      await site.close();
    });
  }

  it('that refuse connections are a connect failure', async () => {
    const closed = await startHostileServer();
    await closed.close();
    const permit = { host: '127.0.0.1', port: closed.port };
    assert.equal(codeOf(await profile(closed.url('/ok'), async () => [], { permit })), 'connect');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { AddressCaller, Caller, KeyCaller } from '../../../src/auth/caller.ts';
import { ServiceError } from '../../../src/errors.ts';
import { parseAllowedPrivateHosts } from '../../../src/scanner/net/submitted-url.ts';
import { createTargets } from '../../../src/tools/targets.ts';

const rejection = (code: string) => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
const NAMES: Record<string, () => Promise<readonly string[]>> = {
  'public.example': async () => ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'private.example': async () => ['10.1.2.3'],
  'loopback.example': async () => ['127.0.0.1'],
  'mixed.example': async () => ['93.184.216.34', '192.168.0.1'],
  'mixed6.example': async () => ['93.184.216.34', 'fd00::1'],
  'mapped.example': async () => ['::ffff:10.0.0.1'],
  'metadata.example': async () => ['169.254.169.254'],
  'empty.example': async () => [],
  'nobody.example': () => rejection('ENOTFOUND'),
  'broken.example': () => rejection('EAI_AGAIN'),
  'silent.example': () => new Promise(() => {}),
  intranet: async () => ['10.1.2.3'],
  'metadata-intranet': async () => ['169.254.169.254'],
};

const KEY: KeyCaller = { kind: 'key', accountId: 'acc_1', plan: 'pro', keyPrefix: 'aaaaaaaa' };
const ANYONE: AddressCaller = { kind: 'address', address: '203.0.113.7' };

function targets(
  allowed = '',
  { anonymousPrivateScans = false, caller = KEY }: { anonymousPrivateScans?: boolean; caller?: Caller } = {},
) {
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return NAMES[host]?.() ?? assert.fail(`asked for ${host}`);
  };
  const { accept } = createTargets({ allowed: parseAllowedPrivateHosts(allowed), anonymousPrivateScans, resolve });
  return { asked, accept: (url: string, field: string) => accept(url, field, caller) };
}
async function refusal(url: string, allowed = ''): Promise<ServiceError> {
  try {
    await targets(allowed).accept(url, 'url');
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    assert.match(error.message, /^url\b/);
    return error;
  }
  assert.fail(`accepted ${url}`);
}

describe('a URL that may be scanned', () => {
  const cases: [string, string][] = [
    ['https://public.example', 'https://public.example/'],
    ['HTTPS://Public.Example:443/Docs/../a b#part', 'https://public.example/a%20b'],
    ['http://public.example:8080/?q=1', 'http://public.example:8080/?q=1'],
    ['https://public.example./', 'https://public.example/'],
  ];
  for (const [given, url] of cases) {
    it(`${given} is ${url}`, async () => assert.deepEqual(await targets().accept(given, 'url'), { url }));
  }

  it('is an address literal, and DNS is not asked', async () => {
    const { asked, accept } = targets();
    assert.deepEqual(await accept('http://93.184.216.34/', 'url'), { url: 'http://93.184.216.34/' });
    assert.deepEqual(asked, []);
  });

  it('is one whose DNS fails for now: the scan will find out', async () => {
    assert.deepEqual(await targets().accept('https://broken.example/', 'url'), { url: 'https://broken.example/' });
  });

  it('is one whose DNS does not answer within 3 s', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let done = false;
    const answer = targets()
      .accept('https://silent.example/', 'url')
      .finally(() => {
        done = true;
      });
    t.mock.timers.tick(2999);
    await setImmediate();
    assert.equal(done, false);
    t.mock.timers.tick(1);
    assert.deepEqual(await answer, { url: 'https://silent.example/' });
  });
});

describe('a URL that may not', () => {
  const cases: [string, string, RegExp][] = [
    ['https://private.example/', 'blocked_address', /private or reserved/],
    ['https://loopback.example/', 'blocked_address', /private or reserved/],
    ['https://mixed.example/', 'blocked_address', /private or reserved/],
    ['https://mixed6.example/', 'blocked_address', /private or reserved/],
    ['https://mapped.example/', 'blocked_address', /private or reserved/],
    ['https://metadata.example/', 'blocked_address', /private or reserved/],
    ['http://127.0.0.1/', 'blocked_address', /private network/],
    ['http://2130706433/', 'blocked_address', /private network/],
    ['http://[::1]/', 'blocked_address', /private network/],
    ['http://localhost/', 'blocked_address', /private network/],
    ['http://169.254.169.254/latest', 'blocked_address', /never scanned/],
    ['https://nobody.example/', 'invalid_url', /does not exist in DNS/],
    ['https://empty.example/', 'invalid_url', /does not exist in DNS/],
    ['ftp://public.example/', 'invalid_url', /http/],
    ['public.example', 'invalid_url', /absolute URL/],
    ['', 'invalid_url', /absolute URL/],
    ['https://user:pass@public.example/', 'invalid_url', /password/],
    [`https://public.example/${'a'.repeat(2000)}`, 'invalid_url', /2000/],
  ];
  for (const [url, code, says] of cases) {
    it(`${url.slice(0, 50)} is ${code}`, async () => {
      const error = await refusal(url);
      assert.deepEqual([error.code, error.status], [code, 400]);
      assert.match(error.message, says);
    });
  }

  it('is refused under the name of its field, without words of the caller', async () => {
    for (const url of ['https://private.example/', 'https://nobody.example/', 'nonsense', 'http://10.0.0.1/']) {
      await assert.rejects(targets().accept(url, 'endpoint'), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.match(error.message, /^endpoint\b/);
        assert.ok(!error.message.includes('private.example') && !error.message.includes('10.0.0.1'));
        return true;
      });
    }
  });
});

describe('a private host that the operator listed', () => {
  const cases: [string, string, string, number][] = [
    ['http://127.0.0.1:8080/', '127.0.0.1:8080', '127.0.0.1', 8080],
    ['http://127.0.0.1:9/', '127.0.0.1', '127.0.0.1', 9],
    ['http://[::1]:8080/', '[::1]:8080', '::1', 8080],
    ['http://10.1.2.3/', '10.0.0.0/8', '10.1.2.3', 80],
    ['http://intranet/', 'intranet', 'intranet', 80],
    ['https://private.example/', 'private.example', 'private.example', 443],
  ];
  for (const [url, allowed, host, port] of cases) {
    it(`${url} under ${allowed}`, async () => {
      assert.deepEqual(await targets(allowed).accept(url, 'url'), { url, permit: { host, port } });
    });
  }

  const refused: [string, string][] = [
    ['http://127.0.0.1:8081/', '127.0.0.1:8080'],
    ['http://127.0.0.2:8080/', '127.0.0.1:8080'],
    ['http://192.168.0.1/', '10.0.0.0/8'],
    ['https://private.example/', '10.0.0.0/8'],
    ['http://metadata-intranet/', 'metadata-intranet'],
  ];
  for (const [url, allowed] of refused) {
    it(`is not ${url} under ${allowed}`, async () =>
      assert.equal((await refusal(url, allowed)).code, 'blocked_address'));
  }

  it('is out of reach of callers without a key', async () => {
    const { accept } = targets('127.0.0.1', { caller: ANYONE });
    await assert.rejects(accept('http://127.0.0.1/', 'url'), { code: 'blocked_address' });
  });

  const PERMIT = { host: '127.0.0.1', port: 80 };
  it('is within their reach with ANONYMOUS_PRIVATE_SCANS', async () => {
    const { accept } = targets('127.0.0.1', { caller: ANYONE, anonymousPrivateScans: true });
    assert.deepEqual((await accept('http://127.0.0.1/', 'url')).permit, PERMIT);
  });

  it('is within reach of the operator', async () => {
    const { accept } = targets('127.0.0.1', { caller: { kind: 'operator', accountId: 'acc_1' } });
    assert.deepEqual((await accept('http://127.0.0.1/', 'url')).permit, PERMIT);
  });

  for (const caller of [KEY, ANYONE]) {
    it(`is out of reach of a page of another site (${caller.kind})`, async () => {
      const { accept } = targets('127.0.0.1', {
        caller: { ...caller, fromOtherSite: true },
        anonymousPrivateScans: true,
      });
      await assert.rejects(accept('http://127.0.0.1/', 'url'), { code: 'blocked_address' });
    });
  }

  it('is refused in the same words whether or not it is listed', async () => {
    const refusals = ['127.0.0.1', ''].map((allowed) =>
      targets(allowed, { caller: ANYONE })
        .accept('http://127.0.0.1/', 'url')
        .then(() => assert.fail('accepted'), String),
    );
    const [listed, unlisted] = await Promise.all(refusals);
    assert.equal(listed, unlisted);
    assert.match(listed ?? '', /API key/);
  });
});

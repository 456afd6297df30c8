import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resolve } from '../../../../src/scanner/net/fetch-types.ts';
import { checkHost, shareQuestions } from '../../../../src/scanner/net/resolve-host.ts';

const answers =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;
const fails =
  (code: string): Resolve =>
  async () => {
    throw Object.assign(new Error(code), { code });
  };
const check = (url: string, resolve: Resolve, permit?: { host: string; port: number }) =>
  checkHost(new URL(url), { resolve, permit, timeoutMs: 50 });

describe('checkHost', () => {
  const ROWS: [string, string, Resolve, string][] = [
    ['public addresses', 'https://a.test/', answers('8.8.8.8', '2606:4700::1111'), 'public'],
    ['a public literal', 'https://8.8.8.8/', answers(), 'public'],
    ['one private address among public ones', 'https://a.test/', answers('8.8.8.8', '10.0.0.1'), 'private'],
    ['a private literal', 'http://[::1]/', answers('8.8.8.8'), 'private'],
    ['what is no address', 'https://a.test/', answers('a.test'), 'private'],
    ['no address', 'https://a.test/', answers(), 'unresolvable'],
    ['a name that does not exist', 'https://a.test/', fails('ENOTFOUND'), 'unresolvable'],
    ['a name without addresses', 'https://a.test/', fails('ENODATA'), 'unresolvable'],
    ['a resolver in trouble', 'https://a.test/', fails('EAI_AGAIN'), 'unknown'],
    ['a resolver that is silent', 'https://a.test/', () => new Promise(() => {}), 'unknown'],
  ];
  for (const [when, url, resolve, verdict] of ROWS) {
    it(`says ${verdict} for ${when}`, async () => assert.equal(await check(url, resolve), verdict));
  }

  it('knows permits, and what no permit covers', async () => {
    const permit = { host: 'a.test', port: 8080 };
    assert.equal(await check('http://a.test:8080/', answers('127.0.0.1'), permit), 'public');
    assert.equal(await check('http://a.test:8081/', answers('127.0.0.1'), permit), 'private');
    assert.equal(await check('http://b.test:8080/', answers('127.0.0.1'), permit), 'private');
    assert.equal(await check('http://a.test:8080/', answers('127.0.0.1', '169.254.169.254'), permit), 'private');
  });
});

it('checkHost tells the resolver which names are under a permit', async () => {
  const told: unknown[] = [];
  const resolve: Resolve = async (_, isPermitted) => {
    told.push(isPermitted);
    return ['127.0.0.1'];
  };
  const permit = { host: 'a.test', port: 8080 };
  for (const url of ['http://a.test:8080/', 'http://a.test:8081/', 'http://b.test:8080/'])
    await check(url, resolve, permit);
  assert.deepEqual(told, [true, false, false]);
});

describe('shareQuestions', () => {
  it('asks again once a question is answered, well or badly', async () => {
    let asked = 0;
    const resolve = shareQuestions(async (host) => {
      asked += 1;
      if (host === 'bad.test') throw new Error('no');
      return ['8.8.8.8'];
    });
    assert.deepEqual(await Promise.all([resolve('a.test'), resolve('a.test')]), [['8.8.8.8'], ['8.8.8.8']]);
    assert.equal(asked, 1);
    await resolve('a.test');
    assert.equal(asked, 2);
    const both = await Promise.allSettled([resolve('bad.test'), resolve('bad.test'), resolve('a.test')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
    assert.equal(asked, 4);
    await assert.rejects(resolve('bad.test'));
    assert.equal(asked, 5);
  });
});

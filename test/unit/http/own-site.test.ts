import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOwnSite } from '../../../src/http/own-site.ts';

const local = createOwnSite('http://localhost:3000');
const published = createOwnSite('https://legible.example');

describe('allowsHost', () => {
  const hosts: [string | null, boolean][] = [
    ['localhost:3000', true],
    ['localhost', true],
    ['LOCALHOST:8080', true],
    ['127.0.0.1:3000', true],
    ['127.1.2.3', true],
    ['[::1]:3000', true],
    ['evil.example:3000', false],
    ['localhost.evil.example', false],
    ['evil.localhost', false],
    ['127.0.0.1.evil.example', false],
    ['evil.example@localhost', false],
    ['localhost@evil.example', false],
    ['localhost/evil', false],
    ['localhost#', false],
    ['192.168.0.1:3000', false],
    ['0.0.0.0:3000', false],
    ['[::]:3000', false],
    ['localhost:99999', false],
    ['', false],
    ['a b', false],
    [null, false],
  ];
  for (const [host, allowed] of hosts) {
    it(`Host ${JSON.stringify(host)} is ${allowed ? 'allowed' : 'refused'}`, () => {
      assert.equal(local.allowsHost(host), allowed);
      assert.equal(published.allowsHost(host), allowed, 'behind a proxy too');
    });
  }

  it('the host of BASE_URL is allowed, a name that only resembles it is not', () => {
    for (const host of ['legible.example', 'Legible.Example:443']) assert.ok(published.allowsHost(host), host);
    for (const host of ['legible.example.evil.example', 'www.legible.example', 'legible.example.']) {
      assert.ok(!published.allowsHost(host), host);
    }
  });
});

describe('allowsOrigin', () => {
  const origins: [string | null, string | null, boolean][] = [
    [null, 'localhost:3000', true],
    ['http://localhost:3000', 'localhost:3000', true],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['http://[::1]:3000', '[::1]:3000', true],
    ['http://127.0.0.1:3000', 'localhost:3000', false],
    ['http://127.0.0.1:8080', '127.0.0.1:3000', false],
    ['http://evil.example', 'localhost:3000', false],
    ['http://evil.example', 'evil.example', false],
    ['null', 'localhost:3000', false],
    ['http://null', null, false],
  ];
  for (const [origin, host, allowed] of origins) {
    it(`Origin ${origin} at ${host} is ${allowed ? 'allowed' : 'refused'}`, () => {
      assert.equal(local.allowsOrigin(origin, host), allowed);
    });
  }

  it('behind a proxy only the origin of BASE_URL is allowed', () => {
    assert.equal(published.allowsOrigin('https://legible.example', 'localhost:3000'), true);
    assert.equal(published.allowsOrigin('http://internal:3000', 'internal:3000'), false);
  });
});

describe('requireHost', () => {
  const head = (hosts: readonly string[], { httpVersion = '1.1', url = '/' } = {}) => ({
    headers: hosts[0] === undefined ? {} : { host: hosts[0] },
    rawHeaders: hosts.flatMap((host) => ['Host', host]),
    httpVersion,
    url,
  });
  const refusals: [string, ReturnType<typeof head>, string][] = [
    ['another name', head(['evil.example']), 'wrong_host'],
    ['an empty name', head(['']), 'wrong_host'],
    ['another name in an absolute target', head(['localhost'], { url: 'http://evil.example/' }), 'wrong_host'],
    ['two Host headers', head(['localhost', 'localhost']), 'invalid_request'],
    ['another name behind the right one', head(['localhost', 'evil.example']), 'invalid_request'],
    ['no Host in HTTP/1.1', head([]), 'invalid_request'],
    ['a malformed Host', head(['localhost/evil']), 'invalid_request'],
  ];
  for (const [what, request, code] of refusals) {
    it(`${what} is refused with ${code}`, () => {
      assert.throws(() => published.requireHost(request), { code });
    });
  }

  it('a refusal names BASE_URL', () => {
    assert.throws(() => published.requireHost(head(['evil.example'])), /https:\/\/legible\.example/);
  });

  it('the own name is accepted, and HTTP/1.0 without Host', () => {
    published.requireHost(head(['legible.example']));
    published.requireHost(head(['localhost:1'], { url: 'http://localhost:1/' }));
    published.requireHost(head([], { httpVersion: '1.0' }));
    published.requireHost(head(['localhost'], { url: '*' }));
  });
});

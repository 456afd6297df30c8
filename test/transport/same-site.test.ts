import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSameSite } from '../../src/transport/same-site.ts';

describe('a page of another site', () => {
  const direct = createSameSite({ baseUrl: 'http://localhost:3000', isBehindProxy: false });
  const proxied = createSameSite({ baseUrl: 'https://legible.example', isBehindProxy: true });

  const hosts: [string | null, boolean][] = [
    ['localhost:3000', true],
    ['localhost', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['evil.example:3000', false],
    ['localhost.evil.example', false],
    ['', false],
    ['a b', false],
    [null, false],
  ];
  for (const [host, allowed] of hosts) {
    it(`Host ${JSON.stringify(host)} is ${allowed ? 'one' : 'none'} of ours`, () => {
      assert.equal(direct.allowsHost(host), allowed);
      assert.equal(proxied.allowsHost(host), true, 'a proxy has chosen by name');
    });
  }

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
    it(`Origin ${origin} at ${host} is ${allowed ? '' : 'not '}answered`, () => {
      assert.equal(direct.allowsOrigin(origin, host), allowed);
    });
  }

  it('behind a proxy only the public name is ours', () => {
    assert.equal(proxied.allowsOrigin('https://legible.example', 'internal:3000'), true);
    assert.equal(proxied.allowsOrigin('http://internal:3000', 'internal:3000'), false);
  });
});

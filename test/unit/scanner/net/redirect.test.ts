import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureOf, follow, isRedirect, type Sending } from '../../../../src/scanner/net/answer.ts';

const SENT: Sending = {
  url: new URL('https://site.example/a/b?q=1'),
  method: 'GET',
  headers: { authorization: 'Bearer x', cookie: 'a=1', 'proxy-authorization': 'y', accept: 'text/html' },
  body: undefined,
};
const isBadRedirect = (thrown: unknown): boolean => failureOf(thrown).code === 'bad_redirect';
const to = (location: string) => follow(SENT, 302, { location });

describe('isRedirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status} with a Location`, () => assert.equal(isRedirect(status, { location: '/' }), true));
    it(`not ${status} without one`, () => assert.equal(isRedirect(status, {}), false));
  }
  for (const status of [200, 201, 300, 304, 305, 404]) {
    it(`not ${status}`, () => assert.equal(isRedirect(status, { location: '/' }), false));
  }
});

describe('follow', () => {
  const TARGETS = {
    c: 'https://site.example/a/c',
    '/c': 'https://site.example/c',
    '?x': 'https://site.example/a/b?x',
    '': 'https://site.example/a/b?q=1',
    '//other.example/': 'https://other.example/',
    'HTTP://OTHER.example:80/#top': 'http://other.example/',
    'https://user:pass@other.example./x': 'https://other.example/x',
    '\u0001/c': 'https://site.example/c',
    '/c\td': 'https://site.example/cd',
  };
  for (const [location, target] of Object.entries(TARGETS)) {
    it(`goes to ${target} for ${JSON.stringify(location)}`, () => assert.equal(to(location).url.href, target));
  }

  for (const location of ['http://', 'https://[::1', 'https://a b/', 'http://x:99999/']) {
    it(`refuses "${location}", which is no URL`, () => assert.throws(() => to(location), isBadRedirect));
  }
  for (const location of [
    'file:///etc/passwd',
    'ftp://x/',
    'javascript:alert(1)',
    'data:,x',
    'mailto:a@b',
    'intent://x',
  ]) {
    it(`refuses ${location}, which is not http`, () => assert.throws(() => to(location), isBadRedirect));
  }
  it('refuses several Locations', () => {
    assert.throws(() => follow(SENT, 302, { location: ['/a', '/b'] }), isBadRedirect);
  });

  it('keeps secrets on the same origin', () => assert.deepEqual(to('/c').headers, SENT.headers));
  for (const location of ['http://site.example/', 'https://site.example:8443/', 'https://www.site.example/']) {
    it(`drops secrets on the way to ${location}`, () =>
      assert.deepEqual(to(location).headers, { accept: 'text/html' }));
  }

  it('drops what described the body with the body', () => {
    const headers = { 'content-type': 'a/b', 'content-language': 'en', accept: 'text/html' };
    const sent: Sending = { ...SENT, method: 'POST', headers, body: 'x' };
    const next = follow(sent, 303, { location: '/c' });
    assert.deepEqual([next.method, next.headers, next.body], ['GET', { accept: 'text/html' }, undefined]);
    const again = follow(sent, 307, { location: '/c' });
    assert.deepEqual([again.method, again.headers, again.body], ['POST', headers, 'x']);
  });
});

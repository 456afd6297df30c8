import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSignInHost, isSignInUrl } from '../../../../../src/scanner/checks/page/access-wall.ts';

const ORIGIN = 'https://site.example';

describe('pages to sign in', () => {
  for (const path of [
    '/login',
    '/en/login/',
    '/login/github',
    '/Sign_In.php',
    '/auth',
    '/users/sign-up',
    '/wp-login.php',
    '/doku.php?id=start&do=login',
    '/index.php?title=Special:UserLogin&returnto=Main_Page',
    '/index.php/Special:CreateAccount',
  ]) {
    it(`is one: ${path}`, () => assert.equal(isSignInUrl(`${ORIGIN}${path}`), true));
  }
  for (const path of [
    '/',
    '/docs/auth',
    '/docs/sso',
    '/logins',
    '/blog/how-to-login',
    '/?next=/login',
    '/index.php?title=Login_screens',
    '/docs/login/oauth',
  ]) {
    it(`is none: ${path}`, () => assert.equal(isSignInUrl(`${ORIGIN}${path}`), false));
  }
  it('by host', () => {
    for (const host of ['accounts.google.com', 'login.example.com', 'acme.auth0.com', 'sso.site.example'])
      assert.ok(isSignInHost(`https://${host}/x`, `${ORIGIN}/a`), host);
    assert.ok(!isSignInHost('https://www.site.example/x', `${ORIGIN}/a`));
    assert.ok(!isSignInHost('https://login.example/x', 'https://login.example/a'));
  });
});

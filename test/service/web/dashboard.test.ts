/** The dashboard as its forms are sent, without a browser: what an attacker tries. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const COOKIE = /^legible=([^;]+); Path=\/; Expires=([^;]+); HttpOnly; SameSite=Lax$/;

let service: TestService;
let count = 0;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** A browser that keeps one cookie and follows nothing. */
function browser(cookie = '') {
  let held = cookie;
  const send = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(service.url + path, {
      redirect: 'manual',
      headers: { cookie: held, accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) held = set.slice(0, set.indexOf(';'));
    const text = await response.text();
    const [, formToken = ''] = /name="formToken" value="([^"]+)"/.exec(text) ?? [];
    return { status: response.status, headers: response.headers, set, text, formToken };
  };
  return {
    get: (path: string) => send(path),
    post: send,
    cookie: () => held,
  };
}

/** A new account, and a browser that has set its password by a link. (Signing in by password is limited.) */
async function member() {
  count += 1;
  const account = await service.repositories.accounts.create({ email: `member-${count}@example.com`, plan: 'pro' });
  const token = await service.repositories.passwordLinks.issue(account.id);
  const signedIn = browser();
  const { formToken } = await signedIn.get(`/dashboard/set-password?token=${token}`);
  const entered = await signedIn.post('/dashboard/set-password', { formToken, token, password: PASSWORD });
  assert.equal(entered.status, 303, entered.text);
  return { ...signedIn, account };
}

describe('the cookie', () => {
  it('is for this server alone: HttpOnly, SameSite=Lax, 12 hours, and on https Secure under a __Host- name', async () => {
    const { set = '' } = await browser().get('/dashboard');
    const [, , expires = ''] = COOKIE.exec(set) ?? assert.fail(set);
    const hours = (Date.parse(expires) - Date.now()) / 3_600_000;
    assert.ok(hours > 11.9 && hours < 12.1, expires);

    const secure = await startTestService({
      settings: { BASE_URL: 'https://legible.test', TRUSTED_PROXIES: '1', PORT: '4611' },
    });
    const response = await fetch('http://127.0.0.1:4611/dashboard');
    assert.match(
      response.headers.get('set-cookie') ?? '',
      /^__Host-legible=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    await secure.stop();
  });

  it('is sealed: a change anywhere makes it invalid', async () => {
    const { cookie, get } = await member();
    assert.match((await get('/dashboard')).text, /Sign out/);
    const held = cookie();
    for (const at of [12, 80, 160, held.length - 3]) {
      const changed = held.slice(0, at) + (held[at] === 'A' ? 'B' : 'A') + held.slice(at + 1);
      assert.match((await browser(changed).get('/dashboard')).text, /<h1>Sign in<\/h1>/, `at ${at}`);
    }
  });

  it('ends at sign-out for every copy of it', async () => {
    const { cookie, get, post } = await member();
    const copy = cookie();
    const { formToken } = await get('/dashboard');
    assert.equal((await post('/dashboard/sign-out', { formToken })).status, 303);
    assert.match((await browser(copy).get('/dashboard')).text, /<h1>Sign in<\/h1>/);
  });

  it('ends when the password is set anew', async () => {
    const { account, get } = await member();
    const { passwordLinks } = service.repositories;
    await passwordLinks.redeem(await passwordLinks.issue(account.id), 'another password');
    assert.match((await get('/dashboard')).text, /<h1>Sign in<\/h1>/);
  });
});

describe('session fixation', () => {
  it('gains nothing: the cookie and the token from before the sign-in stay without an account', async () => {
    const attacker = browser();
    await attacker.get('/dashboard');
    const planted = attacker.cookie();
    const account = await service.repositories.accounts.create({ email: 'victim@example.com', plan: 'pro' });
    const { passwordLinks } = service.repositories;
    await passwordLinks.redeem(await passwordLinks.issue(account.id), PASSWORD);
    const victim = browser(planted);
    const { formToken } = await victim.get('/dashboard');
    await victim.post('/dashboard/sign-in', { formToken, email: 'victim@example.com', password: PASSWORD });
    assert.match((await victim.get('/dashboard')).text, /victim@example\.com/);
    assert.notEqual(victim.cookie(), planted);
    assert.match((await browser(planted).get('/dashboard')).text, /<h1>Sign in<\/h1>/);
    const refused = await victim.post('/dashboard/api-keys', { formToken, name: 'mine' });
    assert.equal(refused.status, 403);
  });
});

describe('a form without the token of its visitor', () => {
  it('does nothing, for any form', async () => {
    const { account, get, post } = await member();
    const other = await member();
    const { formToken: foreign } = await other.get('/dashboard');
    const { key } = await service.repositories.apiKeys.create(account, 'kept');
    const prefix = key.split('_')[2] ?? '';
    for (const formToken of ['', 'x', foreign]) {
      for (const [path, fields] of [
        ['/dashboard/api-keys', { name: 'planted' }],
        [`/dashboard/api-keys/${prefix}/revoke`, {}],
        ['/dashboard', { url: 'https://example.com/' }],
        ['/dashboard/sign-out', {}],
        ['/dashboard/sign-in', { email: other.account.email, password: PASSWORD }],
        [
          '/dashboard/set-password',
          { token: await service.repositories.passwordLinks.issue(account.id), password: PASSWORD },
        ],
        ['/dashboard/scans/scn_x/delete', {}],
      ] as const) {
        const { status, text, set } = await post(path, { ...fields, formToken });
        assert.equal(status, 403, path);
        assert.equal(set, undefined);
        assert.match(text, /Nothing was changed/);
      }
    }
    const keys = await service.repositories.apiKeys.list(account.id);
    assert.deepEqual(
      keys.map(({ name, revokedAt }) => [name, revokedAt]),
      [['kept', null]],
    );
    assert.match((await get('/dashboard')).text, /Sign out/);
  });
});

describe("another account's data", () => {
  it('can be neither revoked nor deleted nor seen', async () => {
    const owner = await member();
    const thief = await member();
    const { record } = await service.repositories.apiKeys.create(owner.account, 'a secret name');
    const { formToken } = await thief.get('/dashboard');
    const path = `/dashboard/api-keys/${record.prefix}/revoke`;
    const seen = await thief.get(path);
    assert.equal(seen.status, 404);
    assert.doesNotMatch(seen.text, /a secret name/);
    assert.equal((await thief.post(path, { formToken })).status, 404);
    assert.equal((await service.repositories.apiKeys.list(owner.account.id))[0]?.revokedAt, null);
    for (const id of ['scn_x', '..%2f', 'constructor']) {
      assert.equal((await thief.post(`/dashboard/scans/${id}/delete`, { formToken })).status, 404, id);
    }
  });

  it('is not shown to those who are not signed in', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard/api-keys',
      '/dashboard/api-keys/abcd/revoke',
      '/dashboard/scans/scn_x/delete',
    ]) {
      const { status, text } = await browser().get(path);
      assert.equal(status, 200);
      assert.match(text, /<h1>Sign in<\/h1>/, path);
    }
  });
});

describe('signing in', () => {
  it('leads to pages of the dashboard and nowhere else', async () => {
    const { account } = await member();
    for (const [next, to] of [
      ['/dashboard/api-keys', '/dashboard/api-keys'],
      ['https://evil.example/', '/dashboard'],
      ['//evil.example', '/dashboard'],
      ['', '/dashboard'],
    ] as const) {
      const visitor = browser();
      const { formToken } = await visitor.get('/dashboard');
      const { headers } = await visitor.post('/dashboard/sign-in', {
        formToken,
        next,
        email: account.email,
        password: PASSWORD,
      });
      assert.equal(headers.get('location'), to);
    }
  });

  it('says the same of an unknown address and a wrong password, and then that it was tried too often', async () => {
    const service = await startTestService();
    const account = await service.repositories.accounts.create({ email: 'known@example.com', plan: 'pro' });
    const { passwordLinks } = service.repositories;
    await passwordLinks.redeem(await passwordLinks.issue(account.id), PASSWORD);
    const attempt = async (email: string) => {
      const page = await fetch(`${service.url}/dashboard`);
      const cookie = (page.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
      const [, formToken = ''] = /name="formToken" value="([^"]+)"/.exec(await page.text()) ?? [];
      const response = await fetch(`${service.url}/dashboard/sign-in`, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ formToken, email, password: 'wrong wrong wrong' }),
      });
      const text = await response.text();
      const [, words] = /role="alert"><p>([^<]+)</.exec(text) ?? [];
      return { status: response.status, words, retryAfter: response.headers.get('retry-after') };
    };
    const known = await attempt('known@example.com');
    assert.deepEqual(known, {
      status: 403,
      words: 'The email address or the password is not right.',
      retryAfter: null,
    });
    assert.deepEqual(await attempt('unknown@example.com'), known);
    for (let at = 1; at < 10; at += 1) await attempt('known@example.com');
    const refused = await attempt('known@example.com');
    assert.equal(refused.status, 429);
    assert.match(refused.words ?? '', /Try again in 15 minutes/);
    assert.match(refused.retryAfter ?? '', /^\d+$/);
    await service.stop();
  });

  it('shows the written value as text', async () => {
    const visitor = browser();
    const { formToken } = await visitor.get('/dashboard');
    const email = '"><script>alert(1)</script>';
    const { text } = await visitor.post('/dashboard/sign-in', { formToken, next: email, email, password: 'x' });
    assert.doesNotMatch(text, /<script>/);
    assert.match(text, /value="&quot;&gt;&lt;script&gt;/);
  });
});

describe('every page of the dashboard', () => {
  it('cannot be framed, indexed or cached, and sends no referrer', async () => {
    const { get } = await member();
    for (const path of [
      '/dashboard',
      '/dashboard/api-keys',
      '/dashboard/set-password?token=x',
      '/dashboard/api-keys/x/revoke',
    ]) {
      const { headers } = await get(path);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/);
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
  });

  it('refuses bodies that are too large', async () => {
    const { post } = await member();
    assert.equal((await post('/dashboard/api-keys', { name: 'x'.repeat(20_000) })).status, 413);
  });
});

describe('a free account', () => {
  it('keeps its keys and scans, and makes none', async () => {
    const { account, get, post } = await member();
    await service.repositories.accounts.setPlan(account.email, 'free');
    const { text, formToken } = await get('/dashboard/api-keys');
    assert.match(text, /need a Pro plan/);
    assert.equal((await post('/dashboard/api-keys', { formToken, name: 'x' })).status, 403);
    assert.equal((await post('/dashboard', { formToken, url: 'https://example.com/' })).status, 403);
    assert.deepEqual(await service.repositories.apiKeys.list(account.id), []);
  });
});

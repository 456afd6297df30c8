/** Endpoints for people and payers, given private addresses in every form: a listener there sees no connection. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestFacilitator, PAY_TO } from '../../support/facilitator.ts';
import { type Inside, listenInside } from '../../support/inside.ts';
import { createPayer, paymentHeader } from '../../support/payer.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { sign } from '../../unit/auth/bot-signature/bot-bench.ts';

const PASSWORD = 'correct horse battery';

const token = createTestFacilitator();
let inside: Inside;
let service: TestService;
let callers = 0;
before(async () => {
  inside = await listenInside();
  service = await startTestService({
    resolve: inside.resolve,
    facilitator: token,
    settings: {
      // The test's own exception would admit the refused addresses.
      ALLOWED_PRIVATE_HOSTS: '',
      TRUSTED_PROXIES: '1',
      X402_PAY_TO: PAY_TO,
      X402_FACILITATOR_URL: 'http://127.0.0.1:1/',
    },
  });
});
after(async () => {
  await service.stop();
  await inside.close();
  assert.equal(inside.connections(), 0, 'the listener was connected to');
});

/** Another caller each time, none of whom comes to the limit of an address. */
const asAnother = () => {
  callers += 1;
  return { 'x-forwarded-for': `198.51.100.${callers}` };
};

describe('the form of the home page', () => {
  for (const kind of ['website', 'mcp']) {
    it(`(${kind}) refuses a private address in every spelling`, async () => {
      for (const url of inside.spellings()) {
        const response = await fetch(service.url, {
          method: 'POST',
          body: new URLSearchParams({ kind, url }),
          headers: { ...asAnother(), 'sec-fetch-site': 'same-origin' },
          redirect: 'manual',
        });
        assert.equal(response.status, 400, url);
        assert.ok((await response.text()).includes(`role="alert"`), url);
      }
      assert.equal(inside.connections(), 0);
    });
  }
});

describe('the form of the dashboard', () => {
  /** A browser that has signed in by a one-time link: its cookie, and the token of its forms. */
  async function signIn(): Promise<{ readonly cookie: string; readonly formToken: string }> {
    const account = await service.repositories.accounts.create({ email: 'member@example.com', plan: 'team' });
    const linkToken = await service.repositories.passwordLinks.issue(account.id);
    const path = `/dashboard/set-password?token=${linkToken}`;
    const asked = await visit(path, '');
    const form = new URLSearchParams({ formToken: asked.formToken, token: linkToken, password: PASSWORD });
    const entered = await visit('/dashboard/set-password', asked.cookie, form);
    assert.equal(entered.status, 303, entered.text);
    return visit('/dashboard', entered.cookie);
  }

  async function visit(path: string, held: string, body?: URLSearchParams) {
    const response = await fetch(service.url + path, {
      redirect: 'manual',
      headers: { cookie: held, accept: 'text/html' },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const text = await response.text();
    const [set] = response.headers.getSetCookie();
    return {
      status: response.status,
      text,
      cookie: set?.slice(0, set.indexOf(';')) ?? held,
      formToken: /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '',
    };
  }

  it('refuses a private address in every spelling', async () => {
    const { cookie, formToken } = await signIn();
    for (const url of [...inside.spellings(), `127.0.0.1:${inside.port}`, `localhost:${inside.port}/`]) {
      const { status, text } = await visit('/dashboard', cookie, new URLSearchParams({ formToken, url }));
      assert.equal(status, 400, `${url}: ${text.slice(0, 200)}`);
      assert.ok(text.includes('role="alert"'), url);
    }
    assert.equal(inside.connections(), 0);
  });
});

describe('the paid endpoint', () => {
  const payer = createPayer();
  token.give(payer.account.address, 1_000_000n);

  const pay = async (path: string, url: string) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-payment': paymentHeader(await payer.sign(service.url)),
        ...asAnother(),
      },
      body: JSON.stringify({ url }),
    });

  it('refuses a private address in every spelling, and takes nothing for it', async () => {
    for (const url of inside.spellings()) {
      const response = await pay('/api/x402/scan', url);
      assert.equal(response.status, 400, `${url}: ${await response.text()}`);
    }
    assert.equal(inside.connections(), 0);
    assert.equal(token.transfers(), 0);
  });

  it('takes nothing for a name that becomes private once it was accepted', async () => {
    const response = await pay('/api/x402/scan', inside.rebinding('paid'));
    assert.equal(response.status, 502, await response.text());
    assert.ok((inside.asked.get('paid.rebind.test') ?? 0) > 1, 'the name was asked for again');
    assert.equal(inside.connections(), 0);
    assert.equal(token.transfers(), 0);
  });
});

describe('the badge', () => {
  it('of a private host is drawn without asking for it, or connecting', async () => {
    const before = inside.asked.size;
    for (const url of [...inside.spellings(), inside.named('badge')]) {
      const host = url.slice('http://'.length, -1);
      const response = await fetch(`${service.url}/badge/${encodeURIComponent(host)}.svg`);
      assert.equal(response.status, 200, host);
      assert.match(await response.text(), /not scanned/);
    }
    assert.equal(inside.asked.size, before, 'no name was asked for');
    assert.equal(inside.connections(), 0);
  });
});

describe('the Signature-Agent of a call', () => {
  it('is asked for its keys through the same guard, once, and the call is answered as an unsigned one', async () => {
    const created = Math.floor(Date.now() / 1000);
    for (const host of ['signer.inner.test', 'signer.mixed.test']) {
      // No example key: that is refused before anything is fetched.
      const key = { secret: '07'.repeat(32), keyId: 'A'.repeat(43) };
      const { headers } = sign({
        url: `${service.url}/ask`,
        headers: { 'signature-agent': `sig1="https://${host}/keys"` },
        parameters: { created, expires: created + 60 },
        key,
      });
      for (const nonce of ['first', 'again']) {
        const response = await fetch(`${service.url}/ask?query=robots.txt&query_id=${nonce}`, {
          headers: { ...headers, ...asAnother() },
        });
        assert.equal(response.status, 200, host);
        assert.doesNotMatch(response.headers.get('ratelimit-policy') ?? '', /agent-/);
        await response.arrayBuffer();
      }
      assert.equal(inside.asked.get(host), 1, host);
    }
  });
});

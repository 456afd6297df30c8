import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAccounts } from '../../../src/auth/accounts.ts';
import { type Admission, assertPaidKey, type Credentials, createAdmission } from '../../../src/auth/admit.ts';
import { createApiKeys } from '../../../src/auth/api-keys.ts';
import type { Plan } from '../../../src/auth/caller.ts';
import { createQuotas } from '../../../src/auth/quotas.ts';
import { ServiceError } from '../../../src/errors.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

let opened: StoreUnderTest;
let admission: Admission;
let behindTls: Admission;
const keys: Partial<Record<Plan | 'revoked' | 'orphan', string>> = {};
const accountIds: Partial<Record<Plan, string>> = {};

before(async () => {
  opened = await openLmdbUnderTest();
  const accounts = createAccounts(opened.store);
  const apiKeys = createApiKeys(opened.store);
  const quotas = createQuotas(opened.store);
  admission = createAdmission({ accounts, apiKeys, quotas, requiresTls: false });
  behindTls = createAdmission({ accounts, apiKeys, quotas, requiresTls: true });
  for (const plan of ['pro', 'team', 'free'] as const) {
    const account = await accounts.create({ email: `${plan}@example.com`, plan: plan === 'free' ? 'pro' : plan });
    keys[plan] = (await apiKeys.create(account, 'Job')).key;
    accountIds[plan] = account.id;
    if (plan === 'free') await accounts.setPlan(account.email, 'free');
    if (plan === 'pro') {
      const { key, record } = await apiKeys.create(account, 'Revoked');
      await apiKeys.revoke(account.id, record.prefix);
      keys.revoked = key;
      keys.orphan = (await apiKeys.create({ ...account, id: 'acc_gone' }, 'Of no account')).key;
    }
  }
});
after(() => opened.destroy());

const from = (authorization?: string, overrides: Partial<Credentials> = {}): Credentials => ({
  authorization,
  clientAddress: '203.0.113.7',
  isSecure: false,
  ...overrides,
});
const bearer = (name: keyof typeof keys) => `Bearer ${keys[name] ?? assert.fail(name)}`;
/** The refusal, with anything that was sent kept out of it. */
async function refusal(answer: Promise<unknown>): Promise<ServiceError> {
  try {
    await answer;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    for (const key of Object.values(keys)) assert.ok(!error.message.includes(key), error.message);
    return error;
  }
  assert.fail('admitted');
}

describe('who calls', () => {
  it('is the account of a key', async () => {
    assert.deepEqual(await admission.identify(from(bearer('team'))), {
      kind: 'key',
      accountId: accountIds.team,
      plan: 'team',
      keyPrefix: keys.team?.slice(9, 17),
    });
  });

  for (const [what, dress] of [
    ['as it should be', (key: string) => `Bearer ${key}`],
    ['in small letters', (key: string) => `bearer ${key}`],
    ['in capitals', (key: string) => `BEARER ${key}`],
    ['with spaces about it', (key: string) => `  Bearer   ${key}  `],
  ] as const) {
    it(`is known by a header ${what}`, async () => {
      const caller = await admission.identify(from(dress(keys.pro ?? '')));
      assert.equal(caller.kind, 'key');
    });
  }

  it('is an address without a header', async () => {
    const cases: [string | undefined, string, string][] = [
      [undefined, '203.0.113.7', '203.0.113.7'],
      ['', '::ffff:203.0.113.7', '203.0.113.7'],
      ['  ', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      [undefined, 'nobody knows', 'unknown'],
    ];
    for (const [authorization, clientAddress, address] of cases) {
      assert.deepEqual(await admission.identify(from(authorization, { clientAddress })), { kind: 'address', address });
    }
  });

  const malformed: [string, () => string][] = [
    ['another scheme', () => 'Basic dXNlcjpwYXNz'],
    ['a scheme alone', () => 'Bearer'],
    ['a scheme and spaces', () => 'Bearer   '],
    ['a key alone', () => keys.pro ?? ''],
    ['a key under another scheme', () => `Token ${keys.pro}`],
    ['no space', () => `Bearer${keys.pro}`],
    ['a tab', () => `Bearer\t${keys.pro}`],
    ['two keys', () => `Bearer ${keys.pro} ${keys.team}`],
    ['two headers in one', () => `Bearer ${keys.pro}, Bearer ${keys.team}`],
    ['a scheme within', () => `Basic Bearer ${keys.pro}`],
  ];
  for (const [what, header] of malformed) {
    it(`is anonymous with ${what}`, async () => {
      const error = await refusal(admission.identify(from(header())));
      assert.deepEqual([error.code, error.status], ['invalid_key', 401]);
    });
  }

  it('gets no reason for an invalid key', async () => {
    const pro = keys.pro ?? '';
    const refusals = await Promise.all(
      [
        'Bearer x',
        `Bearer svc_live_00000000_${pro.slice(18)}`,
        `Bearer ${pro.slice(0, 18)}${'0'.repeat(40)}`,
        `Bearer ${pro}x`,
        bearer('revoked'),
        bearer('orphan'),
      ].map((header) => refusal(admission.identify(from(header)))),
    );
    const words = refusals.map(({ code, status, message }) => `${status} ${code} ${message}`);
    assert.deepEqual([...new Set(words)].length, 1, words.join('\n'));
    assert.equal(refusals[0]?.code, 'invalid_key');
  });

  it('is a flood of spaces for no longer than it takes to read it', async () => {
    const start = process.cpuUsage();
    await refusal(admission.identify(from(`Bearer ${' '.repeat(500_000)}x y`)));
    assert.ok(process.cpuUsage(start).user < 2_000_000);
  });
});

describe('an https service', () => {
  it('refuses a valid key that came in the clear, and says what to do with it', async () => {
    const error = await refusal(behindTls.identify(from(bearer('pro'))));
    assert.equal(error.code, 'invalid_key');
    assert.match(error.message, /Revoke it/);
    await refusal(behindTls.requireKey(from(bearer('pro'))));
  });
  it('takes it over TLS', async () => {
    assert.equal((await behindTls.identify(from(bearer('pro'), { isSecure: true }))).kind, 'key');
  });
  it('does not reveal to other callers whether a key was right', async () => {
    const error = await refusal(behindTls.identify(from(`Bearer svc_live_00000000_${'0'.repeat(40)}`)));
    assert.doesNotMatch(error.message, /Revoke it/);
  });
  it('serves who sends no key in the clear', async () => {
    assert.equal((await behindTls.identify(from())).kind, 'address');
  });
  it('is the only one that minds', async () => {
    assert.equal((await admission.identify(from(bearer('pro')))).kind, 'key');
  });
});

describe('endpoints that need a key', () => {
  it('admit a paid key', async () => {
    for (const plan of ['pro', 'team'] as const) {
      assert.equal((await admission.requireKey(from(bearer(plan)))).plan, plan);
    }
  });
  const cases: [string, () => string | undefined, string, number][] = [
    ['nobody', () => undefined, 'missing_key', 401],
    ['an empty header', () => '', 'missing_key', 401],
    ['a wrong key', () => 'Bearer x', 'invalid_key', 401],
    ['a revoked key', () => bearer('revoked'), 'invalid_key', 401],
    ['the key of a free account', () => bearer('free'), 'subscription_required', 403],
  ];
  for (const [who, header, code, status] of cases) {
    it(`refuse ${who}`, async () => {
      const error = await refusal(admission.requireKey(from(header())));
      assert.deepEqual([error.code, error.status], [code, status]);
    });
  }
  it('know a free account’s key elsewhere', async () => {
    const caller = await admission.identify(from(bearer('free')));
    assert.deepEqual([caller.kind, caller.kind === 'key' && caller.plan], ['key', 'free']);
    assert.throws(() => assertPaidKey(caller), /Pro/);
  });
});

describe('too many failed authentications', () => {
  it('from one address are refused, its valid keys and other addresses are not', async () => {
    const clientAddress = '203.0.113.99';
    const fail = () => refusal(admission.identify(from('Bearer x', { clientAddress })));
    for (let at = 0; at < 60; at += 1) assert.equal((await fail()).code, 'invalid_key');
    const refused = await fail();
    assert.deepEqual([refused.code, refused.status], ['rate_limited', 429]);
    assert.ok(Number(refused.retryAfterSeconds) >= 1);
    assert.equal((await admission.identify(from(bearer('pro'), { clientAddress }))).kind, 'key');
    assert.equal((await refusal(admission.identify(from('Bearer x')))).code, 'invalid_key');
  });
});

describe('a key that cannot be looked up', () => {
  it('counts as no failed authentication', async () => {
    const counted: string[] = [];
    const away = async () => Promise.reject(new ServiceError('unavailable', 'Away.', { retryAfterSeconds: 5 }));
    const parts = {
      accounts: createAccounts(opened.store),
      quotas: {
        async draw(_: unknown, budget: string) {
          counted.push(budget);
          return [];
        },
        peek: async () => [],
      },
      requiresTls: false,
    };
    const withoutStore = createAdmission({ ...parts, apiKeys: { ...createApiKeys(opened.store), verify: away } });
    assert.equal((await refusal(withoutStore.identify(from(bearer('pro'))))).code, 'unavailable');
    assert.deepEqual(counted, []);
    const withStore = createAdmission({ ...parts, apiKeys: createApiKeys(opened.store) });
    assert.equal((await refusal(withStore.identify(from(bearer('revoked'))))).code, 'invalid_key');
    assert.deepEqual(counted, ['failed-authentication']);
  });
});

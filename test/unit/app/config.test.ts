import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Config, readConfig, userDataDir } from '../../../src/app/config.ts';
import { ConfigError } from '../../../src/errors.ts';

/** The message of the refusal, line by line. */
function refusal(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message.split('\n');
  }
  assert.fail('accepted');
}

const DEFAULTS: Config = {
  port: 3000,
  host: '127.0.0.1',
  baseUrl: undefined,
  operatorContact: undefined,
  dataDir: './data',
  redisUrl: undefined,
  allowedPrivateHosts: '',
  anonymousPrivateScans: false,
  trustedProxies: 0,
  scanConcurrency: 2,
  hostConcurrency: 8,
  workerPort: undefined,
  drainGraceMs: 0,
  metricsToken: undefined,
  anonymousScansPerDay: 3,
  payments: undefined,
  missingPaymentSetting: undefined,
  botSignatureForm: 'string',
  browser: 'auto',
  browserSandbox: true,
  browserConcurrency: 1,
  logLevel: 'info',
};

const ADDRESS = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';

describe('readConfig', () => {
  it('has a default for everything', () => assert.deepEqual(readConfig({}), DEFAULTS));

  it('takes the default data directory from its caller', () => {
    assert.equal(readConfig({}, '/var/lib/legible').dataDir, '/var/lib/legible');
    assert.equal(readConfig({ DATA_DIR: '/data' }, '/var/lib/legible').dataDir, '/data');
  });

  it('reads an empty value as unset', () => {
    const empty = Object.fromEntries(
      'PORT HOST BASE_URL DATA_DIR ALLOWED_PRIVATE_HOSTS TRUSTED_PROXIES SCAN_CONCURRENCY HOST_CONCURRENCY LOG_LEVEL'
        .split(' ')
        .map((name) => [name, '']),
    );
    assert.deepEqual(readConfig(empty), DEFAULTS);
  });

  it('never shows a secret that it refuses', () => {
    const lines = refusal({ REDIS_URL: 'http://user:hunter2@redis.example', METRICS_TOKEN: 'hunter2' });
    assert.equal(lines.length, 2);
    for (const line of lines) assert.doesNotMatch(line, /hunter2/);
  });

  it("shows neither the authorization for a facilitator nor its URL's secrets", () => {
    const url = 'X402_FACILITATOR_URL: the value';
    assert.deepEqual(refusal({ X402_FACILITATOR_URL: 'hunter2' }), [`${url} is not an http or https URL.`]);
    for (const text of ['https://user:hunter2@pay.example', 'https://pay.example/?hunter2', 'https://pay.example/#a']) {
      const [line = ''] = refusal({ X402_FACILITATOR_URL: text });
      assert.ok(line.startsWith(`${url} has credentials, a query or a fragment`), line);
    }
    const [line = ''] = refusal({ X402_FACILITATOR_AUTH: 'Bearer hunter2\n' });
    assert.match(line, /^X402_FACILITATOR_AUTH: the value has characters that are not printable ASCII\.$/);
  });

  it('says which half is missing of what sells scans', () => {
    const missing = (environment: Record<string, string>) => readConfig(environment).missingPaymentSetting;
    const url = { X402_FACILITATOR_URL: 'https://pay.example' };
    assert.equal(missing({ X402_PAY_TO: ADDRESS }), 'X402_FACILITATOR_URL');
    assert.equal(missing(url), 'X402_PAY_TO');
    assert.equal(missing({ X402_PAY_TO: ADDRESS, ...url }), undefined);
  });

  it('reads what sells scans', () => {
    const X402_FACILITATOR_URL = 'https://pay.example/base';
    const { payments } = readConfig({ X402_PAY_TO: ADDRESS, X402_FACILITATOR_URL, X402_FACILITATOR_AUTH: 'Bearer a' });
    assert.deepEqual(payments, {
      payTo: ADDRESS,
      facilitatorUrl: X402_FACILITATOR_URL,
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      assetName: 'USD Coin',
      assetVersion: '2',
      facilitatorAuth: 'Bearer a',
    });
  });

  it('passes over what it does not know', () => assert.deepEqual(readConfig({ PATH: '/bin', port: '1' }), DEFAULTS));

  it('cannot be changed afterwards', () => assert.ok(Object.isFrozen(readConfig({}))));

  const good: [Record<string, string>, Partial<Config>][] = [
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '::' }, { host: '::' }],
    [{ REDIS_URL: 'rediss://:secret@redis.example:6380/2' }, { redisUrl: 'rediss://:secret@redis.example:6380/2' }],
    [{ WORKER_PORT: '0' }, { workerPort: 0 }],
    [{ DRAIN_GRACE_MS: '5000' }, { drainGraceMs: 5_000 }],
    [{ METRICS_TOKEN: 'sixteen-letters-' }, { metricsToken: 'sixteen-letters-' }],
    [{ BASE_URL: 'http://scan.example' }, { baseUrl: 'http://scan.example' }],
    [{ BASE_URL: 'HTTP://Scan.Example:80/' }, { baseUrl: 'http://scan.example' }],
    [{ BASE_URL: 'http://127.0.0.1:8080' }, { baseUrl: 'http://127.0.0.1:8080' }],
    [
      { BASE_URL: 'https://scan.example/', TRUSTED_PROXIES: '1' },
      { baseUrl: 'https://scan.example', trustedProxies: 1 },
    ],
    [{ OPERATOR_CONTACT: 'mailto:ops@scan.example' }, { operatorContact: 'mailto:ops@scan.example' }],
    [{ OPERATOR_CONTACT: 'https://scan.example/contact' }, { operatorContact: 'https://scan.example/contact' }],
    [{ DATA_DIR: '/data' }, { dataDir: '/data' }],
    [{ ANONYMOUS_PRIVATE_SCANS: 'on' }, { anonymousPrivateScans: true }],
    [{ ANONYMOUS_PRIVATE_SCANS: 'off' }, { anonymousPrivateScans: false }],
    [{ ALLOWED_PRIVATE_HOSTS: '127.0.0.1:8080, intranet' }, { allowedPrivateHosts: '127.0.0.1:8080, intranet' }],
    [{ TRUSTED_PROXIES: '0' }, { trustedProxies: 0 }],
    [{ TRUSTED_PROXIES: '10' }, { trustedProxies: 10 }],
    [{ SCAN_CONCURRENCY: '1' }, { scanConcurrency: 1 }],
    [{ SCAN_CONCURRENCY: '64' }, { scanConcurrency: 64 }],
    [{ HOST_CONCURRENCY: '1' }, { hostConcurrency: 1 }],
    [{ HOST_CONCURRENCY: '64' }, { hostConcurrency: 64 }],
    ...(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const).map(
      (logLevel): [Record<string, string>, Partial<Config>] => [{ LOG_LEVEL: logLevel }, { logLevel }],
    ),
  ];
  for (const [environment, expected] of good) {
    it(`takes ${JSON.stringify(environment)}`, () =>
      assert.deepEqual(readConfig(environment), { ...DEFAULTS, ...expected }));
  }

  const bad: [string, readonly string[], string][] = [
    [
      'PORT',
      ['65536', '-1', '80.5', '1e3', '0x50', ' 80', 'http', '99999999999'],
      'is not a whole number from 0 to 65535',
    ],
    ['TRUSTED_PROXIES', ['11', '-1', 'true'], 'is not a whole number from 0 to 10'],
    ['SCAN_CONCURRENCY', ['0', '65', 'many'], 'is not a whole number from 1 to 64'],
    ['HOST_CONCURRENCY', ['0', '65', '1.5'], 'is not a whole number from 1 to 64'],
    ['ANONYMOUS_PRIVATE_SCANS', ['yes', 'ON', '1'], 'is neither on nor off'],
    [
      'OPERATOR_CONTACT',
      [
        'ops@scan.example',
        'http://scan.example/contact',
        'mailto:ops',
        'mailto:ops@scan.example\nExpires: never',
        'https://scan.example/a b',
        'https://scan.example/)[x](',
        'https://user@scan.example',
        'tel:+1',
      ],
      'is not a contact such as mailto:you@example.com or https://example.com/contact',
    ],
    ['X402_PAY_TO', ['0x12', `${ADDRESS}0`, 'me'], 'is not an address (0x and 40 hexadecimal digits)'],
    ['X402_NETWORK', ['base', 'eip155:x', 'solana:1'], 'is not a CAIP-2 identifier such as eip155:8453'],
    ['LOG_LEVEL', ['INFO', 'verbose', '30'], 'is not one of fatal, error, warn, info, debug, trace, silent'],
    [
      'BASE_URL',
      [
        'scan.example',
        'localhost:3000',
        '//scan.example',
        'ftp://scan.example',
        'ftp://scan.example/a',
        'http://',
        '/',
      ],
      'is not an http or https URL',
    ],
    [
      'BASE_URL',
      ['http://scan.example/app', 'http://scan.example/?a', 'http://scan.example/#a', 'http://user:pass@scan.example'],
      'is not an origin: leave out the path, query, fragment and credentials',
    ],
  ];
  for (const [name, values, expectation] of bad) {
    for (const value of values) {
      it(`refuses ${name}=${value}`, () =>
        assert.deepEqual(refusal({ [name]: value }), [`${name}: ${JSON.stringify(value)} ${expectation}.`]));
    }
  }

  it('reports every bad setting and every bad entry at once, a sentence each', () => {
    const lines = refusal({
      PORT: 'x',
      BASE_URL: 'https://scan.example',
      METRICS_TOKEN: 'short',
      ALLOWED_PRIVATE_HOSTS: 'foo bar/99, intranet, 169.254.169.254, a b',
      X402_PAY_TO: 'me',
      LOG_LEVEL: 'x',
    });
    assert.deepEqual(
      lines.map((line) => line.replace(/needs TRUSTED_PROXIES.*/, 'needs TRUSTED_PROXIES')),
      [
        'PORT: "x" is not a whole number from 0 to 65535.',
        'METRICS_TOKEN: the value has fewer than 16 characters.',
        'X402_PAY_TO: "me" is not an address (0x and 40 hexadecimal digits).',
        'LOG_LEVEL: "x" is not one of fatal, error, warn, info, debug, trace, silent.',
        'BASE_URL: "https://scan.example" needs TRUSTED_PROXIES',
        'ALLOWED_PRIVATE_HOSTS: "foo bar/99" is not a host, host:port or CIDR range.',
        'ALLOWED_PRIVATE_HOSTS: "169.254.169.254" is a link-local or metadata address, which is never scanned.',
        'ALLOWED_PRIVATE_HOSTS: "a b" is not a host, host:port or CIDR range.',
      ],
    );
  });

  it('keeps a bad value on one line', () => {
    assert.deepEqual(refusal({ PORT: '1\n2' }), ['PORT: "1\\n2" is not a whole number from 0 to 65535.']);
    assert.equal(refusal({ ALLOWED_PRIVATE_HOSTS: 'a\nb' }).length, 1);
  });

  it('refuses https without a proxy, and says why', () => {
    for (const proxies of [{}, { TRUSTED_PROXIES: '0' }, { TRUSTED_PROXIES: '' }]) {
      const [line = '', ...more] = refusal({ BASE_URL: 'https://scan.example', ...proxies });
      assert.deepEqual(more, []);
      assert.match(line, /^BASE_URL: "https:\/\/scan\.example" needs TRUSTED_PROXIES/);
      assert.match(line, /every client looks alike and every key insecure/);
    }
  });
});

describe('userDataDir', () => {
  const fallback = join(homedir(), '.local', 'share', 'legible');
  const cases: [string, NodeJS.ProcessEnv, string][] = [
    ['is under the data home', { XDG_DATA_HOME: '/home/a/data' }, '/home/a/data/legible'],
    ['has a data home of its own', {}, fallback],
    ['reads an empty data home as unset', { XDG_DATA_HOME: '' }, fallback],
    ['does not follow a relative one, as XDG wants', { XDG_DATA_HOME: 'data' }, fallback],
  ];
  for (const [what, environment, expected] of cases) it(what, () => assert.equal(userDataDir(environment), expected));
});

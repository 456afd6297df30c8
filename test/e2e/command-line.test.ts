/** `legible account` and `legible key`, next to a running server on the same data. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { newDataDir, startTestService, type TestService } from '../support/service.ts';
import { rest } from '../support/service-doors.ts';
import { type Ended, legible as run } from '../support/service-process.ts';

const EMAIL = ['--email', 'cli@test.example'];

let dataDir: string;
let service: TestService;
before(async () => {
  dataDir = await newDataDir();
  service = await startTestService({ dataDir });
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

const legible = (...parts: string[]): Promise<Ended> => run(dataDir, ...parts);
/** The result of a command that succeeds: on stdout alone. */
async function resultOf(...parts: string[]): Promise<string> {
  const { code, stdout, stderr } = await legible(...parts);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  return stdout;
}
const statusWith = async (key: string) => (await rest(service, '/api/v1/scans', { key })).status;

describe('accounts and keys from the command line', () => {
  let key: string;

  it('account create prints the id alone; account list shows it', async () => {
    const { code, stdout: id, stderr } = await legible('account', 'create', ...EMAIL);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Choose the password within 24 hours .*\nhttp:\S+\/dashboard\/set-password\?token=\w+\n$/);
    assert.match(id, /^acc_[a-z2-7]{20}\n$/);
    const lines = (await resultOf('account', 'list')).split('\n');
    assert.ok(lines.includes(`${id.trim()}\tpro\tcli@test.example`), lines.join('\n'));
  });

  it('key create prints the key alone, and the running server takes it', async () => {
    key = (await resultOf('key', 'create', ...EMAIL, '--name', 'from the command line')).replace(/\n$/, '');
    assert.match(key, /^svc_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/);
    assert.equal(await statusWith(key), 200);
  });

  it('key list shows prefix, state, last use and name, and never the secret', async () => {
    const shown = await resultOf('key', 'list', ...EMAIL);
    const [, , prefix = '', secret = ''] = key.split('_');
    assert.match(shown, new RegExp(`^${prefix}\tactive\t20\\d\\d-[^\t]+Z\tfrom the command line\n$`));
    assert.ok(!shown.includes(secret));
  });

  it('account set-plan counts from the next request of the running server on', async () => {
    assert.equal(await resultOf('account', 'set-plan', ...EMAIL, '--plan', 'free'), 'cli@test.example\tfree\n');
    assert.equal(await statusWith(key), 403);
    const { code, stdout, stderr } = await legible('key', 'create', ...EMAIL, '--name', 'x');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^legible: API keys need a Pro subscription/);
    await resultOf('account', 'set-plan', ...EMAIL, '--plan', 'team');
    assert.equal(await statusWith(key), 200);
  });

  it('key revoke: the running server refuses the key on the next request, and only this key', async () => {
    const other = (await resultOf('key', 'create', ...EMAIL, '--name', 'other')).trim();
    const [, , prefix = ''] = key.split('_');
    assert.equal(await statusWith(key), 200);
    assert.equal(await resultOf('key', 'revoke', prefix, ...EMAIL), `${prefix}\trevoked\n`);
    assert.equal(await statusWith(key), 401);
    assert.equal(await statusWith(other), 200);
    assert.match(await resultOf('key', 'list', ...EMAIL), new RegExp(`^${prefix}\trevoked\t`, 'm'));
  });
});

describe('exit codes', { concurrency: 2 }, () => {
  const ROWS: readonly (readonly [code: 0 | 2 | 64, says: RegExp, ...parts: string[]])[] = [
    [2, /email: expected an address/, 'account', 'create', '--email', 'nobody'],
    [2, /email: there is an account for/, 'account', 'create', ...EMAIL],
    [2, /email: no account for/, 'account', 'set-plan', '--email', 'nobody@test.example', '--plan', 'pro'],
    [2, /prefix: this account has no such key/, 'key', 'revoke', '00000000', ...EMAIL],
    [64, /Usage: legible/],
    [64, /unknown command 'nope'/, 'nope'],
    [64, /required option '--email/, 'account', 'create'],
    [64, /argument 'gold' is invalid/, 'account', 'create', '--email', 'gold@test.example', '--plan', 'gold'],
    [64, /missing required argument 'prefix'/, 'key', 'revoke', ...EMAIL],
  ];
  for (const [code, says, ...parts] of ROWS) {
    it(`legible ${parts.join(' ')}: ${code}, and why on stderr`, async () => {
      const ended = await legible(...parts);
      assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
      assert.match(ended.stderr, says);
      assert.doesNotMatch(ended.stderr, /\n\s+at /);
    });
  }

  it('--help and --version: 0, on stdout', async () => {
    assert.match(await resultOf('--help'), /^Usage: legible/);
    assert.match(await resultOf('--version'), /^\d+\.\d+\.\d+\n$/);
  });

  it('a setting that cannot be used: 64', async () => {
    const { code, stdout, stderr } = await run('/dev/null/x', 'account', 'list');
    assert.deepEqual([code, stdout], [64, '']);
    assert.match(stderr, /^legible: DATA_DIR: "\/dev\/null\/x" cannot be the folder/);
  });
});

/** What a newcomer meets: one command, a key, a graded report over curl and over an MCP client. And what stops a start. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { Scan, StartScanResponse } from '../../../src/schema/scan.ts';
import { goodSite } from '../../fixtures/sites/good-site.ts';
import { spaShell } from '../../fixtures/sites/spa-shell.ts';
import { inWhole, someOf } from '../../support/exhaustive.ts';
import { newDataDir } from '../../support/service.ts';
import { answerOf, connectMcp, rest, untilEnded } from '../../support/service-doors.ts';
import { legible, runMain, type ServiceProcess, spawnService } from '../../support/service-process.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const run = promisify(execFile);

describe('the first start, without a terminal', () => {
  let dataDir: string;
  let file: string;
  let service: ServiceProcess;
  let site: SiteServer;
  let words: string;
  let key: string;
  before(async () => {
    dataDir = await newDataDir();
    file = join(dataDir, 'first-start.txt');
    // A leftover file that everyone can read: the key must not be written into it.
    await writeFile(file, 'old', { mode: 0o644 });
    [service, site] = await Promise.all([spawnService(dataDir), serveSite(goodSite)]);
    await service.said(/first-start\.txt\n/);
    words = await readFile(file, 'utf8');
    key = /svc_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}/.exec(words)?.[0] ?? '';
  });
  after(async () => {
    await site.close();
    await rm(dataDir, { recursive: true });
  });

  it('leaves the key in a file that only its owner can read', async () => {
    const { mode } = await stat(file);
    assert.equal(mode & 0o777, 0o600);
    assert.notEqual(key, '');
    assert.equal((await rest(service, '/api/v1/scans', { key })).status, 200);
  });

  it('leaves a curl line that starts a scan, and one that reads it', async () => {
    const [start = '', read = ''] = words.split('\n\n').filter((paragraph) => paragraph.startsWith('  curl '));
    const shell = async (line: string) => JSON.parse((await run('sh', ['-c', line])).stdout);
    const { id, pollUrl } = StartScanResponse.parse(await shell(start.replace('https://example.com', site.origin)));
    assert.equal(pollUrl, `/api/v1/scans/${id}`);
    await untilEnded(service, key, id);
    const scan = Scan.parse(await shell(read.replace('/ID', `/${id}`)));
    assert.equal(scan.status, 'completed');
    assert.equal(scan.siteRating, 'excellent');
  });

  it('leaves a configuration with which an MCP client scans a site to a graded report', async () => {
    const configuration = words.split('\n\n').find((paragraph) => paragraph.startsWith('  {\n')) ?? '';
    const { mcpServers } = JSON.parse(configuration);
    assert.deepEqual(mcpServers.legible, {
      type: 'http',
      url: `${service.url}/api/v1/mcp`,
      headers: { Authorization: `Bearer ${key}` },
    });
    assert.ok(words.includes(`claude mcp add --transport http legible ${mcpServers.legible.url} --header`));
    const shell = await serveSite(spaShell);
    const client = await connectMcp(service, key);
    const call = async (name: string, input: Record<string, unknown>) =>
      answerOf(await client.callTool({ name, arguments: input }));
    const { output } = await call('start_scan', { url: shell.origin, pageLimit: 10 });
    const { id, status: started } = AgentScan.parse(output);
    assert.equal(started, 'completed', 'the call waits');
    const report = await call('get_scan', { id });
    const { status, siteScore = 100 } = AgentScan.parse(report.output);
    assert.equal(status, 'completed');
    assert.ok(siteScore < 40, `an empty shell has ${siteScore}`);
    await client.close();
    await shell.close();
    assert.match(report.text, /Best fixes first:\n1\. [SLP]\d+ \+\d/);
  });

  it('says where the file is and nothing else, and no key is in the log', async () => {
    const { code, stdout, stderr } = await service.end('SIGTERM');
    assert.equal(code, 0);
    assert.equal(stdout, `The first API key is in ${file}\n`);
    assert.doesNotMatch(stderr, /svc_live_\w{8}_/);
    for (const line of stderr.trim().split('\n')) assert.equal(typeof JSON.parse(line).msg, 'string');
  });

  it('is the only one: a second start makes no key and writes nothing', async () => {
    const again = await spawnService(dataDir);
    assert.equal((await rest(again, '/api/v1/scans', { key })).status, 200);
    const { stdout } = await again.end('SIGTERM');
    assert.equal(stdout, '');
    assert.equal(await readFile(file, 'utf8'), words);
    const keys = await legible(dataDir, 'key', 'list', '--email', 'operator@localhost');
    assert.equal(keys.stdout.trim().split('\n').length, 1);
    assert.ok(keys.stdout.startsWith(key.slice('svc_live_'.length, 'svc_live_'.length + 8)));
  });
});

describe('a first start that cannot leave its words', () => {
  inWhole(() =>
    it('says so and stays up', async () => {
      const dataDir = await newDataDir();
      // A blocked write, as a full disk would cause.
      await mkdir(join(dataDir, 'first-start.txt'), { recursive: true });
      const service = await spawnService(dataDir);
      await service.logged(/"msg":"the first API key could not be handed over; [^"]*key create/);
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
      const { code, stdout, stderr } = await service.end('SIGTERM');
      assert.equal(code, 0);
      assert.doesNotMatch(stdout + stderr, /svc_live_/);
      await rm(dataDir, { recursive: true });
    }),
  );
});

describe('a start that cannot be', { concurrency: 2 }, () => {
  /** Settings and their error messages: the name, the value, the expectation. */
  const ROWS: readonly (readonly [settings: Record<string, string>, ...says: RegExp[]])[] = [
    [{ PORT: 'x', LOG_LEVEL: 'loud' }, /^PORT: "x" is not a whole number/m, /^LOG_LEVEL: "loud" is not one of/m],
    [{ BASE_URL: 'https://legible.example' }, /^BASE_URL: "https:\/\/legible\.example" needs TRUSTED_PROXIES/m],
    [{ ALLOWED_PRIVATE_HOSTS: 'a b' }, /^ALLOWED_PRIVATE_HOSTS: "a b" is not a host/m],
    [{ HOST: '203.0.113.7' }, /^HOST: "203\.0\.113\.7" is not an address of this machine/m],
    [{ DATA_DIR: '/dev/null/x' }, /^DATA_DIR: "\/dev\/null\/x" cannot be the folder/m],
  ];
  let dataDir: string;
  before(async () => {
    dataDir = await newDataDir();
  });
  after(() => rm(dataDir, { recursive: true }));

  for (const [settings, ...says] of someOf(ROWS, 5)) {
    it(`${JSON.stringify(settings)} exits with 64 and names the expected value`, async () => {
      const { code, stdout, stderr } = await runMain({ PORT: '0', DATA_DIR: dataDir, ...settings });
      assert.equal(code, 64, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /^Cannot start:\n/);
      for (const words of says) assert.match(stderr, words);
      assert.doesNotMatch(stderr, /\n\s+at /);
    });
  }

  inWhole(() =>
    it('a DATA_DIR that never answers exits with 64 within its deadline, and says so', async () => {
      const hung = join(dataDir, 'hung');
      await mkdir(join(hung, 'store'), { recursive: true });
      // Opening a pipe that has no writer blocks, as a file on a hung network mount does.
      execFileSync('mkfifo', [join(hung, 'store', 'data.mdb')]);
      const { code, stderr } = await runMain({ PORT: '0', DATA_DIR: hung });
      assert.equal(code, 64, stderr);
      assert.match(stderr, /^DATA_DIR: ".*" cannot be the folder of the store \(it did not answer within 10 s; check/m);
    }),
  );

  inWhole(() =>
    it('a port that is taken: exits with 64, and takes no scan with it', async () => {
      const site = await serveSite(goodSite);
      const taken = new URL(site.origin).port;
      const other = join(dataDir, 'other');
      await mkdir(other);
      const { code, stderr } = await runMain({ PORT: taken, DATA_DIR: other });
      assert.equal(code, 64);
      assert.match(stderr, new RegExp(`^PORT: another process listens on "${taken}"`, 'm'));
      assert.deepEqual(await readdir(other), ['store'], 'no key was made');
      await site.close();
    }),
  );
});

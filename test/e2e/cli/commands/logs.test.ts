/** `legible logs` as a command: what it prints and writes, and the codes that cron sees. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { canUnpackZstd } from '../../../../src/logs/unpack.ts';
import { LogReport } from '../../../../src/schema/log-report.ts';
import { GPTBOT_LIST, MADE_FORMATS, madeLines, newTruth } from '../../../support/generated-log.ts';
import { newDataDir } from '../../../support/service.ts';
import { type Ended, legibleUnder } from '../../../support/service-process.ts';

const line = (status: number, path = '/docs', agent = 'ChatGPT-User') =>
  MADE_FORMATS.combined?.line({
    ...{ address: '198.51.100.77', timeMs: Date.UTC(2026, 10, 1), path, status, bytes: 5000, seconds: 0.1 },
    userAgent: `Mozilla/5.0 (compatible; ${agent}/1.0)`,
  }) ?? '';

describe('legible logs', () => {
  let folder: string;
  before(async () => {
    folder = await newDataDir();
  });
  after(() => rm(folder, { recursive: true }));

  const file = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const logs = (...options: string[]): Promise<Ended> => legibleUnder({ DATA_DIR: folder }, 'logs', ...options);
  const lines = (count: number) => [...madeLines(count, () => 'combined', newTruth())].join('\n');

  it('ends with 0 for a log that was read, and prints what to do', async () => {
    const { code, stdout, stderr } = await logs(await file('ok.log', lines(3000)));
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
    assert.match(stdout, /ChatGPT-User/);
    assert.doesNotMatch(stdout, /198\.51\.100|lovelace/);
  });

  it('reads the files of a pattern together, packed or not', async () => {
    const text = lines(2000).split('\n');
    await file('many-1.log', text.slice(0, 800).join('\n'));
    await file('many-2.log.gz', gzipSync(text.slice(800).join('\n')));
    const { code, stdout, stderr } = await logs(join(folder, 'many-*'), '--print', 'json');
    assert.equal(code, 0, stderr);
    assert.equal(LogReport.parse(JSON.parse(stdout)).lines.requests, 2000);
  });

  it('ends with 1 when an agent got more refusals than its limit, and with 0 at the limit', async () => {
    const log = await file('refused.log', [line(403), ...Array.from({ length: 9 }, () => line(200))].join('\n'));
    const over = await logs(log, '--fail-on-refused', 'ChatGPT-User=5');
    assert.equal(over.code, 1);
    assert.match(over.stderr, /ChatGPT-User got 10 % refusals \(1 of 10 unproven requests\), more than 5 %\./);
    assert.equal((await logs(log, '--fail-on-refused', 'chatgpt-user=10')).code, 0);
    assert.equal((await logs(log, '--fail-on-refused', 'all=0')).code, 1);
  });

  it('ends with 4 when no line is readable, or there is no request at all', async () => {
    const { code, stderr } = await logs(await file('not.log', 'this is\nno log\n'));
    assert.equal(code, 4);
    assert.match(stderr, /no line was readable\. Check that it is an access log, or use --format/);
    const headers = '#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n';
    for (const content of ['', '\n\n', headers]) {
      const empty = await logs(await file('empty.log', content));
      assert.equal(empty.code, 4, content);
      assert.match(empty.stderr, /the log has no request\. Check that it is the access log/);
    }
  });

  it('reads zstd where Node can, and else ends with 2 and says what to do', async () => {
    // The line, in one raw block of a frame (RFC 8878): Node 20 cannot pack zstd.
    const content = Buffer.from(`${line(200)}\n${line(200)}\n`);
    const block = Buffer.alloc(3);
    block.writeUIntLE((content.length << 3) | 1, 0, 3);
    const size = Buffer.from([0x60, (content.length - 256) & 0xff, (content.length - 256) >> 8]);
    assert.ok(content.length >= 256);
    const packed = Buffer.concat([Buffer.from('28b52ffd', 'hex'), size, block, content]);
    const { code, stdout, stderr } = await logs(await file('packed.log.zst', packed), '--print', 'json');
    if (canUnpackZstd) {
      assert.deepEqual([code, LogReport.parse(JSON.parse(stdout)).lines.requests], [0, 2]);
      return;
    }
    assert.equal(code, 2);
    assert.match(
      stderr,
      /packed\.log\.zst was not read: zstd needs Node 22\.15 or later, and this is v\S+\. Unpack it first: zstd -dc FILE \| legible logs -$/m,
    );
  });

  it('ends with 2 for an archive of another kind, and says how to unpack it', async () => {
    const { code, stderr } = await logs(await file('access.log.zip', 'PK\u0003\u0004\u0014\u0000\u0000access.log'));
    assert.equal(code, 2);
    assert.match(stderr, /access\.log\.zip was not read: it is a ZIP archive\. Unpack it first: unzip -p FILE/);
  });

  it('ends with 0 when all requests are before the period, and says so', async () => {
    const { code, stdout, stderr } = await logs(await file('before.log', line(200)), '--since', '2126-01-01');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /no request in this period; 1 is older/);
  });

  it('ends with 3 when a part was left out, and says which', async () => {
    const packed = gzipSync(lines(3000));
    const cut = await logs(await file('cut.log.gz', packed.subarray(0, packed.length - 2000)));
    assert.equal(cut.code, 3);
    assert.match(cut.stderr, /left out: cut\.log\.gz: the compressed data ends too early/);
    const mixed = await logs(await file('mixed.log', `${lines(50)}\nfoo\nbar\n`));
    assert.equal(mixed.code, 3);
    assert.match(mixed.stderr, /left out: 2 of 52 lines have no known format, the first at lines 51, 52\./);
    assert.equal((await logs(await file('few.log', `${lines(1000)}\nfoo\n`))).code, 0, 'up to 1 % is no part');
  });

  it('ends with 64 and one line for what it cannot use', async () => {
    const log = await file('usage.log', lines(10));
    for (const [options, message] of [
      [[join(folder, 'absent.log')], /file: there is no /],
      [[folder], /file: .* is a folder/],
      [[join(folder, 'none-*.log')], /file: no file matches/],
      [[log, '--since', 'yesterday'], /--since: expected 30d/],
      [[log, '--format', '$status'], /--format: it needs \$http_user_agent/],
      [[log, '--fail-on-refused', 'ChatGPT-User'], /Expected the name of an agent and a percentage/],
      [[log, '--ranges', join(folder, 'absent')], /--ranges: there is no folder/],
      [[log, '--refresh-ranges'], /--refresh-ranges: expected --ranges/],
      [[log, '--baseline', log], /--baseline: expected .* to hold an earlier report/],
      [[log, '--print', 'pdf'], /Allowed choices are/],
    ] as const) {
      const { code, stdout, stderr } = await logs(...options);
      assert.equal(code, 64, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
  });

  it('compares with the report of an earlier period', async () => {
    const old = await file('old.log', [line(200), line(200), line(200, '/', 'GPTBot')].join('\n'));
    const baseline = join(folder, 'baseline.json');
    assert.equal((await logs(old, '--output', `json=${baseline}`)).code, 0);
    const now = await file('now.log', [line(403), line(200), line(200, '/', 'ClaudeBot')].join('\n'));
    const forms = ['text', 'json', 'markdown', 'html'];
    const outputs = forms.flatMap((form) => ['--output', `${form}=${join(folder, `changes.${form}`)}`]);
    const { code, stdout, stderr } = await logs(now, '--baseline', baseline, '--print', 'csv', ...outputs);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /,refused_percent,refused_percent_before\r\nChatGPT-User,.*,2,2,50,0\r\n/);
    for (const form of forms) {
      const text = await readFile(join(folder, `changes.${form}`), 'utf8');
      assert.match(text, /ChatGPT-User: 50 % refused, before 0 %/, form);
      assert.match(text, /ClaudeBot is new: 1 request\./, form);
    }
    const same = await logs(now, '--baseline', join(folder, 'changes.json'));
    assert.equal(same.stderr, '');
    assert.match(same.stdout, /Changes since the baseline\n {2}Nothing changed by much\./);
    const redirects = await logs(now, '--baseline', baseline, '--redirects', 'nginx');
    assert.match(redirects.stderr, /ChatGPT-User: 50 % refused, before 0 %\./);
    assert.match(redirects.stderr, /ClaudeBot is new: 1 request\./);
    assert.match(redirects.stderr, /GPTBot did not come: before 1 request\./);
  });

  it('writes every form of the report in one run', async () => {
    const log = await file('forms.log', lines(2000));
    const forms = ['text', 'json', 'markdown', 'csv', 'html'];
    const { code, stderr } = await logs(
      log,
      ...forms.flatMap((form) => ['--output', `${form}=${join(folder, `out.${form}`)}`]),
    );
    assert.equal(code, 0, stderr);
    const written = Object.fromEntries(
      await Promise.all(
        forms.map(async (form) => [form, await readFile(join(folder, `out.${form}`), 'utf8')] as const),
      ),
    );
    assert.match(written.csv ?? '', /^agent,vendor,kind,requests,/);
    assert.match(written.html ?? '', /^<!doctype html>/);
    assert.match(written.markdown ?? '', /^# /m);
    assert.equal(LogReport.parse(JSON.parse(written.json ?? '')).lines.requests, 2000);
    for (const [form, text] of Object.entries(written)) assert.match(text, /ChatGPT-User/, form);
  });

  it('verifies agents by the lists in a folder, and prints redirects for the server that is named', async () => {
    const ranges = await newDataDir();
    await writeFile(join(ranges, 'gptbot.json'), GPTBOT_LIST);
    const log = await file('who.log', lines(20_000));
    const { code, stdout } = await logs(log, '--ranges', ranges, '--print', 'json');
    assert.equal(code, 0);
    const gptbot = LogReport.parse(JSON.parse(stdout)).agents.find(({ name }) => name === 'GPTBot');
    assert.ok((gptbot?.verified ?? 0) > 0 && (gptbot?.spoofed ?? 0) > 0);
    const moved = await file('moved.log', [line(200, '/docs/install'), line(404, '/docs/install.php')].join('\n'));
    const redirects = await logs(moved, '--redirects', 'nginx');
    assert.equal(redirects.stdout.trim(), 'location = /docs/install.php { return 301 /docs/install; }');
    await rm(ranges, { recursive: true });
  });
});

/** `legible census` as its users run it: over worker processes, killed at any time, with its leaderboard. */

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createCorpus } from '../../src/scans/corpus.ts';
import { linesOfList } from '../../src/sites/census/list.ts';
import { readResults } from '../../src/sites/census/results-file.ts';
import type { CensusRow } from '../../src/sites/census/row.ts';
import { openLmdbStore } from '../../src/store/lmdb/open.ts';
import { allOf } from '../support/all-of.ts';
import { censusRow } from '../support/census-row.ts';
import { type ManyHosts, serveManyHosts } from '../support/many-hosts.ts';
import { programOf } from '../support/program.ts';
import { newDataDir } from '../support/service.ts';

const HOSTS = 30;
const BARRED = 'User-agent: GPTBot\nDisallow: /\n';
const CLOSED = 'User-agent: LegibleBot\nDisallow: /\n';

describe('legible census', () => {
  let folder: string;
  let hosts: ManyHosts;
  before(async () => {
    folder = await newDataDir();
    hosts = await serveManyHosts({
      latencyMs: 20,
      pages: 4,
      robotsTxt: (at) => (at % 5 === 1 ? BARRED : at % 10 === 2 ? CLOSED : undefined),
      hasLlmsTxt: (at) => at % 3 === 0,
    });
  });
  after(async () => {
    await hosts.close();
    await rm(folder, { recursive: true });
  });

  const environment = () => {
    const { PATH = '' } = process.env;
    return { PATH, HOME: folder, ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8' };
  };

  async function listOf(name: string, lines: readonly string[]): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, lines.join('\n'));
    return file;
  }

  const census = (...parameters: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const [program, ...own] = programOf('src/cli.ts');
      execFile(
        program,
        [...own, 'census', ...parameters],
        { cwd: folder, env: environment() },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      );
    });

  const rowsIn = (out: string): Promise<CensusRow[]> => allOf(readResults(join(folder, out, 'results.ndjson')));

  it('scans a list with every kind of line, and writes table, schema, statistics, charts and percentiles', async () => {
    const good = Array.from({ length: 12 }, (_, at) => hosts.host(at));
    const file = await listOf('mixed.txt', [
      '# hosts',
      ...good,
      ...good.slice(0, 3).map((host) => `http://${host}/again`),
      hosts.dead(1),
      hosts.dead(2),
      'rank',
      'no-such-name.invalid',
      '10.0.0.1',
      'x'.repeat(1_000_000),
      '\u0000\u0001',
    ]);
    const { code, stdout } = await census(file, '--out', 'mixed', '--workers', '2', '--pages', '4');
    assert.equal(code, 0);
    const rows = await rowsIn('mixed');
    const states = (state: string) => rows.filter((row) => row.state === state).length;
    // Hosts 2 (of 0 to 11) are closed.
    assert.deepEqual([states('graded'), states('closed'), states('unreachable')], [11, 1, 3]);
    assert.match(
      stdout,
      /^23 lines: 15 hosts, 1 empty or comments, 1 too long, 1 not text, 1 no host, 3 duplicate, 1 refused$/m,
    );
    assert.match(stdout, /^robots\.txt bars GPTBot\t3 of 12\t25\.0 %\t/m);
    assert.match(stdout, /^with llms\.txt\t4 of 11\t/m);
    const skipped = (await readFile(join(folder, 'mixed', 'skipped.ndjson'), 'utf8')).trimEnd().split('\n');
    assert.equal(skipped.length, 7);
    const table = (await readFile(join(folder, 'mixed', 'results.csv'), 'utf8')).trimEnd().split('\r\n');
    assert.equal(table.length, rows.length + 1);
    const { columns } = JSON.parse(await readFile(join(folder, 'mixed', 'schema.json'), 'utf8'));
    assert.equal(columns.map(({ name }: { name: string }) => name).join(','), table[0]);
    assert.deepEqual((await readdir(join(folder, 'mixed', 'charts'))).sort(), [
      'agents.svg',
      'kinds.svg',
      'scores.svg',
      'shares.svg',
    ]);
    for (const host of good) assert.equal(hosts.asked.get(host)?.[0], '/robots.txt', 'robots first');
    assert.ok(
      hosts.asked.get(good[2] ?? '')?.every((path) => path === '/robots.txt'),
      'and obeyed',
    );
  });

  it('keeps out who wants no part, also of results that are there already', async () => {
    const file = await listOf('mixed-again.txt', [hosts.host(0), hosts.host(1)]);
    const wishes = await listOf('wishes.txt', [hosts.host(1)]);
    const { stdout } = await census(file, '--out', 'mixed', '--pages', '4', '--opt-out', wishes);
    assert.match(stdout, /1 opted out/);
    assert.ok(!(await rowsIn('mixed')).some(({ host }) => host === hosts.host(1)));
    assert.ok(!(await readFile(join(folder, 'mixed', 'results.csv'), 'utf8')).includes(hosts.host(1)));
  });

  it('goes on after any kill of its processes: nothing lost, nothing doubled', async () => {
    const wanted = Array.from({ length: HOSTS }, (_, at) => hosts.host(at + 100));
    const file = await listOf('killed.txt', [...wanted, ...wanted]);
    const parameters = ['census', file, '--out', 'killed', '--workers', '2', '--pages', '4'];
    let kills = 0;
    let ended: number | null = null;
    for (let run = 0; run < 40 && ended === null; run += 1) {
      const [program, ...own] = programOf('src/cli.ts');
      const child = spawn(program, [...own, ...parameters], { cwd: folder, env: environment(), stdio: 'ignore' });
      const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      // Until there is something to lose, then at any time; a worker first, then the one that reads the list.
      const before = (await rowsIn('killed')).length;
      const isOver = { done: false };
      void exit.then(() => {
        isOver.done = true;
      });
      while (!isOver.done && (await rowsIn('killed')).length < before + 3) await delay(20);
      if (run % 2 === 0) await killWorker(child);
      await delay(50 + 40 * (run % 5));
      if (run < 5) kills += Number(child.kill('SIGKILL'));
      ended = await exit;
    }
    assert.ok(kills >= 3, `${kills} kills`);
    assert.equal(ended, 0);
    const rows = await rowsIn('killed');
    assert.deepEqual(rows.map(({ host }) => host).sort(), [...wanted].sort());
    assert.ok(rows.every(({ state }) => state === 'graded' || state === 'closed'));
    const again = await census(file, '--out', 'killed', '--pages', '4');
    assert.match(again.stderr, new RegExp(`going on after ${HOSTS} hosts`));
    assert.equal((await rowsIn('killed')).length, HOSTS);
  });

  it('refuses a folder with another census, a second process, and files that cannot be read', async () => {
    const file = await listOf('one.txt', [hosts.host(0)]);
    const others = await census(file, '--out', 'mixed', '--pages', '5');
    assert.deepEqual([others.code, others.stderr.includes('Use --pages 4')], [64, true]);
    await writeFile(join(folder, 'mixed', 'lock'), String(process.pid));
    const second = await census(file, '--out', 'mixed', '--pages', '4');
    assert.deepEqual([second.code, second.stderr.includes(`process ${process.pid}`)], [64, true]);
    await rm(join(folder, 'mixed', 'lock'));
    assert.equal((await census(join(folder, 'none.txt'))).code, 64);
    assert.equal((await census(file, '--site', 'pages')).code, 64);
    assert.equal((await census(file, '--site', folder, '--origin', 'https://a.example', '--out', 'x')).code, 64);
  });

  it('exits with 2 when no host could be graded', async () => {
    const file = await listOf('dead.txt', [hosts.dead(3), 'no-such-name.invalid']);
    const { code, stdout } = await census(file, '--out', 'dead', '--pages', '4');
    assert.equal(code, 2);
    assert.match(stdout, /^graded\t0\tclosed to the bot\t0\tunreachable\t2\tfailed\t0$/m);
  });

  it('enters scores into the percentiles of the server in this folder', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => censusRow({ host: `site-${at}.example`, score: at }));
    const file = await listOf(
      'known.txt',
      rows.map(({ host }) => host),
    );
    await census(file, '--out', 'known', '--pages', '10', '--opt-out', file);
    await writeFile(join(folder, 'known', 'results.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    assert.equal((await census(file, '--out', 'known')).code, 0);
    const store = await openLmdbStore({ dataDir: join(folder, 'data') });
    assert.equal(await createCorpus(store).scoreOf('site-7.example'), 7);
    await store.close();
  });

  it('writes a leaderboard that scores 95 and more itself', async () => {
    const file = join(folder, 'known.txt');
    const { code } = await census(file, '--out', 'known', '--site', 'pages', '--origin', 'https://census.example.com');
    assert.equal(code, 0);
    const [program, ...own] = programOf('src/cli.ts');
    const scan = ['scan', '--dist', 'pages', '--canonical-origin', 'https://census.example.com', '--pages', '40'];
    const score = await new Promise<number>((resolve, reject) => {
      execFile(
        program,
        [...own, ...scan, '--format', 'json'],
        { cwd: folder, env: environment(), maxBuffer: 50_000_000 },
        (error, stdout) => (error === null ? resolve(JSON.parse(stdout).siteScore) : reject(error)),
      );
    });
    assert.ok(score >= 95, `${score}`);
  });

  it('names the command that took corpus in', async () => {
    const [program, ...own] = programOf('src/cli.ts');
    const said = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(program, [...own, 'corpus', 'list.txt'], { cwd: folder, env: environment() }, (error, _, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    assert.equal(said.code, 64);
    assert.match(said.stderr, /"legible corpus" is "legible census" now/);
  });

  it('reads a list of a million lines as a stream', { timeout: 180_000 }, async () => {
    async function* million(): AsyncGenerator<Uint8Array> {
      for (let part = 0; part < 1000; part += 1)
        yield Buffer.from(
          Array.from({ length: 1000 }, (_, at) => `${part * 1000 + at},host-${part}-${at}.example\n`).join(''),
        );
    }
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let count = 0;
    for await (const line of linesOfList(million())) if (line.is === 'host') count += 1;
    assert.equal(count, 1_000_000);
    const grown = (process.memoryUsage().rss - before) / 1e6;
    assert.ok(grown < 250, `${grown} MB`);
  });
});

/** Kills one child of a process, if it has any. */
async function killWorker(parent: ChildProcess): Promise<void> {
  const children = await readFile(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').catch(() => '');
  const [first] = children.trim().split(' ').filter(Boolean).map(Number);
  if (first === undefined) return;
  try {
    process.kill(first, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

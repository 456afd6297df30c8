/** `legible watch`: one run after the other, as cron has them. */
import assert from 'node:assert/strict';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { tinyLegit } from '../../../fixtures/sites/tiny-legit.ts';
import { newDataDir } from '../../../support/service.ts';
import { legibleUnder } from '../../../support/service-process.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

let folder: string;
let site: SiteServer;
const OPEN = 'User-agent: *\nAllow: /\n';
const CLOSED = `${OPEN}\nUser-agent: ChatGPT-User\nUser-agent: Claude-User\nDisallow: /\n`;
let robots = OPEN;
before(async () => {
  folder = await newDataDir();
  site = await serveSite({
    ...tinyLegit,
    pages: { ...tinyLegit.pages, '/robots.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: robots }) },
  });
});
after(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const watch = (state = join(folder, 'state.json'), ...more: string[]) =>
  legibleUnder({ DATA_DIR: folder }, 'watch', `${site.origin}/`, '--allow-private', '--state', state, ...more);

it('keeps the first run, tells what got worse with exit code 1, and then compares with that', async () => {
  const first = await watch();
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /: \d+\. This is the first run/);
  assert.match((await watch()).stdout, /: \d+ \(0\)\.\n$/);

  robots = CLOSED;
  const worse = await watch();
  assert.equal(worse.code, 1, worse.stderr);
  assert.match(worse.stdout, /^- The score dropped by \d+, from \d+ to \d+\.$/m);
  assert.match(worse.stdout, /^- .+ gets 0 % of the text, and got \d+ %\.$/m);
  assert.equal((await watch()).code, 0);
});

it('a file of something else is refused and kept', async () => {
  const other = join(folder, 'other.json');
  await writeFile(other, '{"name": "a package"}');
  const refused = await watch(other);
  assert.equal(refused.code, 64);
  assert.match(refused.stderr, /state: expected .*other\.json to hold what legible watch wrote/);
  assert.equal(await readFile(other, 'utf8'), '{"name": "a package"}');
});

it('a site that does not answer exits with 2 and leaves the state as it was', async () => {
  const state = join(folder, 'state.json');
  const before = await readFile(state, 'utf8');
  const failed = await legibleUnder(
    { DATA_DIR: folder },
    'watch',
    'http://127.0.0.1:1/',
    '--allow-private',
    '--state',
    state,
  );
  assert.equal(failed.code, 2);
  assert.match(failed.stderr, /could not scan/);
  assert.equal(await readFile(state, 'utf8'), before);
});

it('runs of different --pages are not compared', async () => {
  const state = join(folder, 'pages.json');
  robots = OPEN;
  await watch(state);
  robots = CLOSED;
  const other = await watch(state, '--pages', '1');
  assert.equal(other.code, 0, other.stderr);
  assert.match(other.stdout, /The run before had another --pages, so they cannot be compared/);
});

it('runs of two sites at once keep the state of both', async () => {
  const state = join(folder, 'both.json');
  const other = await serveSite(tinyLegit);
  try {
    const run = (origin: string) =>
      legibleUnder({ DATA_DIR: folder }, 'watch', `${origin}/`, '--allow-private', '--state', state);
    const runs = await Promise.all([run(site.origin), run(other.origin)]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 0],
    );
    const kept = Object.keys(JSON.parse(await readFile(state, 'utf8'))).sort();
    assert.deepEqual(kept, [`${site.origin}/`, `${other.origin}/`].sort());
  } finally {
    await other.close();
  }
});

it('a state file that cannot be written, or is too large, is refused before the scan', async () => {
  const large = join(folder, 'large.json');
  await writeFile(large, '');
  await truncate(large, 30_000_000);
  const hostile = join(folder, 'hostile.json');
  const run = { score: 1, rubricVersion: '\u001b[2J', checks: {}, readers: {} };
  await writeFile(hostile, JSON.stringify({ [`${site.origin}/`]: run }));
  for (const [state, says] of [
    [join(folder, 'missing', 'state.json'), /state: .+ cannot be written \(ENOENT/],
    [large, /state: expected .+ to hold what legible watch wrote/],
    [hostile, /state: expected .+ to hold what legible watch wrote/],
    [folder, /state: expected .+ to hold what legible watch wrote/],
  ] as const) {
    const { code, stdout, stderr } = await watch(state);
    assert.equal(code, 64);
    assert.match(stderr, says);
    assert.equal(stdout, '');
    assert.doesNotMatch(stderr, /page/i, 'no scan began');
  }
});

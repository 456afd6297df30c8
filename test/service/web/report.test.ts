/** Reports over HTTP: who may read them, what they carry, and that they cope with many pages. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import * as z from 'zod';
import { markdown } from '../../../src/scanner/reporters/markdown.ts';
import { pageScore } from '../../../src/scanner/scoring/score.ts';
import { Explanation } from '../../../src/schema/explanation.ts';
import type { Scan } from '../../../src/schema/scan.ts';
import { hostileWords } from '../../fixtures/sites/hostile-words.ts';
import { newDataDir, startTestService, type TestService } from '../../support/service.ts';
import { rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { serveSite } from '../../support/site-server.ts';
import { storeScan } from '../../support/stored-scan.ts';

const MANY = 2000;
const PagesData = z.object({
  checks: z.array(z.tuple([z.string(), z.string()])),
  rows: z.array(
    z.tuple([
      z.int(),
      z.string(),
      z.array(z.int()),
      z.array(z.int()),
      z.array(z.int()),
      z.int(),
      z.int().min(0).max(100).nullable(),
    ]),
  ),
});

let dataDir: string;
let service: TestService;
let many: string;
let scan: Scan;
let explanation: Explanation;
before(async () => {
  dataDir = await newDataDir();
  many = `/s/${await storeScan(dataDir, MANY)}`;
  service = await startTestService({ dataDir });
  const key = await service.key();
  const site = await serveSite(hostileWords);
  const { id } = await startScan(service, key, { url: `${site.origin}/` });
  scan = await untilEnded(service, key, id);
  explanation = Explanation.parse((await rest(service, `/api/v1/scans/${id}/explanation`, { key })).body);
  await site.close();
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const startedMs = performance.now();
  const response = await fetch(service.url + path, { headers, redirect: 'manual' });
  const bytes = Number(response.headers.get('content-length'));
  return { response, text: await response.text(), bytes, ms: performance.now() - startedMs };
};
const reportOf = ({ shareToken }: Scan) => `/s/${shareToken}`;

describe('the drafts of the fixes', () => {
  it('are a zip of files at their place, with a README that says where each goes', async () => {
    const read = async () =>
      new Uint8Array(await (await fetch(`${service.url}${reportOf(scan)}/fixes.zip`)).arrayBuffer());
    const archive = await read();
    const files = Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, strFromU8(bytes)] as const);
    const [[first = '', readme = ''] = []] = files;
    assert.equal(first, 'README.md');
    const drafts = scan.siteChecks.filter(
      ({ status, details }) => status !== 'pass' && Object(details.evidence).draft !== undefined,
    );
    assert.ok(drafts.length > 0);
    for (const { checkId, details } of drafts) {
      const [path] = files.find(([, text]) => text === Object(details.evidence).draft) ?? [];
      assert.match(path ?? '', /^(site\/[\w./-]+|lines\/[SLP]\d+\.txt)$/, checkId);
      assert.ok(readme.includes(`## \`${path}\`\n\n${checkId}: `), checkId);
    }
    assert.deepEqual(await read(), archive);
  });

  it('are none of a scan that has failed, and the answer says so', async () => {
    const key = await service.key();
    const failed = await untilEnded(service, key, (await startScan(service, key, { url: 'http://127.0.0.1:1/' })).id);
    const { response, text } = await get(`${reportOf(failed)}/fixes.zip`);
    assert.deepEqual([failed.status, response.status], ['failed', 404]);
    assert.match(text, /has no drafts: it is still running, or has failed/);
  });
});

describe('a report', () => {
  it('is open to every bearer of its address, and neither indexed nor cached', async () => {
    for (const path of [
      '',
      '/pages',
      '/pages/0',
      '/pages.json',
      '/status.json',
      '/report.md',
      '/agent-prompt.txt',
      '/fixes.zip',
      '/card.png',
    ]) {
      const { response } = await get(reportOf(scan) + path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('x-robots-tag') ?? '', /noindex/, path);
      assert.match(response.headers.get('cache-control') ?? '', /private/, path);
    }
    const tokens = [
      '0'.repeat(22),
      scan.id,
      `${scan.shareToken}x`,
      scan.shareToken.slice(1),
      '__proto__',
      'x'.repeat(3000),
    ];
    for (const token of tokens) {
      for (const path of ['', '/pages', '/pages.json', '/report.md', '/card.png']) {
        assert.equal((await get(`/s/${token}${path}`)).response.status, 404, token);
      }
      assert.equal((await get(`/m/${token}`)).response.status, 404, token);
    }
  });

  it('has a link preview with its score, whose picture is limited as the report is', async () => {
    const { text } = await get(reportOf(scan));
    const metas = new Map(
      [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(([, a, b]) => [a, b]),
    );
    assert.equal(metas.get('og:title'), `${new URL(scan.rootUrl).host}: ${scan.siteScore} of 100`);
    assert.match(metas.get('og:description') ?? '', /^Agent readability, graded by Legible: \w/);
    assert.equal(metas.get('og:url'), `${service.url}${reportOf(scan)}`);
    assert.equal(metas.get('twitter:card'), 'summary_large_image');
    const { response, bytes } = await get((metas.get('og:image') ?? '').slice(service.url.length));
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.ok(bytes < 8_000);
    assert.ok(response.headers.has('ratelimit'), 'it counts as a request for the report does');
  });

  it('runs nothing inline, loads nothing external and cannot be framed', async () => {
    const { response, text } = await get(reportOf(scan));
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(response.headers.get('x-frame-options'), 'DENY');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('referrer-policy'), 'same-origin');
    assert.doesNotMatch(text, /<script(?![^>]* src="\/assets\/)|<style|\sstyle=|\son[a-z]+=/i);
  });

  it('as Markdown says what the whole scan says', async () => {
    const whole = markdown.render({ scan, explanation });
    assert.equal((await get(`${reportOf(scan)}/report.md`)).text, whole);
    const negotiated = await get(reportOf(scan), { accept: 'text/markdown' });
    assert.equal(negotiated.text, whole);
    assert.match(negotiated.response.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.match(negotiated.response.headers.get('vary') ?? '', /Accept/);
  });

  it('has its pages as data that agrees with the scan', async () => {
    const { checks, rows } = PagesData.parse(JSON.parse((await get(`${reportOf(scan)}/pages.json`)).text));
    assert.equal(rows.length, scan.pageResults.length);
    for (const [at, url, fails, warns, , , score] of rows) {
      const page = scan.pageResults[at];
      assert.ok(page?.url.endsWith(url) === true);
      const results = page.checks.map(({ checkId, status, details }) => ({
        id: checkId,
        status: details.notApplicable === true ? ('na' as const) : status,
      }));
      const idsWith = (wanted: string) => results.filter(({ status }) => status === wanted).map(({ id }) => id);
      const named = (indexes: number[]) => indexes.map((index) => checks[index]?.[0]).sort();
      assert.deepEqual(named(fails), idsWith('fail').sort());
      assert.deepEqual(named(warns), idsWith('warn').sort());
      assert.equal(score, pageScore(results));
    }
  });

  it('has its worst pages first', async () => {
    const { rows } = PagesData.parse(JSON.parse((await get(`${many}/pages.json`)).text));
    const scores = rows.map((row) => row[6] ?? 101);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => a - b),
      'worst first',
    );
    assert.ok(new Set(scores).size > 2);
  });

  it('names every check of the scan once, with its status', async () => {
    const { text } = await get(reportOf(scan));
    const shown = [...text.matchAll(/<details class="check" id="([SLP]\d+)" data-status="(\w+)"/g)];
    assert.equal(new Set(shown.map(([, id]) => id)).size, shown.length);
    assert.equal(shown.length, 76);
    const statuses = new Map(shown.map(([, id, status]) => [id, status]));
    for (const { checkId, status, details } of [...scan.siteChecks, ...scan.llmstxtChecks]) {
      assert.equal(statuses.get(checkId), details.notApplicable === true ? 'na' : status, checkId);
    }
  });
});

describe(`a report of ${MANY} pages`, () => {
  it('uses little processor time at its first read', async () => {
    // Nothing of it is at hand, but everything else is warm: the code, the store.
    await get(reportOf(scan));
    const before = process.cpuUsage();
    assert.equal((await get(many)).response.status, 200);
    const { user, system } = process.cpuUsage(before);
    // A third of this on a quiet machine; to read all pages takes more than 250 ms.
    assert.ok(user + system < 150_000, `${(user + system) / 1000} ms`);
  });

  it('is small, and quick once it was read', async () => {
    const accept = { 'accept-encoding': 'br' };
    await get(many, accept);
    const { bytes, ms, text } = await get(many, accept);
    assert.ok(bytes > 0 && bytes <= 150 * 1024, `${bytes} bytes`);
    assert.ok(ms < 1000, `${ms} ms`);
    assert.ok(!text.includes('/page-1999"'), 'its pages are not in the page');
    const data = await get(`${many}/pages.json`, accept);
    assert.ok(data.bytes <= 150 * 1024, `${data.bytes} bytes`);
    assert.equal(PagesData.parse(JSON.parse(data.text)).rows.length, MANY);
  });

  it('has a table without scripts, a hundred pages at a time, and each page by its place', async () => {
    const links = new Set<string>();
    for (let page = 1; page <= MANY / 100; page += 1) {
      const { text } = await get(`${many}/pages?page=${page}`);
      for (const [, at = ''] of text.matchAll(/\/pages\/(\d+)"/g)) links.add(at);
    }
    assert.equal(links.size, MANY);
    assert.match((await get(`${many}/pages/1999`)).text, /section-9\/page-1999/);
    for (const at of ['2000', '-1', '1e3', '99999999999', 'x']) {
      assert.equal((await get(`${many}/pages/${at}`)).response.status, 404, at);
    }
    for (const page of ['0', '-5', 'x', '1e9', 'Infinity', '1.5']) {
      const { response, text } = await get(`${many}/pages?page=${page}`);
      assert.equal(response.status, 200, page);
      assert.match(text, /Worst first, (?:1|[\d,]+01) to/, page);
      assert.doesNotMatch(text, /\?page=\d*\./, page);
    }
  });
});

describe('the badge', () => {
  it('has the latest score of a public site, and says so when there is none', async () => {
    await service.repositories.store.histogram.set('site-scores:3', 'known.example', 93);
    const known = await get('/badge/known.example.svg');
    assert.match(known.text, /aria-label="agent readability: 93 \/ 100"/);
    assert.equal(known.response.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
    for (const name of [
      'unknown.example.svg',
      'KNOWN.example.svg',
      'known.example',
      '%00.svg',
      '%zz.svg',
      `${'x'.repeat(900)}.svg`,
    ]) {
      const { response, text } = await get(`/badge/${name}`);
      if (response.status === 400) continue;
      assert.equal(response.status, 200, name);
      assert.match(text, name === 'KNOWN.example.svg' ? /93 \/ 100/ : /not scanned/, name);
    }
  });
});

describe('the form of the home page', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

  it('starts as many scans a day as are free, and says when there will be more', async () => {
    const limited = await startTestService({ settings: { ANONYMOUS_SCANS_PER_DAY: '1' }, withWorkers: false });
    const start = () =>
      fetch(`${limited.url}/`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ url: 'http://127.0.0.1:9/', fresh: '1' }),
      });
    assert.equal((await start()).status, 303);
    const refused = await start();
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(await refused.text(), /role="alert">Too many calls: at most 1 in a day/);
    await limited.stop();
  });

  it('is refused from other sites', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      assert.equal((await post('url=https://example.com/', headers)).status, 403);
    }
  });

  it('shows the error next to the input, as text', async () => {
    const written = '"><script>alert(1)</script>';
    const response = await post(new URLSearchParams({ url: written, kind: 'mcp' }).toString());
    const text = await response.text();
    assert.equal(response.status, 400);
    assert.ok(text.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
    assert.ok(!text.includes('<script>alert'));
    assert.match(text, /value="mcp" checked/);
    assert.match(await (await post('url=https://a:b@example.com/')).text(), /The address must not carry a user name/);
    assert.equal((await post('url=http://169.254.169.254/')).status, 400);
    assert.equal((await post(`url=${'x'.repeat(20_000)}`)).status, 413);
  });
});

describe('where nothing is', () => {
  it('people are shown a page, programs the common envelope', async () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const [path, headers, isPage] of [
      ['/nothing', html, true],
      ['/s/x/nothing', html, true],
      ['/nothing', {}, false],
      ['/nothing', { accept: 'application/json' }, false],
      ['/api/nothing', html, false],
    ] as const) {
      const { response, text } = await get(path, headers);
      assert.equal(response.status, 404, path);
      assert.equal(response.headers.get('content-type')?.startsWith('text/html'), isPage, path);
      assert.match(text, isPage ? /<h1>There is no such page</ : /"code":"not_found"/);
    }
  });

  it('reports of MCP servers are not to be indexed either', async () => {
    const { response, text } = await get(`/m/${'0'.repeat(22)}`);
    assert.match(response.headers.get('x-robots-tag') ?? '', /noindex/);
    assert.match(text, /<meta name="robots" content="noindex, nofollow">/);
  });

  it('robots.txt keeps crawlers from the dashboard, and agents from no report', async () => {
    const { text } = await get('/robots.txt');
    assert.deepEqual(text.match(/^Disallow: .*/gm), ['Disallow: /dashboard', 'Disallow: /dashboard']);
  });
});

describe('the files of the pages', () => {
  it('are kept for ever under their version, and asked for again without', async () => {
    const { text } = await get('/');
    const [, path = ''] = /href="(\/assets\/styles\.css\?v=[\w-]+)"/.exec(text) ?? [];
    const versioned = await get(path);
    assert.match(versioned.response.headers.get('cache-control') ?? '', /immutable/);
    assert.equal(versioned.response.headers.get('x-content-type-options'), 'nosniff');
    const plain = await get('/assets/styles.css');
    assert.match(plain.response.headers.get('cache-control') ?? '', /no-cache/);
    const etag = plain.response.headers.get('etag') ?? '';
    assert.equal((await get('/assets/styles.css', { 'if-none-match': etag })).response.status, 304);
    assert.equal((await get('/assets/..%2Flayout.ts')).response.status, 404);
  });
});

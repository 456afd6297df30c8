/** Logs full of personal data, of attacks and of accidents: nothing of people gets out, and memory and output stay bounded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { createDistinctCount } from '../../../src/logs/distinct-count.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { REDIRECT_SYNTAXES, redirectsOf } from '../../../src/logs/nearest-page.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { logCsv } from '../../../src/logs/report/log-csv.ts';
import { logLines } from '../../../src/logs/report/log-lines.ts';
import { logMarkdown } from '../../../src/logs/report/log-markdown.ts';
import { createTopLists } from '../../../src/logs/top-list.ts';
import { unpacked } from '../../../src/logs/unpack.ts';
import { parseRobotsTxt } from '../../../src/scanner/parse/robots/robots-txt.ts';
import { LogReport } from '../../../src/schema/log-report.ts';
import { logHtml } from '../../../src/web/logs/log-view.ts';
import { MADE_FORMATS } from '../../support/generated-log.ts';

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function reportOf(log: Uint8Array | string): Promise<LogReport> {
  const chunks = unpacked(inPieces(Buffer.from(log)));
  const read = await readLog([{ name: 'a.log', chunks }], { identities: createIdentities(new Map()) });
  return logReportOf({ read, lists: [], asksDns: false, hasRobots: false });
}

const everyForm = (report: LogReport): string =>
  [JSON.stringify(report), logLines(report).join('\n'), logMarkdown(report), logCsv(report), logHtml(report)].join(
    '\n',
  );

const AGENT = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';
const request = (over: Partial<Parameters<(typeof MADE_FORMATS)[string]['line']>[0]> = {}) => ({
  address: '198.51.100.77',
  timeMs: Date.UTC(2026, 10, 1),
  path: '/docs?token=secret-query-token&email=grace@hopper.example',
  status: 200,
  bytes: 5000,
  userAgent: AGENT,
  seconds: 0.2,
  ...over,
});
const combined = (over: Parameters<typeof request>[0]) => MADE_FORMATS.combined?.line(request(over)) ?? '';

describe('a log full of personal data', () => {
  for (const [name, { header = '', line }] of Object.entries(MADE_FORMATS)) {
    it(`gives none of it away (${name})`, async () => {
      const people = line(
        request({
          userAgent: 'Mozilla/5.0 (Macintosh) PersonalBrowser/9 grace.hopper',
          path: '/reset/people-only-path',
        }),
      );
      const own = line(request({ userAgent: 'grace-private-script/1.0' }));
      const report = await reportOf([header, people, own, line(request())].join('\n'));
      assert.equal(report.lines.requests, 3);
      assert.equal(report.lines.agents, 2);
      assert.doesNotMatch(
        everyForm(report),
        /198\.51\.100|secret-query|hopper|lovelace|PersonalBrowser|people-only|private-script|openai\.com\/bot/,
      );
    });
  }
});

describe('a hostile log', () => {
  it('is quoted without markup and terminal escapes, and makes no redirect of a strange path', async () => {
    const paths = [
      '/<script>alert(1)</script>',
      '/a\\x1b[31mred',
      '/x;}location=/{return',
      '/docs/old page',
      '/docs/\u202eevil',
      '/`code`|cell',
    ];
    const lines = [
      ...paths.flatMap((path) => [
        combined({ path, status: 404 }),
        combined({ path: path.replaceAll('\\x1b', '\u001b'), status: 404 }),
      ]),
      combined({ path: '/location/return' }),
      combined({ userAgent: 'Mozilla/5.0 (compatible; <b>x</b>EvilBot/1.0)' }),
    ];
    const report = await reportOf(lines.join('\n'));
    const html = logHtml(report);
    assert.doesNotMatch(html, /<script>alert|<b>x/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there.
    assert.doesNotMatch(everyForm(report), /\u001b|\u202e/);
    for (const each of redirectsOf(report.missing))
      assert.match(REDIRECT_SYNTAXES.nginx(each), /^location = \/[\w/.~-]* \{ return 301 \/[\w/.~-]*; \}$/);
  });

  it('counts what it cannot read: lines of 1 MB, binary, no time, a day that does not exist', async () => {
    const report = await reportOf(
      Buffer.concat([
        Buffer.from(`${combined({})}\n${combined({ path: `/${'a'.repeat(1_000_000)}` })}\n`),
        Buffer.from([0, 1, 2, 255, 10, 254, 10]),
        Buffer.from(`${combined({}).replace('01/Nov', '99/Foo')}\n${'x'.repeat(200_000)}`),
      ]),
    );
    assert.equal(report.lines.tooLong, 2);
    assert.equal(report.lines.unreadable, 2);
    assert.equal(report.agents[0]?.requests, 2);
    assert.match(report.notes.join(' '), /1 request without a time/);
  });

  it('gives a valid report for every number in place of a time, a size or a status', async () => {
    const caddy = (over: string) =>
      `{"level":"info","logger":"http.log.access","request":{"remote_ip":"198.51.100.77","method":"GET","uri":"/docs","headers":{"User-Agent":["ChatGPT-User/1.0"]}},${over}}`;
    const times = ['-1e300', '1e300', '"-271821-04-20T00:00:00Z"', '"+100000-01-01T00:00:00Z"'];
    const lines = [
      ...times.map((ts) => caddy(`"ts":${ts},"size":10,"status":200`)),
      ...['1e308', '1e308', '10.5', '-1', '"99999999999999"'].map((size) =>
        caddy(`"ts":1793527200,"size":${size},"status":200`),
      ),
      ...['1e9', '403.5', '-5', '999999'].map((status) => caddy(`"ts":1793527200,"size":10,"status":${status}`)),
      combined({}).replace(' 5000 ', ' 1e308 '),
      combined({}).replace(/\[[^\]]+\]/, '[31/Dec/9999:23:59:59 -2300]'),
    ];
    const report = LogReport.parse(JSON.parse(JSON.stringify(await reportOf(lines.join('\n')))));
    const [agent] = report.agents;
    assert.deepEqual([agent?.requests, agent?.refusedBy], [15, [{ status: 403, count: 1 }]]);
    assert.equal(report.period?.from, '2026-11-01T00:00:00.000Z');
    assert.match(report.notes.join(' '), /5 requests without a time/);
  });

  it('keeps bounded lists of a clock that jumps', async () => {
    const years = Array.from({ length: 3000 }, (_, at) => combined({ timeMs: Date.UTC(1990 + (at % 90), at % 12, 1) }));
    const report = await reportOf(years.join('\n'));
    assert.ok((report.agents[0]?.timeLine.length ?? 0) <= 60);
    assert.equal(
      report.agents[0]?.timeLine.reduce((sum, each) => sum + each, 0),
      3000,
    );
  });

  it('is read in bounded memory, for any long field', { timeout: 120_000 }, async () => {
    const long = 'x'.repeat(50_000);
    const caddy = (at: number) =>
      MADE_FORMATS.caddy?.line(request({ address: `${at}${long}`, path: `/page/number/${at}`, bytes: at })) ?? '';
    const query = (at: number) => combined({ path: `/page/number/${at}?${long}`, bytes: at });
    const unknown = (at: number) => combined({ userAgent: `crawler${at}bot ${'y'.repeat(500)}${long}` });
    const lines = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < 1500; at += 1) {
        for (const line of [caddy, query, unknown]) yield Buffer.from(`${line(at)}\n`);
      }
    };
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const before = process.memoryUsage().heapUsed;
    const read = await readLog([{ name: 'a.log', chunks: lines() }], {
      identities: createIdentities(new Map()),
      robots: parseRobotsTxt('User-agent: *\nDisallow: /private/'),
    });
    collect();
    const grown = process.memoryUsage().heapUsed - before;
    assert.ok(grown < 40_000_000, `${grown} bytes for ${read.counts.bytes} bytes of log`);
    assert.equal(read.counts.agents, 4500);
  });

  it('suggests no redirect to another site', async () => {
    const report = await reportOf(
      [combined({ path: '//evil.example/our-prices' }), combined({ path: '/our-prices.html', status: 404 })].join('\n'),
    );
    assert.equal(report.missing[0]?.nearest, null);
    assert.deepEqual(redirectsOf([{ path: '/our-prices.html', nearest: '//evil.example/our-prices' }]), []);
  });

  it('ends at an archive bomb', async () => {
    const report = await reportOf(gzipSync(Buffer.alloc(210_000_000)));
    assert.match(report.leftOut.join(' '), /unpacks to more than 200 times/);
  });
});

describe('sketches', () => {
  it('count with the error they state', () => {
    const list = createTopLists(1_000_000)(100);
    for (let at = 0; at < 50_000; at += 1) list.add(at % 4 === 0 ? 'often' : `/${at}`);
    const [first] = list.top(1);
    assert.equal(first?.key, 'often');
    assert.ok(
      (first?.count ?? 0) >= 12_500 && (first?.count ?? 0) <= 12_500 + list.error,
      `${first?.count}, error ${list.error}`,
    );
    assert.ok(list.top(1000).length <= 200);
  });

  it('count different values exactly up to 4,096, and within 5 % above', () => {
    const [few, many] = [createDistinctCount(), createDistinctCount()];
    for (let at = 0; at < 4000; at += 1) few.add(`/page/${at}`);
    for (let at = 0; at < 300_000; at += 1) many.add(`/page/${at % 100_000}`);
    assert.deepEqual(few.count(), { count: 4000, isExact: true });
    const { count, isExact } = many.count();
    assert.equal(isExact, false);
    assert.ok(Math.abs(count - 100_000) < 5000, String(count));
  });
});

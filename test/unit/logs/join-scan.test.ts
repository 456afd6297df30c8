/** A log joined with a scan: findings with the requests they touched, refusals, unread and missing pages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdentities } from '../../../src/logs/identity.ts';
import { type JoinedScan, pathsOf } from '../../../src/logs/join-scan.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { parseRobotsTxt } from '../../../src/scanner/parse/robots/robots-txt.ts';
import type { Explanation } from '../../../src/schema/explanation.ts';
import type { LogReport } from '../../../src/schema/log-report.ts';
import type { CheckResult, Scan } from '../../../src/schema/scan.ts';
import { logHtml } from '../../../src/web/logs/log-view.ts';
import { MADE_FORMATS } from '../../support/generated-log.ts';

const ORIGIN = 'https://shop.example';
const result = (checkId: string, status: CheckResult['status']): CheckResult => ({
  ...{ checkId, status, name: `Name of ${checkId}`, message: `Message of ${checkId}.` },
  ...{ howToFix: `Fix ${checkId}.`, details: {} },
});
const page = (path: string, ...checks: CheckResult[]) => ({ url: ORIGIN + path, checks });

function scanOf(over: Partial<Scan>): Scan {
  return {
    ...{ id: 'scn_abcdefgh', rootUrl: `${ORIGIN}/`, status: 'completed', shareToken: 'token' },
    ...{ createdAt: '2026-11-01T00:00:00.000Z', completedAt: '2026-11-01T00:01:00.000Z' },
    ...{ pagesDiscovered: 4, pagesScanned: 4, siteScore: 61, siteRating: 'fair', llmstxtScore: 0 },
    ...{ percentile: null, corpusTotal: null, siteChecks: [], llmstxtChecks: [], pageResults: [] },
    ...over,
  };
}

/** Only the members that the join reads. */
const explanationOf = (gains: Readonly<Record<string, number>>): Explanation =>
  ({
    fixes: Object.entries(gains).map(([checkId, gain]) => ({
      ...{
        checkId,
        gain,
        name: `Action of ${checkId}`,
        message: `Message of ${checkId}.`,
        howToFix: `Fix ${checkId}.`,
      },
    })),
  }) as unknown as Explanation;

type Request = readonly [agent: string, path: string, status?: number];

const lineOf = ([agent, path, status = 200]: Request, at: number): string =>
  MADE_FORMATS.combined?.line({
    ...{
      address: '192.0.2.10',
      timeMs: Date.UTC(2026, 10, 1) + at * 1000,
      path,
      status,
      bytes: 5000 + at,
      seconds: 0.1,
    },
    userAgent: `Mozilla/5.0 (compatible; ${agent}/1.0)`,
  }) ?? '';

const times = (count: number, ...request: Request): Request[] => Array.from({ length: count }, () => request);

async function joined(requests: readonly Request[], scan?: JoinedScan, robots?: string): Promise<LogReport> {
  const chunks = (async function* () {
    yield Buffer.from(requests.map(lineOf).join('\n'));
  })();
  const read = await readLog([{ name: 'a.log', chunks }], {
    identities: createIdentities(new Map()),
    pages: scan === undefined ? [] : pathsOf(scan.scan),
    robots: robots === undefined ? undefined : parseRobotsTxt(robots),
  });
  return logReportOf({ read, lists: [], asksDns: false, hasRobots: robots !== undefined, scan });
}

describe('a log joined with a scan', () => {
  const scan = scanOf({
    siteChecks: [result('S4', 'warn'), result('S1', 'pass')],
    pageResults: [
      page('/a', result('P5', 'fail'), result('P1', 'fail')),
      page('/b/', result('P5', 'warn'), result('P1', 'pass')),
      page('/c', result('P5', 'pass'), result('P1', 'pass')),
      page('/never', result('P1', 'pass')),
    ],
  });
  const requests = [
    ...times(7, 'ChatGPT-User', '/a'),
    ...times(5, 'ChatGPT-User', '/b?token=secret'),
    ...times(3, 'GPTBot', '/a/'),
    ...times(2, 'GPTBot', '/c'),
    ...times(4, 'GPTBot', '/elsewhere'),
  ];

  it('tells for each finding the requests to the pages it is on, with or without a slash at the end', async () => {
    const { scan: told, unread } = await joined(requests, {
      scan,
      explanation: explanationOf({ P5: 4, P1: 2, S4: 1 }),
    });
    const figures = Object.fromEntries(
      (told?.findings ?? []).map(({ checkId, affectedPages, requests: all, assistants, status, gain }) => [
        checkId,
        { affectedPages, requests: all, assistants, status, gain },
      ]),
    );
    assert.deepEqual(figures, {
      P5: { affectedPages: 2, requests: 15, assistants: 12, status: 'fail', gain: 4 },
      P1: { affectedPages: 1, requests: 10, assistants: 7, status: 'fail', gain: 2 },
      // Of the site as a whole: the requests to all of its pages.
      S4: { affectedPages: 0, requests: 17, assistants: 12, status: 'warn', gain: 1 },
    });
    assert.deepEqual(unread, { count: 1, examples: ['/never'] });
    assert.equal(told?.siteScore, 61, 'traffic does not move the score');
  });

  it('ranks findings by points and by the traffic they touch', async () => {
    const order = async (gains: Record<string, number>) =>
      (await joined(requests, { scan, explanation: explanationOf(gains) })).scan?.findings.map(
        ({ checkId }) => checkId,
      );
    assert.deepEqual(await order({ P5: 4, P1: 2, S4: 1 }), ['P5', 'P1', 'S4']);
    // 2.0 points on all of the traffic come before 2.2 on 10 of 17 requests.
    assert.deepEqual(await order({ P5: 0.1, P1: 2.2, S4: 2 }), ['S4', 'P1', 'P5']);
  });

  it('names a finding with traffic under what to do, with its figures', async () => {
    const { toDo } = await joined(requests, { scan, explanation: explanationOf({ P5: 4 }) });
    const item = toDo.find(({ title }) => title.startsWith('P5: '));
    assert.equal(item?.title, 'P5: Action of P5.');
    assert.match(
      item?.why ?? '',
      /Agents asked for its 2 pages 15 times, 12 of them for a person; the fix gains 4 points\./,
    );
  });

  for (const [verdict, refused, all, why] of [
    ['confirmed', 3, 20, /^3 of 20 requests .* refused in the period\.$/],
    ['cleared', 0, 20, /^0 of 20 requests/],
    ['unknown', 2, 5, /^2 of 5 requests .*, too few to tell\.$/],
  ] as const) {
    it(`calls a suspected refusal ${verdict} at ${refused} of ${all} requests`, async () => {
      const suspected = scanOf({ siteChecks: [result('S6', 'fail')], pageResults: [page('/a')] });
      const { scan: told } = await joined(
        [
          ...times(refused, 'ChatGPT-User', '/a', 403),
          ...times(all - refused, 'ChatGPT-User', '/a'),
          // Crawlers for training may be turned away on purpose.
          ...times(50, 'GPTBot', '/a', 403),
        ],
        { scan: suspected },
      );
      assert.equal(told?.refusals.length, 1);
      assert.equal(told?.refusals[0]?.verdict, verdict);
      assert.match(told?.refusals[0]?.why ?? '', why);
    });
  }

  it('says nothing of refusals that the scan does not suspect', async () => {
    const { scan: told } = await joined(times(30, 'ChatGPT-User', '/a', 403), {
      scan: scanOf({ siteChecks: [result('S6', 'pass')] }),
    });
    assert.deepEqual(told?.refusals, []);
  });

  it('applies robots.txt to each request of an agent', async () => {
    const { agents } = await joined(
      [
        ...times(4, 'GPTBot', '/private/x'),
        ...times(2, 'GPTBot', '/open'),
        ...times(3, 'ClaudeBot', '/private/x'),
        ...times(1, 'ClaudeBot', '/robots.txt'),
      ],
      undefined,
      'User-agent: GPTBot\nDisallow: /private/\n',
    );
    const robots = Object.fromEntries(agents.map(({ name, robots: each }) => [name, each]));
    assert.deepEqual(robots.GPTBot, {
      reads: 0,
      disallowed: 4,
      obeyed: false,
      paths: [{ path: '/private/x', count: 4 }],
    });
    assert.deepEqual(robots.ClaudeBot, { reads: 1, disallowed: 0, obeyed: true, paths: [] });
  });
});

describe('pages that do not exist', () => {
  it('have the nearest of the scan, most wanted by people first, and none where none is like them', async () => {
    const scan = scanOf({
      pageResults: [page('/docs/install'), page('/docs/configure-proxy'), page('/blog/release-notes')],
    });
    const report = await joined(
      [
        ...times(9, 'GPTBot', '/blog/release-notes-2019.html', 404),
        ...times(2, 'ChatGPT-User', '/documentation/install.php', 404),
        ...times(3, 'ChatGPT-User', '/docs/Configure_Proxy/', 410),
        ...times(4, 'GPTBot', '/opening-hours', 404),
        ...times(4, 'GPTBot', '/wp-login.php', 404),
      ],
      { scan },
    );
    const { missing, toDo } = report;
    assert.deepEqual(
      missing.map(({ path, requests, assistants, nearest }) => [path, requests, assistants, nearest]),
      [
        ['/docs/Configure_Proxy/', 3, 3, '/docs/configure-proxy'],
        ['/documentation/install.php', 2, 2, '/docs/install'],
        ['/blog/release-notes-2019.html', 9, 0, '/blog/release-notes'],
        ['/opening-hours', 4, 0, null],
      ],
    );
    assert.ok(toDo.some(({ title }) => title === 'Redirect 3 missing pages to the nearest that exist.'));
    const html = logHtml(report);
    assert.ok(html.includes('location = /documentation/install.php { return 301 /docs/install; }'), 'ready to paste');
    assert.doesNotMatch(html, /location = \/opening-hours/);
  });

  it('have the nearest that the log shows when there is no scan, and never another missing one', async () => {
    const { missing } = await joined([
      ...times(3, 'GPTBot', '/guide/start'),
      ...times(2, 'GPTBot', '/guide/start.html', 404),
      ...times(2, 'GPTBot', '/guide/begin', 404),
      ...times(2, 'GPTBot', '/guide/begin.html', 404),
    ]);
    const nearest = Object.fromEntries(missing.map((each) => [each.path, each.nearest]));
    assert.equal(nearest['/guide/start.html'], '/guide/start');
    assert.notEqual(nearest['/guide/begin'], '/guide/begin.html');
  });
});

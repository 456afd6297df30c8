import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddressList } from '../../../src/logs/address-lists.ts';
import { changesOf, exceeded } from '../../../src/logs/compare-logs.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { logCsv } from '../../../src/logs/report/log-csv.ts';
import type { LogReport } from '../../../src/schema/log-report.ts';
import { MADE_FORMATS } from '../../support/generated-log.ts';

const DAY_MS = 86_400_000;

/** Requests of agents, spread over days: by agent how many, and how many of them are refused. */
async function reportOf(
  agents: Record<string, readonly [requests: number, refused: number]>,
  days = 1,
): Promise<LogReport> {
  const lines = Object.entries(agents).flatMap(([name, [requests, refused]]) =>
    Array.from({ length: requests }, (_, at) =>
      MADE_FORMATS.combined?.line({
        ...{ address: '192.0.2.10', path: '/', bytes: 5000 + at, seconds: 0.1, status: at < refused ? 403 : 200 },
        timeMs: Date.UTC(2026, 10, 1) + (at * days * DAY_MS) / Math.max(1, requests - 1),
        userAgent: `Mozilla/5.0 (compatible; ${name}/1.0)`,
      }),
    ),
  );
  const chunks = (async function* () {
    yield Buffer.from(lines.join('\n'));
  })();
  const read = await readLog([{ name: 'a.log', chunks }], { identities: createIdentities(new Map()) });
  return logReportOf({ read, lists: [], asksDns: false, hasRobots: false });
}

describe('two periods', () => {
  it('are compared by the day, by refusals, and by who came', async () => {
    const before = await reportOf({ GPTBot: [100, 0], ClaudeBot: [40, 0], PerplexityBot: [20, 0] }, 10);
    const after = await reportOf({ GPTBot: [20, 0], ClaudeBot: [4, 1], 'ChatGPT-User': [3, 0] }, 1);
    assert.deepEqual(changesOf(before, after).sort(), [
      'ChatGPT-User is new: 3 requests.',
      'ClaudeBot: 25 % refused, before 0 %.',
      'GPTBot: 20 requests a day, before 10.',
      'PerplexityBot did not come: before 20 requests.',
    ]);
  });

  it('have no changes when they are the same', async () => {
    const report = await reportOf({ GPTBot: [100, 2], 'ChatGPT-User': [7, 1] }, 3);
    assert.deepEqual(changesOf(report, report), []);
  });
});

describe('limits of refusals', () => {
  it('hold for an agent whatever its case, and are exceeded only above them', async () => {
    const report = await reportOf({ 'ChatGPT-User': [200, 4], GPTBot: [10, 10] });
    const limit = (agent: string, percent: number) => exceeded(report, [{ agent, percent }]);
    assert.deepEqual(limit('chatgpt-user', 1), [
      'ChatGPT-User got 2 % refusals (4 of 200 unproven requests), more than 1 %.',
    ]);
    assert.deepEqual(limit('ChatGPT-User', 2), []);
    assert.deepEqual(limit('ClaudeBot', 0), [], 'an agent that did not come exceeds none');
    assert.equal(limit('all', 1).length, 1, 'crawlers for training may be turned away on purpose');
    assert.equal(limit('GPTBot', 99).length, 1);
  });

  it('count the verified requests of an agent alone where it has some, and never spoofed ones', async () => {
    const entry = (address: string, status: number) =>
      MADE_FORMATS.combined?.line({
        ...{ address, path: '/', bytes: 5000, seconds: 0.1, status, timeMs: Date.UTC(2026, 10, 1) },
        userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.0)',
      });
    const list = readAddressList('gptbot.json', '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}');
    const limitOf = async (...lines: (string | undefined)[]) => {
      const chunks = (async function* () {
        yield Buffer.from(lines.join('\n'));
      })();
      const read = await readLog([{ name: 'a.log', chunks }], {
        identities: createIdentities(new Map([[list.file, list]])),
      });
      const report = logReportOf({ read, lists: [list], asksDns: false, hasRobots: false });
      return exceeded(report, [{ agent: 'GPTBot', percent: 1 }]);
    };
    const own = entry('192.0.2.1', 200);
    assert.deepEqual(await limitOf(own, entry('203.0.113.9', 403)), [], 'spoofed');
    assert.deepEqual(await limitOf(own, entry('10.0.0.1', 403)), [], 'unproven');
    assert.deepEqual(await limitOf(own, entry('10.0.0.1', 200), entry('192.0.2.2', 403)), [
      'GPTBot got 50 % refusals (1 of 2 verified requests), more than 1 %.',
    ]);
  });
});

describe('the report as CSV', () => {
  it('has one row for each agent, under the names of its columns', async () => {
    const [head = '', ...rows] = logCsv(await reportOf({ 'ChatGPT-User': [9, 2], GPTBot: [5, 0] })).split('\r\n');
    const cellsOf = (row: string) =>
      Object.fromEntries(head.split(',').map((column, at) => [column, row.split(',')[at]]));
    assert.equal(rows.length, 2);
    const [first, second] = rows.map(cellsOf);
    assert.deepEqual(
      [first?.agent, first?.kind, first?.requests, first?.refused, first?.['4xx'], first?.['2xx'], first?.unverifiable],
      ['ChatGPT-User', 'user-action', '9', '2', '2', '7', '9'],
    );
    assert.deepEqual([second?.agent, second?.refused, second?.robots_disallowed], ['GPTBot', '0', '']);
    assert.ok(rows.every((row) => row.split(',').length === head.split(',').length));
  });

  it('has the rates of both periods with a baseline, and a row of zeros for an agent that no longer comes', async () => {
    const before = await reportOf({ GPTBot: [100, 10], PerplexityBot: [20, 2] }, 10);
    const rows = logCsv(await reportOf({ GPTBot: [20, 5], 'ChatGPT-User': [3, 0] }), before).split('\r\n');
    const [head = '', ...cells] = rows.map((row) => row.split(','));
    const column = (row: readonly string[], name: string) => row[head.indexOf(name)];
    const rates = ['requests', 'requests_a_day', 'requests_a_day_before', 'refused_percent', 'refused_percent_before'];
    assert.deepEqual(
      cells.map((row) => [row[0], ...rates.map((name) => column(row, name))]),
      [
        ['ChatGPT-User', '3', '3', '', '0', ''],
        ['GPTBot', '20', '20', '10', '25', '10'],
        ['PerplexityBot', '0', '0', '2', '0', '10'],
      ],
    );
    assert.ok(cells.every(({ length }) => length === head.length));
  });

  it('quotes what would be another cell, and starts no formula', async () => {
    const report = await reportOf({ GPTBot: [1, 0] });
    const [agent] = report.agents;
    assert.ok(agent);
    for (const [name, cell] of [
      ['=HYPERLINK("https://evil.example")', '"\'=HYPERLINK(""https://evil.example"")"'],
      ['@SUM(1)', "'@SUM(1)"],
      ['a,b', '"a,b"'],
      ['-1+1', "'-1+1"],
      ['plain', 'plain'],
    ] as const)
      assert.ok(
        logCsv({ period: null, agents: [{ ...agent, name }] })
          .split('\r\n')[1]
          ?.startsWith(`${cell},`),
        name,
      );
  });
});

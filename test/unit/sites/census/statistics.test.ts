import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meanInterval, wilson } from '../../../../src/sites/census/intervals.ts';
import { createStatistics } from '../../../../src/sites/census/statistics.ts';
import { censusRow } from '../../../support/census-row.ts';

const near = (found: number | null | undefined, wanted: number) =>
  assert.ok(Math.abs((found ?? Number.NaN) - wanted) < 5e-4, `${found} is not ${wanted}`);

describe('the statistics of a census', () => {
  it('gives shares the interval of Wilson', () => {
    // Newcombe 1998, https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E, table I, method 3.
    for (const [count, all, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilson(count, all);
      near(interval[0], low);
      near(interval[1], high);
    }
    assert.deepEqual(wilson(0, 0), [0, 1]);
  });

  it('gives means an interval from two values on', () => {
    assert.equal(meanInterval(50, 2500, 1), undefined);
    const interval = meanInterval(10, 30, 4);
    near(interval?.[0], 2.5 - 1.96 * Math.sqrt(5 / 3 / 4));
    near(interval?.[1], 2.5 + 1.96 * Math.sqrt(5 / 3 / 4));
  });

  it('counts states, offers, refusals, scores by kind, and fixes', () => {
    const builder = createStatistics();
    builder.add(censusRow({ host: 'a', score: 100, has_llms_txt: true, kind: 'shop', delivered: 1 }));
    builder.add(
      censusRow({ host: 'b', score: 40, has_markdown: true, robots_refuses: ['GPTBot', 'LegibleBot'], delivered: 0.5 }),
    );
    builder.add(
      censusRow({ host: 'c', score: 60, robots_refuses: ['GPTBot'], edge_refuses: ['Claude-User'], delivered: 0.9 }),
    );
    const none = { score: null, kind: null, has_llms_txt: null, has_markdown: null, delivered: null, fixes: [] };
    builder.add(censusRow({ ...none, host: 'd', state: 'closed', robots_refuses: ['LegibleBot'] }));
    builder.add(censusRow({ ...none, host: 'e', state: 'unreachable', robots_read: false }));
    const found = builder.statistics();
    assert.deepEqual(found.states, { graded: 3, closed: 1, unreachable: 1, failed: 0 });
    assert.deepEqual(found.tenths, [0, 0, 0, 0, 1, 0, 1, 0, 0, 1]);
    assert.deepEqual([found.scores?.mean, found.scores?.median, found.delivered], [66.6667, 60, 0.8]);
    const counts = ({ count, of }: { count: number; of: number }) => [count, of];
    assert.deepEqual(counts(found.llmsTxt), [1, 3]);
    assert.deepEqual(counts(found.markdown), [1, 3]);
    assert.deepEqual(counts(found.refusedAtEdge), [1, 3]);
    assert.deepEqual(counts(found.refusedByRobots), [2, 4], 'our own bot is no AI agent');
    assert.deepEqual(
      found.agents.map(({ agent, vendor, count, of }) => [agent, vendor, count, of]),
      [['GPTBot', 'OpenAI', 2, 4]],
    );
    assert.deepEqual(
      found.kinds.map(({ kind, hosts, mean, low }) => [kind, hosts, mean, low === null]),
      [
        ['website', 2, 50, false],
        ['shop', 1, 100, true],
      ],
    );
    assert.deepEqual(found.fixes, [
      { check: 'P22', hosts: 3, gain: 10.5 },
      { check: 'S13', hosts: 3, gain: 3 },
    ]);
  });

  it('of nothing says nothing', () => {
    const { scores, llmsTxt, delivered } = createStatistics().statistics();
    assert.deepEqual([scores, llmsTxt.share, delivered], [undefined, null, null]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Run, scoreChart } from '../../../../src/web/report/history.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-01-05T10:00:00Z');
const run = (day: number, score: number, change: Partial<Run> = {}): Run => ({
  href: `/s/${day}`,
  at: BEGIN + day * DAY_MS,
  pages: 20,
  rubricVersion: '2.0.0',
  score,
  ...change,
});
const joins = (runs: readonly Run[]) => scoreChart(runs).text.match(/class="join"/g)?.length ?? 0;

describe('the chart of scores', () => {
  it('has a labelled point for each run, axes, and the figures in words', () => {
    const { text } = scoreChart([run(0, 60), run(7, 71)]);
    assert.equal(text.match(/<circle/g)?.length, 2);
    assert.match(text, /aria-label="Scores, oldest first: 60, 71"/);
    assert.match(text, /<title>5 Jan: 60, 20 pages<\/title>/);
    for (const mark of [0, 25, 50, 75, 100]) assert.match(text, new RegExp(`>${mark}</text>`));
    assert.match(text, />12 Jan<\/text>/);
  });

  it('joins runs of one rubric and of like size only, and marks where the rubric changed', () => {
    assert.equal(joins([run(0, 60), run(1, 61), run(2, 62)]), 2);
    assert.equal(joins([run(0, 60), run(1, 61, { pages: 200 })]), 0);
    assert.equal(joins([run(0, 60), run(1, 61, { pages: 40 })]), 1);
    const { text } = scoreChart([run(0, 60, { rubricVersion: '1.0.0' }), run(1, 40)]);
    assert.doesNotMatch(text, /class="join"/);
    assert.match(text, /class="rubric".*rubric 2\.0\.0/);
  });

  it('shows one run, and the newest of very many', () => {
    assert.match(scoreChart([run(0, 60)]).text, /<circle cx="704\.0"/);
    const many = scoreChart(Array.from({ length: 100 }, (_, day) => run(day, 50)));
    assert.equal(many.text.match(/<circle/g)?.length, 60);
    assert.match(many.text, /\/s\/99"/);
  });
});

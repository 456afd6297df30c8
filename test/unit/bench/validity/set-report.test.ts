import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type SetRow, setReport } from '../../../../bench/validity/set-report.ts';

const row = (variant: string, read: number, act: number | null, score: number): SetRow => ({
  id: `shop/${variant}`,
  site: 'shop',
  variant,
  kind: 'test',
  read,
  act,
  score,
  pages: 10,
});

it('leaves variants that offer nothing to do out of acting, and takes reading alone as their use', () => {
  const report = setReport([row('a', 1, null, 90), row('b', 0.5, 0.5, 60), row('c', 0.1, 0.1, 20), row('d', 0, 0, 5)]);
  assert.match(report, /\| read \| score \| 4 \| 1\.00 /);
  assert.match(report, /\| act \| score \| 3 \| 1\.00 /);
  assert.match(report, /\| use \| score \| 4 \| 1\.00 /);
  assert.match(report, /\| read \| pages with 100 words \| 4 \| no order \| 0\.50 /);
});

it('lists what ranks furthest from its place, and scans without a grade', () => {
  const dead = { ...row('dead', 0, 0, 95), failure: 'it did not answer' };
  const report = setReport([row('a', 1, 1, 90), row('b', 0.5, 0.5, 60), row('c', 0.1, 0.1, 20), dead]);
  assert.match(report, /shop\/dead \(it did not answer\)/);
  assert.match(report, /with read, by rank:\n- shop\/dead \(test\): 75 % too high; score 95, read 0\.00/);
});

it('holds a score against agents in a browser where a set tells what they achieve, and has no line for what it does not tell', () => {
  const of = (variant: string, browser: number, score: number) => ({ ...row(variant, 1, null, score), browser });
  const report = setReport([of('a', 1, 90), of('b', 0.5, 60), of('c', 0, 20)]);
  assert.match(report, /\| browser \| score \| 3 \| 1\.00 /);
  assert.doesNotMatch(report, /\| act \|/);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RunState, regressionsSince } from '../../../../src/scanner/scoring/compare.ts';

const PASS = { applicable: 3, fails: 0, warns: 0 };
const FAIL = { applicable: 3, fails: 2, warns: 0 };
const run = (change: Partial<RunState> = {}): RunState => ({
  score: 90,
  rubricVersion: '2.0.0',
  checks: { S2: PASS, P5: PASS },
  readers: { 'fetch-tool': 0.8, 'page-reader': 0.05 },
  ...change,
});

describe('what got worse since the run before', () => {
  const rows: readonly [what: string, before: Partial<RunState>, after: Partial<RunState>, lines: RegExp[]][] = [
    ['the same', {}, {}, []],
    ['better', { score: 60, checks: { S2: FAIL } }, {}, []],
    ['two points less', {}, { score: 88 }, []],
    ['three points less', {}, { score: 87 }, [/^The score dropped by 3, from 90 to 87\.$/]],
    ['another rubric', {}, { score: 20, rubricVersion: '3.0.0', checks: { S2: FAIL }, readers: {} }, []],
    ['a check fails', {}, { checks: { S2: { ...FAIL, fails: 1 }, P5: PASS } }, [/^S2 passed and fails now: .+\.$/]],
    ['on pages', {}, { checks: { S2: PASS, P5: FAIL } }, [/^P5 passed and fails now on 2 pages: .+\.$/]],
    ['a check warns', {}, { checks: { S2: { ...PASS, warns: 1 } } }, []],
    ['a check that warned', { checks: { S2: { ...PASS, warns: 1 } } }, { checks: { S2: FAIL } }, []],
    ['a check that did not apply', { checks: {} }, { checks: { S2: FAIL } }, []],
    ['in the order of the catalogue', {}, { checks: { P5: FAIL, S2: FAIL } }, [/^S2/, /^P5/]],
    ['a reader gets half', {}, { readers: { 'fetch-tool': 0.4 } }, [/ gets 40 % of the text, and got 80 %\.$/]],
    ['a reader gets a little less', {}, { readers: { 'fetch-tool': 0.6 } }, []],
    ['a reader that had no access', {}, { readers: { 'fetch-tool': 0.8, 'page-reader': 0 } }, []],
  ];
  for (const [what, before, after, lines] of rows) {
    it(what, () => {
      const found = regressionsSince(run(before), run(after));
      assert.equal(found.length, lines.length, found.join('\n'));
      for (const [at, line] of lines.entries()) assert.match(found[at] ?? '', line);
    });
  }
});

/** Lists as people write them, and what many sites lack. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesOf, listedIn } from '../../../src/sites/batch-list.ts';
import { resultsOf } from '../../../src/sites/batch-results.ts';
import { faultsOf } from '../../../src/sites/faults.ts';
import type { Outcome } from '../../../src/sites/outcome.ts';

const outcome = (score: number | undefined, fixes: [string, number][] = []): Outcome => ({
  scanId: 'scn_x',
  shareToken: 'token',
  rootUrl: 'https://a.example/',
  pageLimit: 5,
  status: score === undefined ? 'failed' : 'completed',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...(score === undefined
    ? { reason: 'No connection.' }
    : { score, fixes: fixes.map(([checkId, gain]) => ({ checkId, gain })) }),
});

describe('a list of sites', () => {
  it('has one URL a line, comments, blank lines and any line end', () => {
    assert.deepEqual(listedIn('# mine\na.example\r\n\r\n  https://b.example/#part # two\n\n'), [
      'a.example',
      'https://b.example/#part',
    ]);
  });

  it('of one line of 10 MB is one line that is refused', () => {
    const [line, ...others] = linesOf(listedIn(`${'a'.repeat(10_000_000)}\nb.example`));
    assert.equal(line?.state, 'refused');
    assert.equal(others.length, 1);
  });

  it('keeps no user name and no password of a line', () => {
    const lines = ['https://user:secret@a.example/x@y', 'user:secret@b.example', 'https://c.example/@d', 'e.example'];
    assert.deepEqual(
      linesOf(lines).map(({ text }) => text),
      ['https://…@a.example/x@y', '…@b.example', 'https://c.example/@d', 'e.example'],
    );
    assert.doesNotMatch(JSON.stringify(linesOf(lines)), /secret/);
  });

  it('keeps no invisible characters of a line', () => {
    assert.equal(linesOf(['a\u202e\n.example'])[0]?.text, 'a .example');
  });
});

describe('faults of many sites', () => {
  const outcomes = [
    outcome(50, [
      ['S2', 4],
      ['S1', 1],
    ]),
    undefined,
    outcome(60, [['S2', 3]]),
    outcome(undefined),
    outcome(70, [
      ['P5', 5],
      ['S2', 2],
    ]),
  ];

  it('those of every site with a score are separated from those of some, most points first', () => {
    const { of, telling, common } = faultsOf(outcomes);
    assert.equal(of, 3);
    assert.deepEqual(common, [{ checkId: 'S2', at: [0, 2, 4], gain: 9 }]);
    assert.deepEqual(
      telling.map(({ checkId, at }) => [checkId, at]),
      [
        ['P5', [4]],
        ['S1', [0]],
      ],
    );
  });

  it('of one site none is common', () => {
    assert.deepEqual(faultsOf([outcomes[0]]).common, []);
  });

  it('the table is in the order of the list, and says what became of each line', () => {
    const lines = linesOf(['a.example', 'nonsense://', 'b.example', 'c.example', 'd.example']).map((line, at) =>
      line.state === 'waiting' ? { ...line, state: 'completed' as const, scanId: `scn_${at}` } : line,
    );
    const { lines: shown, nextCursor, telling } = resultsOf(lines, outcomes, { from: 0, limit: 4 });
    assert.deepEqual(
      shown.map(({ line, score }) => [line, score]),
      [
        [1, 50],
        [2, null],
        [3, 60],
        [4, null],
      ],
    );
    assert.equal(shown[3]?.problem, 'No connection.');
    assert.equal(nextCursor, '4');
    assert.deepEqual(telling[0]?.lines, [5]);
    assert.deepEqual(telling[0]?.examples, ['d.example']);
  });
});

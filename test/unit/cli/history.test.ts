import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { historyText } from '../../../src/cli/commands/history.ts';

const scanned = (siteScore: number, at: number) => ({
  rootUrl: 'https://a.example/',
  createdAt: `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`,
  siteScore,
  llmstxtScore: 0,
  pagesScanned: at === 0 ? 1 : 12,
});
const SCANS = [0, 50, 100].map(scanned);

describe('the scores so far', () => {
  it('are a line of bars, then one line a scan with what changed', () => {
    assert.equal(
      historyText(SCANS, Number.POSITIVE_INFINITY),
      [
        '▁▅█',
        '2026-01-01 00:00  0  llms.txt 0  1 page',
        '2026-01-01 00:01  50 (+50)  llms.txt 0  12 pages',
        '2026-01-01 00:02  100 (+50)  llms.txt 0  12 pages',
      ].join('\n'),
    );
  });

  it('say where the rubric changed, and take no difference across it', () => {
    const [first, second, third] = [{}, { rubricVersion: '2.0.0' }, { rubricVersion: '2.0.0' }].map((rubric, at) => ({
      ...scanned(50 + 10 * at, at),
      ...rubric,
    }));
    assert.ok(first && second && third);
    assert.deepEqual(historyText([first, second, third], Number.POSITIVE_INFINITY).split('\n').slice(1), [
      '2026-01-01 00:00  50  llms.txt 0  1 page',
      '-- graded under rubric 2.0.0 from here, before under an older one: the scores cannot be compared --',
      '2026-01-01 00:01  60  llms.txt 0  12 pages',
      '2026-01-01 00:02  70 (+10)  llms.txt 0  12 pages',
    ]);
  });

  it('fit into 20 columns, the latest bars of many', () => {
    const many = Array.from({ length: 60 }, (_, at) => scanned(at, at));
    const [bars = '', ...lines] = historyText(many, 20).split('\n');
    assert.equal(bars.length, 20);
    assert.ok(lines.every((line) => line.length <= 20));
  });
});

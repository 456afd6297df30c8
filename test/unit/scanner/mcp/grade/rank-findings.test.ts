import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rankFindings } from '../../../../../src/scanner/mcp/grade/score.ts';
import type { CheckResult } from '../../../../../src/schema/scan.ts';

const result = (checkId: string, status: CheckResult['status']): CheckResult => ({
  checkId,
  name: checkId,
  status,
  message: '',
  howToFix: null,
  details: {},
});
/** `M14!` fails, `M14?` is a warning, `M14` passes. */
const ranked = (rawScore: number, ...checks: string[]): string[] =>
  rankFindings(
    checks.map((check) =>
      result(check.slice(0, 3), check.endsWith('!') ? 'fail' : check.endsWith('?') ? 'warn' : 'pass'),
    ),
    rawScore,
  ).map(({ checkId }) => checkId);

describe('the findings of a server', () => {
  for (const [what, rawScore, checks, order] of [
    ['by the weight that they cost', 95, ['M10!', 'M14!', 'M18', 'M20?'], ['M14', 'M10', 'M20']],
    ['a warning at half its weight', 95, ['M14?', 'M21!', 'M12!'], ['M21', 'M14', 'M12']],
    ['the cause of a cap first', 85, ['M14!', 'M15!', 'M24!'], ['M24', 'M15', 'M14']],
    ['the lowest cap first', 95, ['M14!', 'M11!', 'M24!'], ['M24', 'M11', 'M14']],
    ['a cap above the score does not count', 40, ['M14!', 'M24!'], ['M14', 'M24']],
    ['a warning causes no cap', 85, ['M24?', 'M14!'], ['M14', 'M24']],
  ] as const) {
    it(`are ranked: ${what}`, () => assert.deepEqual(ranked(rawScore, ...checks), order));
  }
});

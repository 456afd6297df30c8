import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../src/scanner/model/result.ts';

import type { CheckCase } from './artifacts.ts';

/**
 * Runs a check on a table of artifacts. Every table must hold at least one pass and one row that is not a pass.
 */
export function checkTable<Artifacts>(
  check: { id: string; slug: string; evaluate(artifacts: Artifacts): Outcome },
  cases: readonly CheckCase<Artifacts>[],
): void {
  describe(`${check.id} ${check.slug}`, () => {
    for (const { when, given, expect, credit, says } of cases) {
      it(`${expect}: ${when}`, () => {
        const outcome = check.evaluate(given);
        assert.equal(outcome.status, expect, outcome.message);
        if (credit !== undefined) assert.equal('credit' in outcome ? outcome.credit : undefined, credit);
        if (says !== undefined) assert.match(outcome.message, says);
        if (outcome.status === 'warn' || outcome.status === 'fail') assert.ok(outcome.howToFix.length > 10);
      });
    }
    it('has a row that passes and one that does not', () => {
      assert.ok(cases.some(({ expect }) => expect === 'pass'));
      assert.ok(cases.some(({ expect }) => expect === 'warn' || expect === 'fail'));
    });
  });
}

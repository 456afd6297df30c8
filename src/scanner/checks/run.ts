import type { ArtifactsOf } from '../model/artifacts.ts';
import type { CheckRecord, OnCheckBug, Outcome } from '../model/result.ts';
import type { CheckDefinition, Series } from './define.ts';
import { cleanEvidence } from './evidence.ts';

export type CheckOf<S extends Series> = CheckDefinition<string, S, keyof ArtifactsOf[S], keyof ArtifactsOf[S]>;

/**
 * Evaluates checks, each on its own: one that throws, or needs an artifact that could not be gathered, becomes an
 * `error` record and leaves the others alone.
 */
export function runChecks<S extends Series>(
  checks: readonly CheckOf<S>[],
  artifacts: Partial<ArtifactsOf[S]>,
  onBug: OnCheckBug,
): CheckRecord[] {
  return checks.map((check) => {
    const missing = check.needs.find((need) => artifacts[need] === undefined);
    if (missing !== undefined) {
      return {
        id: check.id,
        status: 'error',
        message: `Could not be measured: ${String(missing)} could not be gathered.`,
      };
    }
    try {
      // Every need was just seen to be there; the type system cannot follow a list of keys.
      return toRecord(check.id, check.evaluate(artifacts as ArtifactsOf[S]));
    } catch (thrown) {
      onBug(check.id, thrown);
      return { id: check.id, status: 'error', message: 'Could not be measured: the check itself failed.' };
    }
  });
}

function toRecord(id: string, outcome: Outcome): CheckRecord {
  const { evidence, ...rest } = outcome;
  return evidence === undefined ? { id, ...rest } : { id, ...rest, evidence: cleanEvidence(evidence) };
}

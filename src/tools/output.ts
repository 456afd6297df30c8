import type { CheckResult } from '../schema/scan.ts';

/** Examples an entry may keep, as many as an answer has room for. */
const EXAMPLE_COUNTS = [10, 3, 1, 0] as const;
/** Most that a tool ever shows. */
const MAX_EXAMPLES = EXAMPLE_COUNTS[0];

/** Characters of the JSON of a value. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/**
 * Results whose JSON has at most `limit` characters: the largest evidence is left out first and replaced by
 * `evidenceLeftOut`. The other members are trusted text, which is short.
 */
export function fitEvidence(checks: readonly CheckResult[], limit: number): CheckResult[] {
  let size = sizeOf(checks);
  if (size <= limit) return [...checks];
  const fitted = [...checks];
  const bySize = checks
    .map((check, at) => ({ check, at, saved: sizeOf(check) - sizeOf(withoutEvidence(check)) }))
    .sort((a, b) => b.saved - a.saved || a.at - b.at);
  for (const { check, at, saved } of bySize) {
    if (size <= limit || saved <= 0) break;
    fitted[at] = withoutEvidence(check);
    size -= saved;
  }
  return fitted;
}

function withoutEvidence(check: CheckResult): CheckResult {
  const { evidence: _, ...details } = check.details;
  return { ...check, details: { ...details, evidenceLeftOut: true } };
}

/** How many results had their evidence left out. */
export const countWithoutEvidence = (checks: readonly CheckResult[]): number =>
  checks.filter(({ details }) => details.evidenceLeftOut === true).length;

/**
 * The first answer that has room, with fewer and fewer examples.
 * @param limit characters of JSON at most; undefined for no bound
 */
export function fitExamples<Answer>(limit: number | undefined, answerWith: (examples: number) => Answer): Answer {
  if (limit !== undefined) {
    for (const count of EXAMPLE_COUNTS) {
      const answer = answerWith(count);
      if (sizeOf(answer) <= limit) return answer;
    }
    return answerWith(0);
  }
  return answerWith(MAX_EXAMPLES);
}

/** Whether fewer examples are shown than there would be with room for all. */
export const lacksExamples = (examples: readonly string[], count: number): boolean =>
  examples.length < Math.min(MAX_EXAMPLES, count);

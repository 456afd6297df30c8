/**
 * How strong the evidence behind a weight is. `A`: measured in the field, more than once. `B`: measured once, or in a
 * controlled test. `C`: observed together with success, or a standard that readers name. `D`: convention.
 */
export type Evidence = 'A' | 'B' | 'C' | 'D';

/** What a check counts, and how strong the evidence for that is. */
export type Weighing = readonly [weight: number, evidence: Evidence];

export const EVIDENCE_WORDS: Readonly<Record<Evidence, string>> = {
  A: 'measured in the field, more than once',
  B: 'measured once, or in a controlled test',
  C: 'observed together with success, or a standard that readers name',
  D: 'convention',
};

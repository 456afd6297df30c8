import type { Explanation } from '../../schema/explanation.ts';

/** The line that every report of a doubtful grade has; none for a sure one. */
export const confidenceLines = ({
  lowConfidence,
  coverage,
}: Pick<Explanation, 'lowConfidence' | 'coverage'>): string[] =>
  lowConfidence
    ? [
        `Low confidence: too little of the site was read or could be measured (${Math.floor(coverage * 100)} % of the weight that applies).`,
      ]
    : [];

import type { FetchFailure, Hop, PageArtifact } from '../../../../src/scanner/artifacts.ts';
import { page } from '../../../support/artifacts.ts';

/** A page that brought no answer. */
export function unansweredPage(code: FetchFailure['code'], hops: readonly Hop[] = []): PageArtifact {
  return {
    ...page('/a'),
    response: { answered: false, hops, failure: { code, message: 'what went wrong, in our words' } },
    facts: undefined,
  };
}

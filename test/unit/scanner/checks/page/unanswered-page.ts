import type { FetchFailure, Hop } from '../../../../../src/scanner/model/http.ts';
import type { PageArtifact } from '../../../../../src/scanner/model/page.ts';

import { page } from '../../../../support/artifacts.ts';

/** A page that brought no answer. */
export function unansweredPage(code: FetchFailure['code'], hops: readonly Hop[] = []): PageArtifact {
  return {
    ...page('/a'),
    response: { answered: false, hops, failure: { code, message: 'what went wrong, in our words' } },
    facts: undefined,
  };
}

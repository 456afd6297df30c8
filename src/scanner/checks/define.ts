import { defined } from '../../basics/defined.ts';
import type { ArtifactsOf } from '../model/artifacts.ts';
import type { Evidence, Outcome } from '../model/result.ts';

export type Series = 'site' | 'llmsTxt' | 'page' | 'mcp' | 'browser';

export type Category =
  | 'access'
  | 'policy'
  | 'transport'
  | 'discovery'
  | 'content'
  | 'structure'
  | 'metadata'
  | 'identity'
  | 'capability'
  | 'accessibility'
  | 'action'
  | 'markdown'
  | 'llmstxt-structure'
  | 'llmstxt-content'
  | 'llmstxt-optional'
  | 'protocol'
  | 'tools'
  | 'resources-prompts'
  | 'safety';

/** How lists name a check: its state when it passes, its state when it does not, and the effect of its fix. */
export interface Titles {
  readonly pass: string;
  readonly fail: string;
  /** An imperative. */
  readonly action: string;
}

export interface CheckDefinition<
  Id extends string,
  S extends Series,
  Need extends keyof ArtifactsOf[S],
  Want extends keyof ArtifactsOf[S] = never,
> {
  /** Public, stable for ever, never reused: series letter and number. */
  readonly id: Id;
  /** Kebab-case; names the file. */
  readonly slug: string;
  readonly series: S;
  readonly category: Category;
  readonly titles: Titles;
  /** Why an agent cares, in one or two sentences. */
  readonly why: string;
  /** The rule with its thresholds, in one or two sentences. */
  readonly rule: string;
  /** Standards and specifications; the first one is shown with each result. */
  readonly sources: readonly [`https://${string}`, ...`https://${string}`[]];
  /** Artifacts the check reads; reading any other does not compile. */
  readonly needs: readonly Need[];
  /** Artifacts it also reads where they could be gathered; without them it still comes to an outcome. */
  readonly wants?: readonly Want[];
  /** Pure and synchronous: no clock, no network, no other check. */
  evaluate(artifacts: Pick<ArtifactsOf[S], Need> & Partial<Pick<ArtifactsOf[S], Want>>): Outcome;
}

/** The identity function; it is there so that `needs` and `wants` type the argument of `evaluate`. */
export function defineCheck<
  const Id extends string,
  const S extends Series,
  const Need extends keyof ArtifactsOf[S],
  const Want extends keyof ArtifactsOf[S] = never,
>(check: CheckDefinition<Id, S, Need, Want>): CheckDefinition<Id, S, Need, Want> {
  return check;
}

/** @param credit left out, a pass earns all of its weight */
export const pass = (message: string, evidence?: Evidence, credit?: number): Outcome =>
  withEvidence({ status: 'pass', message, ...defined({ credit }) }, evidence);

export const notApplicable = (message: string, evidence?: Evidence): Outcome =>
  withEvidence({ status: 'na', message }, evidence);

interface Finding {
  readonly howToFix: string;
  readonly evidence?: Evidence;
  readonly credit?: number;
}
export const warn = (message: string, finding: Finding): Outcome => ({ status: 'warn', message, ...finding });
export const fail = (message: string, finding: Finding): Outcome => ({ status: 'fail', message, ...finding });

export const unmeasured = (message: string, evidence?: Evidence): Outcome =>
  withEvidence({ status: 'error', message }, evidence);

function withEvidence<T extends Outcome>(outcome: T, evidence: Evidence | undefined): T {
  return evidence === undefined ? outcome : { ...outcome, evidence };
}

/** Not a check of the catalogue: what a failed scan says under `error` in siteChecks instead of a grade. */
export const SCAN_FAILURE = {
  id: 'S0',
  titles: { pass: 'The site was not scanned', fail: 'The site was not scanned', action: 'Make the site answer' },
  sources: ['https://www.rfc-editor.org/rfc/rfc9309'],
} as const;

import type { ArtifactsOf } from './artifacts.ts';

export type Series = 'site' | 'llmsTxt' | 'page' | 'mcp';

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

/**
 * What the site said, quoted: the only place where a stranger's words may stand. The runner cleans and cuts every
 * string in it (see clean-evidence.ts), so a check may pass foreign text as it is.
 */
export interface Evidence {
  /** The URL that shows the finding; a curl line that repeats it is made from this. */
  readonly url?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly snippet?: string;
  /** What was measured, in the unit of `threshold`. */
  readonly measured?: number | string;
  readonly threshold?: number | string;
  /** A file to paste, made from the site's own words. */
  readonly draft?: string;
  /** Examples (URLs, tokens, headings ...). Kept to the first 10; say the total in `measured`. */
  readonly examples?: readonly string[];
  /** Each place with a finding. Kept to the first 20; say the total in `measured`. */
  readonly findings?: readonly EvidenceFinding[];
  /** How the request differed from a plain GET by our bot, in our words; shapes the repro line. */
  readonly request?: {
    readonly accept?: string;
    readonly userAgent?: string;
    /** Other headers, as a person writes them. */
    readonly headers?: Readonly<Record<string, string>>;
    /** JSON; makes it a POST. */
    readonly body?: string;
  };
}

export interface EvidenceFinding {
  /** Where: a tool's name, or a path such as `tools.search.inputSchema.properties.q`. */
  readonly at: string;
  /** What stands there. Kept to 120 characters, with what cannot be seen written as \u{E0072}. */
  readonly found: string;
}

/** What a check concluded. The runner adds id, name, source and repro, and turns a throw into `error`. */
export type Outcome =
  | {
      readonly status: 'pass';
      readonly message: string;
      readonly evidence?: Evidence;
      /**
       * Below 1 only where the catalogue scales what even a pass is worth by something else about the same page: P24 by
       * how its Markdown version is found. The page is without fault, so it is no warning; but it earns less.
       */
      readonly credit?: number;
    }
  | { readonly status: 'na'; readonly message: string; readonly evidence?: Evidence }
  | {
      readonly status: 'warn' | 'fail';
      readonly message: string;
      readonly howToFix: string;
      readonly evidence?: Evidence;
      /** Share of the weight earned, 0 to 1, where the rule says other than the status' own credit. */
      readonly credit?: number;
    }
  /** Could not be measured: our time-out, DNS, TLS. Leaves the score and lowers coverage. */
  | { readonly status: 'error'; readonly message: string; readonly evidence?: Evidence };

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
  /** A sentence that is true when the check passes. */
  readonly name: string;
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
  withEvidence({ status: 'pass', message, ...(credit === undefined ? {} : { credit }) }, evidence);

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

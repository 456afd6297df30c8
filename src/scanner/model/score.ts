import type { Delivery } from './delivery.ts';
import type { PublicOrigin } from './public-origin.ts';
import type { SiteKind } from './site-kind.ts';

/** What all records of one check come to: all that a score needs of them. */
export interface Tally {
  /** Records that count: neither not-applicable nor error, unless a sample of like pages gives an estimate. */
  readonly applicable: number;
  /** Sum of their credits, each 0 to 1. */
  readonly credit: number;
  readonly fails: number;
  readonly warns: number;
  readonly errors: number;
}

export type Tallies = ReadonlyMap<string, Tally>;

/** Counts over the pages of a scan that no single check knows. */
export interface PageTotals {
  readonly discovered: number;
  readonly scanned: number;
  readonly not200: number;
  /** Pages an agent cannot read, by which of the two checks fails: a page that fails both counts once, under `both`. */
  readonly unreadable: { readonly wall: number; readonly shell: number; readonly both: number };
  readonly homepageStatus: number;
  /** The scan stopped at its deadline. */
  readonly cutShort: boolean;
}

/** A bound on the score for a site whose other virtues do an agent no good. */
export interface Cap {
  /** `unreadable-pages` and `broken-pages` are of rubric 1. */
  readonly id: 'unreadable-pages' | 'agents-refused' | 'homepage-status' | 'broken-pages';
  readonly limit: number;
  readonly reason: string;
}

export interface SiteScore {
  /** 0 to 100, rounded half up, after the caps. */
  readonly score: number;
  /** Before rounding and caps; to nine decimals. */
  readonly raw: number;
  /** The binding cap; undefined when none lowers the score. */
  readonly cap: Cap | undefined;
  /** Weight measured / weight that applies, 0 to 1. */
  readonly coverage: number;
  readonly lowConfidence: boolean;
}

/** Size and links of an llms.txt: its score needs them in addition to the tallies. */
export interface LlmsTxtSize {
  readonly charCount: number;
  readonly linkCount: number;
}

/** All that a score was computed from, in a form that can be stored: kept with a scan so that it can be explained. */
export interface ScoreBasis {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly pages: PageTotals;
  /** Undefined when there is no llms.txt. */
  readonly llmsTxt: LlmsTxtSize | undefined;
  /** Undefined where the site was read at its own address. */
  readonly publicOrigin?: PublicOrigin;
  /** Undefined in scans of rubric 1. */
  readonly siteKind?: SiteKind;
  /** What reaches the readers; undefined in scans of rubric 1. */
  readonly delivery?: Delivery;
}

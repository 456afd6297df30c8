import type { ReaderId } from '../readers/readers.ts';
import type { ActedKind } from './actions.ts';
import type { Platform, SiteKind } from './site-kind.ts';

/** Why text does not reach a reader, in the order in which a loss is put down to a cause. */
export const CAUSES = ['robots', 'edge', 'no-way', 'no-answer', 'no-text', 'cut-off'] as const;
export type Cause = (typeof CAUSES)[number];

/** Of the site's own text, what reaches one reader and what each cause keeps back; together 1. */
export interface ReaderShare {
  readonly reader: ReaderId;
  readonly delivered: number;
  readonly lost: Readonly<Record<Cause, number>>;
}

/** What the delivered share would be with fixes made, in every combination. */
export interface MendedShares {
  /** Checks whose fixes move it. */
  readonly checks: readonly string[];
  /** By the fixes that are made, as bits: bit n for `checks[n]`. The first is the share as it is. */
  readonly shares: readonly number[];
}

/** A page with this many words has a text of its own; with fewer, its other forms are read. */
export const FULL_WORDS = 40;

/** Pages whose text is missing by one sign. */
export interface MissingBySign {
  readonly sign: string;
  /** The check whose fix brings the text. */
  readonly check: string;
  /** What the pages do, for a sentence that begins with their number. */
  readonly words: string;
  readonly pages: number;
  /** Pages with a text to read and pages that ask for payment, those among them. */
  readonly of: number;
  /** Share of the text of all those pages, 0 to 1, before what else keeps it back. */
  readonly lost: number;
  /** At most three, those that lack most first; what the site shows there, cut. */
  readonly examples: readonly { readonly url: string; readonly example: string }[];
}

/** The delivered share of a scan: plain numbers, to be stored with it. */
export interface Delivery {
  readonly readers: readonly ReaderShare[];
  /** Mean over the readers, after `rootOnly`; 0 to 1. */
  readonly share: number;
  /** Factor for a site whose root is all that can be found: below 1 where that says little. */
  readonly rootOnly: number;
  /**
   * A browser is admitted but every imitated assistant is refused, and no test from outside can verify that of real
   * ones.
   */
  readonly isRefused: boolean;
  /** Pages and dead addresses it was measured over. */
  readonly measured: number;
  /** By what signs text is missing, the largest loss first; undefined in scans of earlier versions. */
  readonly missing?: readonly MissingBySign[];
  readonly mended: MendedShares;
}

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
  /** Undefined in scans of earlier versions, and where the site shows nothing of it. */
  readonly platform?: Platform;
  /** What reaches the readers; undefined in scans of rubric 1. */
  readonly delivery?: Delivery;
  /** What agents can do, by kind; undefined in scans of earlier rubrics. */
  readonly actions?: readonly ActedKind[];
}

/** What names the public origin of a site that is scanned elsewhere; `option`: the caller does. */
export type OriginSource = 'option' | 'sitemap' | 'canonical' | 'og:url' | 'llms.txt';

/** Where a site is published, for a scan that reads a copy of it elsewhere. */
export interface PublicOrigin {
  readonly origin: string;
  /** Origin that was asked in its place. */
  readonly servedBy: string;
  readonly namedBy: readonly OriginSource[];
}

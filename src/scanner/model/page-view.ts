import type { ReaderId } from '../readers/readers.ts';
import type { PrivateHostPermit } from './http.ts';
import type { CheckRecord } from './result.ts';
import type { LocalScanOptions } from './scan.ts';
import type { Cause } from './score.ts';

/** One page, to be read as one reader receives it. */
export interface ViewRequest extends LocalScanOptions {
  /** Normalised http(s) URL. */
  readonly url: string;
  readonly reader: ReaderId;
  readonly permit?: PrivateHostPermit | undefined;
  /** Whether `records` must be as a scan has them, for any reader: then the Markdown version is looked for. */
  readonly wantsChecks?: boolean | undefined;
  /** Ends the view; it ends by itself after some 30 s. */
  readonly signal: AbortSignal;
}

/** Why text of the page does not reach the reader. `why` is trusted text. */
export interface ViewLoss {
  readonly cause: Exclude<Cause, 'edge' | 'no-way'>;
  /** Of the page's own text, 0 to 1. */
  readonly share: number;
  readonly why: string;
}

/** What one reader receives of one page. */
export interface PageView {
  readonly finalUrl: string;
  readonly status: number;
  /** Of the form that the reader keeps. */
  readonly contentType: string;
  /** `markdown`: a version that the site offers; `html`: the page, converted; `text`: as sent; `none`: nothing. */
  readonly form: 'markdown' | 'html' | 'text' | 'none';
  /** What the reader receives: third-party text, cut where the reader stops. */
  readonly text: string;
  /** The first characters that the reader does not receive; third-party text, '' where nothing is cut. */
  readonly behindTheCut: string;
  /** Characters of the form in this reader's view, received or not. */
  readonly chars: number;
  /** Share of the page's own text that arrives, 0 to 1; with the losses together 1. */
  readonly delivered: number;
  readonly losses: readonly ViewLoss[];
  /** The checks that one page alone answers; none for a file that is no HTML. */
  readonly records: readonly CheckRecord[];
}

/** `busy`: try again later; `unreachable`: the site gave no answer; `unreadable`: it did, and it is not to be shown. */
export type ViewOutcome =
  | { readonly ok: true; readonly view: PageView }
  | {
      readonly ok: false;
      readonly problem: 'busy' | 'unreachable' | 'unreadable';
      /** Why, as a clause in trusted text. */
      readonly reason: string;
    };

/** Fetches one page and reads it as one reader. Rejects only when the signal was aborted or on a bug. */
export type ViewPage = (request: ViewRequest) => Promise<ViewOutcome>;

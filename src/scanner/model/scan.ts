/** What the scanner is asked for and what it answers: scans of sites and of MCP servers, and views of single pages. */

import type { ReaderId } from '../readers/readers.ts';
import type { PrivateHostPermit } from './http.ts';
import type { McpCall, McpEra, McpHandshake, McpListings } from './mcp.ts';
import type { CheckRecord } from './result.ts';
import type { Cause, ScoreBasis, SiteScore } from './score.ts';

/** How the command line of this machine may approach a site. It lives in this process alone: nothing stores it. */
export interface LocalScanOptions {
  /** Sent with every request to the site's origin, and to no other. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the bot's name in requests. robots.txt is still read for the bot's name. */
  readonly userAgent?: string | undefined;
  /** For a site's owner: pages that robots.txt forbids are read too, without its Crawl-delay. The checks still judge it. */
  readonly ignoreRobots?: boolean | undefined;
  /** The only pages that are read: path and query of each, on the origin of the site. Links are not followed. */
  readonly pages?: readonly string[] | undefined;
  /** Called with each page once it is read. Checks that need all pages are missing from it. */
  readonly onPage?: ((page: PageRecord) => void) | undefined;
  /** Called once where robots.txt is known: with the agents that the site keeps out. A scan without a grade may call it too. */
  readonly onAccess?: ((access: AgentAccess) => void) | undefined;
  /** Called once, early in the crawl: with what a browser may begin to look at while the scan goes on. */
  readonly onFirstPages?: ((first: FirstPages) => void) | undefined;
}

/** Which agents a site keeps out, by their tokens, sorted. */
export interface AgentAccess {
  /** Of the known AI agents and our own bot: those that robots.txt keeps from the root URL. */
  readonly byRobots: readonly string[];
  /** Of the imitated agents: those that are refused a page which a browser gets. */
  readonly atTheEdge: readonly string[];
}

/**
 * The pages of the first waves of a crawl: all pages of a small site. Which they are depends on the site alone, never on how fast
 * it answers.
 */
export interface FirstPages {
  /** Of the scan. */
  readonly rootUrl: string;
  /** In scan order. */
  readonly pages: readonly PageRecord[];
  /** Where the site will be published, and the origin of the preview that is scanned; undefined for no preview. */
  readonly publicOrigin?: { readonly origin: string; readonly servedBy: string } | undefined;
}

/** How a scan is to go, where its caller wants something else than everybody. */
export interface ScanOptions extends LocalScanOptions {
  /** Path patterns as robots.txt has them (`*`, `$`): pages that are not read, nor counted as found. */
  readonly exclude?: readonly string[] | undefined;
  /** Origin where the site will be published: the scanned site is a preview whose links point there. */
  readonly canonicalOrigin?: string | undefined;
}

export interface ScanRequest extends ScanOptions {
  /** Normalised http(s) URL. */
  readonly rootUrl: string;
  /** Pages read at most. */
  readonly pageLimit: number;
  readonly permit?: PrivateHostPermit;
  /** Time for the whole scan; pages read by then are graded. */
  readonly deadlineMs: number;
  /** Decoded bytes for the whole scan, as a deadline is; default no limit. */
  readonly maxBytes?: number;
}

export interface PageRecord {
  readonly url: string;
  readonly checks: readonly CheckRecord[];
}

/** Parts of a scan in their order. */
export const SCAN_PHASES = ['robots', 'files', 'pages', 'probes', 'accessibility', 'scoring'] as const;

/** What a scan is doing. */
export interface ScanPhase {
  readonly name: (typeof SCAN_PHASES)[number];
  /** How many of `of` steps are done; a phase without steps has neither. */
  readonly done?: number;
  readonly of?: number;
}

export interface ScanProgress {
  readonly pagesDiscovered: number;
  readonly pagesScanned: number;
  /** The page that was read last; empty before the first one. */
  readonly currentUrl: string;
  readonly phase: ScanPhase;
  /** On how many of the pages each check has failed so far, by its id; a check that has not failed is not in it. */
  readonly fails?: Readonly<Record<string, number>>;
}

/** Where an engine puts what it finds while it runs, so that memory does not grow with the site. */
export interface ScanSink {
  progress(progress: ScanProgress): void;
  /** Chunk `n` (from 0) of the pages in scan order. Awaited before the next one: it is the engine's back-pressure. */
  pages(n: number, pages: readonly PageRecord[]): Promise<void>;
  /** The same pages of chunk `n` again, with the checks that could only be answered when all pages were known. */
  latePages(n: number, pages: readonly PageRecord[]): Promise<void>;
}

export interface ScanReport {
  readonly status: 'completed' | 'failed';
  readonly pagesDiscovered: number;
  readonly pagesScanned: number;
  readonly siteChecks: readonly CheckRecord[];
  readonly llmsTxtChecks: readonly CheckRecord[];
  /** Undefined when the scan failed: never a number from nothing. */
  readonly score: SiteScore | undefined;
  readonly llmsTxtScore: number;
  /** Host name of the site, with the port when it is not the default. */
  readonly host: string;
  /** The score is one to measure other sites by: of a whole public site, sure enough, over enough pages. */
  readonly entersCorpus: boolean;
  /** What the scores were made from; undefined when the scan failed. */
  readonly basis: ScoreBasis | undefined;
}

/** Runs one scan. Rejects only when `signal` was aborted or on a bug. */
export type RunScan = (request: ScanRequest, sink: ScanSink, signal: AbortSignal) => Promise<ScanReport>;

/** What a scan of a remote MCP server is doing, in this order. */
export const MCP_SCAN_STAGES = ['connect', 'list', 'grade'] as const;
export type McpScanStage = (typeof MCP_SCAN_STAGES)[number];

export interface McpScanRequest {
  /** Normalised http or https URL of a Streamable HTTP endpoint. */
  readonly endpoint: string;
  readonly permit?: PrivateHostPermit | undefined;
  /** Sent to the endpoint's own origin only, and never after a redirect; never logged or stored. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Aborting ends the scan early: it rejects with the signal's reason. */
  readonly signal: AbortSignal;
  onStage?(stage: McpScanStage): void;
  /** Only for an owner who asked for it: tools that only read are called, resources and prompts read. */
  readonly tries?: boolean | undefined;
}

export interface McpScoreCap {
  readonly id: string;
  /** The score is at most this. */
  readonly limit: number;
  readonly reason: string;
}

export type McpScanOutcome =
  /** Nothing answered, or only with 5xx, or too much to be graded. `message` is ours. */
  | {
      readonly reached: false;
      readonly message: string;
      /** It was we who had no time: nothing is known against the server. */
      readonly isOverload?: true;
    }
  | {
      readonly reached: true;
      /** `failed`: something answered, but it is no MCP server that can be spoken with; the score is 0. */
      readonly status: 'completed' | 'failed';
      /** 0 to 100. */
      readonly score: number;
      /** Before caps. */
      readonly raw: number;
      /** All that apply; the lowest binds. */
      readonly caps: readonly McpScoreCap[];
      /** Share of the weight that could be evaluated, 0 to 1. */
      readonly coverage: number;
      readonly era: McpEra | undefined;
      readonly protocolVersion: string | undefined;
      /** Cleaned, at most 200 characters; null where the server gives none. */
      readonly serverName: string | null;
      readonly serverVersion: string | null;
      /** null where the list could not be seen. */
      readonly toolCount: number | null;
      readonly resourceCount: number | null;
      readonly promptCount: number | null;
      /**
       * Limits that answers or the session exceeded, sorted: 'budget', 'events', 'list' (pages or items), 'timeout',
       * 'too_large'.
       */
      readonly limitsHit: readonly string[];
      /** One for every M check, in number order. */
      readonly records: readonly CheckRecord[];
      /** What the server showed, for comparisons on this machine; undefined without a session. Hostile text. */
      readonly seen?: McpSeen | undefined;
    };

export interface McpSeen {
  readonly handshake: McpHandshake;
  readonly listings: McpListings;
  /** Empty unless the server was tried. */
  readonly calls: readonly McpCall[];
}

export type RunMcpScan = (request: McpScanRequest) => Promise<McpScanOutcome>;

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

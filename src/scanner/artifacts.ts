/**
 * What gatherers collect and checks read. One field, one gatherer (gatherers/<field>.ts). Artifacts are plain data:
 * they can be written as literals in a test and sent to a worker.
 */
import type { ChallengeKind } from './parse/challenge.ts';
import type { PageFacts } from './parse/html/page-facts.ts';
import type { LlmsTxt } from './parse/llms-txt.ts';
import type { RobotsTxt } from './parse/robots-txt.ts';
import type { SitemapEntry } from './parse/sitemap.ts';

/** Why a request brought no answer. `message` is ours. */
export interface FetchFailure {
  readonly code:
    | 'blocked_address'
    | 'dns'
    | 'tls'
    | 'connect'
    | 'timeout'
    | 'reset'
    | 'protocol'
    | 'too_large'
    | 'encoding'
    | 'too_many_redirects'
    | 'bad_redirect'
    | 'robots';
  readonly message: string;
}

export interface Hop {
  /** The URL that answered with a redirect, and its status (301, 302, 303, 307 or 308). */
  readonly url: string;
  readonly status: number;
}

/** One final answer, after redirects; the body is left to whoever asked for it. */
export interface Answer {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Redirects followed, in order; empty when `url` answered itself. */
  readonly hops: readonly Hop[];
  /** Lower-case names; several values are joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type without parameters, lower-case, '' when there is none. */
  readonly contentType: string;
}

/** A file asked for at a known place: either an answer with its text, or a failure. */
export type Probe =
  | ({
      readonly answered: true;
      /** Decoded body (UTF-8, replacement characters for what is not). */
      readonly text: string;
      /** Decoded size in bytes, before text decoding. */
      readonly bodyBytes: number;
      readonly validUtf8: boolean;
      readonly isHtml: boolean;
      /** The body equals or nearly equals what the site answers for names that cannot exist. */
      readonly isControl: boolean;
    } & Answer)
  | { readonly answered: false; readonly url: string; readonly hops: readonly Hop[]; readonly failure: FetchFailure };

export interface Target {
  /** As submitted, normalised. */
  readonly rootUrl: string;
  /** After redirects; sets the scope. */
  readonly finalUrl: string;
  readonly origin: string;
  /** Pages of this scan start with it: origin and path up to the last '/'. */
  readonly scope: string;
  /** Loopback, private address or a name without a dot: checks of public hosting do not apply. */
  readonly isPrivateHost: boolean;
  /** Status of the root's final answer. */
  readonly status: number;
  /** When the scan began, ISO 8601 in UTC: what checks hold dates of the site against, having no clock. */
  readonly startedAt: string;
}

/** One name that cannot exist, and what the site answered for it. */
export interface ControlAnswer {
  readonly kind: 'page' | 'well-known' | 'markdown' | 'text' | 'deep-page';
  readonly url: string;
  readonly answer:
    | {
        /** Status, type and body are those of the final answer, after redirects. */
        readonly status: number;
        readonly contentType: string;
        readonly isHtml: boolean;
        readonly redirectsTo: string | undefined;
        /** A redirect that ended at the root. */
        readonly endsAtRoot: boolean;
      }
    | { readonly failure: FetchFailure };
}

export interface RobotsArtifact {
  readonly probe: Probe;
  /** Parsed when the probe is a text answer of status 2xx; undefined when there are no rules to obey. */
  readonly rules: RobotsTxt | undefined;
}

export interface SitemapFile {
  readonly url: string;
  readonly finalUrl: string;
  /** undefined when it could not be fetched: that is nobody's proven fault, and `problem` stays undefined. */
  readonly status: number | undefined;
  readonly kind: 'urlset' | 'sitemapindex' | 'text' | 'unreadable';
  /** URLs or child sitemaps it lists. */
  readonly entryCount: number;
  readonly bodyBytes: number;
  /** The site's own fault, in our words; undefined when the file is good. */
  readonly problem: string | undefined;
}
export interface SitemapArtifact {
  /** How it was found; undefined when there is none. */
  readonly foundBy: 'robots' | 'guess' | undefined;
  /** Every file read, the top one first (at most 50). */
  readonly files: readonly SitemapFile[];
  /** Distinct locations over all files, in file order, at most 50,000. */
  readonly entries: readonly SitemapEntry[];
  /** Locations on another host, and locations that are not absolute http(s) URLs. */
  readonly foreignCount: number;
  readonly invalidCount: number;
  /**
   * Distinct absolute URLs that /sitemap.md links to, in file order, at most 50,000; empty when there is no such text
   * file. It is an index for S16 and no sitemap for S10.
   */
  readonly markdownUrls: readonly string[];
  /** Where it was looked for, when there is none. */
  readonly tried: readonly Probe[];
}

export interface LlmsTxtArtifact {
  /** The most specific llms.txt that exists, parsed. */
  readonly file: { readonly probe: Extract<Probe, { answered: true }>; readonly parsed: LlmsTxt } | undefined;
  /** Every place looked at, most specific first. */
  readonly candidates: readonly Probe[];
  readonly full: Probe;
}

export type AgentName = 'browser' | 'ChatGPT-User' | 'Claude-User' | 'LegibleBot';
export interface ParityFetch {
  readonly agent: AgentName;
  readonly userAgent: string;
  readonly page: 'home' | 'deep';
  readonly url: string;
  readonly result:
    | {
        readonly status: number;
        readonly challenge: ChallengeKind | undefined;
        /** Word-set (Jaccard) similarity with the browser's answer for the same page, 0 to 1. */
        readonly similarity: number;
      }
    | { readonly failure: FetchFailure };
}
export interface UaParityArtifact {
  readonly fetches: readonly ParityFetch[];
}

export interface HostVariant {
  /**
   * All ask for `/` at a default port, whatever the scan's path; the host is that of `Target.finalUrl`.
   * `http`, `https`: that host under this scheme. `alternate-host`: https on the host's other spelling, with `www.` or
   * without. Left out where there is no such variant (an address literal, an explicit port, a name deeper than a
   * registrable domain and `www.`).
   */
  readonly kind: 'http' | 'https' | 'alternate-host';
  readonly probe: Probe;
  /** Absolute rel=canonical of the page it ended at, when it is HTML and has one that can be resolved. */
  readonly canonical: string | undefined;
}
export interface HostVariantsArtifact {
  readonly variants: readonly HostVariant[];
}

/** Page fetches under our own user agent, in the order they were sent; probes are not among them. */
export interface TrafficArtifact {
  readonly pageRequests: number;
  readonly blocked: readonly {
    /** 0-based position among the page requests. */
    readonly position: number;
    readonly url: string;
    readonly kind: 'forbidden' | 'too-many-requests' | 'challenge' | 'reset';
    readonly retryAfter: boolean;
  }[];
}

/**
 * A sign that a page offers something beside text. `api-docs`: its address or title says so; `http-operation`: it shows a
 * method with a path; `api-viewer`: it renders an API description; `api-host`, `mcp-link`, `cart-link`: it links to the
 * site's own API host, MCP endpoint, basket; `offer-*`: JSON-LD of a product for sale; `asks-*`: what a 402 asks for.
 */
export type PageHint =
  | 'api-docs'
  | 'http-operation'
  | 'api-viewer'
  | 'api-host'
  | 'mcp-link'
  | 'cart-link'
  | 'offer-partial'
  | 'offer-complete'
  | 'microdata'
  | 'bearer-challenge'
  | 'asks-x402'
  | 'asks-x402-broken'
  | 'asks-mpp'
  | 'asks-crawler-price'
  | 'asks-unknown';

/** An API description that a page names: declared (service-desc, a viewer), or only linked to. */
export interface ApiDescriptionLink {
  readonly url: string;
  readonly isDeclared: boolean;
}

/** The little that is kept of every page until the crawl is over. */
export interface PageDigest {
  readonly url: string;
  readonly finalUrl: string;
  /** Final HTTP status; 0 when the page could not be fetched. */
  readonly status: number;
  readonly foundBy: 'root' | 'sitemap' | 'llms-txt' | 'link';
  readonly inSitemap: boolean;
  readonly inLlmsTxt: boolean;
  /** Some scanned page links to it, also where `foundBy` says that it was found elsewhere first. */
  readonly isLinked: boolean;
  readonly title: string;
  readonly description: string;
  /** rel=canonical values resolved to absolute URLs, and as written, in document order. */
  readonly canonicals: readonly { readonly href: string; readonly url: string | undefined }[];
  readonly noindex: boolean;
  readonly lang: string | undefined;
  readonly hreflangs: readonly { readonly lang: string; readonly url: string | undefined }[];
  /** Hash of the main text: equal hashes, equal content. */
  readonly contentHash: string;
  /** Whether there is a 200 HTML page to judge: `no` is the site's answer, `unknown` our failure to get one. */
  readonly readable: 'yes' | 'no' | 'unknown';
  /** Its Markdown version; undefined where none was looked for. */
  readonly markdown: MarkdownDigest | undefined;
}
/** What is kept of the search for a page's Markdown version. */
export interface MarkdownDigest {
  /** Where a version with an address of its own was read; where the site declares one, when that gave no answer. */
  readonly url: string | undefined;
  /** It was read at `url`. */
  readonly isRead: boolean;
  /** The page's own URL answers Markdown to those who ask for it by `Accept`. */
  readonly negotiates: boolean;
}
export interface CrawlArtifact {
  /** Every page that was scanned, in scan order. */
  readonly pages: readonly PageDigest[];
  readonly pagesDiscovered: number;
}

/** A Markdown twin of a page: where it was looked for and what came back. */
export interface MarkdownAttempt {
  readonly via: 'alternate' | 'llms-txt' | 'suffix' | 'negotiation';
  readonly url: string;
  readonly status: number | undefined;
  readonly contentType: string;
  /** Markdown text rather than HTML or something else. */
  readonly isMarkdown: boolean;
  readonly bodyBytes: number;
}

/** One fetched page with everything that can be said of it alone. */
export interface PageArtifact {
  readonly url: string;
  readonly foundBy: PageDigest['foundBy'];
  readonly inSitemap: boolean;
  /** What the sitemap says of its last change, as written; undefined when it says nothing or lacks the page. */
  readonly sitemapLastmod: string | undefined;
  readonly inLlmsTxt: boolean;
  readonly response:
    | {
        readonly answered: true;
        readonly answer: Answer;
        readonly bodyBytes: number;
        readonly challenge: ChallengeKind | undefined;
      }
    | { readonly answered: false; readonly hops: readonly Hop[]; readonly failure: FetchFailure };
  /** Facts of the HTML; undefined when there is none. */
  readonly facts: PageFacts | undefined;
  /** Attempts made, in order; `tried` is false when the site's sections have shown that there is nothing to find. */
  readonly markdown: { readonly tried: boolean; readonly attempts: readonly MarkdownAttempt[] };
}

/** What site and llms.txt checks can ask for. A gatherer that throws leaves its field out: `error` for who needs it. */
export interface SiteArtifacts {
  readonly target: Target;
  readonly robotsTxt: RobotsArtifact;
  /** The page at the root of the scan, with its facts; undefined `facts` when it is no readable HTML. */
  readonly home: PageArtifact;
  readonly negativeControl: readonly ControlAnswer[];
  readonly sitemap: SitemapArtifact;
  readonly llmsTxt: LlmsTxtArtifact;
  readonly uaParity: UaParityArtifact;
  readonly hostVariants: HostVariantsArtifact;
  readonly traffic: TrafficArtifact;
  readonly crawl: CrawlArtifact;
}

/**
 * What page checks can ask for. `page` is known while the page is read; `digest` with `crawl` only when all pages
 * are, so a check needs either the one or the two (catalogue.test.ts holds this).
 */
export interface PageArtifacts {
  readonly page: PageArtifact;
  readonly digest: PageDigest;
  readonly crawl: CrawlArtifact;
  readonly target: Target;
}

export interface ArtifactsOf {
  readonly site: SiteArtifacts;
  readonly llmsTxt: SiteArtifacts;
  readonly page: PageArtifacts;
}

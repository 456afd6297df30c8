/**
 * What gatherers collect and checks read. One field, one gatherer (gatherers/<field>.ts). Artifacts are plain data:
 * they can be written as literals in a test and sent to a worker.
 */
import type {
  AgentInstructionsArtifact,
  ApiDescriptionArtifact,
  AuthDiscoveryArtifact,
  IdentityFilesArtifact,
  McpDiscoveryArtifact,
  WellKnownArtifact,
} from './capability-artifacts.ts';
import type { McpArtifacts } from './mcp/artifacts.ts';
import type { Caching } from './parse/caching.ts';
import type { ChallengeKind } from './parse/challenge.ts';
import type { TwinFacts } from './parse/html/compare-twin.ts';
import type { ControlFacts, PageFacts } from './parse/html/page-facts.ts';
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
  /** Loopback, private address, a name without a dot, or a preview: checks of public hosting do not apply. */
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
  /** What its headers let a cache do; undefined when it could not be fetched. */
  readonly caching: Caching | undefined;
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

/** One link of llms.txt and what it leads to. */
export interface LlmsLink {
  /** Absolute and normalised. */
  readonly url: string;
  /** Leads to another origin than that of the scan. */
  readonly isExternal: boolean;
  /**
   * `dead` by the site's own answer: an error status, redirects that end nowhere, or what the site gives for names that
   * cannot exist. `unknown` where the network, robots.txt, an overload or a bot challenge kept us from knowing; of
   * another origin nothing but 404 and 410 is taken for death.
   */
  readonly state: 'resolves' | 'dead' | 'unknown';
  /** Of the final answer; undefined without one. */
  readonly status: number | undefined;
  readonly redirects: boolean;
  /**
   * What an agent gets to read, of a link of this origin that resolves: Markdown or plain text; HTML, with a Markdown
   * version elsewhere or without; or something that is no page (JSON, PDF ...). undefined where that is not known.
   */
  readonly form: 'text' | 'html-with-twin' | 'html' | 'data' | undefined;
}
/** An llms.txt of this origin that llms.txt links to. */
export interface NestedLlmsTxt {
  readonly url: string;
  /** Its length and its links, absolute (at most 2,000); undefined when it was not read. */
  readonly file: { readonly charCount: number; readonly links: readonly string[] } | undefined;
}
export interface LlmsLinksArtifact {
  /** Distinct web links of the file. */
  readonly linkCount: number;
  /** At most 50 of this origin and 10 of others, each sorted. */
  readonly sample: readonly LlmsLink[];
  /** Sorted, at most 200; the first 20 are read. */
  readonly nested: readonly NestedLlmsTxt[];
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

/** A place that is said to hold the site's licence as RSL. */
export interface RslDeclaration {
  readonly declaredIn: 'robots' | 'header' | 'head';
  /** In robots.txt, 1-based. */
  readonly line: number | undefined;
  readonly href: string;
  /** Absolute http(s) URL; undefined when it is none (in robots.txt it must be written as one). */
  readonly url: string | undefined;
  /** Undefined without a URL, and for those beyond the first two. */
  readonly file: Probe | undefined;
}
export interface UsagePolicyArtifact {
  /** As robots.txt (`License:`), then the home page's Link header, then its head declare them, at most ten. */
  readonly rsl: readonly RslDeclaration[];
  readonly tdmRep: Probe;
}

/** A location of the sitemap, as a page of the crawl or asked for after it. */
export interface SitemapLocation {
  readonly url: string;
  /** Final status; 0 when the site's own fault left it unanswered, undefined when it is not known. */
  readonly status: number | undefined;
  readonly isRedirected: boolean;
  readonly finalUrl: string;
  readonly noindex: boolean;
  /** Absolute rel=canonical, the first that can be resolved. */
  readonly canonical: string | undefined;
}
export interface SitemapLiveArtifact {
  /** At most 20 locations in the scope of the scan (of all, when none is in it), evenly spaced and sorted. */
  readonly sample: readonly SitemapLocation[];
}

/** Relations that lead an agent to something made for it (catalogue, S15); `alternate` counts for Markdown only. */
export type AgentRelation =
  | 'alternate'
  | 'api-catalog'
  | 'service-desc'
  | 'service-doc'
  | 'describedby'
  | 'llms-txt'
  | 'ai-catalog'
  | 'sitemap'
  | 'license';
export interface AgentLink {
  readonly declaredIn: 'header' | 'head';
  readonly relation: AgentRelation;
  /** Undefined when it cannot be resolved to an http(s) URL. */
  readonly url: string | undefined;
  /** Final status of the target; undefined when it is not known. */
  readonly status: number | undefined;
}
export interface LinkTargetsArtifact {
  /** Links of the home page under such a relation, header first, in document order, at most 20. */
  readonly links: readonly AgentLink[];
}

/** What a page was asked for by Accept: Markdown alone, as a browser does, anything, HTML rather than Markdown. */
export type NegotiationAsk = 'markdown' | 'browser' | 'anything' | 'html-first';
export interface NegotiationAnswer {
  readonly url: string;
  /** The crawl got Markdown for it. */
  readonly hasMarkdown: boolean;
  readonly ask: NegotiationAsk;
  readonly accept: string;
  readonly result:
    | {
        readonly status: number;
        readonly contentType: string;
        readonly charset: string | undefined;
        readonly body: 'markdown' | 'html' | 'other';
        /** `Vary` names Accept, or everything; true also where a redirect was followed, since its headers are gone. */
        readonly variesByAccept: boolean;
      }
    | { readonly failure: FetchFailure };
}
export interface NegotiationArtifact {
  /** Empty when no page of the crawl answered Markdown to those who ask for it by Accept. */
  readonly answers: readonly NegotiationAnswer[];
}

export interface Revalidation {
  readonly kind: 'llms-txt' | 'sitemap' | 'page';
  readonly url: string;
  readonly caching: Caching;
  /**
   * What a conditional GET with its validators brought: 304, or the whole again. `unknown`: no answer. `not-asked`: it
   * has no validators, its freshness says enough, or the scan had no requests left for it.
   */
  readonly answer: 'not-modified' | 'sent-again' | 'unknown' | 'not-asked';
}
export interface ValidatorsArtifact {
  readonly revalidations: readonly Revalidation[];
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
  /**
   * Where it first points at the site's llms.txt: its head or Link header, or the start or the first half of its text
   * (PageFacts.llmsTxtMention); undefined when nowhere.
   */
  readonly llmsTxtPointer: 'head' | 'early' | 'late' | undefined;
  /** Its Markdown version; undefined where none was looked for. */
  readonly markdown: MarkdownDigest | undefined;
  /** Each at most once, in the order of the type; most pages have none. */
  readonly hints: readonly PageHint[];
  /** At most three. */
  readonly apiDescriptions: readonly ApiDescriptionLink[];
  /** Names and faults of its controls; undefined without HTML. */
  readonly controls: ControlFacts | undefined;
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
  readonly markdown: {
    readonly tried: boolean;
    readonly attempts: readonly MarkdownAttempt[];
    /** What the best attempt brought, compared with the page: there once a worker has read the two. */
    readonly twin?: TwinFacts;
  };
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
  readonly llmsLinks: LlmsLinksArtifact;
  readonly uaParity: UaParityArtifact;
  readonly hostVariants: HostVariantsArtifact;
  readonly traffic: TrafficArtifact;
  readonly crawl: CrawlArtifact;
  /** The answers of the first three readable pages, in scan order. */
  readonly firstAnswers: readonly Answer[];
  readonly usagePolicy: UsagePolicyArtifact;
  readonly sitemapLive: SitemapLiveArtifact;
  readonly linkTargets: LinkTargetsArtifact;
  readonly negotiation: NegotiationArtifact;
  readonly validators: ValidatorsArtifact;
  readonly identityFiles: IdentityFilesArtifact;
  readonly wellKnown: WellKnownArtifact;
  readonly apiDescription: ApiDescriptionArtifact;
  readonly mcpDiscovery: McpDiscoveryArtifact;
  readonly authDiscovery: AuthDiscoveryArtifact;
  readonly agentInstructions: AgentInstructionsArtifact;
}

/** What axe-core found on a page of the sample (catalogue, P19). */
export type AccessibilityAudit =
  | { readonly kind: 'not-sampled' }
  /** In the sample, but too large, or too much for the worker: left to the rules that markup alone answers. */
  | { readonly kind: 'left-out'; readonly why: 'size' | 'effort' }
  | {
      readonly kind: 'done';
      /** Rules that are broken, by name, sorted. */
      readonly violations: readonly {
        readonly rule: string;
        /** Elements. */
        readonly count: number;
        /** Markup of the first of them, at most 200 characters. */
        readonly example: string;
      }[];
    };

/**
 * What page checks can ask for. `page` is known while the page is read; `digest`, `crawl` and `accessibility` only when
 * all pages are, so a check needs either the one or some of the others (catalogue.test.ts holds this).
 */
export interface PageArtifacts {
  readonly page: PageArtifact;
  readonly digest: PageDigest;
  readonly crawl: CrawlArtifact;
  readonly accessibility: AccessibilityAudit;
  readonly target: Target;
}

export interface ArtifactsOf {
  readonly site: SiteArtifacts;
  readonly llmsTxt: SiteArtifacts;
  readonly page: PageArtifacts;
  readonly mcp: McpArtifacts;
}

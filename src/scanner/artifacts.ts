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
import type { LlmsLinksArtifact, LlmsTxtArtifact } from './llms-txt-artifacts.ts';
import type { McpArtifacts } from './mcp/artifacts.ts';
import type { ChallengeKind } from './parse/challenge.ts';
import type { TwinFacts } from './parse/html/compare-twin.ts';
import type { ControlFacts, PageFacts } from './parse/html/page-facts.ts';
import type {
  ControlAnswer,
  HostVariantsArtifact,
  LinkTargetsArtifact,
  NegotiationArtifact,
  RobotsArtifact,
  SitemapArtifact,
  SitemapLiveArtifact,
  TrafficArtifact,
  UaParityArtifact,
  UsagePolicyArtifact,
  ValidatorsArtifact,
} from './site-artifacts.ts';

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

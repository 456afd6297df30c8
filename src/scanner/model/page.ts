import type { PageActions } from '../parse/html/actions/page-actions.ts';
import type { AccessibilityFault } from '../parse/html/axe-questions.ts';
import type { ChallengeKind } from '../parse/html/bot-challenge.ts';
import type { TwinFacts } from '../parse/html/compare-twin.ts';
import type { LinkFacts } from '../parse/html/links.ts';
import type { ControlFacts, PageFacts } from '../parse/html/page-facts.ts';
import type { Answer, FetchFailure, Hop } from './http.ts';

const MARKDOWN_TYPES = new Set(['text/markdown', 'text/x-markdown']);

/** The attempt brought a Markdown version of the page. */
export const isTwin = ({ status, isMarkdown }: MarkdownAttempt): boolean => status === 200 && isMarkdown;

/** Served as what it is. */
export const isProperlyTyped = ({ contentType }: MarkdownAttempt): boolean => MARKDOWN_TYPES.has(contentType);

/** The version that is judged: the first that is served as Markdown, else the first that is Markdown; undefined for none. */
export function bestTwin<Attempt extends MarkdownAttempt>(attempts: readonly Attempt[]): Attempt | undefined {
  const twins = attempts.filter(isTwin);
  return twins.find(isProperlyTyped) ?? twins[0];
}

/**
 * A sign that a page offers something apart from text. `api-docs`: its address or title says so; `http-operation`: it
 * shows a method with a path; `api-viewer`: it renders an API description; `api-host`, `mcp-link`, `cart-link`: it
 * links to the site's own API host, MCP endpoint, basket; `offer-*`: structured data of a product for sale; `asks-*`: the
 * payment that a 402 asks for.
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
  | 'bearer-challenge'
  | 'asks-x402'
  | 'asks-x402-incomplete'
  | 'asks-x402-broken'
  | 'asks-x402-in-body'
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
  /** The page's own address: where redirects end, as far as that is in the scan; else the one that was asked for. */
  readonly url: string;
  readonly finalUrl: string;
  /** Final HTTP status; 0 when the page could not be fetched. */
  readonly status: number;
  /** `given`: by the caller of the scan. */
  readonly foundBy: 'root' | 'sitemap' | 'llms-txt' | 'link' | 'given';
  readonly inSitemap: boolean;
  readonly inLlmsTxt: boolean;
  /** Some scanned page links to it, also where `foundBy` says that it was found elsewhere first. */
  readonly isLinked: boolean;
  readonly title: string;
  readonly description: string;
  /** rel=canonical values resolved to absolute URLs, and as written, in document order. */
  readonly canonicals: readonly { readonly href: string; readonly url: string | undefined }[];
  /** It keeps itself out of every index. */
  readonly noindex: boolean;
  /** Agents that it keeps out by name: tokens, lower-case; undefined for none. */
  readonly noindexFor?: readonly string[];
  readonly lang: string | undefined;
  readonly hreflangs: readonly { readonly lang: string; readonly url: string | undefined }[];
  /** Hash of the main text: equal hashes, equal content. */
  readonly contentHash: string;
  /** Its title or first heading says in few words that the content is gone. */
  readonly saysGone?: boolean;
  /** Where its policies let forms be sent: the sources of each (form-action.ts). */
  readonly formActions?: readonly (readonly string[])[];
  /** A shared cache may give this answer to everybody, and no cookie comes with it. */
  readonly isSharedCopy?: boolean;
  /** No cookie came with it, so that it begins no session. */
  readonly isWithoutCookie?: boolean;
  /** A sign shows that text of it is missing, so that two pages with the same rest may be two texts. */
  readonly isPartial?: boolean;
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
  /** What its 402 asks for, in one line of third-party text; undefined where it asks for nothing that can be read. */
  readonly paymentTerms?: string;
  /** At most three. */
  readonly apiDescriptions: readonly ApiDescriptionLink[];
  /** Names and faults of its controls; undefined without HTML. */
  readonly controls: ControlFacts | undefined;
  /** What people can do on it; undefined without HTML. */
  readonly actions?: PageActions | undefined;
  /** Undefined without HTML. */
  readonly links: LinkFacts | undefined;
  /** Its links to dead addresses of the site (AddressesArtifact): how many, and the first ten addresses, sorted. */
  readonly deadLinks: { readonly count: number; readonly examples: readonly string[] };
}

export const NO_DEAD_LINKS: PageDigest['deadLinks'] = { count: 0, examples: [] };

/** The kept result of the search for a page's Markdown version. */
export interface MarkdownDigest {
  /** Where a version with an address of its own was read; where the site declares one, when that gave no answer. */
  readonly url: string | undefined;
  /** It was read at `url`. */
  readonly isRead: boolean;
  /** The page's own URL answers Markdown to those who ask for it by `Accept`. */
  readonly negotiates: boolean;
  /** The document that was read has another text than the page. */
  readonly isAnotherText?: true;
}

export interface CrawlArtifact {
  /** Every page that was scanned, in scan order. */
  readonly pages: readonly PageDigest[];
  readonly pagesDiscovered: number;
  /** Addresses of pages in the scope that scanned pages link to, read or not; absent where only pages are known. */
  readonly linked?: readonly string[];
}

/** An address of the scan that leads to a page which has another one. */
export interface PageAlias {
  readonly url: string;
  /** `url` of the page. */
  readonly page: string;
  /** `copy`: it answers 200 with the same page, instead of a redirect to it. */
  readonly kind: 'redirect' | 'copy';
  /** The first canonical address that a copy names; undefined for none. */
  readonly canonical: string | undefined;
}

/** An address that answers 404 or 410, or like others with a redirect to the home page, with those who lead to it. */
export interface DeadLink {
  readonly url: string;
  readonly status: number;
  readonly inSitemap: boolean;
  readonly inLlmsTxt: boolean;
  /** Pages that link to it: how many, and the first ten in scan order. */
  readonly sources: { readonly count: number; readonly examples: readonly string[] };
}

/** Addresses of the site that are no page of their own, each sorted by address. */
export interface AddressesArtifact {
  readonly aliases: readonly PageAlias[];
  readonly deadLinks: readonly DeadLink[];
}

/** A Markdown twin of a page: where it was looked for and what came back. */
export interface MarkdownAttempt {
  readonly via: 'alternate' | 'llms-txt' | 'suffix' | 'negotiation' | 'user-agent';
  readonly url: string;
  readonly status: number | undefined;
  readonly contentType: string;
  /** Markdown text rather than HTML or something else. */
  readonly isMarkdown: boolean;
  readonly bodyBytes: number;
  /** What the request said beyond a plain GET by our bot, by lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the answer's x-markdown-tokens says. */
  readonly tokens?: number;
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

/** What axe-core found on a page of the sample (catalogue, P19). */
export type AccessibilityAudit =
  | { readonly kind: 'not-sampled' }
  /** In the sample, but too large, or too much for the worker: left to the rules that markup alone answers. */
  | { readonly kind: 'left-out'; readonly why: 'size' | 'effort' }
  | {
      readonly kind: 'done';
      /** Rules that are broken, by name, sorted. */
      readonly violations: readonly AccessibilityFault[];
    };

/** The body of a Markdown version, to be compared with its page. */
export interface TwinAnswer {
  readonly url: string;
  /** Its first bytes, at most MAX_TWIN_BYTES. */
  readonly body: Uint8Array;
  /** Of the whole body. */
  readonly bodyBytes: number;
  readonly contentTypeHeader: string | undefined;
}

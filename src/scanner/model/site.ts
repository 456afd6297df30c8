/**
 * Artifacts of the site as a whole (catalogue, the S series), plain data as in artifacts.ts; and which origins are the
 * site's own.
 */

import type { ServerCard } from '../parse/agent-files/agent-cards.ts';
import type { ApiDocument } from '../parse/agent-files/api-document.ts';
import type { ChallengeKind } from '../parse/html/bot-challenge.ts';
import type { Caching } from '../parse/http-headers/caching.ts';
import type { RobotsTxt } from '../parse/robots/robots-txt.ts';
import type { SitemapEntry, SitemapKind } from '../parse/sitemap/sitemap.ts';
import type { FetchFailure, Probe } from './http.ts';
import type { PublicOrigin } from './score.ts';

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
  /** undefined when the fetch failed: the site is not proven to be at fault, so `problem` stays undefined. */
  readonly status: number | undefined;
  readonly kind: SitemapKind;
  /** URLs or child sitemaps it lists. */
  readonly entryCount: number;
  readonly bodyBytes: number;
  /** The site's own fault, in trusted text; undefined when the file is good. */
  readonly problem: string | undefined;
  /** A fault that lenient readers forgive, in trusted text. */
  readonly slip?: string;
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
  /** Files that are named and were not read: on hosts of others, or beyond the bounds of a scan. */
  readonly unreadCount: number;
  /** Locations on another host than the file of this site that lists them, and locations that are not absolute http(s) URLs. */
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

/** Who is imitated, and ourselves. */
export type AgentName = 'browser' | AssistantName | 'LegibleBot';
export type AssistantName = 'ChatGPT-User' | 'Claude-User' | 'OAI-SearchBot';

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
        /** Share of the browser's distinct words that this answer has, 0 to 1; undefined in scans before rubric 2. */
        readonly contained?: number;
        /** Share of this answer's distinct words that the browser's has. */
        readonly inBrowser?: number;
        /** Distinct words of this answer. */
        readonly words?: number;
        /** The answer is Markdown, by its type and shape. */
        readonly isMarkdown?: true;
        /** It asks for a Web Bot Auth signature (Accept-Signature, RFC 9421 section 5): the site says that it verifies. */
        readonly asksForSignature?: true;
      }
    | { readonly failure: FetchFailure };
}

/** The agent got a page. */
export const isServed = (result: ParityFetch['result']): boolean =>
  !('failure' in result) && result.status >= 200 && result.status <= 299 && result.challenge === undefined;

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
  /** Set where the host asked for pause after pause, or for a longer one than a scan waits, and was asked for nothing more. */
  readonly limit?: {
    readonly status: number;
    /** Requests of every kind that were sent before the first that was turned away so. */
    readonly answered: number;
  };
  readonly blocked: readonly {
    /** 0-based position among the page requests. */
    readonly position: number;
    readonly url: string;
    readonly kind: 'forbidden' | 'too-many-requests' | 'challenge' | 'reset';
    readonly retryAfter: boolean;
  }[];
}

/** Page requests that were refused for another reason than their pace: 429 was asked again, and is graded if it came in the end. */
export const refusalsIn = ({ blocked }: TrafficArtifact): TrafficArtifact['blocked'] =>
  blocked.filter(({ kind }) => kind !== 'too-many-requests');

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
  /**
   * Locations in the scope of the scan (of all, when none is in it), sorted: at most 20, evenly spaced, and those that the
   * crawl has asked.
   */
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

/** What a page was asked for by Accept: Markdown alone, either alike, as a browser does, anything, HTML rather than Markdown. */
export type NegotiationAsk = 'markdown' | 'either' | 'browser' | 'anything' | 'html-first';

export interface NegotiationAnswer {
  readonly url: string;
  /** The crawl got Markdown for it. */
  readonly hasMarkdown: boolean;
  /** What it got is another text than that of the page. */
  readonly isAnotherText?: true;
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

export type WellKnownName =
  | 'apiCatalog'
  | 'aiCatalog'
  | 'mcpServerCard'
  | 'agentCard'
  | 'legacyAgentCard'
  | 'skillsIndex'
  | 'legacySkillsIndex'
  | 'agentsMd'
  | 'aiPlugin'
  | 'ucp'
  | 'acp';
export interface WellKnownArtifact {
  /** Undefined where a file was not asked for, because nothing about the site gave reason to. */
  readonly files: Readonly<Record<WellKnownName, Probe | undefined>>;
}

/** Files that say who is behind a site, for information: they earn and cost nothing (S19). */
export interface IdentityFilesArtifact {
  readonly securityTxt: Probe;
  /** The first feed that the home page declares. */
  readonly feed: Probe | undefined;
}

export interface ApiDescription {
  /** `mentioned`: a page links to it by the name that such files have; `guessed`: it is where they usually are. */
  readonly via: 'api-catalog' | 'declared' | 'mentioned' | 'guessed';
  readonly url: string;
  /**
   * `absent` is never said of what the site itself names: that is `broken`, or `other` where it is a description in a
   * form that is not judged (WSDL, OpenRPC, a server card ...). `unknown`: we failed to get it.
   */
  readonly state: 'read' | 'other' | 'broken' | 'absent' | 'unknown';
  /** When it was read. */
  readonly document: ApiDocument | undefined;
  /** Final status; undefined without an answer. */
  readonly status: number | undefined;
  readonly contentType: string;
  /** Its first 200 characters. */
  readonly snippet: string;
}
export interface ApiDescriptionArtifact {
  /** Of /.well-known/api-catalog (RFC 9727). */
  readonly catalog: 'absent' | 'valid' | 'broken' | 'unknown';
  /** Those asked for, what the site declares first. */
  readonly descriptions: readonly ApiDescription[];
}

/** What an MCP endpoint answered to a GET, which is never a call: any word of HTTP proves that something is there. */
export interface McpRemote {
  readonly url: string;
  readonly state: 'answers' | 'dead' | 'not-https' | 'forbidden-to-us' | 'unknown';
  readonly status: number | undefined;
  /** Where its 401 says that the metadata of the resource is (RFC 9728 section 5.1). */
  readonly resourceMetadata: string | undefined;
}
export interface McpDiscoveryArtifact {
  /** Undefined when the site announces no MCP server. */
  readonly card:
    | {
        readonly foundIn: 'ai-catalog' | 'legacy-place';
        readonly url: string;
        readonly status: number | undefined;
        /** `unknown`: we failed to get it. */
        readonly state: 'read' | 'broken' | 'unknown';
        readonly card: ServerCard | undefined;
        readonly snippet: string;
      }
    | undefined;
  readonly remote: McpRemote | undefined;
}

/** One document of the chain that leads to a token; `problem` is ours. */
export interface AuthDocument {
  readonly url: string;
  readonly state: 'read' | 'broken' | 'unknown';
  readonly status: number | undefined;
  readonly problem: string;
}
export interface AuthDiscoveryArtifact {
  /** Protected resource metadata (RFC 9728); undefined when the site declares none. */
  readonly resource:
    | (AuthDocument & {
        /** Undefined when it is not read. */
        readonly fields: { readonly matchesSite: boolean; readonly servers: readonly string[] } | undefined;
      })
    | undefined;
  /** Metadata of the first authorization server (RFC 8414, or OpenID Connect); undefined when none was asked for. */
  readonly server:
    | (AuthDocument & {
        readonly fields:
          | {
              readonly issuerMatches: boolean;
              /** Names of required endpoints that are missing or no http(s) URL. */
              readonly missing: readonly string[];
              readonly offersS256: boolean;
              /** Dynamic registration, client ID metadata documents, or an `agent_auth` block. */
              readonly offersRegistration: boolean;
            }
          | undefined;
      })
    | undefined;
  /** There is an /auth.md; undefined when it was not asked for. */
  readonly hasAuthMd: boolean | undefined;
}

/** Whether the file of the first skill that has a digest is the one the index means. */
export interface SkillDigest {
  readonly url: string;
  readonly state: 'matches' | 'differs' | 'missing' | 'unknown';
  readonly status: number | undefined;
  /** What the file hashes to, as `sha256:<hex>`. */
  readonly actual: string | undefined;
  /** The beginning of a SKILL.md; undefined for an archive, and where there is no file. */
  readonly text: string | undefined;
}
export interface AgentInstructionsArtifact {
  /** Undefined when there is no skills index, or no skill in it with a digest. */
  readonly skillDigest: SkillDigest | undefined;
}

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
  /** Origins that redirect to this one, and so are the same site (`otherOrigins`). */
  readonly otherOrigins?: readonly string[];
  /** Where the site is published, for a scan that reads a copy of it: all addresses of the scan are written as its. */
  readonly publicOrigin?: PublicOrigin | undefined;
  /** Status of the root's final answer. */
  readonly status: number;
  /** When the scan began, ISO 8601 in UTC: what checks hold dates of the site against, having no clock. */
  readonly startedAt: string;
}

/**
 * Other origins of the scanned site: other spellings of its host, with or without `www.`, under http or https, that
 * redirect to it.
 */
export function otherOrigins(origin: string, { variants }: HostVariantsArtifact): string[] {
  const joined = variants.flatMap(({ kind, probe }) => {
    if (!probe.answered || new URL(probe.finalUrl).origin !== origin) return [];
    const { origin: asked, host } = new URL(probe.url);
    // A host that redirects over https redirects over http too, to https first.
    return kind === 'alternate-host' ? [asked, `http://${host}`] : [asked];
  });
  return [...new Set(joined)].filter((each) => each !== origin);
}

/** The address of a page on the scanned origin, for an address on any origin of the site; others stay as they are. */
export function ownUrl(
  url: string,
  { origin, otherOrigins: others = [] }: Pick<Target, 'origin' | 'otherOrigins'>,
): string {
  const other = others.find((each) => url.startsWith(`${each}/`));
  return other === undefined ? url : origin + url.slice(other.length);
}

/** Artifacts of what a site offers agents beside pages (catalogue, S20 to S25). Plain data, as in artifacts.ts. */
import type { Probe } from './artifacts.ts';
import type { ApiDocument } from './parse/api-document.ts';
import type { ServerCard } from './parse/mcp-server-card.ts';

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
  /** Undefined when nothing on the site tells of an MCP server. */
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
}
export interface AgentInstructionsArtifact {
  /** Undefined when there is no skills index, or no skill in it with a digest. */
  readonly skillDigest: SkillDigest | undefined;
}

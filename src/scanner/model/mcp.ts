import type { FetchFailure, Hop, Probe } from './http.ts';
/**
 * What one session with a remote MCP server yields and the M checks read. Everything in it is the server's own: hostile
 * until quoted as evidence. Plain data, so that tests write it as literals.
 */

/** `modern`: revision 2026-07-28 and later (stateless, `server/discover`). `legacy`: 2025-11-25 and earlier (`initialize`). */
export type McpEra = 'modern' | 'legacy';

/** One request and what came back. */
export type McpExchange =
  | {
      readonly answered: true;
      readonly status: number;
      /** Lower-case names. */
      readonly headers: Readonly<Record<string, string>>;
      /** Media type without parameters, lower-case, '' when there is none. */
      readonly contentType: string;
      /**
       * The JSON-RPC message of the answer: the whole body, or the event whose id is the request's, else the first that is
       * a response. undefined when the body holds none. Values nested deeper than MAX_DEPTH are replaced by TOO_DEEP.
       */
      readonly message: Readonly<Record<string, unknown>> | undefined;
      /** The message came in an array of messages. */
      readonly isBatch?: true;
      /**
       * What came before the message and is no JSON-RPC message, at most 3 of 200 characters each: events of a stream, or lines
       * of a process. Absent without any.
       */
      readonly strays?: readonly string[];
      /** The id that was sent; undefined for notifications and for bodies that are no JSON-RPC. */
      readonly sentId: number | undefined;
      /** The first 4,096 characters of the body as sent. */
      readonly text: string;
      /** Names of the server-sent events in order ('message' where unnamed), at most 200. */
      readonly events: readonly string[];
      readonly bodyBytes: number;
      readonly firstByteMs: number;
      readonly totalMs: number;
    }
  | {
      readonly answered: false;
      /** `events`: more than 200 server-sent events. `budget`: the session had no time or bytes left to send or read it. */
      readonly reason: 'unreachable' | 'timeout' | 'too_large' | 'events' | 'budget';
      readonly failure: FetchFailure;
    };

/** How far the session came. */
export type HandshakeOutcome =
  | 'connected'
  /** 401: the rest is behind authorization. */
  | 'authorization'
  /** 403 to both handshakes. */
  | 'forbidden'
  /** A POST is refused and a GET opens the deprecated HTTP+SSE transport. */
  | 'legacy-sse'
  /** A redirect to another origin, in a circle, more than 3, or none that keeps the method. */
  | 'redirect'
  /** Answers, but over the size or event cap. */
  | 'oversize'
  /** Answers, but not with MCP. */
  | 'not-mcp';

export interface McpHandshake {
  /** As submitted, normalised. */
  readonly endpoint: string;
  /** After same-origin redirects. */
  readonly finalUrl: string;
  /** Redirects met, in order; for the outcome `redirect` the last one was not followed. */
  readonly hops: readonly Hop[];
  /** Where the redirect that was not followed points, as the server wrote it. */
  readonly refusedRedirect: string | undefined;
  readonly outcome: HandshakeOutcome;
  readonly era: McpEra | undefined;
  /** The exchange that decided the outcome: discover, initialize, or the refusal. */
  readonly decisive: McpExchange;
  /** server/discover, as answered; every session starts with it. */
  readonly discover: McpExchange;
  /** initialize; undefined when discover sufficed or ended the session. */
  readonly initialize: McpExchange | undefined;
  /** The revision that the server refused in place of answering with one of its own; absent where it refused none. */
  readonly refusedRevision?: string;
  /** The revision the session speaks, as the server wrote it; undefined unless connected. */
  readonly protocolVersion: string | undefined;
  /** Revisions a modern server lists; empty for legacy ones. */
  readonly supportedVersions: readonly string[];
  /** As the server wrote them; undefined where there is none. */
  readonly serverInfo: Readonly<Record<string, unknown>> | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: unknown;
  /** Times to the first byte of the handshake request and of its repetition, in milliseconds. */
  readonly firstByteMs: readonly number[];
}

export interface McpAuthorization {
  /** Whether the server answered 401. */
  readonly challenged: boolean;
  /** The WWW-Authenticate header of the 401. */
  readonly challenge: string | undefined;
  /** Protected resource metadata (RFC 9728): where the challenge says, else at the well-known places, in that order. */
  readonly metadata: readonly { readonly from: 'challenge' | 'well-known'; readonly probe: Probe }[];
  /** Metadata of the authorization servers that the metadata of the resource names (RFC 8414), as far as asked for. */
  readonly servers: readonly { readonly issuer: string; readonly probes: readonly Probe[] }[];
}

/** Requests that a client would not send. Only made in a connected session. */
export interface McpProbes {
  /** A method that cannot exist. */
  readonly unknownMethod: McpExchange;
  /** A JSON-RPC request cut off in the middle. */
  readonly malformed: McpExchange;
  /** GET of the endpoint with `Accept: text/event-stream`. */
  readonly get: McpExchange;
  /** The handshake again with an `Origin` that cannot be allowed. */
  readonly foreignOrigin: McpExchange;
  /** notifications/initialized; undefined in the modern era. */
  readonly notification: McpExchange | undefined;
}

export type ListKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export interface McpListing {
  /** Whether the capability is declared. Lists that are not declared are not asked for (`items` is empty then). */
  readonly declared: boolean;
  /** As the server sent them, at most 1,000, of every kind of JSON value. */
  readonly items: readonly unknown[];
  /** Every page asked for, in order, without `message.result`'s items: those are in `items`. At most 20. */
  readonly pages: readonly McpExchange[];
  /** Why the list is not whole. `limit`: more than 20 pages or 1,000 items. `malformed`: a page without the array. */
  readonly trouble: 'error' | 'malformed' | 'cursor-loop' | 'limit' | 'unanswered' | undefined;
}

/** Only in a connected session. */
export interface McpListings {
  readonly tools: McpListing;
  /** tools/list once more, from its start; undefined when tools are not declared or the first listing has trouble. */
  readonly toolsAgain: McpListing | undefined;
  readonly resources: McpListing;
  readonly resourceTemplates: McpListing;
  readonly prompts: McpListing;
}

/** One use of a server that its owner asked for, and what came back. */
export interface McpCall {
  readonly kind: 'tool' | 'resource' | 'prompt';
  /** Name, or address of a resource, as the server wrote it. */
  readonly name: string;
  readonly exchange: McpExchange;
}

/** A tool as listed: an object with a string name. Every other member is what the server wrote, of any type. */
export interface McpTool {
  readonly name: string;
  readonly title: unknown;
  readonly description: unknown;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: Readonly<Record<string, unknown>>;
  /** UTF-8 bytes of name, description and input schema as JSON: what a model's context is charged with. */
  readonly contextBytes: number;
}

/** One string or key that a server advertises, with its path. */
export interface AdvertisedText {
  /**
   * E.g. `tools.search.description`, `tools.search.inputSchema.properties.q` (a key), `serverInfo.name`, `instructions`;
   * `toolsAgain.search...` is what the second listing says otherwise than the first.
   */
  readonly path: string;
  readonly kind: 'value' | 'key';
  readonly text: string;
}

/** The text that a server advertises, and how much of it was not read. */
export interface Advertised {
  /** Not empty, in the order in which they were read; with compatibility forms resolved at most 2 Mi characters. */
  readonly texts: readonly AdvertisedText[];
  /** Strings and keys that were not read, or not to their end. */
  readonly unread: number;
  /** Lists that have more than was read of them. */
  readonly cutLists: readonly ListKind[];
  /** Whether a list, or the rest of it, is behind authorization. */
  readonly isWithheld: boolean;
}

/**
 * The artifacts of the mcp series. `handshake` and `authorization` are always there, the others in connected sessions;
 * `tools`, `resources` and `prompts` only when they are declared and their list is not in trouble beyond use.
 */
export interface McpArtifacts {
  readonly handshake: McpHandshake;
  readonly authorization: McpAuthorization;
  readonly probes: McpProbes;
  readonly listings: McpListings;
  /** Well-formed entries of the tools list, in the order listed; empty when the server has none. */
  readonly tools: readonly McpTool[];
  /** Entries that are objects, of resources/list and of resources/templates/list. */
  readonly resources: {
    readonly resources: readonly Readonly<Record<string, unknown>>[];
    readonly templates: readonly Readonly<Record<string, unknown>>[];
  };
  readonly prompts: readonly Readonly<Record<string, unknown>>[];
  readonly advertised: Advertised;
}

/** Deepest nesting of arrays and objects that is kept of an answer. */
export const MAX_DEPTH = 64;
/** Replaces a value that was nested deeper; a check that finds it knows that the value is incomplete. */
export const TOO_DEEP = '\u0000too-deep';

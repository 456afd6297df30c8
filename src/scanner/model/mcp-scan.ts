import type { PrivateHostPermit } from './http.ts';
import type { McpEra } from './mcp.ts';
import type { CheckRecord } from './result.ts';

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
    };

export type RunMcpScan = (request: McpScanRequest) => Promise<McpScanOutcome>;

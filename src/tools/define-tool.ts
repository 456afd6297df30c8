import type * as z from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { Budget } from '../auth/quotas.ts';
import type { ErrorCode, ServiceError } from '../errors.ts';
import type { Library } from '../library/answer.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import type { McpScans } from '../scans/mcp-scans.ts';
import type { Scans } from '../scans/scans.ts';
import type { ShareHostScan } from '../scans/share-host-scan.ts';
import type { BoundMcpScan } from './mcp-scan-bounds.ts';

/** An address that may be scanned. */
export interface Target {
  /** As normalised. */
  readonly url: string;
  /** Of a private host that the operator has listed. */
  readonly permit?: PrivateHostPermit;
}

/** Whether a caller's URL may be scanned at all, found out before anything is stored. */
export interface Targets {
  /**
   * @throws ServiceError invalid_url or blocked_address, naming `field`
   */
  accept(url: string, field: string, caller: Caller): Promise<Target>;
}

/** What handlers may use. Only what some tool needs is in it. */
export interface ToolServices {
  readonly library: Library;
  readonly scans: Scans;
  readonly shareHostScan: ShareHostScan;
  readonly mcpScans: McpScans;
  readonly runMcpScan: BoundMcpScan;
}

/** One step of long work that began. */
export interface Progress {
  /** From 1, and the same `total` for all steps of a call. */
  readonly step: number;
  readonly total: number;
  readonly message: string;
}

/** What a call came with. Its signal, which is aborted when the caller leaves, may be made only when it is asked for. */
export interface CallRequest {
  readonly signal: AbortSignal;
}

export interface ToolContext extends ToolServices {
  readonly caller: Caller;
  readonly request: CallRequest;
  /** What `targetField` names, as accepted. */
  readonly target: Target | undefined;
  /** Only of a call by the command line of this process. No schema has it, and nothing stores it. */
  readonly local: LocalScanOptions | undefined;
  /** Names this piece of work, the same when the call is sent again because a process died; only with an idempotency key. */
  readonly workName: string | undefined;
  /** Characters of JSON the door can carry; undefined for no bound. A handler leaves out what does not fit and says so. */
  readonly outputLimit: number | undefined;
  /** Tells a caller who asked for it how far long work is. */
  onProgress(progress: Progress): void;
}

/** What a tool with a `targetField` is called for: the gate runs no such tool without it. */
export function accepted(target: Target | undefined): Target {
  if (target === undefined) throw new Error('a tool without a targetField has no target');
  return target;
}

export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** All four said explicitly: hosts treat silence as the worst case. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly access: 'public' | 'key';
  readonly budget: Budget;
  /** It answers from memory, to everybody alike: also while the store is away. */
  readonly outlivesStore?: true;
  /** What a keyed tool draws on where a door lets a caller without a key use it; undefined for a tool that needs one. */
  readonly anonymousBudget?: Budget;
  /** Error codes of input fields that have one of their own; the others are `invalid_request`. */
  readonly fieldCodes?: Readonly<Record<string, ErrorCode>>;
  /** Input members that only a caller with a key may send. */
  readonly keyedFields?: readonly string[];
  /** Input members that agents are not shown: they are there for clients of REST, or do nothing; they are accepted all the same. */
  readonly unlisted?: readonly string[];
  /** Members that the schema does not have are passed over by every transport. Default: MCP and the command line refuse them. */
  readonly ignoresUnknown?: true;
  /** Input member with the address to be scanned: accepted before the budget is drawn on, so that a refused one is free. */
  readonly targetField?: string;
  /** Input member that makes retries safe; see auth/idempotency.ts. */
  readonly idempotencyField?: string;
  /** Where a call that fails has a body of its own in place of the common error envelope: its shape, and how it is made. */
  readonly failure?: {
    readonly output: z.ZodObject;
    /** @param input as the caller sent it, which may be anything */
    of(error: ServiceError, input: unknown): Record<string, unknown>;
  };
  /**
   * A few lines of Markdown for agents: what came out and what to call next. Given what `handle` answered, with members
   * that the output's schema drops, or an output alone where that is all that was kept; only outputs without a `version`
   * are kept so.
   */
  summarize(output: z.output<Output>): string;
  handle(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
  /** A cheap mark that changes whenever the output does, so that doors can answer "not modified". */
  version?(input: z.output<Input>, context: ToolContext): Promise<string>;
}

/** The identity function; it is there so that the schemas type `handle` and `summarize`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return tool;
}

/** Any tool, as the registry holds it: the gate parses what goes in and what comes out. */
export type AnyTool = Omit<ToolDefinition, 'summarize' | 'handle' | 'version'> & {
  // biome-ignore lint/suspicious/noExplicitAny: a list of tools with different inputs has no common argument type.
  summarize(output: any): string;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  handle(input: any, context: ToolContext): Promise<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  version?(input: any, context: ToolContext): Promise<string>;
};

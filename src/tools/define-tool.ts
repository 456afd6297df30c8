import type * as z from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { Budget } from '../auth/quotas.ts';
import type { ErrorCode, ServiceError } from '../errors.ts';
import type { Library } from '../library/answer.ts';
import type { Checkout } from '../payments/checkout.ts';
import type { Receipt } from '../payments/facilitator.ts';
import type { Payment } from '../payments/read-payment.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { LocalScanOptions, ViewPage } from '../scanner/model/scan.ts';
import type { BrowserPresence } from '../scans/browser-worker.ts';
import type { LogReports } from '../scans/log-reports.ts';
import type { McpScans } from '../scans/mcp-scans.ts';
import type { ResultReports } from '../scans/result-reports.ts';
import type { ScanWaits } from '../scans/scan-waits.ts';
import type { Scans } from '../scans/scans.ts';
import type { SharedScans } from '../scans/shared-scans.ts';
import type { Watches } from '../scans/watches/watches.ts';
import type { Batches } from '../sites/batches.ts';
import type { Sites } from '../sites/sites.ts';
import type { BoundMcpScan } from './mcp-scan-bounds.ts';

/** An address that may be scanned. */
export interface Target {
  /** As normalised. */
  readonly url: string;
  /** Of a private host that the operator has listed. */
  readonly permit?: PrivateHostPermit;
}

/** Whether a caller's URL may be scanned, decided before anything is stored. */
export interface Targets {
  /**
   * @throws ServiceError invalid_url or blocked_address, naming `field`
   */
  accept(url: string, field: string, caller: Caller): Promise<Target>;
}

/** The services that handlers may use; a service is listed only if some tool needs it. */
export interface ToolServices {
  readonly library: Library;
  readonly scans: Scans;
  readonly sharedScans: SharedScans;
  readonly mcpScans: McpScans;
  readonly logReports: LogReports;
  readonly resultReports: Pick<ResultReports, 'add'>;
  readonly watches: Pick<Watches, 'set' | 'remove' | 'list' | 'find'>;
  readonly sites: Sites;
  readonly batches: Pick<Batches, 'create' | 'find' | 'list' | 'cancel'>;
  readonly runMcpScan: BoundMcpScan;
  readonly checkout: Checkout;
  readonly scanWaits: Pick<ScanWaits, 'wait'>;
  readonly viewPage: ViewPage;
  readonly browsers: Pick<BrowserPresence, 'isThere'>;
}

/** A step of long work that has begun. */
export interface Progress {
  /** Above 0, more with each step, and the same `total` for all steps of a call. */
  readonly step: number;
  readonly total: number;
  readonly message: string;
}

/** The data of a call. Its signal, which aborts when the caller disconnects, may be created on first access. */
export interface CallRequest {
  readonly signal: AbortSignal;
  /** Aborts when the caller cancels the call. Undefined on transports that only know disconnects. */
  readonly cancelled?: AbortSignal | undefined;
}

/** A file that came as the body of a request. */
export interface Upload {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Content-Encoding as sent. */
  readonly coding: string | undefined;
}

export interface ToolContext extends ToolServices {
  readonly caller: Caller;
  readonly request: CallRequest;
  /** The address in `targetField`, as accepted. */
  readonly target: Target | undefined;
  /** Only set for calls of the command line in this process. No schema has it, and nothing stores it. */
  readonly local: LocalScanOptions | undefined;
  /** Only set for a row of REST that takes a file. */
  readonly upload: Upload | undefined;
  /** Identifies this piece of work: a retry after a crash has the same name. Only set with an idempotency key. */
  readonly workName: string | undefined;
  /**
   * Most characters of JSON that the transport can carry; undefined for no limit. A handler leaves out the excess and
   * says so.
   */
  readonly outputLimit: number | undefined;
  /** Reports progress to a caller who asked for it. */
  onProgress(progress: Progress): void;
  /** Of a tool that takes one: read, and not verified yet. */
  readonly payment: Payment | undefined;
  readonly targets: Targets;
  /** Gives the caller the proof of a settlement, also of one that failed. */
  onReceipt(receipt: Receipt): void;
}

/** The target of a tool with a `targetField`: the gate runs no such tool without one. */
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
  /** All four are explicit because hosts assume the worst case for a missing one. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly access: 'public' | 'key';
  readonly budget: Budget;
  /** The rate limit of a keyed call by its input, where calls of the tool differ. */
  budgetOf?(input: z.output<Input>): Budget;
  /** It answers every caller from memory, so it also works while the store is unavailable. */
  readonly outlivesStore?: true;
  /** The rate limit of a keyed tool for callers without a key; undefined for a tool that needs a key. */
  readonly anonymousBudget?: Budget;
  /** Error codes of input fields that have one of their own; the others are `invalid_request`. */
  readonly fieldCodes?: Readonly<Record<string, ErrorCode>>;
  /** Input members that only a caller with a key may send. */
  readonly keyedFields?: readonly string[];
  /** Input members hidden from agents but accepted: they exist for REST clients, or have no effect. */
  readonly unlisted?: readonly string[];
  /** Each call brings a payment. Without one that will do it fails with PaymentNeeded before its input is read. */
  readonly takesPayment?: true;
  /**
   * Input besides the id of a scan, with which the examples of the OpenAPI description are recorded and the transports
   * are compared: a repeated call must give the same output. Undefined for a tool whose tests have their own calls.
   */
  readonly exampleInput?: Partial<z.input<Input>>;
  /** All transports ignore members that the schema does not have. Default: MCP and the command line refuse them. */
  readonly ignoresUnknown?: true;
  /**
   * Input member with the address to scan. It is accepted before the rate limit is consumed, so that a refused one is
   * free.
   */
  readonly targetField?: string;
  /** Input member that makes retries safe; see auth/idempotency.ts. */
  readonly idempotencyField?: string;
  /**
   * Input member with the seconds that a call may wait. Over REST it is a query parameter. No retry is compared by it.
   */
  readonly waitField?: string;
  /** Its answers to agents are an AgentScan, which hosts with MCP Apps show in a view. */
  readonly showsScan?: true;
  /** What it starts may outlast the call; its output has the id, status and createdAt of that work. */
  readonly startsTask?: true;
  /** How agents call the tool (MCP and stdio), where that differs from REST. */
  readonly forAgents?: AgentForm;
  /** The failure body of a tool that does not use the common error envelope: its shape, and how it is made. */
  readonly failure?: {
    readonly output: z.ZodObject;
    /**
     * Undefined for an error that has the common envelope.
     * @param input as the caller sent it, which may be anything
     */
    of(error: ServiceError, input: unknown): Record<string, unknown> | undefined;
  };
  /**
   * A few lines of Markdown for agents: the result and what to call next. Required of a tool without a form for agents.
   * Gets the value that `handle` returned, with members that the output's schema drops; a replay has the stored output
   * alone.
   */
  summarize?(output: z.output<Output>): string;
  /**
   * Refuses what this installation cannot do, before a rate limit is consumed.
   * @throws ServiceError
   */
  assertPossible?(input: z.output<Input>, services: ToolServices): Promise<void>;
  /** Whether an existing scan answers a call without a key: then only the fair-use limit is consumed. */
  isShared?(input: z.output<Input>, services: Pick<ToolServices, 'sharedScans'>): Promise<boolean>;
  /** Waits before the version is asked for. */
  wait?(input: z.output<Input>, context: ToolContext): Promise<void>;
  handle(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
  /** Makes the answer from the output of `handle`, or of an earlier call with the same idempotency key. Not stored. */
  finish?(handled: z.output<Output>, input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
  /** A cheap version tag that changes whenever the output does, so that transports can answer "not modified". */
  version?(input: z.output<Input>, context: ToolContext): Promise<string>;
}

/** What an agent's call has of its own: shorter answers, in text as in structured content. */
export interface AgentFormDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Handled extends z.ZodObject = Output,
> {
  /** Default: the tool's own. */
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  readonly unlisted?: readonly string[];
  /** Default: the tool's own. */
  readonly keyedFields?: readonly string[];
  summarize(output: z.output<Output>): string;
  /** Default: the tool's own. */
  handle?(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
  /** Default: the tool's own. */
  wait?(input: z.output<Input>, context: ToolContext): Promise<void>;
  /** Required where `handle` is the tool's own. */
  finish?(handled: z.output<Handled>, input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
  version?(input: z.output<Input>, context: ToolContext): Promise<string>;
}

/** The identity function: it lets the schemas type the functions. @param _handled output of the tool's own `handle` */
export function defineAgentForm<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Handled extends z.ZodObject = Output,
>(form: AgentFormDefinition<Input, Output, Handled>, _handled?: Handled): AgentFormDefinition<Input, Output, Handled> {
  return form;
}

/** Any agent form: the gate parses input and outputs. */
export type AgentForm = Pick<
  AgentFormDefinition<z.ZodObject, z.ZodObject>,
  'description' | 'input' | 'output' | 'unlisted' | 'keyedFields'
> &
  Pick<AnyTool, 'finish' | 'version'> &
  Required<Pick<AnyTool, 'summarize'>> &
  Partial<Pick<AnyTool, 'handle' | 'wait'>>;

/** A tool in the form that agents call. */
export const asAgentsCall = (tool: AnyTool): AnyTool => ({ ...tool, ...tool.forAgents });

/** The identity function: it lets the schemas type `handle` and `summarize`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return tool;
}

/** Any tool, as the registry holds it: the gate parses the input and the output. */
export type AnyTool = Omit<
  ToolDefinition,
  'summarize' | 'budgetOf' | 'assertPossible' | 'wait' | 'handle' | 'finish' | 'version'
> & {
  // biome-ignore lint/suspicious/noExplicitAny: a list of tools with different inputs has no common argument type.
  assertPossible?(input: any, services: ToolServices): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: a list of tools with different inputs has no common argument type.
  budgetOf?(input: any): Budget;
  // biome-ignore lint/suspicious/noExplicitAny: a list of tools with different inputs has no common argument type.
  summarize?(output: any): string;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  handle(input: any, context: ToolContext): Promise<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  wait?(input: any, context: ToolContext): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  finish?(handled: any, input: any, context: ToolContext): Promise<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  version?(input: any, context: ToolContext): Promise<string>;
};

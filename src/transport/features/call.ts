import type { Caller } from '../../auth/caller.ts';
import type { DrawnWindow } from '../../auth/quotas.ts';
import type { Library } from '../../library/answer.ts';
import type { Log } from '../../log.ts';
import type { PromptDefinition } from '../../prompts/registry.ts';
import type { ResourceDefinition } from '../../resources/define-resource.ts';
import type { AnyTool, Progress } from '../../tools/define-tool.ts';
import type { Gate } from '../../tools/gate.ts';
/** What an MCP request carries apart from its parameters. */
export interface SurfaceCall {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Ids of the extensions that the client declares in this request; undefined in eras without extensions. */
  readonly extensions?: ReadonlySet<string>;
  /** The payment that came with the call, as it is in `_meta`; undefined for none. */
  readonly payment?: unknown;
  /** Notified of the rate-limit windows that the call consumed or was refused by. */
  onWindows?(windows: readonly DrawnWindow[]): void;
  /** Notified of the seconds after which a refused call can succeed. */
  onRetryAfter?(seconds: number): void;
  /** Notified of each step of long work; only for callers who asked for progress. */
  onProgress?(progress: Progress): void;
}

/** What a transport knows of a call. The protocol layer adds the signal. */
export type RequestCall = Omit<SurfaceCall, 'signal' | 'onProgress' | 'payment' | 'extensions'>;

export interface SurfaceParts {
  readonly gate: Gate;
  readonly tools: readonly AnyTool[];
  readonly resources: readonly ResourceDefinition[];
  readonly prompts: readonly PromptDefinition[];
  readonly library: Library;
  /** The OpenAPI description, as JSON data. */
  readonly openApi: unknown;
  readonly version: string;
  readonly websiteUrl: string;
  /** Where a scan can be paid for; undefined while none can. */
  readonly paidScanUrl?: string | undefined;
  readonly log: Log;
}

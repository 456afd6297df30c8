/** One call of a feature: what it carries, what it reads from, and the error that it ends with. */
import type { Caller } from '../../auth/caller.ts';
import type { DrawnWindow } from '../../auth/quotas.ts';
import { defined } from '../../basics/defined.ts';
import { messageWithHint, toServiceError } from '../../errors.ts';
import type { Library } from '../../library/answer.ts';
import type { Log } from '../../log.ts';
import type { PromptDefinition } from '../../prompts/registry.ts';
import type { ReadContext, ResourceDefinition } from '../../resources/registry.ts';
import type { AnyTool, Progress } from '../../tools/define-tool.ts';
import { callForAnswer, type Gate } from '../../tools/gate.ts';

/** Codes of JSON-RPC and of MCP. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Revision 2026-07-28 says -32602 for it; its SDK translates. */
  resourceNotFound: -32002,
  /** Revision 2026-07-28: the request does not declare what its method needs. */
  missingCapability: -32021,
  /** JSON-RPC leaves -32000 and below to servers. `data.code` names the exact refusal. */
  refused: -32000,
} as const;

/** An error response. Both SDKs send `code`, `message` and `data` unchanged. */
export class SurfaceError extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What an MCP request carries apart from its parameters. */
export interface SurfaceCall {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Aborts when the client cancels the call; a broken connection does so only where the revision says so. */
  readonly cancelled?: AbortSignal;
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
export type RequestCall = Omit<SurfaceCall, 'signal' | 'cancelled' | 'onProgress' | 'payment' | 'extensions'>;

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

/** The services that resources and prompts are rendered from, for one call. */
export function createReadContext({
  gate,
  library,
  openApi,
}: Pick<SurfaceParts, 'gate' | 'library' | 'openApi'>): (call: SurfaceCall) => ReadContext {
  const openApiText = JSON.stringify(openApi);
  return ({ caller, signal, onWindows }) => ({
    library,
    openApi: openApiText,
    async callTool(tool, input, form) {
      const answer = await callForAnswer(gate, {
        tool,
        input,
        caller,
        request: { signal },
        isForAgent: form === 'agents',
        ...defined({ onWindows }),
      });
      return answer.output;
    },
  });
}

/** Of a call that fails because its client cancelled it. An HTTP request needs some answer, which such a client ignores. */
export const CANCELLED = 'The client cancelled the call.';

/**
 * The error for a resource or prompt that could not be rendered.
 * @param notFoundCode the protocol's code for a missing resource or prompt
 */
export function refusalOf(
  thrown: unknown,
  { requestId, signal, cancelled, onRetryAfter }: SurfaceCall,
  { log, notFoundCode, about }: Pick<SurfaceParts, 'log'> & { notFoundCode: number; about: Record<string, unknown> },
): SurfaceError {
  if (thrown instanceof SurfaceError) return thrown;
  const error = toServiceError(thrown, requestId);
  if (error.retryAfterSeconds !== undefined) onRetryAfter?.(error.retryAfterSeconds);
  const message = messageWithHint(error);
  if (error.code === 'internal_error' && cancelled?.aborted === true)
    return new SurfaceError(RPC.refused, CANCELLED, { code: 'cancelled' });
  if (error.code === 'internal_error') {
    // After a disconnect the call fails because its signal was aborted: that is no bug, so it is not logged.
    if (!signal.aborted) log.error({ requestId, ...about, err: thrown }, 'a resource or a prompt failed');
    return new SurfaceError(RPC.internalError, error.message, { code: error.code });
  }
  if (error.code === 'not_found') return new SurfaceError(notFoundCode, message, { ...about, code: error.code });
  const isOfTheInput = error.status === 400;
  return new SurfaceError(isOfTheInput ? RPC.invalidParams : RPC.refused, message, { code: error.code });
}

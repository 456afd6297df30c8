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

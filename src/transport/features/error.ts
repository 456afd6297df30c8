/** Codes of JSON-RPC and of MCP. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Revision 2026-07-28 says -32602 for it; its SDK translates. */
  resourceNotFound: -32002,
  /** JSON-RPC leaves -32000 and below to servers; which refusal it was stands in `data.code`. */
  refused: -32000,
} as const;

/** What a client is answered in place of a result. Both SDKs send `code`, `message` and `data` as they are. */
export class SurfaceError extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

import { refusalHeaders } from '../auth/challenge.ts';
import type { ServiceError } from '../errors.ts';
import { RPC } from './surface-error.ts';

/** A refusal in the words of REST, as JSON-RPC; which it was stands in `data.code`. */
export const refusal = (
  error: ServiceError,
  { baseUrl, resource }: { baseUrl: string; resource: string },
  headers: Readonly<Record<string, string>> = {},
): Response =>
  rpcError(
    error.status,
    RPC.refused,
    error.message,
    { ...refusalHeaders(error, baseUrl, resource), ...headers },
    { code: error.code },
  );

/** A response to something that is not known to be a request: its id is null. */
export const rpcError = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  data?: Readonly<Record<string, unknown>>,
): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code, message, ...(data === undefined ? {} : { data }) } },
    { status, headers },
  );

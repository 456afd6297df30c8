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
    { code: RPC.refused, message: error.message, data: { code: error.code } },
    { headers: { ...refusalHeaders(error, baseUrl, resource), ...headers } },
  );

/** @param id of the request that is answered; null where it is not known, or not to be one */
export const rpcError = (
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: Readonly<Record<string, unknown>> },
  { headers = {}, id = null }: { headers?: Readonly<Record<string, string>>; id?: string | number | null } = {},
): Response => Response.json({ jsonrpc: '2.0', id, error }, { status, headers });

import { refusalHeaders } from '../auth/challenge.ts';
import type { ServiceError } from '../errors.ts';
import { RPC } from './surface-error.ts';

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A refusal in the words of REST, as JSON-RPC; which it was stands in `data.code`. */
export const refusal = (
  error: ServiceError,
  { baseUrl, resource }: { baseUrl: string; resource: string },
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(refusalBody(error), {
    status: error.status,
    headers: { ...refusalHeaders(error, baseUrl, resource), ...headers },
  });

/** The message alone, to no request in particular. */
export const refusalBody = ({ code, message }: ServiceError) =>
  rpcMessage({ code: code === 'internal_error' ? RPC.internalError : RPC.refused, message, data: { code } });

/** @param id of the request that is answered; null where it is not known, or not to be one */
export const rpcError = (status: number, error: RpcError, id: string | number | null = null): Response =>
  Response.json(rpcMessage(error, id), { status });

const rpcMessage = (error: RpcError, id: string | number | null = null) => ({ jsonrpc: '2.0', id, error });

import { isObject } from '../parse/json-ld.ts';
import type { McpExchange } from './artifacts.ts';

/** The result of a JSON-RPC answer; undefined when it holds none, or one that is no object. */
export function resultIn(exchange: McpExchange): Readonly<Record<string, unknown>> | undefined {
  const result = exchange.answered ? exchange.message?.result : undefined;
  return isObject(result) ? result : undefined;
}

/** The code of a JSON-RPC error; undefined when the answer holds none. */
export function errorCodeIn(exchange: McpExchange): number | undefined {
  const error = exchange.answered ? exchange.message?.error : undefined;
  return isObject(error) && typeof error.code === 'number' ? error.code : undefined;
}

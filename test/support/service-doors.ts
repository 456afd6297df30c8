/** Clients of the service: REST, JSON-RPC by hand, and the MCP SDK's own. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import { Scan, StartScanResponse } from '../../src/schema/scan.ts';

/** Any running service. */
export interface Reached {
  /** Origin without a slash at its end. */
  readonly url: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly body: unknown;
}

export interface Call {
  readonly method?: string;
  readonly key?: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Over the defaults; content-type is JSON when there is a body. */
  readonly headers?: Readonly<Record<string, string>>;
}

const Envelope = z.strictObject({
  error: z.strictObject({ code: z.string().regex(/^[a-z_]+$/), message: z.string().min(1) }),
});
const RpcFailure = z.object({ jsonrpc: z.literal('2.0'), error: z.object({ code: z.int(), message: z.string() }) });
const STACK = /\n\s+at |node:internal|\.ts:\d|node_modules/;

/** One REST call. Its response must keep the rules of all responses. */
export async function rest(service: Reached, path: string, call: Call = {}): Promise<Reply> {
  const reply = await send(service.url + path, call);
  if (reply.status >= 400 && call.method !== 'HEAD') Envelope.parse(reply.body);
  return reply;
}

/** One message to the MCP endpoint, as a client of the 2025 era POSTs it. */
export async function rpc(
  service: Reached,
  key: string | undefined,
  message: unknown,
  call: Call = {},
): Promise<Reply> {
  const reply = await send(`${service.url}/api/v1/mcp`, {
    method: 'POST',
    ...(key === undefined ? {} : { key }),
    ...(call.method === 'GET' || call.method === 'HEAD' ? {} : { body: message }),
    ...call,
    headers: { accept: 'application/json, text/event-stream', ...call.headers },
  });
  if (reply.status >= 400 && call.method !== 'HEAD') RpcFailure.parse(reply.body);
  return reply;
}

async function send(url: string, { method = 'GET', key, body, headers = {} }: Call): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    headers: {
      // Most answers are read here alone; what compresses them has tests of its own.
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.status < 500, `${method} ${url} is answered with ${response.status}: ${text}`);
  assert.doesNotMatch(text, STACK, 'no answer holds a stack trace');
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  if (text !== '') assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/);
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

/** `code: message` of a refused REST call, in the form of MCP errors. */
export function wordsOf({ body }: Reply): string {
  const { error } = Envelope.parse(body);
  return `${error.code}: ${error.message}`;
}

export const codeOf = ({ body }: Reply): string => Envelope.parse(body).error.code;

/** Starts a scan over REST; fails the test when it is refused. */
export async function startScan(service: Reached, key: string, body: unknown): Promise<StartScanResponse> {
  const reply = await rest(service, '/api/v1/scans', { method: 'POST', key, body });
  assert.equal(reply.status, 202, reply.text);
  return StartScanResponse.parse(reply.body);
}

export async function readScan(service: Reached, key: string, id: string): Promise<Scan> {
  const reply = await rest(service, `/api/v1/scans/${id}`, { key });
  assert.equal(reply.status, 200, reply.text);
  return Scan.parse(reply.body);
}

/** Polls a scan until it is as wished; fails the test when it is not within `timeoutMs`. */
export async function untilScan(
  service: Reached,
  key: string,
  id: string,
  holds: (scan: Scan) => boolean,
  timeoutMs = 30_000,
): Promise<Scan> {
  const deadline = performance.now() + timeoutMs;
  // Slower and slower, as a client would: polls are limited too.
  for (let waitMs = 50; performance.now() < deadline; waitMs = Math.min(waitMs * 1.5, 500)) {
    const scan = await readScan(service, key, id);
    if (holds(scan)) return scan;
    await delay(waitMs);
  }
  return assert.fail(`scan ${id} is not as wished after ${timeoutMs} ms`);
}

/** Polls a scan until it has ended. */
export const untilEnded = (service: Reached, key: string, id: string, timeoutMs?: number): Promise<Scan> =>
  untilScan(service, key, id, ({ status }) => status !== 'running', timeoutMs);

/** The MCP SDK's client over Streamable HTTP, connected. Close it. */
export async function connectMcp(service: Reached, key: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/api/v1/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const client = new Client({ name: 'legible-test', version: '1.0.0' });
  // The SDK's optional members are not declared as exactOptionalPropertyTypes wants them.
  await client.connect(transport as Transport);
  // From here on the client checks every structured result against the tool's output schema.
  await client.listTools();
  return client;
}

/** One tool result, however it came. */
export interface ToolAnswer {
  readonly output: unknown;
  /** The text block: a summary, or `code: message` of a failure. */
  readonly text: string;
  readonly failed: boolean;
}

const ToolResult = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.unknown().optional(),
  isError: z.literal(true).optional(),
});

export function answerOf(result: unknown): ToolAnswer {
  const { content, structuredContent, isError = false } = ToolResult.parse(result);
  return { output: structuredContent, text: content[0].text, failed: isError };
}

/** `tools/call` by hand. */
export async function callTool(service: Reached, key: string, name: string, input?: unknown): Promise<ToolAnswer> {
  const { status, text, body } = await rpc(service, key, toolCall(name, input));
  assert.equal(status, 200, text);
  return answerOf(z.object({ result: z.unknown() }).parse(body).result);
}

export const toolCall = (name: unknown, input?: unknown, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, ...(input === undefined ? {} : { arguments: input }) },
});

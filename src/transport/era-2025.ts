import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, ListToolsRequestSchema, type ListToolsResult, McpError } from '@modelcontextprotocol/sdk/types.js';
import { afterFirstChunk } from './after-first-chunk.ts';
import type { Surface, SurfaceCall } from './surface.ts';

/** The SDK's Server builds an Ajv for answers to elicitation, which we never ask for, unless it is given a validator. */
const noElicitation = {
  getValidator: () => {
    throw new Error('elicitation is not used');
  },
};

/** One server for one request: revisions up to 2025-11-25, stateless. */
function serverFor2025(surface: Surface, call: Omit<SurfaceCall, 'signal'>): Server {
  const server = new Server(
    { ...surface.info },
    { capabilities: { tools: {} }, instructions: surface.instructions, jsonSchemaValidator: noElicitation },
  );
  // The surface is readonly plain data; the SDK's types ask for mutable arrays.
  const tools = surface.tools as unknown as ListToolsResult['tools'];
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  // tools/call too, and not through setRequestHandler: that answers arguments it does not like as an internal error,
  // with a dump of its schema. Here they come to the gate, which has the words REST uses.
  server.fallbackRequestHandler = async ({ method, params }, { signal, sendNotification }) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    const name = params?.name;
    if (typeof name !== 'string')
      throw new McpError(ErrorCode.InvalidParams, 'params.name: expected the name of a tool');
    const progressToken = progressTokenOf(params);
    const { content, ...rest } = await surface.callTool(name, params?.arguments, {
      ...call,
      signal,
      ...(progressToken === undefined
        ? {}
        : {
            onProgress: ({ step, total, message }) => {
              const progress = { progressToken, progress: step, total, message };
              // A client that has left cannot be told; the call itself ends by its signal.
              sendNotification({ method: 'notifications/progress', params: progress }).catch(() => {});
            },
          }),
    });
    return { content: [...content], ...rest };
  };
  return server;
}

/** What the caller wants progress to be told under; undefined when it wants none. */
function progressTokenOf(params: unknown): string | number | undefined {
  const token = (params as { _meta?: { progressToken?: unknown } } | undefined)?._meta?.progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/**
 * Answers one POSTed JSON-RPC message (or batch): as JSON, or as server-sent events when progress is asked for.
 * @param body the parsed body; the request's own stream may be used up
 */
export async function handle2025(
  surface: Surface,
  request: Request,
  body: unknown,
  call: Omit<SurfaceCall, 'signal'>,
): Promise<Response> {
  const wantsProgress = (Array.isArray(body) ? body : [body]).some(
    (message) => progressTokenOf(message?.params) !== undefined,
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress });
  const server = serverFor2025(surface, call);
  // The cast hides nothing but the SDK's optional members, which its own types do not declare exactly.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  // Closing aborts the running tool's signal: a client that has left is not worked for.
  const leave = () => void server.close();
  request.signal.addEventListener('abort', leave, { once: true });
  const close = async () => {
    request.signal.removeEventListener('abort', leave);
    await server.close();
  };
  try {
    const response = await transport.handleRequest(request, { parsedBody: withoutCancellations(body) });
    if (!wantsProgress || response.body === null) await close();
    // The calls still run: the server is there until the stream of their answers has ended.
    else return new Response(await afterFirstChunk(response.body.pipeThrough(afterwards(close))), response);
    return response;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Passes everything through and does something once that has ended. */
const afterwards = (then: () => Promise<void>) => new TransformStream<Uint8Array, Uint8Array>({ flush: then });

/**
 * A batch without its cancellations: a stateless one can only cancel a request of its own batch, to which the SDK then
 * gives no answer, so that the whole batch would wait for ever.
 */
const withoutCancellations = (body: unknown): unknown =>
  Array.isArray(body) ? body.filter((message) => message?.method !== 'notifications/cancelled') : body;

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Caller, subjectsOf } from '../auth/caller.ts';
import { type Cancellations, cancelledIdOf } from './cancellations.ts';
import type { RequestCall } from './features/call.ts';
import type { Surface } from './features/surface.ts';
import { answerMethod, CAPABILITIES, progressNotifier, progressTokenOf } from './methods.ts';

/**
 * The SDK's Server builds an Ajv to validate elicitation answers unless it is given a validator. This server never
 * elicits.
 */
const noElicitation = {
  getValidator: () => {
    throw new Error('elicitation is not used');
  },
};

/**
 * A server without the tasks capability ignores a task request (revision 2025-11-25, tasks), but the SDK refuses it.
 */
class ServerWithoutTasks extends Server {
  protected override assertTaskHandlerCapability(): void {}
}

/** One server for one request: revisions up to 2025-11-25, stateless. */
function serverFor2025(surface: Surface, call: RequestCall, cancellations: Cancellations): Server {
  const server = new ServerWithoutTasks(
    { ...surface.info },
    {
      capabilities: CAPABILITIES,
      instructions: surface.instructionsFor(call.caller),
      jsonSchemaValidator: noElicitation,
    },
  );
  // Not setRequestHandler: the SDK would answer invalid parameters with an internal error and a schema dump. This
  // handler sends the same messages as the 2026 protocol.
  server.fallbackRequestHandler = async (request, { _meta, signal, sendNotification, requestId }) => {
    const entered = cancellations.enter(clientOf(call.caller), requestId);
    try {
      const { result } = await answerMethod(surface, request, {
        ...call,
        signal: AbortSignal.any([signal, entered.signal]),
        cancelled: entered.signal,
        ...progressNotifier(_meta, sendNotification),
      });
      return result;
    } finally {
      entered.leave();
    }
  };
  return server;
}

/**
 * Answers one POSTed JSON-RPC message (or batch): as JSON, or as server-sent events when progress is asked for.
 * @param body the parsed body, without an `initialize` that has an issue; the request's own stream may be used up
 */
export async function handle2025(
  surface: Surface,
  request: Request,
  body: unknown,
  call: RequestCall,
  cancellations: Cancellations,
): Promise<Response> {
  await cancelNamed(body, call.caller, cancellations);
  const messages = Array.isArray(body) ? body : [body];
  const wantsProgress = messages.some((message) => progressTokenOf(message?.params?._meta) !== undefined);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress });
  const server = serverFor2025(surface, call, cancellations);
  // The cast hides nothing but the SDK's optional members, which its own types do not declare exactly.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  // Closing aborts the running tool's signal: a client that has disconnected needs no result.
  const leave = () => void server.close();
  const { signal } = request;
  signal.addEventListener('abort', leave, { once: true });
  const stay = () => signal.removeEventListener('abort', leave);
  try {
    const response = await transport.handleRequest(request, { parsedBody: withoutCancellations(body) });
    if (wantsProgress && response.body !== null) {
      // The calls still run: the server stays open until its response stream has ended.
      const close = async () => {
        stay();
        await server.close();
      };
      return new Response(await afterFirstChunk(response.body.pipeThrough(afterwards(close))), response);
    }
    // The response is complete and nothing else references the server. Closing it would only build unused errors.
    stay();
    return response;
  } catch (error) {
    stay();
    await server.close();
    throw error;
  }
}

/** Cancels the call of an earlier request. The server is stateless, so the request that runs is found by its caller. */
async function cancelNamed(body: unknown, caller: Caller, cancellations: Cancellations): Promise<void> {
  // In a batch, which the SDK answers whole, there is nothing earlier to cancel.
  const id = Array.isArray(body) ? undefined : cancelledIdOf(body);
  if (id !== undefined) await cancellations.cancel(clientOf(caller), id);
}

const clientOf = (caller: Caller): string => subjectsOf(caller)[0] ?? caller.kind;

/** A pass-through stream that runs `then` at its end. */
const afterwards = (then: () => Promise<void>) => new TransformStream<Uint8Array, Uint8Array>({ flush: then });

/**
 * A batch without its cancellations. Stateless, they can only cancel requests of the same batch, and the SDK never
 * answers a cancelled request, so the batch would wait for ever.
 */
const withoutCancellations = (body: unknown): unknown =>
  Array.isArray(body) ? body.filter((message) => message?.method !== 'notifications/cancelled') : body;

/**
 * The same stream, returned after its first chunk: by then the call was admitted or refused, so the response headers
 * are known.
 */
async function afterFirstChunk(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader();
  const first = await reader.read();
  return new ReadableStream({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { RequestCall } from './features/call.ts';
import type { Surface } from './features/surface.ts';
import { answerMethod, CAPABILITIES } from './methods.ts';
import { progressTokenOf, tellingProgress } from './progress.ts';

/** The SDK's Server builds an Ajv for answers to elicitation, which we never ask for, unless it is given a validator. */
const noElicitation = {
  getValidator: () => {
    throw new Error('elicitation is not used');
  },
};

/** Who declares no tasks answers a call that asks for one as any other (revision 2025-11-25, tasks); the SDK refuses it. */
class ServerWithoutTasks extends Server {
  protected override assertTaskHandlerCapability(): void {}
}

/** One server for one request: revisions up to 2025-11-25, stateless. */
function serverFor2025(surface: Surface, call: RequestCall): Server {
  const server = new ServerWithoutTasks(
    { ...surface.info },
    {
      capabilities: CAPABILITIES,
      instructions: surface.instructionsFor(call.caller),
      jsonSchemaValidator: noElicitation,
    },
  );
  // Not through setRequestHandler: that answers parameters it does not like as an internal error, with a dump of its
  // schema. Here they come to words of ours, the same in both eras.
  server.fallbackRequestHandler = async (request, { _meta, signal, sendNotification }) => {
    const { result } = await answerMethod(surface, request, {
      ...call,
      signal,
      ...tellingProgress(_meta, sendNotification),
    });
    return result;
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
): Promise<Response> {
  const messages = Array.isArray(body) ? body : [body];
  const wantsProgress = messages.some((message) => progressTokenOf(message?.params?._meta) !== undefined);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress });
  const server = serverFor2025(surface, call);
  // The cast hides nothing but the SDK's optional members, which its own types do not declare exactly.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  // Closing aborts the running tool's signal: a client that has left is not worked for.
  const leave = () => void server.close();
  const { signal } = request;
  signal.addEventListener('abort', leave, { once: true });
  const stay = () => signal.removeEventListener('abort', leave);
  try {
    const response = await transport.handleRequest(request, { parsedBody: withoutCancellations(body) });
    if (wantsProgress && response.body !== null) {
      // The calls still run: the server is there until the stream of their answers has ended.
      const close = async () => {
        stay();
        await server.close();
      };
      return new Response(await afterFirstChunk(response.body.pipeThrough(afterwards(close))), response);
    }
    // All is answered, and nothing else holds on to the server: closing it would build errors that nobody reads.
    stay();
    return response;
  } catch (error) {
    stay();
    await server.close();
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

/**
 * The same stream, once its first chunk is there: by then a call has been admitted or refused, so that the headers of
 * its answer are known before they are sent.
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

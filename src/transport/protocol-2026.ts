import {
  createMcpHandler,
  type McpServerFactory,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Cancellations } from './cancellations.ts';
import type { RequestCall } from './features/call.ts';
import type { Surface } from './features/surface.ts';
import { TASKS_EXTENSION } from './features/tasks.ts';
import { answerMethod, CAPABILITIES, hasMethod, progressNotifier } from './methods.ts';

/** Nothing here is declared to change, so the SDK ends a stream of changes as soon as it has begun: few are enough at once. */
const MAX_SUBSCRIPTIONS = 64;

/** The SDK's Server makes a validator for answers to elicitation, which we never ask for, unless it is given one. */
const noElicitation = {
  getValidator: () => {
    throw new Error('elicitation is not used');
  },
};

const REVISIONS = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];

/** The SDK sets its own handler of `server/discover` later, and that handler names revisions without `initialize` alone. */
function nameAllRevisions(server: Server): void {
  // The cast widens the overloads of the method to the one call that the SDK makes.
  const set = server.setRequestHandler.bind(server) as (method: string, handler: Discover) => void;
  const setRequestHandler = (method: string, handler: Discover) =>
    set(method, async (...given) => {
      const result = await handler(...given);
      return method === 'server/discover' ? { ...result, supportedVersions: REVISIONS } : result;
    });
  Object.assign(server, { setRequestHandler });
}
type Discover = (...given: unknown[]) => object | Promise<object>;

/**
 * Servers of revision 2026-07-28, which over stdio also serve clients of earlier revisions.
 * @param callOf the transport's data on the request that the server is made for; over stdio there is no request
 * @param cancelledOf how the client of a call cancels it
 */
export const factory2026 =
  (
    surface: Surface,
    callOf: (request: Request | undefined) => RequestCall,
    cancelledOf: (request: Request | undefined, id: string | number) => Cancellable,
  ): McpServerFactory =>
  ({ era, requestInfo }) => {
    const call = callOf(requestInfo);
    const isModern = era === 'modern';
    const server = new Server(
      { ...surface.info },
      {
        capabilities: isModern ? { ...CAPABILITIES, extensions: { [TASKS_EXTENSION]: {} } } : CAPABILITIES,
        instructions: surface.instructionsFor(call.caller),
        jsonSchemaValidator: noElicitation,
      },
    );
    // The header was compared with the body. Without a handler the SDK answers with the status of an unknown method.
    const method = requestInfo?.headers.get('mcp-method') ?? undefined;
    if (method === undefined || hasMethod(method)) {
      const answer = async (request: Asked, { mcpReq }: ServerContext) => {
        const cancellable = cancelledOf(requestInfo, mcpReq.id);
        try {
          const { result, caching } = await answerMethod(surface, request, {
            ...call,
            signal: mcpReq.signal,
            cancelled: cancellable.signal,
            ...(isModern ? { extensions: declaredIn(mcpReq.envelope) } : {}),
            ...progressNotifier(mcpReq._meta, mcpReq.notify),
          });
          return isModern ? { ...result, ...caching } : result;
        } finally {
          cancellable.leave();
        }
      };
      server.fallbackRequestHandler = answer;
      for (const reused of isModern ? REUSED_METHODS : []) {
        server.setRequestHandler(reused, { params: ANY_PARAMS }, (params, context) =>
          answer({ method: reused, params }, context),
        );
      }
    }
    nameAllRevisions(server);
    return server;
  };

type Cancellable = ReturnType<Cancellations['enter']>;

/** Methods of 2025-11-25 that the tasks extension defines anew: the SDK hands them to handlers of their own alone. */
const REUSED_METHODS = ['tasks/get', 'tasks/cancel'];
const ANY_PARAMS = z.looseObject({});
type Asked = Parameters<typeof answerMethod>[1];

const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The extensions that the client declares in the `_meta` of this request. */
const declaredIn = (meta: unknown): ReadonlySet<string> =>
  new Set(Object.keys(Object(Object(Object(meta)[CLIENT_CAPABILITIES]).extensions)));

export interface Handler2026 {
  /**
   * Answers one POSTed message: as JSON, or as server-sent events once it has progress to report.
   * @param body the parsed body; the request's own stream may be used up
   */
  handle(request: Request, body: unknown, call: RequestCall): Promise<Response>;
  /** Ends what still runs. */
  close(): Promise<void>;
}

/** Revision 2026-07-28 over HTTP, stateless. */
export function createHandler2026(surface: Surface): Handler2026 {
  const calls = new WeakMap<Request, RequestCall>();
  const factory = factory2026(
    surface,
    (request) => {
      const call = request === undefined ? undefined : calls.get(request);
      if (call === undefined) throw new Error('the SDK made a server for a request that was not passed to handle()');
      return call;
    },
    // Over HTTP a client cancels by closing the stream (revision 2026-07-28, "Transport-Specific Cancellation").
    (request) => ({ signal: request?.signal ?? new AbortController().signal, leave() {} }),
  );
  const handler = createMcpHandler(factory, { legacy: 'reject', maxSubscriptions: MAX_SUBSCRIPTIONS });
  return {
    handle(request, body, call) {
      calls.set(request, call);
      return handler.fetch(request, { parsedBody: body });
    },
    close: () => handler.close(),
  };
}

/** The methods of MCP and their progress notifications, the same in both eras. */
import { RPC, type SurfaceCall, SurfaceError } from './features/call.ts';
import type { Surface } from './features/surface.ts';
import { declaresTasks, requireTasks } from './features/tasks.ts';
import { paymentIn } from './features/tools.ts';

/** How long a result may be kept, and by whom (revision 2026-07-28; earlier ones have no such members). */
interface Caching {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

interface Answer {
  readonly result: Record<string, unknown>;
  readonly caching?: Caching;
}

/** The capabilities of a server of either era; constant while the process runs. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

const STABLE: Caching = { ttlMs: 300_000, cacheScope: 'public' };
/** Of a list that depends on the caller. */
const OWN: Caching = { ...STABLE, cacheScope: 'private' };
const PRIVATE: Caching = { ttlMs: 0, cacheScope: 'private' };
/** The protocol's limit of values in one completion. */
const MAX_COMPLETIONS = 100;

type Params = Readonly<Record<string, unknown>>;
type Method = (surface: Surface, params: Params, call: SurfaceCall) => Answer | Promise<Answer>;

/** Every list is one page, so that no cursor was ever given out. */
const list =
  (member: string, entries: (surface: Surface, call: SurfaceCall) => readonly unknown[], caching = STABLE): Method =>
  (surface, { cursor }, call) => {
    if (cursor !== undefined) throw invalid('cursor', 'this list has one page; call without a cursor');
    return { result: { [member]: entries(surface, call) }, caching };
  };

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['tools/list', list('tools', (surface, { caller }) => surface.toolsFor(caller), OWN)],
  ['resources/list', list('resources', ({ resources }) => resources)],
  ['resources/templates/list', list('resourceTemplates', ({ resourceTemplates }) => resourceTemplates)],
  ['prompts/list', list('prompts', ({ prompts }) => prompts)],
  [
    'tools/call',
    async (surface, { name, arguments: input, _meta }, call) => {
      const paid = { ...call, payment: paymentIn(_meta) };
      const tool = text(name, 'name', 'the name of a tool');
      const answer = declaresTasks(call) ? surface.callAsTask : surface.callTool;
      return { result: { ...(await answer(tool, input, paid)) } };
    },
  ],
  [
    'resources/read',
    async (surface, { uri }, call) => {
      const { contents, isPublic } = await surface.readResource(text(uri, 'uri', 'the URI of a resource'), call);
      return { result: { contents: [contents] }, caching: isPublic ? STABLE : PRIVATE };
    },
  ],
  [
    'prompts/get',
    async (surface, { name, arguments: given }, call) => ({
      result: { ...(await surface.getPrompt(text(name, 'name', 'the name of a prompt'), given, call)) },
    }),
  ],
  ['completion/complete', complete],
  ['tasks/get', async (...given) => ({ result: await taskOf(...given) })],
  ['tasks/update', acknowledge],
  ['tasks/cancel', cancelTask],
]);

export const hasMethod = (method: string): boolean => METHODS.has(method);

/**
 * Answers one request of either era.
 * @throws SurfaceError for the client; nothing else
 */
export async function answerMethod(
  surface: Surface,
  { method, params }: { readonly method: string; readonly params?: unknown },
  call: SurfaceCall,
): Promise<Answer> {
  const answer = METHODS.get(method);
  if (answer === undefined) throw new SurfaceError(RPC.methodNotFound, 'Method not found');
  return answer(surface, Object(params) as Params, call);
}

function taskOf(surface: Surface, { taskId }: Params, call: SurfaceCall): Promise<Record<string, unknown>> {
  requireTasks(call);
  return surface.getTask(text(taskId, 'taskId', 'the id of a task'), call);
}

/** A scan asks for nothing, so an update only has to name a task. */
async function acknowledge(...given: [Surface, Params, SurfaceCall]): Promise<Answer> {
  await taskOf(...given);
  return { result: {} };
}

async function cancelTask(surface: Surface, { taskId }: Params, call: SurfaceCall): Promise<Answer> {
  requireTasks(call);
  await surface.cancelTask(text(taskId, 'taskId', 'the id of a task'), call);
  return { result: {} };
}

async function complete(surface: Surface, { ref, argument }: Params, call: SurfaceCall): Promise<Answer> {
  const { type, uri, name: prompt } = Object(ref) as Params;
  const { name, value } = Object(argument) as Params;
  const typed = text(value, 'argument.value', 'text');
  const of = text(name, 'argument.name', 'text');
  const values =
    type === 'ref/resource'
      ? await surface.completeResource(text(uri, 'ref.uri', 'a URI template'), of, typed, call)
      : type === 'ref/prompt'
        ? await surface.completePrompt(text(prompt, 'ref.name', 'the name of a prompt'), of, typed, call)
        : undefined;
  if (values === undefined) throw invalid('ref.type', 'expected ref/resource or ref/prompt');
  const shown = values.slice(0, MAX_COMPLETIONS);
  return { result: { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } } };
}

function text(value: unknown, at: string, what: string): string {
  if (typeof value !== 'string') throw invalid(at, `expected ${what}`);
  return value;
}

const invalid = (at: string, what: string) => new SurfaceError(RPC.invalidParams, `params.${at}: ${what}`);

/** The client's progress token; undefined when it wants no progress. */
export function progressTokenOf(meta: unknown): string | number | undefined {
  const token: unknown = Object(meta).progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

interface ProgressNotification {
  readonly method: 'notifications/progress';
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total: number;
    readonly message: string;
  };
}

/** The `onProgress` member of a call; an empty object when the client sent no progress token. */
export function progressNotifier(
  meta: unknown,
  notify: (notification: ProgressNotification) => Promise<void>,
): Pick<SurfaceCall, 'onProgress'> {
  const progressToken = progressTokenOf(meta);
  if (progressToken === undefined) return {};
  return {
    onProgress({ step, total, message }) {
      const params = { progressToken, progress: step, total, message };
      // The client has disconnected: the call itself ends by its signal.
      notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

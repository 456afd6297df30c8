import { defined } from '../../basics/defined.ts';
import { ServiceError } from '../../errors.ts';
import { WAIT_FIELD } from '../../tools/find-scan.ts';
import { callForAnswer } from '../../tools/gate.ts';
import type { SurfaceCall, SurfaceParts } from './call.ts';
import { RPC, refusalOf, SurfaceError } from './call.ts';
import type { ToolSurface } from './tools.ts';

/**
 * The tasks extension of revision 2026-07-28 (SEP-2663): a client that declares it gets a handle in place of a long wait,
 * and asks for the result with `tasks/get`. The handle is the id of the scan, so a task lasts as long as its scan and
 * needs no store of its own.
 */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** The tool that reads what a task does, in the form for agents. */
const READER = 'get_scan';
const CANCELLER = 'cancel_scan';
const POLL_INTERVAL_MS = 2_000;

export interface TaskSurface {
  /**
   * Calls a tool for a client that declares the extension.
   * @returns a task while the work that the tool started goes on, else the result of the tool
   */
  callAsTask(name: string, input: unknown, call: SurfaceCall): Promise<object>;
  /**
   * A task as `tasks/get` answers it: with the result of the tool once it has ended.
   * @throws SurfaceError invalidParams for an unknown id
   */
  getTask(taskId: string, call: SurfaceCall): Promise<Record<string, unknown>>;
  /**
   * Cancels the scan of a task for its owner. A task that has ended stays as it is, and so does a scan that callers
   * without a key share.
   * @throws SurfaceError invalidParams for an unknown id
   */
  cancelTask(taskId: string, call: SurfaceCall): Promise<void>;
}

export function createTaskSurface(
  { gate, log, tools }: Pick<SurfaceParts, 'gate' | 'log' | 'tools'>,
  { callTool }: ToolSurface,
): TaskSurface {
  const getTask: TaskSurface['getTask'] = async (taskId, call) => {
    const { caller, signal, onWindows } = call;
    try {
      const { output, text } = await callForAnswer(gate, {
        tool: READER,
        input: { id: taskId, [WAIT_FIELD]: 0 },
        caller,
        request: { signal },
        isForAgent: true,
        ...defined({ onWindows }),
      });
      if (output.kind !== 'site') throw new SurfaceError(RPC.invalidParams, 'params.taskId: no task has this id.');
      const task = taskOf(output);
      if (isWorking(output)) return task;
      return { ...task, result: { content: [{ type: 'text', text: text() }], structuredContent: output } };
    } catch (thrown) {
      throw refusalOf(thrown, call, { log, notFoundCode: RPC.invalidParams, about: { taskId } });
    }
  };
  const starters = new Set(tools.flatMap(({ name, startsTask }) => (startsTask === true ? name : [])));
  return {
    async callAsTask(name, input, call) {
      if (!starters.has(name)) return callTool(name, input, call);
      const { structuredContent, ...rest } = await callTool(name, withoutWait(input), call);
      if (structuredContent === undefined || !isWorking(structuredContent))
        return { ...rest, ...defined({ structuredContent }) };
      return { resultType: 'task', ...taskOf(structuredContent), ...defined({ _meta: rest._meta }) };
    },
    getTask,
    async cancelTask(taskId, call) {
      const { status } = await getTask(taskId, call);
      if (status !== 'working' || call.caller.kind === 'address') return;
      const { caller, signal } = call;
      const cancelling = callForAnswer(gate, { tool: CANCELLER, input: { id: taskId }, caller, request: { signal } });
      await cancelling.catch((thrown: unknown) => {
        // The scan has ended meanwhile.
        if (thrown instanceof ServiceError && thrown.code === 'already_ended') return;
        throw refusalOf(thrown, call, { log, notFoundCode: RPC.invalidParams, about: { taskId } });
      });
    },
  };
}

/** Where the client names no time to wait, the task is the answer. */
const withoutWait = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? { [WAIT_FIELD]: 0, ...input } : input;

const isWorking = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'running';

/** A scan that failed is a completed task: `failed` is for errors of the protocol. */
function taskOf(output: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, phase, createdAt, completedAt } = output;
  return {
    taskId: id,
    status: isWorking(output) ? 'working' : 'completed',
    createdAt,
    lastUpdatedAt: completedAt ?? new Date().toISOString(),
    // No scan is removed while a client waits for it; later its owner decides.
    ttlMs: null,
    pollIntervalMs: POLL_INTERVAL_MS,
    ...defined({ statusMessage: phase }),
  };
}

export const declaresTasks = ({ extensions }: SurfaceCall): boolean => extensions?.has(TASKS_EXTENSION) === true;

/** @throws SurfaceError where the client does not declare the extension in this request */
export function requireTasks(call: SurfaceCall): void {
  if (call.extensions === undefined) throw new SurfaceError(RPC.methodNotFound, 'Method not found');
  if (declaresTasks(call)) return;
  throw new SurfaceError(
    RPC.missingCapability,
    `The request declares no ${TASKS_EXTENSION} in its clientCapabilities.extensions.`,
    { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  );
}

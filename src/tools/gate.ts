import type * as z from 'zod';
import { assertPaidKey } from '../auth/admit.ts';
import type { Caller } from '../auth/caller.ts';
import type { Idempotency } from '../auth/idempotency.ts';
import { type Budget, type DrawnWindow, type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { ServiceError } from '../errors.ts';
import { createAnswerCache, type KeptAnswer, keptAnswer } from './answer-cache.ts';
import type { AnyTool, Progress, ToolContext, ToolServices } from './define-tool.ts';

export interface GateCall {
  readonly tool: string;
  readonly input: unknown;
  /** As `Admission.identify` answered. */
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly outputLimit?: number;
  /** The version the caller holds; when it still is the current one, the answer is `notModified`. */
  readonly knownVersion?: string;
  /** Told the windows the call drew on or was refused by, also when it then fails; of a replay, those it would have drawn on. */
  onWindows?(windows: readonly DrawnWindow[]): void;
  onProgress?(progress: Progress): void;
}

export type GateAnswer =
  | { readonly notModified: true; readonly version: string }
  | {
      readonly notModified: false;
      readonly output: Record<string, unknown>;
      /** The tool's summary of the output, in Markdown. */
      readonly text: string;
      /** The output as JSON in UTF-8; not to be written into. */
      bytes(): Buffer<ArrayBuffer>;
      /** The output of an earlier call with the same idempotency key. */
      readonly replayed: boolean;
      readonly version: string | undefined;
    };

/**
 * The one path into every tool, whatever the door: access -> parse -> claim -> budget -> handle -> parse.
 * @throws ServiceError as callers may see it; anything else is a bug of ours
 */
export interface Gate {
  call(call: GateCall): Promise<GateAnswer>;
}

/** A call by somebody who holds no version yet: there is an answer, never "not modified". @throws as Gate.call does */
export async function callForAnswer(
  gate: Gate,
  call: Omit<GateCall, 'knownVersion'>,
): Promise<Exclude<GateAnswer, { notModified: true }>> {
  const answer = await gate.call(call);
  if (answer.notModified) throw new Error('a call without a known version cannot be "not modified"');
  return answer;
}

export interface GateParts {
  readonly tools: readonly AnyTool[];
  readonly quotas: Quotas;
  readonly idempotency: Idempotency;
  readonly services: ToolServices;
}

/** For reads of finished scans, which pollers and readers of reports repeat; one of 25 pages has about 0.3 MB. */
const KEPT_ANSWER_BYTES = 32 * 1024 * 1024;

export function createGate({ tools, quotas, idempotency, services }: GateParts): Gate {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const answers = createAnswerCache(KEPT_ANSWER_BYTES);

  return {
    async call(call) {
      const tool = byName.get(call.tool);
      if (tool === undefined) {
        throw new ServiceError('not_found', `There is no such tool. Tools: ${[...byName.keys()].join(', ')}.`);
      }
      const isAnonymous = call.caller.kind === 'address' && tool.anonymousBudget !== undefined;
      if (tool.access === 'key' && call.caller.kind !== 'operator' && !isAnonymous) assertPaidKey(call.caller);
      const budget = (call.caller.kind === 'address' ? tool.anonymousBudget : undefined) ?? tool.budget;
      const parsed = parseInput(tool, call.input);
      const context: ToolContext = {
        ...services,
        caller: call.caller,
        get signal() {
          return call.signal;
        },
        outputLimit: call.outputLimit,
        onProgress: (progress) => call.onProgress?.(progress),
      };
      const draw = async (on: Budget = budget) => {
        try {
          call.onWindows?.(await quotas.draw(call.caller, on));
        } catch (error) {
          if (error instanceof RateLimitedError) call.onWindows?.(error.states);
          throw error;
        }
      };
      const { [tool.idempotencyField ?? '']: idempotencyKey, ...input } = parsed;

      if (typeof idempotencyKey === 'string' && call.caller.kind !== 'address') {
        const claimed = { accountId: call.caller.accountId, key: idempotencyKey, tool: tool.name, input };
        const { output, replayed } = await idempotency.once(claimed, async () => {
          await draw();
          return (await handle(tool, input, context)).output;
        });
        if (replayed) {
          // Free of the tool's own budget, which is told all the same; not free of every limit.
          call.onWindows?.(await quotas.peek(call.caller, tool.budget));
          await draw('other');
        }
        return answered(
          keptAnswer(output, () => tool.summarize(output)),
          { replayed, version: undefined },
        );
      }

      await draw();
      const version = await tool.version?.(input, context);
      if (version !== undefined && version === call.knownVersion) return { notModified: true, version };
      const key = version === undefined ? undefined : `${tool.name} ${version} ${call.outputLimit ?? ''}`;
      const known = key === undefined ? undefined : answers.get(key);
      if (known !== undefined) return answered(known, { replayed: false, version });
      const { output, made } = await handle(tool, input, context);
      if (key === undefined) {
        return answered(
          keptAnswer(output, () => tool.summarize(made)),
          { replayed: false, version },
        );
      }
      // At once, so that what is kept is no more than the output.
      const text = tool.summarize(made);
      const answer = keptAnswer(output, () => text);
      answers.set(key, answer);
      return answered(answer, { replayed: false, version });
    },
  };
}

function answered(
  answer: KeptAnswer,
  { replayed, version }: { replayed: boolean; version: string | undefined },
): GateAnswer {
  return {
    notModified: false,
    output: answer.output,
    get text() {
      return answer.text();
    },
    bytes: answer.bytes,
    replayed,
    version,
  };
}

async function handle(
  tool: AnyTool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<{ readonly output: Record<string, unknown>; readonly made: Record<string, unknown> }> {
  const made = await tool.handle(input, context);
  // Parsed on the way out too: a field the contract does not know never leaves, and one that is missing is our bug.
  return { output: tool.output.parse(made), made };
}

function parseInput(tool: AnyTool, input: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const { path, message } = mostPrecise(parsed.error.issues[0]);
  const code = tool.fieldCodes?.[String(path[0] ?? '')] ?? 'invalid_request';
  throw new ServiceError(
    code,
    path.length === 0 ? 'The arguments must be one JSON object.' : `${path.join('.')}: ${sentence(message)}`,
  );
}

/**
 * Of a union, what is wrong inside the one member that took the value's type: the others say no more than that it is not
 * theirs. Where all of them say that, the union's own words.
 */
function mostPrecise(issue: z.core.$ZodIssue | undefined): { path: readonly PropertyKey[]; message: string } {
  const path = [...(issue?.path ?? [])];
  let current = issue;
  while (current?.code === 'invalid_union') {
    const inner = current.errors.flat().find((candidate) => candidate.path.length > 0);
    if (inner === undefined) break;
    path.push(...inner.path);
    current = inner;
  }
  return { path, message: current?.message ?? 'is not valid' };
}

/** The issue's own words where a schema gave some, else zod's without its "Invalid input: ". */
function sentence(message: string): string {
  const text = message.replace(/^Invalid input: /, '');
  return text.endsWith('.') ? text : `${text}.`;
}

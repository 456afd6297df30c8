import { assertPaidKey } from '../auth/admit.ts';
import type { Caller } from '../auth/caller.ts';
import type { Idempotency } from '../auth/idempotency.ts';
import { type Budget, type DrawnWindow, type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { ServiceError } from '../errors.ts';
import type { Receipt } from '../payments/facilitator.ts';
import type { Payment } from '../payments/read-payment.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import {
  type AnyTool,
  asAgentsCall,
  type CallRequest,
  type Progress,
  type Target,
  type Targets,
  type ToolContext,
  type ToolServices,
  type Upload,
} from './define-tool.ts';
import { readInput } from './read-input.ts';

interface GateCall {
  readonly tool: string;
  /** The arguments, or a function that reads them once a payment was read. */
  readonly input: unknown;
  /** As `Admission.identify` answered. */
  readonly caller: Caller;
  /** Whose rate limit the call counts on; default the caller's. */
  readonly countedAs?: Caller;
  /** The payment that came with the call: base64 of JSON, or the JSON value; undefined for none. */
  readonly payment?: unknown;
  readonly request: CallRequest;
  readonly outputLimit?: number;
  /** The body of the request, of a row that takes a file. */
  readonly upload?: Upload;
  /** Whether the tool is called in the form for agents. */
  readonly isForAgent?: boolean;
  /** Whether members that the tool's schema does not have are an error. REST ignores them. */
  readonly refusesUnknown?: boolean;
  /** From the command line of this process. */
  readonly local?: LocalScanOptions | undefined;
  /** Whether the caller has this version cached: then the answer is `notModified`. Default: no version is cached. */
  isHeld?(version: string): boolean;
  /**
   * Notified of the rate-limit windows that the call consumed or was refused by, even when it then fails. For a replay
   * these are the windows that it would have consumed.
   */
  onWindows?(windows: readonly DrawnWindow[]): void;
  onProgress?(progress: Progress): void;
  /** Notified of the settlement of the call's payment, also when the call then fails. */
  onReceipt?(receipt: Receipt): void;
}

type GateAnswer =
  | { readonly notModified: true; readonly version: string }
  | {
      readonly notModified: false;
      readonly output: Record<string, unknown>;
      /** The tool's summary of the output, in Markdown. */
      text(): string;
      /** The output as JSON in UTF-8; not to be written into. */
      bytes(): Buffer<ArrayBuffer>;
      /** The output of an earlier call with the same idempotency key. */
      readonly replayed: boolean;
      readonly version: string | undefined;
    };

/**
 * The only way to call a tool, for every transport: access -> parse -> lease -> target -> rate limit -> handle ->
 * parse -> end of the lease -> finish. Of a tool that takes a payment: rate limit -> payment -> parse -> handle -> parse.
 * @throws ServiceError with a public message; any other error is a bug
 */
export interface Gate {
  call(call: GateCall): Promise<GateAnswer>;
}

/** A call by a caller without a cached version: it never answers "not modified". @throws as Gate.call does */
export async function callForAnswer(
  gate: Gate,
  call: Omit<GateCall, 'isHeld'>,
): Promise<Exclude<GateAnswer, { notModified: true }>> {
  const answer = await gate.call(call);
  if (answer.notModified) throw new Error('a call that holds no version cannot be "not modified"');
  return answer;
}

interface GateParts {
  readonly tools: readonly AnyTool[];
  readonly quotas: Quotas;
  readonly idempotency: Idempotency;
  readonly targets: Targets;
  readonly services: ToolServices;
}

/** For reads of finished scans, which pollers and readers of reports repeat; one of 25 pages has about 0.3 MB. */
const KEPT_ANSWER_BYTES = 32 * 1024 * 1024;

export function createGate({ tools, quotas, idempotency, targets, services }: GateParts): Gate {
  const byName = new Map(tools.map((tool) => [tool.name, { tool, agents: asAgentsCall(tool) }]));
  const answers = createAnswerCache(KEPT_ANSWER_BYTES);

  /** Made only for an admitted call: refusals, which floods consist of, need no context. */
  const contextOf = (
    call: GateCall,
    { target, workName, payment }: { target: Target | undefined; workName?: string; payment?: Payment | undefined },
  ): ToolContext => ({
    ...services,
    targets,
    caller: call.caller,
    request: call.request,
    target,
    payment,
    local: call.local,
    upload: call.upload,
    workName,
    outputLimit: call.outputLimit,
    onProgress: (progress) => call.onProgress?.(progress),
    onReceipt: (receipt) => call.onReceipt?.(receipt),
  });

  /** Before the input is read, because a client that asks for the price sends none. */
  async function admitPayment(call: GateCall, parts: Omit<CallAdmissionParts, 'input'>): Promise<Payment> {
    await admitCall(call, { ...parts, input: {} }).admit();
    return services.checkout.read(call.payment);
  }

  return {
    async call(call) {
      const forms = byName.get(call.tool);
      if (forms === undefined) {
        throw new ServiceError('not_found', `There is no such tool. Tools: ${[...byName.keys()].join(', ')}.`);
      }
      const tool = call.isForAgent === true ? forms.agents : forms.tool;
      const handled = tool.finish === undefined ? tool.output : forms.tool.output;
      const isAnonymous = call.caller.kind === 'address' && tool.anonymousBudget !== undefined;
      if (tool.access === 'key' && call.caller.kind !== 'operator' && !isAnonymous) assertPaidKey(call.caller);
      const budget = (call.caller.kind === 'address' ? tool.anonymousBudget : undefined) ?? tool.budget;
      const payment =
        tool.takesPayment === true ? await admitPayment(call, { tool, budget, quotas, targets }) : undefined;
      const parsed = readInput(tool, { ...call, input: await givenInput(call) });
      const isShared = isAnonymous && ((await tool.isShared?.(parsed, services)) ?? false);
      const drawnOn = call.caller.kind === 'address' ? budget : (tool.budgetOf?.(parsed) ?? budget);
      const { admit: draw, admitReplay } = admitCall(call, {
        tool,
        input: parsed,
        budget: drawnOn,
        quotas,
        targets,
        isShared,
      });
      const admit = async () => {
        await tool.assertPossible?.(parsed, services);
        return draw();
      };
      const { [tool.idempotencyField ?? '']: idempotencyKey, ...input } = parsed;

      if (typeof idempotencyKey === 'string' && call.caller.kind !== 'address') {
        const { [tool.waitField ?? '']: _, ...compared } = input;
        const claimed = { accountId: call.caller.accountId, key: idempotencyKey, tool: tool.name, input: compared };
        const { output, replayed } = await idempotency.once(claimed, async (workName) => {
          const target = await admit();
          return handled.parse(await tool.handle(input, contextOf(call, { target, workName })));
        });
        if (replayed) await admitReplay();
        const answer = await finish(tool, output, input, contextOf(call, { target: undefined }));
        return answered(answer, { replayed, version: undefined });
      }

      const target = payment === undefined ? await admit() : undefined;
      const context = contextOf(call, { target, payment });
      await tool.wait?.(input, context);
      const version = await tool.version?.(input, context);
      if (version !== undefined && call.isHeld?.(version) === true) return { notModified: true, version };
      const form = `${call.isForAgent === true ? 'agents' : ''} ${call.outputLimit ?? ''}`;
      const key = version === undefined ? undefined : `${tool.name} ${version} ${form}`;
      const known = key === undefined ? undefined : answers.get(key);
      if (known !== undefined) return answered(known, { replayed: false, version });
      const made = await tool.handle(input, context);
      const answer =
        tool.finish === undefined ? presented(tool, made) : await finish(tool, handled.parse(made), input, context);
      if (key !== undefined) answers.set(key, answer);
      return answered(answer, { replayed: false, version });
    },
  };
}

/** The arguments of a call; no JSON value is a function. */
const givenInput = async ({ input }: Pick<GateCall, 'input'>): Promise<unknown> =>
  typeof input === 'function' ? input() : input;

function answered(
  answer: KeptAnswer,
  { replayed, version }: { replayed: boolean; version: string | undefined },
): GateAnswer {
  return {
    notModified: false,
    output: answer.output,
    text: answer.text,
    bytes: answer.bytes,
    replayed,
    version,
  };
}

/** The answer to one caller, after its effects are stored. */
async function finish(
  tool: AnyTool,
  handled: Record<string, unknown>,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<KeptAnswer> {
  if (tool.finish === undefined) return keptAnswer(handled, () => tool.summarize?.(handled) ?? '');
  return presented(tool, await tool.finish(handled, input, context));
}

function presented(tool: AnyTool, made: Record<string, unknown>): KeptAnswer {
  // Output is parsed too: an unknown field is never sent, and a missing one is a bug.
  const output = tool.output.parse(made);
  // The summary also uses members that the output schema drops. Keeping `made` whole would store the other members
  // twice.
  const summarized = { ...made, ...output };
  return keptAnswer(output, () => tool.summarize?.(summarized) ?? '');
}

interface CallAdmission {
  /**
   * Consumes the rate limit, or fair use alone where the answer is shared. A target address is accepted first, so that a
   * refused one costs nothing.
   * @throws ServiceError rate_limited, or why the address is refused
   */
  admit(): Promise<Target | undefined>;
  /**
   * A replay does not consume the tool's rate limit, but its headers report that limit. Only the fair-use limit is
   * consumed.
   */
  admitReplay(): Promise<void>;
}

interface CallAdmissionParts {
  readonly tool: AnyTool;
  /** As the tool's schema parsed it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
  readonly quotas: Quotas;
  readonly targets: Targets;
  /** An existing scan answers the call. */
  readonly isShared?: boolean;
}

/** Consumes the rate limits of a call before its tool runs. */
function admitCall(
  call: { readonly caller: Caller; readonly countedAs?: Caller; onWindows?(windows: readonly DrawnWindow[]): void },
  { tool: { targetField }, input, budget, quotas, targets, isShared = false }: CallAdmissionParts,
): CallAdmission {
  const { caller } = call;
  const drawQuietly = (on: Budget) =>
    quotas.draw(call.countedAs ?? caller, on).catch((error: unknown) => {
      if (error instanceof RateLimitedError) call.onWindows?.(error.states);
      throw error;
    });
  const draw = async (on: Budget) => {
    // Consumed in a statement of its own: an argument inside `?.()` is not evaluated when there is no listener.
    const windows = await drawQuietly(on);
    call.onWindows?.(windows);
  };
  const isSpent = async () =>
    (await quotas.peek(call.countedAs ?? caller, budget)).some(({ remaining }) => remaining === 0);
  const accept = async (field: string): Promise<Target> => {
    const lookUps = await drawQuietly('look-up');
    // A string by the tool's own schema.
    return targets.accept(String(input[field]), field, caller).catch((error: unknown) => {
      call.onWindows?.(lookUps);
      throw error;
    });
  };

  async function admitReplay(): Promise<void> {
    call.onWindows?.(await quotas.peek(caller, budget));
    await draw('fair-use');
  }

  return {
    async admit() {
      // A caller over its rate limit is refused before any host name is resolved.
      const paysFirst = !isShared && (targetField === undefined || (await isSpent()));
      if (paysFirst) await draw(budget);
      const target = targetField === undefined ? undefined : await accept(targetField);
      if (isShared) await admitReplay();
      else if (!paysFirst) await draw(budget);
      return target;
    },
    admitReplay,
  };
}

/** A tool's answer. Its summary and its JSON bytes are made on first use. */
interface KeptAnswer {
  readonly output: Record<string, unknown>;
  text(): string;
  bytes(): Buffer<ArrayBuffer>;
}

/** Answers by version: while the version stays the same, so does the answer. */
interface AnswerCache {
  get(key: string): KeptAnswer | undefined;
  set(key: string, answer: KeptAnswer): void;
}

export function keptAnswer(output: Record<string, unknown>, summarize: () => string): KeptAnswer {
  let text: string | undefined;
  let bytes: Buffer<ArrayBuffer> | undefined;
  return {
    output,
    text() {
      text ??= summarize();
      return text;
    },
    bytes() {
      bytes ??= Buffer.from(JSON.stringify(output));
      return bytes;
    },
  };
}

/**
 * The least recently read answers are evicted above `maxBytes` of JSON. An answer above a quarter of that is not
 * cached.
 */
export function createAnswerCache(maxBytes: number): AnswerCache {
  // A Map keeps the order of insertion, so the first entry is the least recently read.
  const kept = new Map<string, KeptAnswer>();
  let total = 0;
  return {
    get(key) {
      const answer = kept.get(key);
      if (answer !== undefined) {
        kept.delete(key);
        kept.set(key, answer);
      }
      return answer;
    },
    set(key, answer) {
      const size = answer.bytes().length;
      if (size > maxBytes / 4 || kept.has(key)) return;
      kept.set(key, answer);
      total += size;
      for (const [oldest, { bytes }] of kept) {
        if (total <= maxBytes) return;
        kept.delete(oldest);
        total -= bytes().length;
      }
    },
  };
}

import * as z from 'zod';
import type { Caller } from '../../auth/caller.ts';
import { defined } from '../../basics/defined.ts';
import { messageWithHint, type ServiceError, toServiceError } from '../../errors.ts';
import { SCAN_APP } from '../../resources/registry.ts';
import { type AnyTool, asAgentsCall } from '../../tools/define-tool.ts';
import { callForAnswer } from '../../tools/gate.ts';
import type { SurfaceCall, SurfaceParts } from './call.ts';
import { CANCELLED, RPC, SurfaceError } from './call.ts';

export interface SurfaceToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Names of the x402 specification, version 2 (transports-v2/mcp.md), in the `_meta` of a call and of its result. */
const PAYMENT = 'x402/payment';
const PAYMENT_RESPONSE = 'x402/payment-response';

/** The payment in the `_meta` of a call; undefined for none. */
export const paymentIn = (meta: unknown): unknown => (Object(meta) as Record<string, unknown>)[PAYMENT];

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: AnyTool['annotations'];
  readonly _meta?: { readonly ui: { readonly resourceUri: string } };
}

export interface ToolSurface {
  /** The tools that a caller can call. Made once: converting schemas on every list is what makes MCP servers slow. */
  toolsFor(caller: Caller): readonly ListedTool[];
  /**
   * A failure becomes a result with `isError` and the message that REST sends.
   * @throws SurfaceError invalidParams for an unknown tool
   */
  callTool(name: string, input: unknown, call: SurfaceCall): Promise<SurfaceToolResult>;
}

/** Of one result, content and structured content together: 25,000 tokens of four characters. */
const MAX_RESULT_CHARACTERS = 100_000;
/** Of those, what the summary and the names of the members around it may take. */
const TEXT_CHARACTERS = 10_000;

export function createToolSurface({
  gate,
  tools,
  websiteUrl,
  paidScanUrl,
  log,
}: Pick<SurfaceParts, 'gate' | 'tools' | 'websiteUrl' | 'paidScanUrl' | 'log'>): ToolSurface {
  const makeKey = `A person makes one at ${websiteUrl}/dashboard/api-keys. Without one, these tools can be called: ${freeTools(tools).join(', ')}.`;
  const paid = tools.find(({ takesPayment }) => takesPayment === true);
  const payInstead =
    paid === undefined || paidScanUrl === undefined
      ? ''
      : ` Or pay for this scan: call ${paid.name}, or see ${paidScanUrl}.`;
  const wordsOf = (error: ServiceError, isFreeScan: boolean): string => {
    const { code } = error;
    const remedy = code === 'missing_key' ? ` ${makeKey}` : code === 'rate_limited' && isFreeScan ? payInstead : '';
    return `${code}: ${messageWithHint(error)}${remedy}`;
  };

  const all = listTools(tools);
  const free = new Set(freeTools(tools));
  const listedFree = listTools(
    tools.filter(({ name }) => free.has(name) || name === paid?.name),
    { hasKey: false },
  );

  return {
    toolsFor: ({ kind }) => (kind === 'address' ? listedFree : all),
    async callTool(
      name,
      input,
      { caller, requestId, signal, cancelled, payment, onWindows, onRetryAfter, onProgress },
    ) {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) {
        const names = tools.map((each) => each.name).join(', ');
        throw new SurfaceError(RPC.invalidParams, `Unknown tool: there is no such tool. Tools: ${names}.`);
      }
      let proof: Pick<SurfaceToolResult, '_meta'> = {};
      try {
        const answer = await callForAnswer(gate, {
          tool: name,
          input,
          caller,
          request: { signal, cancelled },
          outputLimit: MAX_RESULT_CHARACTERS - TEXT_CHARACTERS,
          refusesUnknown: true,
          payment,
          onReceipt(receipt) {
            proof = { _meta: { [PAYMENT_RESPONSE]: receipt } };
          },
          isForAgent: true,
          ...defined({ onWindows, onProgress }),
        });
        return { content: [{ type: 'text', text: answer.text() }], structuredContent: answer.output, ...proof };
      } catch (thrown) {
        const error = toServiceError(thrown, requestId);
        if (error.code === 'internal_error' && cancelled?.aborted === true)
          return { isError: true, content: [{ type: 'text', text: `cancelled: ${CANCELLED}` }], ...proof };
        if (error.retryAfterSeconds !== undefined) onRetryAfter?.(error.retryAfterSeconds);
        // After a disconnect the call fails because its signal was aborted: that is no bug, so it is not logged.
        if (error.code === 'internal_error' && !signal.aborted)
          log.error({ requestId, tool: name, err: thrown }, 'a tool failed');
        const failure = tool?.failure?.of(error, input);
        const isFreeScan = caller.kind === 'address' && tool?.anonymousBudget === 'anonymous-scan';
        if (failure === undefined)
          return { isError: true, content: [{ type: 'text', text: wordsOf(error, isFreeScan) }], ...proof };
        return {
          isError: true,
          content: [{ type: 'text', text: JSON.stringify(failure) }],
          structuredContent: failure,
          ...proof,
        };
      }
    },
  };
}

/** The names of the tools that a caller without a key may use. */
export const freeTools = (tools: readonly AnyTool[]): string[] =>
  tools.flatMap(({ name, access, anonymousBudget, takesPayment }) =>
    takesPayment !== true && (access === 'public' || anonymousBudget !== undefined) ? name : [],
  );

/** The entries of a `tools/list` response, with the arguments that the caller can send. */
export const listTools = (tools: readonly AnyTool[], { hasKey = true } = {}): readonly ListedTool[] =>
  tools.map(asAgentsCall).map((tool) => {
    const { unlisted = [], keyedFields = [] } = tool;
    return listed(hasKey ? tool : { ...tool, unlisted: [...unlisted, ...keyedFields] });
  });

function listed(tool: AnyTool): ListedTool {
  const { name, title, description, output, failure, annotations, showsScan } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(tool),
    outputSchema:
      failure === undefined ? outputSchemaOf(output) : eitherOf(outputSchemaOf(output), outputSchemaOf(failure.output)),
    annotations,
    ...(showsScan === true ? { _meta: { ui: { resourceUri: SCAN_APP } } } : {}),
  };
}

/** Without ids, so that no schema becomes a reference into definitions. */
const WITHOUT_NAMES = z.registry<never>();

const outputSchemaOf = (schema: z.ZodObject): ListedTool['outputSchema'] => ({
  ...briefSchema(z.toJSONSchema(schema, { io: 'output', target: 'draft-2020-12', metadata: WITHOUT_NAMES })),
  type: 'object',
});

function inputSchemaOf({ input, unlisted = [], ignoresUnknown }: AnyTool): ListedTool['inputSchema'] {
  const { $schema: _, properties, ...rest } = z.toJSONSchema(input, { io: 'input', target: 'draft-2020-12' });
  const listed = Object.entries(properties ?? {}).filter(([name]) => !unlisted.includes(name));
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(listed.map(([name, member]) => [name, briefMember(member)])),
    ...(ignoresUnknown === true ? {} : { additionalProperties: false }),
  };
}

/**
 * A format says what its pattern says, in fewer tokens; that a text has a character, and that an object without a word
 * about further members may have them, need not be said.
 */
function briefMember(member: unknown): Schema {
  const { pattern, minLength, additionalProperties = {}, ...rest } = Object(member) as Schema;
  const isOpen = Object.keys(Object(additionalProperties)).length === 0 && additionalProperties !== false;
  return {
    ...rest,
    ...(isOpen ? {} : { additionalProperties }),
    ...(rest.format === undefined ? defined({ pattern }) : {}),
    ...(minLength === 1 ? {} : defined({ minLength })),
  };
}

/** One object schema for success and failure, because clients validate the structured content of failed calls too. */
function eitherOf(answer: ListedTool['outputSchema'], failure: ListedTool['outputSchema']): ListedTool['outputSchema'] {
  return {
    type: 'object',
    properties: { ...Object(answer.properties), ...Object(failure.properties) },
    anyOf: [{ required: answer.required }, { required: failure.required }],
  };
}

type Schema = Readonly<Record<string, unknown>>;

/** Levels of objects that are spelt out; the members of lists never are. */
const DEPTH = 2;

/**
 * A shortened output schema: the names and types that an agent needs to decide on a call. Any output that fits the full
 * schema also fits this one. Bounds, descriptions and the shapes of list members are in the OpenAPI description only,
 * because clients pay for this schema in every conversation.
 */
function briefSchema(schema: unknown, depth = DEPTH): Schema {
  const { type, properties, required, enum: values, anyOf, items } = Object(schema) as Schema;
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((each) => briefSchema(each, depth)) };
  if (type === 'array') return { type, items: { type: Object(items).type ?? 'object' } };
  if (type !== 'object') return { ...defined({ type, enum: values }) };
  if (depth === 0 || properties === undefined) return { type };
  const members = Object.entries(Object(properties)).map(([name, member]) => [name, briefSchema(member, depth - 1)]);
  const isWhole = depth === DEPTH && required !== undefined;
  return { type, properties: Object.fromEntries(members), ...(isWhole ? { required } : {}) };
}

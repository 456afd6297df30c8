/** What a server answers when it is tried: judged as what it lists is. Pure. */
import { leakedInternals } from '../../checks/mcp/error-handling.ts';
import { hiddenTextIn } from '../../checks/mcp/hidden-text.ts';
import { injectionsIn } from '../../checks/mcp/instruction-injection.ts';
import type { McpCall, McpTool } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import { misfitsOf } from '../fits-schema.ts';
import { siteAttackIn } from '../injection/judge.ts';
import { resultIn } from '../session/message.ts';

export interface JudgedAnswer {
  readonly kind: McpCall['kind'];
  /** Hostile text, as all of `findings` after their trusted beginning: quote it before display. */
  readonly name: string;
  readonly state: 'answered' | 'error' | 'unanswered';
  /** What the answer brings into the context: four bytes a token. */
  readonly tokens: number;
  readonly findings: readonly { readonly severity: 'fail' | 'warn'; readonly found: string }[];
}

const BYTES_PER_TOKEN = 4;
/** Claude Code warns above the first and cuts at the second (https://code.claude.com/docs/en/mcp). */
const MANY_TOKENS = 10_000;
const TOO_MANY_TOKENS = 25_000;
const MAX_CHARS = 200_000;
const MAX_FINDINGS = 10;
const EXCERPT = 200;
/** By the first characters that issuers give their secrets, and the header of a private key. */
const SECRET =
  /\b(?:sk-[\w-]{20}|gh[pousr]_\w{30}|github_pat_\w{22}|glpat-[\w-]{20}|xox[abpr]-[\w-]{10}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|npm_\w{36})|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/;

/** @param tools as listed, for their output schemas */
export function judgeAnswers(calls: readonly McpCall[], tools: readonly McpTool[]): JudgedAnswer[] {
  return calls.map(({ kind, name, exchange }) => {
    const base = { kind, name };
    if (!exchange.answered) {
      const found = { severity: 'warn', found: `no answer: ${exchange.failure.message}` } as const;
      return { ...base, state: 'unanswered', tokens: 0, findings: [found] };
    }
    const result = resultIn(exchange);
    const isError = result === undefined || result.isError === true;
    const text = (result === undefined ? exchange.text : textsIn(result).join('\n')).slice(0, MAX_CHARS);
    const tokens = Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
    const tool = kind === 'tool' ? tools.find((each) => each.name === name) : undefined;
    const findings = [
      ...dangersIn(text),
      ...(isError ? [warning('an error to a call that its own schema gives as an example')] : []),
      ...(isError || tool === undefined ? [] : structureFaults(result, tool)),
      ...sizeFault(Math.ceil(exchange.bodyBytes / BYTES_PER_TOKEN)),
    ];
    return { ...base, state: isError ? 'error' : 'answered', tokens, findings: findings.slice(0, MAX_FINDINGS) };
  });
}

const warning = (found: string) => ({ severity: 'warn', found }) as const;
const failure = (found: string) => ({ severity: 'fail', found }) as const;

/** All text that a model is given: of content, contents and messages. */
function textsIn(result: Readonly<Record<string, unknown>>): string[] {
  const blocks = [result.content, result.contents, result.messages].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const texts = blocks.flatMap((block) => {
    const inner = isObject(block) && isObject(block.content) ? block.content : block;
    const resource = isObject(inner) && isObject(inner.resource) ? inner.resource : inner;
    return isObject(resource) && typeof resource.text === 'string' ? [resource.text] : [];
  });
  // Hosts that know output schemas hand this part over.
  return texts.length > 0 || result.structuredContent === undefined
    ? texts
    : [JSON.stringify(result.structuredContent)];
}

/** Longer answers are pages and documents of others, in which only what addresses a model is an order to it. */
const MAX_OWN_WORDS = 2_000;

function ordersIn(text: string): string[] {
  if (text.length > MAX_OWN_WORDS) {
    const attack = siteAttackIn(text);
    return attack === undefined ? [] : [`${attack.says}: ${text.slice(attack.at, attack.at + EXCERPT)}`];
  }
  return injectionsIn([{ path: 'answer', kind: 'value', text }])
    .filter(({ severity }) => severity === 'fail')
    .map(({ found }) => found);
}

function dangersIn(text: string) {
  const orders = ordersIn(text);
  const hidden = hiddenTextIn(text).filter(({ severity }) => severity === 'fail');
  const leak = leakedInternals(text);
  return [
    ...orders.map((found) => failure(`an order to the model: ${found}`)),
    ...hidden.map(({ found }) => failure(`hidden text: ${found}`)),
    // The value stays out of the report.
    ...(SECRET.test(text) ? [failure('a secret, by the first characters of its issuer')] : []),
    ...(leak === undefined ? [] : [warning(`a path or stack of the server: ${leak}`)]),
  ];
}

function structureFaults(result: Readonly<Record<string, unknown>>, { outputSchema }: McpTool) {
  if (!isObject(outputSchema)) return [];
  if (result.structuredContent === undefined)
    return [warning('no structuredContent, although it declares outputSchema')];
  return misfitsOf(result.structuredContent, outputSchema).map(({ at, says }) =>
    warning(`structuredContent does not fit outputSchema: ${at === '' ? 'it' : at} ${says}`),
  );
}

function sizeFault(tokens: number) {
  if (tokens <= MANY_TOKENS) return [];
  const found = `about ${tokens} tokens in one answer`;
  return [tokens > TOO_MANY_TOKENS ? failure(found) : warning(found)];
}

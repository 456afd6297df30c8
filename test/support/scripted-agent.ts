/** An agent that knows tools/list alone: it starts a scan, then calls what the last text tells it to call. */
import type { McpClient } from './mcp-clients.ts';
import { answerOf } from './service-doors.ts';

const CHARACTERS_PER_TOKEN = 4;
const CALLED = /\bcall (\w+) with (\{.*\})/;
/** An agent that gets nowhere. */
const MAX_CALLS = 20;

interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export interface AgentSession {
  readonly calls: readonly string[];
  /** Of all results, text and structured content. */
  readonly tokens: number;
  /** Of each result. */
  readonly tokensOf: readonly number[];
  readonly text: string;
  readonly output: Readonly<Record<string, unknown>>;
}

/** From a URL to ranked fixes. @throws Error for a refused call, and when the texts lead nowhere */
export async function runScriptedAgent(client: McpClient, input: Record<string, unknown>): Promise<AgentSession> {
  const calls: string[] = [];
  const tokensOf: number[] = [];
  let next: Call | undefined = { tool: 'start_scan', input };
  while (next !== undefined && calls.length < MAX_CALLS) {
    calls.push(next.tool);
    const answer = answerOf(await client.callTool(next.tool, next.input));
    if (answer.failed) throw new Error(`${next.tool} is refused: ${answer.text}`);
    const output: Record<string, unknown> = Object(answer.output);
    const result = { content: [{ type: 'text', text: answer.text }], structuredContent: output };
    tokensOf.push(Math.ceil(JSON.stringify(result).length / CHARACTERS_PER_TOKEN));
    if (Array.isArray(output.fixes)) {
      return { calls, tokensOf, tokens: tokensOf.reduce((sum, each) => sum + each, 0), text: answer.text, output };
    }
    next = calledBy(answer.text);
  }
  throw new Error(`after ${calls.join(', ')} nothing says what to call`);
}

function calledBy(text: string): Call | undefined {
  const [, tool, input] = CALLED.exec(text) ?? [];
  return tool === undefined || input === undefined ? undefined : { tool, input: JSON.parse(input) };
}

/** Tools that a page registers for agents in the browser (WebMCP), and what calls of those come to that only read. */

import type { Page } from 'playwright-core';
import * as z from 'zod';
import { announcesEffect } from '../actions/never-asked.ts';
import { callArguments } from '../mcp/call-arguments.ts';
import type { BrowserPage, SeenCall, SeenTool } from '../model/browser.ts';
import { askPage } from './ask.ts';
import { BEFORE_PAGE, callTool, leaveTools } from './in-page.ts';
import { notMade } from './page-network.ts';
import type { Tabs } from './tabs.ts';
import { GOTO_MS, Hung, within } from './within.ts';

const Tools = z.array(
  z.object({ name: z.string(), description: z.string(), inputSchema: z.string(), readsOnly: z.boolean() }),
);
const Answer = z.object({
  outcome: z.enum(['answered', 'failed', 'nothing', 'asks', 'gone']),
  chars: z.number(),
  says: z.string(),
});

/** The registered tools. What the page says of them is checked for its form and nothing else. */
export async function toolsOf(page: Page): Promise<SeenTool[]> {
  await within(page.evaluate(leaveTools)).catch(() => undefined);
  return Tools.safeParse(parsed(await askPage(page, 'takeLeft'))).data ?? [];
}

/** Of one page. */
const MAX_CALLS = 3;
const CALL_MS = 3_000;
const ALIVE_MS = 1_000;
/** Looks for a tool that a script registers late. */
const LOOKS = { most: 8, gapMs: 250 };
const MAX_SAYS = 200;

export interface CallToolsRequest {
  readonly url: string;
  readonly tools: readonly SeenTool[];
  readonly refused: BrowserPage['refused'];
  /** Names that pages before have called, to which those of this page are added. */
  readonly called: Set<string>;
}

/**
 * The tools, with what calls came to. Called are those alone that say that they only read, whose name announces no effect, and
 * for which the schema gives arguments; each once a pass. They run in a page of their own, so that one that blocks or fills it
 * takes nothing from the rest. Never rejects for what a tool does.
 */
export async function callTools(tabs: Tabs, request: CallToolsRequest): Promise<SeenTool[]> {
  const { url, tools, refused, called } = request;
  const wanted = tools
    .flatMap((tool) => {
      const args = called.has(tool.name) ? undefined : argumentsFor(tool);
      return args === undefined ? [] : [{ name: tool.name, args }];
    })
    .slice(0, MAX_CALLS);
  if (wanted.length === 0) return [...tools];
  const calls = new Map<string, SeenCall>();
  const page = await tabs.open();
  try {
    await within(page.addInitScript(BEFORE_PAGE));
    await within(page.goto(url, { waitUntil: 'domcontentloaded', timeout: GOTO_MS }), GOTO_MS + ALIVE_MS);
    for (const { name, args } of wanted) {
      called.add(name);
      const before = notMade(refused);
      const call = await answerOf(page, name, args);
      if (call === undefined) continue;
      const isUnsent = call.outcome !== 'answered' && notMade(refused) > before;
      calls.set(name, isUnsent ? { ...call, outcome: 'not-sent' } : call);
      // A tool that blocks the page leaves no other to be called.
      if (call.outcome === 'silent') await within(page.evaluate('0'), ALIVE_MS);
    }
  } catch {
    // The page did not open again, or answers no more: the calls before that count.
  } finally {
    await within(page.close()).catch(() => undefined);
  }
  return tools.map((tool) => ({ ...tool, call: calls.get(tool.name) }));
}

/** Undefined where the tool is not registered. */
async function answerOf(page: Page, name: string, args: unknown): Promise<SeenCall | undefined> {
  for (let look = 0; look < LOOKS.most; look += 1) {
    const isLate = await within(page.evaluate(callTool, { name, args }), CALL_MS).catch(
      (error: unknown) => error instanceof Hung,
    );
    if (isLate === true) return { outcome: 'silent', chars: 0, says: '' };
    const { data } = Answer.safeParse(parsed(await askPage(page, 'takeLeft').catch(() => '')));
    // The page crashed, or went elsewhere in the middle of the call.
    if (data === undefined) return { outcome: 'failed', chars: 0, says: '' };
    const { outcome, chars, says } = data;
    if (outcome !== 'gone') return { outcome, chars, says: says.slice(0, MAX_SAYS) };
    await new Promise((resolve) => setTimeout(resolve, LOOKS.gapMs));
  }
  return undefined;
}

function argumentsFor({ name, description, inputSchema, readsOnly }: SeenTool): unknown {
  if (!readsOnly || announcesEffect(name.replace(/[_.-]/g, ' '))) return undefined;
  const schema = schemaIn(inputSchema);
  return callArguments({
    name,
    title: undefined,
    description,
    inputSchema: schema === null ? { type: 'object' } : schema,
    outputSchema: undefined,
    annotations: { readOnlyHint: true },
    contextBytes: 0,
  });
}

/** Null for a tool without one; undefined for a text that was cut. */
const schemaIn = (text: string): unknown => parsed(text === '' ? 'null' : text);

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

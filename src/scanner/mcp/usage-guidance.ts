import type { McpTool } from '../model/mcp.ts';
import { trimmed } from './tool-text.ts';
import { EFFECTS, GUIDANCE } from './words/guidance.ts';

/** Longer descriptions are read up to here. */
const MAX_CHARS = 16_384;
/** A name that no prose would hold by chance: of several words, or with a digit or capital inside. */
const TELLING_NAME = /^.+[A-Z0-9_.-]/s;

/** Names of tools that a text can refer to without meaning the plain word. */
export const tellingNames = (tools: readonly McpTool[]): ReadonlySet<string> =>
  new Set(tools.map(({ name }) => name).filter((name) => TELLING_NAME.test(name)));

/**
 * Whether a tool's description says more than what the tool does: when to use it, when not, what it returns, what it
 * needs, an example, or which other tool to use.
 * @param siblings as `tellingNames` gives them for all tools of the server
 */
export function givesGuidance(tool: McpTool, siblings: ReadonlySet<string>): boolean {
  const text = trimmed(tool.description).slice(0, MAX_CHARS).replace(/\s+/g, ' ');
  return GUIDANCE.some((pattern) => pattern.test(text)) || namesSibling(text, tool.name, siblings);
}

/** Whether a tool's description says what a call changes, costs or is limited to. */
export function saysEffects({ description }: McpTool): boolean {
  const text = trimmed(description).slice(0, MAX_CHARS).replace(/\s+/g, ' ');
  return EFFECTS.some((pattern) => pattern.test(text));
}

function namesSibling(text: string, own: string, siblings: ReadonlySet<string>): boolean {
  for (const [token] of text.matchAll(/[A-Za-z0-9_.-]+/g)) {
    const name = withoutFullStop(token);
    if (name !== own && siblings.has(name)) return true;
  }
  return false;
}

/** Counts back by hand: `/[.-]+$/` would be tried at every dot of a long row of them. */
function withoutFullStop(token: string): string {
  let end = token.length;
  while (end > 0 && (token[end - 1] === '.' || token[end - 1] === '-')) end -= 1;
  return token.slice(0, end);
}

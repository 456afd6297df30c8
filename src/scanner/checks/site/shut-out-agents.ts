import type { AiAgent } from '../../ai-agents.ts';
import type { Probe } from '../../artifacts.ts';
import type { Evidence } from '../../define-check.ts';
import { evidenceOf } from '../../evidence.ts';
import type { Closure } from './robots-access.ts';

/** An agent that robots.txt shuts out, and how. */
export interface ShutOut {
  readonly agent: AiAgent;
  readonly closure: Closure;
}

/** The agents of a list that robots.txt shuts out, in the list's order. */
export const shutOut = (agents: readonly AiAgent[], judge: (token: string) => Closure | undefined): ShutOut[] =>
  agents.flatMap((agent) => {
    const closure = judge(agent.token);
    return closure === undefined ? [] : [{ agent, closure }];
  });

/** Distinct vendors, in order of appearance. */
export const vendorsOf = (agents: readonly AiAgent[]): string[] => [...new Set(agents.map(({ vendor }) => vendor))];

/** "ChatGPT-User (the home page, line 3), Claude-User (4 of 40 pages, line 9)". Our words and numbers only. */
export const listShutOut = (blocked: readonly ShutOut[]): string =>
  blocked.map(({ agent, closure }) => `${agent.token} (${sayClosure(closure)})`).join(', ');

export function sayClosure({ line, closesRoot, closedPages, judgedPages }: Closure): string {
  const what = closesRoot ? 'the home page' : `${closedPages.length} of ${judgedPages} pages`;
  return line === undefined ? what : `${what}, line ${line}`;
}

/** What to do for agents that are shut out, with the group to paste. */
export function letIn(
  probe: Probe,
  tokens: readonly string[],
  closures: readonly Closure[],
): { howToFix: string; evidence: Evidence } {
  const lines = new Set(closures.flatMap(({ isByName, line }) => (isByName && line !== undefined ? [line] : [])));
  const remove =
    lines.size === 0 ? '' : `Remove the rules that close the site to them by name (line ${[...lines].join(', ')}). `;
  return {
    howToFix: `${remove}Add this group to robots.txt: ${tokens.map((token) => `"User-agent: ${token}"`).join(', ')}, "Allow: /". An agent that is named ignores the rules for *, so repeat there what must stay closed. Training crawlers can stay blocked.`,
    evidence: {
      ...evidenceOf(probe),
      draft: `${tokens.map((token) => `User-agent: ${token}\n`).join('')}Allow: /\n`,
      examples: [...new Set(closures.flatMap(({ closedPages }) => closedPages))],
    },
  };
}

import { NO_TOOLS, SEARCH_EASE, searchesTools } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';

const BYTES_PER_TOKEN = 4;
const PASS = { tokens: 8_000, tools: 25 };
const WARN = { tokens: 16_000, tools: 60 };
const MAX_TOOL_TOKENS = 2_000;
const MAX_DESCRIPTION = 2_048;

export default defineCheck({
  id: 'M21',
  slug: 'context-budget',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: "The tools fit into a model's context",
    fail: "The tools use too much of a model's context",
    action: 'Shorten the tool list or offer a tool search',
  },
  why: 'All definitions are sent with every conversation. They cost money, push out what the user said, and make the choice of a tool harder.',
  rule: 'Counts 4 bytes of name, description and input schema as one token. Passes up to 8,000 tokens and 25 tools, with no tool over 2,000 tokens and no description over 2,048 characters. Warns up to 16,000 tokens and 60 tools. Fails above. The limits double when a tool searches the tools. Not applicable without tools.',
  sources: ['https://www.anthropic.com/engineering/writing-tools-for-agents'],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const ease = tools.some(searchesTools) ? SEARCH_EASE : 1;
    const limit = { tokens: PASS.tokens * ease, tools: PASS.tools * ease };
    const bytes = tools.reduce((sum, { contextBytes }) => sum + contextBytes, 0);
    const tokens = tokensOf(bytes);
    const heavy = tools.filter(({ contextBytes }) => tokensOf(contextBytes) > MAX_TOOL_TOKENS);
    const wordy = tools.filter(({ description }) => lengthOf(description) > MAX_DESCRIPTION);
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${tokens} tokens, ${tools.length} tools`,
      threshold: `${limit.tokens} tokens, ${limit.tools} tools`,
      examples: heaviest(tools).map(({ name, contextBytes }) => `${name}: ${tokensOf(contextBytes)} tokens`),
    };
    const faults = [
      tokens > limit.tokens && `about ${tokens} tokens in all (at most ${limit.tokens})`,
      tools.length > limit.tools && `${pluralize(tools.length, 'tool')} (at most ${limit.tools})`,
      heavy.length > 0 && `${pluralize(heavy.length, 'tool')} of more than ${MAX_TOOL_TOKENS} tokens`,
      wordy.length > 0 && `${pluralize(wordy.length, 'description')} of more than ${MAX_DESCRIPTION} characters`,
    ].filter((fault) => fault !== false);
    if (faults.length === 0)
      return pass(`The definitions of ${pluralize(tools.length, 'tool')} take about ${tokens} tokens.`, evidence);
    const isOver = tokens > WARN.tokens * ease || tools.length > WARN.tools * ease;
    return (isOver ? fail : warn)(`The tools take much of a context: ${faults.join(', ')}.`, {
      howToFix:
        'Shorten the heaviest definitions first (see the examples), drop or join tools that are seldom used, put a large set behind one tool that searches and one that executes, or split the server by task.',
      evidence,
    });
  },
});

const tokensOf = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const heaviest = (tools: readonly McpTool[]) => [...tools].sort((a, b) => b.contextBytes - a.contextBytes).slice(0, 10);

import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { AgentWatchList } from '../schema/agent-forms.ts';
import { type WatchedSite, WatchList } from '../schema/watch.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';
import { presentWatch, watchState } from './watch-site.ts';

/** Of the newest run that made something worse; its comparison has all. */
const LINES_FOR_AGENTS = 3;
const CURSOR_EXPECTED = 'expected the nextCursor of an earlier answer';

type AgentWatch = AgentWatchList['watches'][number];

export const listWatches = defineTool({
  name: 'list_watches',
  title: 'List watched sites',
  description: 'Lists the sites your account watches: runs, what got worse, feeds.',
  input: z.object({}),
  output: WatchList,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  exampleInput: {},
  forAgents: defineAgentForm({
    description: 'Lists what your account watches.',
    input: z.object({
      cursor: z
        .string({ error: CURSOR_EXPECTED })
        .refine((text) => /^\d{1,6}$/.test(text), CURSOR_EXPECTED)
        .optional()
        .describe('nextCursor of an answer'),
    }),
    output: AgentWatchList,
    summarize: agentWatchText,
    handle: async ({ cursor }, context) => pageFrom(await ownWatches(context), Number(cursor ?? 0)),
  }),
  handle: async (_input, context) => ({ watches: await ownWatches(context) }),
});

const ownWatches = async ({ caller, watches }: ToolContext): Promise<WatchedSite[]> =>
  (await watches.list(requireAccount(caller))).map(presentWatch);

/** As many as an agent's answer has room for. */
function pageFrom(all: readonly WatchedSite[], from: number): AgentWatchList {
  const watches: AgentWatch[] = [];
  for (const watch of all.slice(from).map(briefWatch)) {
    const next = { watches: [...watches, watch], nextCursor: String(all.length) };
    if (watches.length > 0 && resultSize(agentWatchText(next), next) > ANSWER_CHARACTERS) break;
    watches.push(watch);
  }
  const end = from + watches.length;
  return { watches, ...(end < all.length ? { nextCursor: String(end) } : {}) };
}

function briefWatch({ createdAt: _, lastRun, gotWorse: [worse], feeds, ...watch }: WatchedSite): AgentWatch {
  return {
    ...watch,
    lastRun: lastRun === null ? null : { scanId: lastRun.scanId, endedAt: lastRun.endedAt, score: lastRun.score },
    ...(worse === undefined ? {} : { gotWorse: { ...worse, what: worse.what.slice(0, LINES_FOR_AGENTS) } }),
    feed: feeds.atom,
  };
}

function agentWatchText({ watches, nextCursor }: AgentWatchList): string {
  if (watches.length === 0) return 'No site is watched. `watch_site` watches one.';
  const more = nextCursor === undefined ? [] : [`More: call list_watches with cursor "${nextCursor}".`];
  return [...watches.map((watch) => `- ${watchState(watch)}`), ...more].join('\n');
}

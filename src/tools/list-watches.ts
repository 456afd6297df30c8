import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { WatchList } from '../schema/watch.ts';
import { defineTool } from './define-tool.ts';
import { presentWatch, watchLine } from './watch-site.ts';

export const listWatches = defineTool({
  name: 'list_watches',
  title: 'List watched sites',
  description: 'Lists the sites your account watches: runs, what got worse, feeds.',
  input: z.object({}),
  output: WatchList,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  summarize: ({ watches }) =>
    watches.length === 0
      ? 'No site is watched. `watch_site` watches one.'
      : watches.map((watch) => `- ${watchLine(watch)}`).join('\n'),
  async handle(_input, { caller, watches }) {
    return { watches: (await watches.list(requireAccount(caller))).map(presentWatch) };
  },
});

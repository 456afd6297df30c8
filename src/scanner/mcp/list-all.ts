import type { ListKind, McpExchange, McpListing } from './artifacts.ts';
import type { Dialect } from './dialect.ts';
import type { McpLimits } from './limits.ts';
import { resultIn } from './message.ts';
import type { Wire } from './wire.ts';

const METHODS: Record<ListKind, string> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
};

/** What one list of a session is asked over. */
export interface Lister {
  readonly wire: Wire;
  readonly dialect: Dialect;
  readonly limits: McpLimits;
  nextId(): number;
}

export const UNDECLARED: McpListing = { declared: false, items: [], pages: [], trouble: undefined };

/** Asks for every page of a list, within the limits. */
export async function listAll({ wire, dialect, limits, nextId }: Lister, kind: ListKind): Promise<McpListing> {
  const items: unknown[] = [];
  const pages: McpExchange[] = [];
  const seen = new Set<string>();
  let params: Readonly<Record<string, unknown>> = {};
  const listing = (trouble?: McpListing['trouble']): McpListing => ({ declared: true, items, pages, trouble });

  for (;;) {
    const page = await wire.post(dialect.request(nextId(), METHODS[kind], params), 'page');
    pages.push(withoutItems(page, kind));
    if (!page.answered) return listing('unanswered');
    const result = resultIn(page);
    if (result === undefined && (page.status >= 400 || page.message?.error !== undefined)) return listing('error');
    const found = result?.[kind];
    if (!Array.isArray(found)) return listing('malformed');
    const isTooLong = items.length + found.length > limits.items;
    items.push(...found.slice(0, limits.items - items.length));
    if (isTooLong) return listing('limit');
    // Clients take an empty cursor for the end.
    const cursor = result?.nextCursor ?? '';
    if (cursor === '') return listing();
    if (typeof cursor !== 'string') return listing('malformed');
    if (seen.has(cursor)) return listing('cursor-loop');
    if (pages.length >= limits.pages) return listing('limit');
    seen.add(cursor);
    params = { cursor };
  }
}

/** A page is kept for its form; its items are kept once, in the list. */
function withoutItems(page: McpExchange, kind: ListKind): McpExchange {
  const result = resultIn(page);
  if (!page.answered || result === undefined) return page;
  const { [kind]: _, ...rest } = result;
  return { ...page, message: { ...page.message, result: rest } };
}

import type { McpListing } from './artifacts.ts';

/** What kept us from reading on was our own limit on the session. */
export function isBudgetSpent({ trouble, pages }: McpListing): boolean {
  const last = pages.at(-1);
  return trouble === 'unanswered' && (last === undefined || (!last.answered && last.reason === 'budget'));
}

/** The list, or the rest of it, stands behind authorization. */
export function isWithheld({ trouble, pages }: McpListing): boolean {
  const last = pages.at(-1);
  return trouble !== undefined && last?.answered === true && last.status === 401;
}

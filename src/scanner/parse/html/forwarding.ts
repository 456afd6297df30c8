import type { PageFacts } from './page-facts.ts';

const MAX_REFRESH_SECONDS = 5;
/** A page with less visible text is there to send its reader on and for nothing else. */
const MAX_CHARS = 1024;

/** How a page sends its reader on to another one although it answers 200 (catalogue, P2); undefined when it does not. */
export function sendsOn({ redirectScript, bodyCharCount }: PageFacts): 'refresh' | 'script' | undefined {
  const { metaRefresh, assignsLocation } = redirectScript;
  if (metaRefresh !== undefined && metaRefresh.delaySeconds <= MAX_REFRESH_SECONDS) return 'refresh';
  return assignsLocation && bodyCharCount < MAX_CHARS ? 'script' : undefined;
}

/** Nothing but such a signpost: a page without content of its own. */
export const isSignpost = (facts: PageFacts): boolean =>
  sendsOn(facts) !== undefined && facts.bodyCharCount < MAX_CHARS;

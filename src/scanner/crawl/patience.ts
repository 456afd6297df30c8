/** How long a slow site is read: a page may take long, or there may be many, but not both. */
export interface Patience {
  /** The crawl goes on for this long however slow the pages are. */
  readonly forMs: number;
  /** After that time, the crawl goes on only while each page took at most this many milliseconds on average. */
  readonly pageMs: number;
}

/**
 * A fast site answers 2,000 pages in a minute or two. One that needs more than a second for each, with eight requests
 * under way, would keep a worker for half an hour to say what a hundred pages say as well.
 */
export const PATIENCE: Patience = { forMs: 180_000, pageMs: 1000 };

/** Whether a crawl with this many pages in this time is too slow to go on. */
export const isTooSlow = ({ forMs, pageMs }: Patience, elapsedMs: number, pages: number): boolean =>
  elapsedMs > forMs && elapsedMs > pages * pageMs;

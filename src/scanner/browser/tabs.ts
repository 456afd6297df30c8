/** The tabs of a profile: those that are opened on purpose. What pages open besides is closed before it asks for anything. */

import type { BrowserContext, Page } from 'playwright-core';
import { within } from './within.ts';

export interface Tabs {
  /** @param onEndless called once, when a page shows that it would never end by itself */
  open(onEndless?: () => void): Promise<Page>;
}

/** Of windows that pages open, and of characters that they write into the console of a worker or throw. */
const MOST_WINDOWS = 20;
const MOST_WRITTEN = 5_000_000;

/** @param watchDropped calls its listener with the bytes of each message of the tabs that was too long to be read */
export function createTabs(context: BrowserContext, watchDropped: (listener: (bytes: number) => void) => void): Tabs {
  const own = new Set<Page>();
  let opening: Promise<unknown> = Promise.resolve();
  let [windows, written] = [0, 0];
  /** Of the tab that was opened last. */
  let isEndless: () => void = () => {};
  const count = (chars: number): void => {
    if (written > MOST_WRITTEN) return;
    written += chars;
    if (written > MOST_WRITTEN) isEndless();
  };
  watchDropped(count);
  context.on('page', (page) => {
    // A tab of our own is known once it is open.
    void opening
      .then(async () => {
        if (own.has(page)) return;
        windows += 1;
        if (windows === MOST_WINDOWS) isEndless();
        await page.close();
      })
      .catch(() => undefined);
  });
  return {
    async open(onEndless = () => {}) {
      const opened = within(context.newPage());
      opening = opened.catch(() => undefined).then(() => undefined);
      const page = await opened;
      own.add(page);
      page.once('close', () => own.delete(page));
      [windows, written] = [0, 0];
      isEndless = onEndless;
      page.on('console', (message) => count(message.text().length));
      page.on('pageerror', ({ message }) => count(message.length));
      return page;
    },
  };
}

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

export function createTabs(context: BrowserContext): Tabs {
  const own = new Set<Page>();
  let opening: Promise<unknown> = Promise.resolve();
  let windows = 0;
  /** Of the tab that was opened last. */
  let isEndless: () => void = () => {};
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
      windows = 0;
      isEndless = onEndless;
      let written = 0;
      const count = (text: string) => {
        if (written > MOST_WRITTEN) return;
        written += text.length;
        if (written > MOST_WRITTEN) onEndless();
      };
      page.on('console', (message) => count(message.text()));
      page.on('pageerror', ({ message }) => count(message));
      return page;
    },
  };
}

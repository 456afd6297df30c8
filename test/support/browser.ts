/** Chromium as Debian packages it, and what holds for every page it shows. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import { atEnd } from './at-end.ts';

export const CHROMIUM = '/usr/bin/chromium-headless-shell';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** Why tests in a browser cannot run here; false when they can. */
export const browserMissing: string | false = existsSync(CHROMIUM) ? false : `there is no ${CHROMIUM}`;

export interface TestBrowser {
  /** A page in a separate profile. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Fails the test when any page had an error, asked another origin for something, or opened a dialog. */
  close(): Promise<void>;
}

let shared: Promise<Browser> | undefined;

/** The Chromium of this test process. It closes after the last test file; a file closes its own contexts. */
export function sharedChromium(): Promise<Browser> {
  if (shared === undefined) {
    // Containers run as root, which Chromium's sandbox refuses; the pages are our own, or recorded ones.
    const launched = chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    shared = launched;
    atEnd(async () => (await launched).close());
  }
  return shared;
}

/** @param origin of the service: nothing else may be asked */
export async function launchBrowser(origin: string): Promise<TestBrowser> {
  const browser = await sharedChromium();
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  return {
    async open(options = {}) {
      const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
      page.on('dialog', async (dialog) => {
        faults.push(`${page.url()}: a dialog says ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on('console', (message) => {
        // A refused form is an answer of 400, which Chromium reports as an error too.
        const isAnswer = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isAnswer) faults.push(`${page.url()}: ${message.text()}`);
      });
      page.on('request', (request) => {
        const { protocol, origin: asked } = new URL(request.url());
        if (protocol !== 'data:' && asked !== origin) faults.push(`${page.url()} asks for ${request.url()}`);
      });
      return page;
    },
    async close() {
      for (const context of contexts) await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** No rule of axe-core is violated by the page as it is now. */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = Violations.parse(await page.evaluate(`${AXE};axe.run()`));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length})`);
  assert.deepEqual(found, [], page.url());
}

/** The page is no wider than the window. */
export async function assertFits(page: Page): Promise<void> {
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, page.url());
}

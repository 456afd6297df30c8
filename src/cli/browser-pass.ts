/** Lets a browser of this machine look at pages of a site, on behalf of a command. */

import type { Config } from '../app/config.ts';
import { VERSION } from '../basics/version.ts';
import { botUserAgent, NO_HOMEPAGE } from '../scanner/ai-agents.ts';
import { findBrowser } from '../scanner/browser/find-browser.ts';
import { type LookAtPagesRequest, lookAtPages } from '../scanner/browser/look-at-pages.ts';
import type { BrowserArtifact } from '../scanner/model/browser.ts';
import { createFetcher } from '../scanner/net/fetcher.ts';
import { createHostThrottle } from '../scanner/net/host-throttle.ts';

export interface LocalLookRequest extends LookAtPagesRequest {
  /** In place of the bot's name. */
  readonly userAgent?: string | undefined;
  /** Requests in flight to one host; default 6. */
  readonly concurrency?: number | undefined;
  /** Least time between two of them, in milliseconds; default 0. */
  readonly delay?: number | undefined;
  /** The settings BROWSER and BROWSER_SANDBOX. */
  readonly settings: Pick<Config, 'browser' | 'browserSandbox'>;
}

const REQUESTS_AT_ONCE = 6;

/** Never rejects for what a site does. */
export async function lookFromHere(request: LocalLookRequest): Promise<BrowserArtifact> {
  const { settings, userAgent = botUserAgent(VERSION, NO_HOMEPAGE), concurrency, delay } = request;
  const fetcher = createFetcher({ userAgent });
  const throttle = createHostThrottle({ concurrency: concurrency ?? REQUESTS_AT_ONCE, gapMs: delay ?? 0 });
  try {
    const place = findBrowser(settings.browser);
    return await lookAtPages({ fetcher, throttle, place, sandbox: settings.browserSandbox, userAgent }, request);
  } finally {
    await fetcher.close();
  }
}

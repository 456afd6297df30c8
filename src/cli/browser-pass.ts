/** Lets a browser of this machine look at pages of a site, on behalf of a command. */

import type { Config } from '../app/config.ts';
import { defined } from '../defined.ts';
import { ConfigError } from '../errors.ts';
import { BOT_TOKEN, botUserAgent, NO_HOMEPAGE } from '../scanner/ai-agents.ts';
import { findBrowser } from '../scanner/browser/find-browser.ts';
import { runBrowserPass } from '../scanner/browser/pass.ts';
import { readRobotsRules } from '../scanner/browser/robots-rules.ts';
import type { BrowserArtifact } from '../scanner/model/browser.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import { createFetcher } from '../scanner/net/fetcher.ts';
import { createHostThrottle } from '../scanner/net/host-throttle.ts';
import { createLedger, createSiteClient } from '../scanner/net/site-client.ts';
import { VERSION } from '../version.ts';

export interface BrowserPassOptions {
  /** Pages of one origin, the most telling first; at most ten are looked at. */
  readonly urls: readonly [string, ...string[]];
  /** A word to search the site for; undefined for no search. */
  readonly word?: string | undefined;
  readonly permit: PrivateHostPermit | undefined;
  readonly ignoreRobots: boolean;
  /** Sent to the origin of the pages alone. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the bot's name. */
  readonly userAgent?: string | undefined;
  /** Origin of a preview that answers in the place of the pages' own. */
  readonly servedBy?: string | undefined;
  /** Requests in flight to one host; default 6. */
  readonly concurrency?: number | undefined;
  /** Least time between two of them, in milliseconds; default 0. */
  readonly delay?: number | undefined;
  /** The settings BROWSER and BROWSER_SANDBOX. */
  readonly settings: Pick<Config, 'browser' | 'browserSandbox'>;
  /** Ends the pass with what it has. */
  readonly signal: AbortSignal;
}

const REQUESTS_AT_ONCE = 6;

/** @throws ConfigError where robots.txt forbids the first page */
export async function lookAtPages(options: BrowserPassOptions): Promise<BrowserArtifact> {
  const { urls, word, permit, ignoreRobots, headers, servedBy, settings, signal } = options;
  const [first] = urls;
  const { origin } = new URL(first);
  const userAgent = options.userAgent ?? botUserAgent(VERSION, NO_HOMEPAGE);
  const fetcher = createFetcher({ userAgent });
  try {
    const client = createSiteClient({
      fetcher,
      throttle: createHostThrottle({ concurrency: options.concurrency ?? REQUESTS_AT_ONCE, gapMs: options.delay ?? 0 }),
      ledger: createLedger(),
      purpose: 'browser',
      permit,
      profile: { origin, userAgent, ...defined({ headers, servedBy }) },
      signal,
    });
    if (!ignoreRobots) {
      const allows = await readRobotsRules(client, origin);
      client.useRobots((asked) => new URL(asked).origin !== origin || allows(asked));
      if (!client.mayFetch(first)) throw new ConfigError(`robots.txt does not let ${BOT_TOKEN} read ${first}`);
    }
    return await runBrowserPass(
      { place: findBrowser(settings.browser), sandbox: settings.browserSandbox, userAgent },
      { client, origin, urls, word, signal },
    );
  } finally {
    await fetcher.close();
  }
}

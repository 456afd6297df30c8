/** Lets a browser look at pages of a site as the scanner reads it: with its network, its manners and robots.txt. */

import { defined } from '../../basics/defined.ts';
import type { BrowserArtifact } from '../model/browser.ts';
import type { PrivateHostPermit } from '../model/http.ts';
import type { Fetcher } from '../net/fetch-types.ts';
import type { HostThrottle } from '../net/host-throttle.ts';
import { createLedger, createSiteClient } from '../net/site-client.ts';
import { type BrowserPassParts, runBrowserPass } from './pass.ts';
import { readRobotsRules } from './robots-rules.ts';

export interface LookAtPagesParts extends BrowserPassParts {
  readonly fetcher: Fetcher;
  readonly throttle: HostThrottle;
}

export interface LookAtPagesRequest {
  /** Pages of one origin, the most telling first; at most ten are looked at. */
  readonly urls: readonly [string, ...string[]];
  /** A word to search the site for; undefined for no search. */
  readonly word?: string | undefined;
  readonly permit: PrivateHostPermit | undefined;
  readonly ignoreRobots?: boolean | undefined;
  /** Sent to the origin of the pages alone. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Origin of a preview that answers in the place of the pages' own. */
  readonly servedBy?: string | undefined;
  /** Ends the pass with what it has. */
  readonly signal: AbortSignal;
}

/** Never rejects for what a site does. */
export async function lookAtPages(
  { fetcher, throttle, ...parts }: LookAtPagesParts,
  { urls, word, permit, ignoreRobots = false, headers, servedBy, signal }: LookAtPagesRequest,
): Promise<BrowserArtifact> {
  const [first] = urls;
  const { origin } = new URL(first);
  const { userAgent } = parts;
  const client = createSiteClient({
    fetcher,
    throttle,
    ledger: createLedger(),
    purpose: 'browser',
    permit,
    profile: { origin, userAgent, ...defined({ headers, servedBy }) },
    signal,
  });
  if (!ignoreRobots) {
    const allows = await readRobotsRules(client, origin);
    client.useRobots((asked) => new URL(asked).origin !== origin || allows(asked));
    if (!client.mayFetch(first)) return { there: false, why: 'robots' };
  }
  return runBrowserPass(parts, { client, origin, urls, word, signal });
}

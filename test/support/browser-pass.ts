/** A browser pass over a site of this process. */

import { botUserAgent } from '../../src/scanner/ai-agents.ts';
import { runBrowserPass } from '../../src/scanner/browser/pass.ts';
import type { BrowserArtifact, BrowserPage } from '../../src/scanner/model/browser.ts';
import { createFetcher } from '../../src/scanner/net/fetcher.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { createLedger, createSiteClient } from '../../src/scanner/net/site-client.ts';
import { CHROMIUM } from './browser.ts';
import type { SiteServer } from './site-server.ts';

export interface PassOptions {
  readonly paths: readonly string[];
  readonly word?: string;
  readonly signal?: AbortSignal;
  /** Address of a running browser; without it one is started. */
  readonly endpoint?: string;
  /** What robots.txt allows. */
  readonly mayFetch?: (url: string) => boolean;
}

/** Looks at pages of the server with the installed Chromium. Containers run as root, which its sandbox refuses. */
export async function passOver(server: SiteServer, options: PassOptions): Promise<BrowserArtifact> {
  const { paths, word, signal = new AbortController().signal, mayFetch = () => true, endpoint } = options;
  const userAgent = botUserAgent('0.0.0', 'https://legible.example');
  const fetcher = createFetcher({ userAgent });
  const { hostname, port } = new URL(server.origin);
  try {
    const client = createSiteClient({
      fetcher,
      throttle: createHostThrottle({ concurrency: 8 }),
      ledger: createLedger(),
      purpose: 'browser',
      permit: { host: hostname, port: Number(port) },
      signal,
    });
    client.useRobots(mayFetch);
    return await runBrowserPass(
      {
        place: endpoint === undefined ? { kind: 'program', path: CHROMIUM } : { kind: 'endpoint', url: endpoint },
        sandbox: false,
        userAgent,
      },
      { client, origin: server.origin, urls: paths.map((path) => server.origin + path), word, signal },
    );
  } finally {
    await fetcher.close();
  }
}

/** The pages of a pass that came about. */
export function pagesOf(artifact: BrowserArtifact): readonly BrowserPage[] {
  if (!artifact.there) throw new Error(`no browser: ${artifact.why}`);
  return artifact.pages;
}

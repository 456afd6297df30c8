/** A browser looks at a few pages of a site. */

import type { BrowserAbsence, BrowserArtifact, BrowserPage } from '../model/browser.ts';
import { onAbort } from '../net/deadline.ts';
import type { SiteClient } from '../net/site-client.ts';
import type { BrowserPlace } from './find-browser.ts';
import { launchBrowser } from './launch.ts';
import { createPageNetwork, type PageNetwork } from './page-network.ts';
import { type PageProfiles, readPage } from './read-page.ts';
import { createTabs } from './tabs.ts';
import { within } from './within.ts';

export const MAX_BROWSER_PAGES = 10;
/** Of one step until a browser has its profiles. */
const OPEN_MS = 20_000;
/** Of all pictures of a scan: as text in an HTML file they take 3 MB. */
const MAX_PICTURE_BYTES = 2_200_000;

export interface BrowserPassParts {
  readonly place: BrowserPlace;
  readonly sandbox: boolean;
  readonly userAgent: string;
}

export interface BrowserPassRequest {
  readonly client: SiteClient;
  /** Of the site. */
  readonly origin: string;
  /** Addresses to look at, the most telling first; at most ten are. */
  readonly urls: readonly string[];
  /** A word of a title of the site, to search for; undefined where none is known. */
  readonly word: string | undefined;
  /** Ends the pass with what it has. */
  readonly signal: AbortSignal;
}

/**
 * Looks at the pages one after the other. The browser has a profile and a process of its own, which end with the pass or with
 * the signal. Never rejects for what a page does.
 */
export async function runBrowserPass(parts: BrowserPassParts, request: BrowserPassRequest): Promise<BrowserArtifact> {
  const { client, origin, word, signal } = request;
  const urls = request.urls.slice(0, MAX_BROWSER_PAGES);
  const network = createPageNetwork(client, origin);
  const pages: BrowserPage[] = [];
  let version = '';
  let open: OpenBrowser | undefined;
  const stopListening = onAbort(signal, () => void open?.kill());
  try {
    let isSearched = false;
    const called = new Set<string>();
    let bytes = 0;
    for (const url of urls) {
      if (signal.aborted) break;
      if (open === undefined) {
        const opened = await openBrowser(parts, network);
        if ('why' in opened) {
          if (pages.length > 0) break;
          return { there: false, why: opened.why };
        }
        open = opened;
        version = opened.version;
      }
      const read = await readPage(url, open, network, { trySearch: isSearched ? undefined : word, called });
      isSearched ||= read.search !== undefined;
      bytes += read.picture?.length ?? 0;
      pages.push(bytes > MAX_PICTURE_BYTES ? { ...read, picture: undefined } : read);
      if (!mayHoldBrowser(read)) continue;
      await open.kill();
      open = undefined;
    }
  } catch {
    // The signal ended the browser, or it crashed. The pages read before that count.
    if (!signal.aborted && pages.length === 0) return { there: false, why: 'not-started' };
  } finally {
    stopListening();
    await open?.kill();
  }
  return { there: true, version, pages, leftOut: urls.length - pages.length };
}

/** What such a page began may go on when its tab is closed, so the pages after it get a new browser. */
const mayHoldBrowser = ({ outcome, endedBy }: BrowserPage): boolean =>
  endedBy !== undefined || outcome === 'hung' || outcome === 'crashed' || outcome === 'endless';

interface OpenBrowser extends PageProfiles {
  readonly version: string;
  kill(): Promise<void>;
}

async function openBrowser(
  parts: BrowserPassParts,
  network: PageNetwork,
): Promise<OpenBrowser | { readonly why: BrowserAbsence }> {
  const launched = await launchBrowser(parts.place, parts);
  if (!launched.ok) return { why: launched.why };
  const { browser } = launched;
  const { version, kill } = browser;
  try {
    const { userAgent } = parts;
    const withScripts = await within(browser.profile({ scripts: true, userAgent }), OPEN_MS);
    const withoutScripts = await within(browser.profile({ scripts: false, userAgent }), OPEN_MS);
    for (const context of [withScripts, withoutScripts]) await within(network.install(context), OPEN_MS);
    return { version, kill, tabs: createTabs(withScripts, browser.watchDropped), withoutScripts };
  } catch {
    await kill();
    return { why: 'not-started' };
  }
}

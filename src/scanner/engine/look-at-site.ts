/** A browser looks at pages of a site that was just scanned, beside what a chat assistant receives of them. */

import { choosePages, wordToSearch } from '../browser/choose-pages.ts';
import { type LookAtPagesParts, lookAtPages } from '../browser/look-at-pages.ts';
import { MAX_BROWSER_PAGES } from '../browser/pass.ts';
import { renamed, screenOf } from '../browser/screens.ts';
import type { BrowserArtifact, LookAtSite, PageScreen, SiteLookRequest } from '../model/browser.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { ViewPage } from '../model/scan.ts';
import { renameOrigin } from '../net/fetcher.ts';
import { browserReport } from '../scoring/browser-report.ts';

interface LookAtSiteParts extends LookAtPagesParts {
  readonly viewPage: ViewPage;
  readonly onBug: OnCheckBug;
}

/** Of the browser; what the assistant receives is asked for afterwards. */
const PASS_MS = 150_000;

/** One for a process. */
export function createLookAtSite({ viewPage, onBug, ...parts }: LookAtSiteParts): LookAtSite {
  return async (request) => {
    const artifact = await lookAtChosen(parts, request);
    return { report: browserReport(artifact, onBug), screens: await screensOf(artifact, viewPage, request) };
  };
}

async function lookAtChosen(
  parts: LookAtPagesParts,
  { pages, permit, publicOrigin, signal }: SiteLookRequest,
): Promise<BrowserArtifact> {
  const outward = (url: string) =>
    publicOrigin === undefined ? url : renameOrigin(url, publicOrigin.servedBy, publicOrigin.origin);
  const [first, ...others] = choosePages(pages, MAX_BROWSER_PAGES).map(outward);
  if (first === undefined) return { there: false, why: 'no-pages' };
  const artifact = await lookAtPages(parts, {
    urls: [first, ...others],
    word: wordToSearch(pages.map(({ url }) => url)),
    permit,
    servedBy: publicOrigin?.servedBy,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PASS_MS)]),
  });
  return publicOrigin === undefined ? artifact : renamed(artifact, publicOrigin.origin, publicOrigin.servedBy);
}

/** The pictures, each beside what the chat assistant receives of the page now. */
async function screensOf(
  artifact: BrowserArtifact,
  viewPage: ViewPage,
  { permit, signal }: SiteLookRequest,
): Promise<PageScreen[]> {
  const screens: PageScreen[] = [];
  for (const page of artifact.there ? artifact.pages : []) {
    const outcome =
      page.picture === undefined || signal.aborted
        ? undefined
        : // It rejects when the time is up: the picture counts without the text.
          await viewPage({ url: page.url, reader: 'chat-assistant', permit, signal }).catch(() => undefined);
    screens.push(...screenOf(page, outcome?.ok === true ? outcome.view.text : undefined));
  }
  return screens;
}

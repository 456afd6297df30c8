/** A browser looks at pages of a site that was just scanned, for comparison with the text that a chat assistant receives. */

import { lookAtChosen } from '../browser/look-at-chosen.ts';
import { type LookAtPagesParts, lookAtPages } from '../browser/look-at-pages.ts';
import { screenOf } from '../browser/screens.ts';
import type { BrowserArtifact, LookAtSite, PageScreen, SiteLookRequest } from '../model/browser.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { ViewPage } from '../model/scan.ts';
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
    const { pages, permit, publicOrigin } = request;
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PASS_MS)]);
    const artifact = await lookAtChosen(pages, publicOrigin, (chosen) =>
      lookAtPages(parts, { ...chosen, permit, signal }),
    );
    return { report: browserReport(artifact, onBug), screens: await screensOf(artifact, viewPage, request) };
  };
}

/** The pictures, each with the text that the chat assistant receives of the page now. */
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

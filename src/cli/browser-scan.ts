/** `legible scan --browser`: what a browser of this machine shows of pages of a site while it is scanned. */

import { scannedPage } from '../scanner/browser/choose-pages.ts';
import { lookAtChosen } from '../scanner/browser/look-at-chosen.ts';
import { screenOf } from '../scanner/browser/screens.ts';
import type { BrowserArtifact, PageScreen } from '../scanner/model/browser.ts';
import type { FirstPages } from '../scanner/model/scan.ts';
import { privateHostPermit } from '../scanner/net/submitted-url.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import { browserReport } from '../scanner/scoring/browser-report.ts';
import { PageView } from '../schema/page-view.ts';
import { lookFromHere } from './browser-pass.ts';
import { browserSettings, type CallTool } from './local-engine.ts';
import { say } from './output.ts';
import { allowedPrivateHosts } from './scan-settings.ts';
import { note, type Task } from './scan-task.ts';

/** Of the whole pass. */
const DEADLINE_MS = 180_000;

/** The report with what a browser showed, or with the reason why none did: the scan itself has succeeded. */
export async function withBrowser(
  call: CallTool,
  data: ReportData,
  { look, task, isViewed }: { readonly look: Look; readonly task: Task; readonly isViewed: boolean },
  signal: AbortSignal,
): Promise<ReportData> {
  const artifact = await look.result();
  if (artifact === undefined) return data;
  const report = browserReport(artifact, (checkId, thrown) =>
    say(`legible: ${checkId} itself failed (${thrown instanceof Error ? thrown.message : String(thrown)})`),
  );
  const wantsScreens = task.settings.format === 'html' || task.settings.output?.html !== undefined || isViewed;
  return {
    ...data,
    browser: report,
    ...(wantsScreens ? { screens: await screensOf(call, artifact, task, signal) } : {}),
  };
}

/** The pictures, each next to the text that the chat assistant receives of the page now. */
async function screensOf(
  call: CallTool,
  artifact: BrowserArtifact,
  { settings: { headers, userAgent, ignoreRobots } }: Task,
  signal: AbortSignal,
): Promise<PageScreen[]> {
  const screens: PageScreen[] = [];
  for (const page of artifact.there ? artifact.pages : []) {
    signal.throwIfAborted();
    const input = { url: page.url, as: 'chat-assistant' };
    const view =
      page.picture === undefined
        ? undefined
        : await call('view_page', input, { headers, userAgent, ignoreRobots }).catch(() => undefined);
    screens.push(...screenOf(page, view === undefined ? undefined : PageView.parse(view).evidence.text));
  }
  return screens;
}

export interface Look {
  /** Begins with these pages, while the scan goes on. */
  begin(first: FirstPages): void;
  /** What came of it; undefined, after a line that says why, where there was nothing to look at. */
  result(): Promise<BrowserArtifact | undefined>;
  /** The scan has failed. */
  stop(): void;
}

/** @param task of the scan, during which the browser begins */
export function createLook(task: Task, signal: AbortSignal): Look {
  const { allowPrivate, ignoreRobots, headers, userAgent, concurrency, delay } = task.settings;
  const stopped = new AbortController();
  let looking: Promise<BrowserArtifact> | undefined;
  return {
    begin({ rootUrl, pages, publicOrigin }) {
      looking ??= lookAtChosen(pages.map(scannedPage), publicOrigin, (chosen) => {
        note(task, `a browser looks at ${pluralize(chosen.urls.length, 'page')}`);
        return lookFromHere({
          ...chosen,
          permit: privateHostPermit(new URL(rootUrl), allowedPrivateHosts(rootUrl, allowPrivate)),
          settings: browserSettings(),
          signal: AbortSignal.any([signal, stopped.signal, AbortSignal.timeout(DEADLINE_MS)]),
          ...{ ignoreRobots, headers, userAgent, concurrency, delay },
        });
      });
      // It is awaited after the scan.
      looking.catch(() => undefined);
    },
    async result() {
      const artifact = await looking;
      signal.throwIfAborted();
      if (artifact !== undefined && (artifact.there || artifact.why !== 'no-pages')) return artifact;
      note(task, 'no page was read, so a browser has none to look at');
      return undefined;
    },
    stop: () => stopped.abort(new Error('The scan has failed.')),
  };
}

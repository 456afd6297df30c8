/** Starts a browser for one pass and ends it with all that belongs to it. */

import type { Browser, BrowserContext } from 'playwright-core';
import type { BrowserAbsence } from '../model/browser.ts';
import { registerQuestions } from './ask.ts';
import { browserArguments, NOWHERE } from './browser-arguments.ts';
import { makeBrowserFolder, removeBrowserFolder } from './browser-folder.ts';
import type { BrowserPlace } from './find-browser.ts';
import { openProtocolPipe, openProtocolSocket } from './protocol.ts';
import { startProgram } from './start-program.ts';

export interface RunningBrowser {
  /** As it names itself, such as `Chromium 156.0.8078.73`. */
  readonly version: string;
  /** A profile of its own, which is thrown away when it is closed. */
  profile(options: { readonly scripts: boolean; readonly userAgent: string }): Promise<BrowserContext>;
  /** @param listener called with the bytes of each message that a page made too long to be read */
  watchDropped(listener: (bytes: number) => void): void;
  /** Ends the process, its children and its profile, whatever they are doing. */
  kill(): Promise<void>;
}

export type Launched =
  | { readonly ok: true; readonly browser: RunningBrowser }
  | { readonly ok: false; readonly why: BrowserAbsence };

/** The first screen: what most agents that look at pictures are given. */
export const VIEWPORT = { width: 1280, height: 800 };
const START_MS = 20_000;

export interface LaunchOptions {
  /** false only where the operator said so himself: some machines forbid the browser its sandbox. */
  readonly sandbox: boolean;
}

/** Never rejects: what keeps a browser from starting is a reason. */
export async function launchBrowser(place: BrowserPlace, { sandbox }: LaunchOptions): Promise<Launched> {
  if (place.kind === 'none') return { ok: false, why: place.why };
  const driver = await import('playwright-core').catch(() => undefined);
  if (driver === undefined) return { ok: false, why: 'no-driver' };
  const { chromium, selectors } = driver;
  await registerQuestions(selectors);
  let end = async () => {};
  let onDropped = (_bytes: number): void => {};
  const watchDropped: RunningBrowser['watchDropped'] = (listener) => {
    onDropped = listener;
  };
  try {
    const folder = await makeBrowserFolder();
    end = () => removeBrowserFolder(folder);
    const options = { timeout: START_MS, artifactsDir: folder };
    if (place.kind === 'endpoint') {
      const socket = await openProtocolSocket(place.url, {
        onDropped: (bytes) => onDropped(bytes),
        timeoutMs: START_MS,
      });
      const browser = await chromium.connectOverCDP(socket, options);
      const kill = () => browser.close().finally(() => removeBrowserFolder(folder));
      return { ok: true, browser: running(browser, { kill, watchDropped }) };
    }
    const program = await startProgram(place.path, browserArguments(folder, { sandbox }), folder);
    end = () => program.kill().finally(() => removeBrowserFolder(folder));
    const pipe = openProtocolPipe(program.requests, program.messages, (bytes) => onDropped(bytes));
    const browser = await chromium.connectOverCDP(pipe, options);
    return { ok: true, browser: running(browser, { kill: end, watchDropped }) };
  } catch {
    await end().catch(() => undefined);
    return { ok: false, why: 'not-started' };
  }
}

const running = (
  browser: Browser,
  { kill, watchDropped }: Pick<RunningBrowser, 'kill' | 'watchDropped'>,
): RunningBrowser => ({
  version: `Chromium ${browser.version()}`,
  profile: ({ scripts, userAgent }) =>
    browser.newContext({
      javaScriptEnabled: scripts,
      userAgent,
      viewport: VIEWPORT,
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: [],
      reducedMotion: 'reduce',
      proxy: { server: NOWHERE, bypass: '<-loopback>' },
    }),
  watchDropped,
  kill: () => kill().catch(() => undefined),
});

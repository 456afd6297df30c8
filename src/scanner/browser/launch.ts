/** Starts a browser for one pass and ends it with all that belongs to it. */

import type { Browser, BrowserContext, BrowserServer } from 'playwright-core';
import type { BrowserAbsence } from '../model/browser.ts';
import { registerQuestions } from './ask.ts';
import { makeBrowserFolder, removeBrowserFolder, withTemporaryFiles } from './browser-folder.ts';
import type { BrowserPlace } from './find-browser.ts';
import { watchMemory } from './memory-watch.ts';

export interface RunningBrowser {
  /** As it names itself, such as `Chromium 156.0.8078.73`. */
  readonly version: string;
  /** A profile of its own, which is thrown away when it is closed. */
  profile(options: { readonly scripts: boolean; readonly userAgent: string }): Promise<BrowserContext>;
  /** Ends the process, its children and its profile, whatever they are doing. */
  kill(): Promise<void>;
}

export type Launched =
  | { readonly ok: true; readonly browser: RunningBrowser }
  | { readonly ok: false; readonly why: BrowserAbsence };

/** The first screen: what most agents that look at pictures are given. */
export const VIEWPORT = { width: 1280, height: 800 };
const START_MS = 20_000;
/** No server listens there, so a request that we do not answer fails at once. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * The browser has no way to the network: every name is unknown to it and every request goes to a proxy that does not
 * exist. Requests of pages are answered by `page-network.ts`, which sends them through the scanner's own guard.
 */
const CLOSED = [
  `--proxy-server=${NOWHERE}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--disable-extensions',
  '--disable-features=DialMediaRouteProvider,MediaRouter,OptimizationHints,Translate,WebBluetooth,WebUSB',
];
/** A page may fill its own process, not the machine. */
const SMALL = ['--js-flags=--max-old-space-size=256', '--disable-gpu', '--mute-audio', '--renderer-process-limit=4'];

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
  let server: BrowserServer | undefined;
  let folder: string | undefined;
  let stopWatching = () => {};
  const end = async () => {
    stopWatching();
    await server?.kill().catch(() => undefined);
    if (folder !== undefined) await removeBrowserFolder(folder);
  };
  try {
    if (place.kind === 'endpoint') {
      const browser = await chromium.connectOverCDP(place.url, { timeout: START_MS });
      return { ok: true, browser: running(browser, () => browser.close()) };
    }
    const own = await makeBrowserFolder();
    folder = own;
    const started = await withTemporaryFiles(own, () =>
      chromium.launchServer({
        executablePath: place.path,
        headless: true,
        chromiumSandbox: sandbox,
        args: [...CLOSED, ...SMALL],
        host: '127.0.0.1',
        timeout: START_MS,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      }),
    );
    server = started;
    const { pid } = started.process();
    if (pid !== undefined) stopWatching = watchMemory(pid);
    const browser = await chromium.connect(started.wsEndpoint(), { timeout: START_MS });
    return { ok: true, browser: running(browser, end) };
  } catch {
    await end();
    return { ok: false, why: 'not-started' };
  }
}

const running = (browser: Browser, kill: () => Promise<void>): RunningBrowser => ({
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
  kill: () => kill().catch(() => undefined),
});

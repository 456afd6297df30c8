/** Which browser looks at pages: the one that the operator names, or the first that is installed. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NoBrowser } from '../model/browser.ts';

export type BrowserPlace =
  | { readonly kind: 'program'; readonly path: string }
  /** A running browser with an open DevTools address (`ws:` or `wss:`). */
  | { readonly kind: 'endpoint'; readonly url: string }
  | { readonly kind: 'none'; readonly why: NoBrowser };

/** Where Chromium and Chrome are installed by their packages on Linux, macOS and Windows. */
const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The package that drives browsers: an optional peer, so it may lack. */
function hasDriver(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright-core');
    return true;
  } catch {
    return false;
  }
}

/** Why this process can let no browser look at pages; undefined where it can. */
export function whyNoBrowser(setting: string): NoBrowser | undefined {
  const place = findBrowser(setting);
  if (place.kind === 'none') return place.why;
  return hasDriver() ? undefined : 'no-driver';
}

/**
 * @param setting `auto`, `off`, the path of a browser, or the `ws:` address of one
 * @param exists whether a file is there
 */
export function findBrowser(setting: string, exists: (path: string) => boolean = existsSync): BrowserPlace {
  if (setting === 'off') return { kind: 'none', why: 'off' };
  if (/^wss?:\/\//.test(setting)) return { kind: 'endpoint', url: setting };
  const paths = setting === 'auto' ? USUAL_PATHS : [setting];
  const path = paths.find(exists);
  return path === undefined ? { kind: 'none', why: 'no-browser' } : { kind: 'program', path };
}

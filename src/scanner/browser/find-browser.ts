/** Which browser looks at pages: the one that the operator names, or the first that is installed. */

import { existsSync } from 'node:fs';

export type BrowserPlace =
  | { readonly kind: 'program'; readonly path: string }
  /** A running browser with an open DevTools address (`ws:` or `wss:`). */
  | { readonly kind: 'endpoint'; readonly url: string }
  | { readonly kind: 'none'; readonly why: 'off' | 'no-browser' };

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

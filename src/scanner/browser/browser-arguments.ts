/** How a browser for one pass is started. */

/** No server listens there, so a request that we do not answer fails at once. */
export const NOWHERE = 'http://127.0.0.1:1';

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
  '--disable-field-trial-config',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-default-apps',
  '--disable-search-engine-choice-screen',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-pings',
  '--no-first-run',
  '--no-service-autorun',
  '--disable-extensions',
];

const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Translate',
  'WebBluetooth',
  'WebUSB',
];

/** What the driver starts its own browsers with (chromiumSwitches.ts of playwright-core 1.65), as far as pages can tell. */
const AS_DRIVEN = [
  '--allow-pre-commit-input',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-component-extensions-with-background-pages',
  '--disable-dev-shm-usage',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--enable-features=CDPScreenshotNewSurface',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--use-mock-keychain',
  '--headless',
  '--hide-scrollbars',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** A page may fill its own process, not the machine. */
const SMALL = ['--js-flags=--max-old-space-size=256', '--disable-gpu', '--mute-audio', '--renderer-process-limit=4'];

/** @param folder for its profile */
export const browserArguments = (folder: string, { sandbox }: { readonly sandbox: boolean }): string[] => [
  ...CLOSED,
  ...AS_DRIVEN,
  ...SMALL,
  ...(sandbox ? [] : ['--no-sandbox']),
  `--user-data-dir=${folder}`,
  '--remote-debugging-pipe',
  '--no-startup-window',
];

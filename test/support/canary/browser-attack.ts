/**
 * Runs in the namespace of network.ts: a real browser looks at pages that try to reach private addresses by every means that
 * scripts and markup have. Writes a BrowserCanaryReport to stdout.
 */
import { lookAtPages } from '../../../src/scanner/browser/look-at-pages.ts';
import type { BrowserPage } from '../../../src/scanner/model/browser.ts';
import { createFetcher } from '../../../src/scanner/net/fetcher.ts';
import { createHostThrottle } from '../../../src/scanner/net/host-throttle.ts';
import { CHROMIUM } from '../browser.ts';
import { listenEverywhere, touch } from './listener.ts';
import { serveNames } from './name-server.ts';

export interface BrowserCanaryReport {
  /** What the listener saw of a connection made on purpose. */
  readonly control: readonly string[];
  /** `address:port` of every connection to an address that is not public. */
  readonly hits: readonly string[];
  /** Names that were asked for, and how often. */
  readonly asked: Readonly<Record<string, number>>;
  readonly pages: readonly Pick<BrowserPage, 'url' | 'outcome' | 'refused'>[];
}

const PRIVATE = ['127.0.0.1', '10.0.0.1:8080', '169.254.169.254', '[::1]', '192.168.0.1:3000'];
const LOOK_MS = 120_000;
const PASS_ORIGIN = 'http://browser.site.test';

const markup = PRIVATE.map(
  (
    host,
  ) => `<img src="http://${host}/a.png"><link rel="preconnect" href="http://${host}"><link rel="stylesheet" href="http://${host}/a.css">
<iframe src="http://${host}/"></iframe><object data="http://${host}/o"></object><video src="http://${host}/v"></video><link rel="prefetch" href="http://${host}/p">`,
).join('');
const script = `
const hosts = ${JSON.stringify([...PRIVATE, 'fetch.inner.test', 'mixed.test'])};
for (const host of hosts) {
  fetch('http://' + host + '/f', { mode: 'no-cors' }).catch(() => {});
  fetch('http://' + host + '/f', { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {});
  navigator.sendBeacon('http://' + host + '/b', 'x');
  try { new WebSocket('ws://' + host + '/w'); } catch {}
  try { new EventSource('http://' + host + '/e'); } catch {}
  try { new Worker(URL.createObjectURL(new Blob(['fetch("http://' + host + '/worker")']))); } catch {}
  window.open('http://' + host + '/window');
  import('http://' + host + '/m.js').catch(() => {});
}
try {
  const iceServers = [{ urls: 'stun:stun.inner.test:8080' }, { urls: 'turn:10.0.0.1:8080?transport=tcp', username: 'a', credential: 'b' }];
  const peer = new RTCPeerConnection({ iceServers });
  peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
} catch {}
const form = document.createElement('form');
form.action = 'http://127.0.0.1/form'; form.method = 'post'; form.target = '_blank'; document.body.append(form); form.submit();`;
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="dns-prefetch" href="//prefetch.inner.test"></head><body><h1>${title}</h1><p>Some text of the page.</p>${body}</body></html>`;
const PAGES: Readonly<Record<string, string>> = {
  '/': page('Markup', markup),
  '/scripts': page('Scripts', `<script>${script}</script>`),
  '/leaves': page('Leaves', `<script>setTimeout(() => { location.href = 'http://10.0.0.1:8080/left'; }, 100)</script>`),
  '/rebinds': page(
    'Rebinds',
    `<script>let n = 0; setInterval(() => fetch('http://after2-browser.rebind.test/' + n++, { mode: 'no-cors' }).catch(() => {}), 200)</script>`,
  ),
  '/named': page(
    'Named',
    '<iframe src="http://frame.inner.test/"></iframe><img src="http://cname-image.inner.test/a.png">',
  ),
};
const REDIRECTS: Readonly<Record<string, string>> = {
  '/moved': 'http://127.0.0.1/',
  '/moved-by-name': 'http://moved.inner.test/',
};

const canary = await listenEverywhere((request, response) => {
  response.on('error', () => undefined);
  response.setHeader('connection', 'close');
  const [path = '/'] = (request.url ?? '/').split('?', 1);
  const location = REDIRECTS[path];
  if (location !== undefined) return void response.writeHead(302, { location }).end();
  const body = PAGES[path];
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? '');
});
await touch('10.1.2.3', 80);
const control = canary.takeHits();
const names = await serveNames({ ipv6: false });
const userAgent = 'LegibleBot/0 (canary)';
const fetcher = createFetcher({ userAgent });
const artifact = await lookAtPages(
  {
    ...{ fetcher, userAgent, sandbox: false, throttle: createHostThrottle({ concurrency: 8 }) },
    place: { kind: 'program', path: CHROMIUM },
  },
  {
    urls: [
      `${PASS_ORIGIN}/`,
      ...[...Object.keys(PAGES), ...Object.keys(REDIRECTS)].slice(1).map((path) => PASS_ORIGIN + path),
    ],
    permit: undefined,
    signal: AbortSignal.timeout(LOOK_MS),
  },
);
const report: BrowserCanaryReport = {
  control,
  hits: canary.takeHits(),
  asked: Object.fromEntries(names.asked),
  pages: (artifact.there ? artifact.pages : []).map(({ url, outcome, refused }) => ({ url, outcome, refused })),
};
await fetcher.close();
await canary.close();
names.close();
process.stdout.write(JSON.stringify(report), () => process.exit(0));

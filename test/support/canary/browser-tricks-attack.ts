/** Runs in the namespace of network.ts: a real browser looks at the pages of browser-tricks.ts. Writes a TricksReport to stdout. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtPages } from '../../../src/scanner/browser/look-at-pages.ts';
import type { BrowserPage } from '../../../src/scanner/model/browser.ts';
import { createFetcher } from '../../../src/scanner/net/fetcher.ts';
import { createHostThrottle } from '../../../src/scanner/net/host-throttle.ts';
import { CHROMIUM } from '../browser.ts';
import { TRICK_PATHS, TRICKS } from './browser-tricks.ts';
import { listenEverywhere, touch } from './listener.ts';
import { serveNames } from './name-server.ts';

export interface TricksReport {
  /** What the listeners saw of a connection and of a datagram made on purpose. */
  readonly control: readonly string[];
  /** Connections and datagrams to addresses that are not public. */
  readonly hits: readonly string[];
  /** Requests that carried a body, or had another method than GET, HEAD and OPTIONS. */
  readonly sent: readonly string[];
  readonly asked: Readonly<Record<string, number>>;
  readonly pages: readonly (Pick<BrowserPage, 'url' | 'finalUrl' | 'outcome' | 'inSight'> & {
    readonly kept: number;
  })[];
  /** Files and folders that are left where a browser could have saved something. */
  readonly left: readonly string[];
  readonly ms: number;
}

const ORIGIN = 'http://tricks.site.test';
const LOOK_MS = 240_000;
/** Of STUN, of QUIC, and of names of the local network. */
const UDP_PORTS = [443, 3478, 5353, 8080, 8443, 19302];

const hits: string[] = [];
const datagrams = UDP_PORTS.map((port) => {
  const socket = createSocket('udp4');
  socket.on('message', () => hits.push(`udp ${port}`));
  socket.bind(port);
  return socket;
});
await Promise.all(datagrams.map((socket) => once(socket, 'listening')));

const sent: string[] = [];
const canary = await listenEverywhere((request, response) => {
  response.on('error', () => undefined);
  response.setHeader('connection', 'close');
  const { method = '', url = '/', headers } = request;
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (!isSafe || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    sent.push(`${method} ${headers.host}${url}`);
  const { status = 200, headers: more, body } = TRICKS[url.split('?', 1)[0] ?? '/'] ?? { status: 404, body: '' };
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...more }).end(body);
});
await touch('10.1.2.3', 80);
const probe = createSocket('udp4');
await new Promise((done) => probe.send('x', 3478, '10.1.2.3', done));
await new Promise((done) => setTimeout(done, 100));
probe.close();
const control = [...canary.takeHits(), ...hits.splice(0)];

const temporary = mkdtempSync(join(tmpdir(), 'legible-tricks-'));
process.env.TMPDIR = temporary;
/** Where browsers save by default; others may write there too, so only what the pages save counts. */
const PLACES = [homedir(), join(homedir(), 'Downloads'), process.cwd()];
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const listed = (): string[] => [
  ...PLACES.flatMap((place) => namesIn(place).filter((name) => /saved|crdownload/i.test(name))),
  ...namesIn(temporary),
];
const before = new Set(listed());
const names = await serveNames({ ipv6: false });
const userAgent = 'LegibleBot/0 (canary)';
const fetcher = createFetcher({ userAgent });
const startedAt = performance.now();
const pages: TricksReport['pages'][number][] = [];
// A pass takes ten pages.
for (let at = 0; at < TRICK_PATHS.length; at += 6) {
  const [first = '', ...others] = TRICK_PATHS.slice(at, at + 6).map((path) => ORIGIN + path);
  const artifact = await lookAtPages(
    {
      ...{ fetcher, userAgent, sandbox: false, throttle: createHostThrottle({ concurrency: 8 }) },
      place: { kind: 'program', path: CHROMIUM },
    },
    { urls: [first, ...others], permit: undefined, signal: AbortSignal.timeout(LOOK_MS) },
  );
  for (const { picture: _, ...seen } of artifact.there ? artifact.pages : []) {
    const { url, finalUrl, outcome, inSight } = seen;
    pages.push({ url, finalUrl, outcome, inSight, kept: JSON.stringify(seen).length });
  }
}
const report: TricksReport = {
  control,
  hits: [...canary.takeHits(), ...hits],
  sent,
  asked: Object.fromEntries(names.asked),
  pages,
  left: listed().filter((path) => !before.has(path)),
  ms: performance.now() - startedAt,
};
await fetcher.close();
await canary.close();
for (const socket of datagrams) socket.close();
names.close();
process.stdout.write(JSON.stringify(report), () => process.exit(0));

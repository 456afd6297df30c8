/** Requests that offer a protocol other than HTTP, to a listener that supports WebSocket too. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, it } from 'node:test';
import { createHttpApp, freePort, type HttpServer, listen } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';

let server: HttpServer;
let port: number;
const taken: string[] = [];
before(async () => {
  port = await freePort('127.0.0.1');
  const app = createHttpApp({ baseUrl: `http://127.0.0.1:${port}`, log: createLog('error') });
  app.get('/seen', ({ req }) => Object.fromEntries(req.headers));
  app.post('/echo', ({ req }) => req.text());
  server = await listen(app, {
    host: '127.0.0.1',
    port,
    middleware: [],
    onUpgrade(request, socket) {
      taken.push(request.url ?? '');
      socket.destroy();
    },
  });
});
after(() => server.close());

/** Sends pieces, a moment apart, and answers what came back until the connection was closed. */
const exchange = (...pieces: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const [at, piece] of pieces.entries()) setTimeout(() => socket.write(piece), at * 50);
    });
    socket.setTimeout(5000, () => socket.destroy(new Error(`no end after ${JSON.stringify(said)}`)));
    socket.on('data', (chunk) => {
      said += String(chunk);
    });
    socket.once('error', reject).once('close', () => resolve(said));
  });

const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n';
const LAST = 'GET /seen HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

it('an offer of HTTP/2 is ignored, and the connection goes on', async () => {
  const said = await exchange(`GET /seen HTTP/1.1\r\nHost: x\r\nX-Kept: yes\r\n${OFFER}\r\n`, LAST);
  const [first = '', second = ''] = said.split(/(?<=\})HTTP/);
  assert.match(first, /^HTTP\/1\.1 200 /);
  assert.match(first, /"x-kept":"yes"/);
  assert.doesNotMatch(first, /upgrade|http2-settings/i);
  assert.match(second, /^\/1\.1 200 /);
});

it('the body of such a request is read, also when it comes later', async () => {
  const head = `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n${OFFER}\r\n`;
  for (const pieces of [[`${head}0123456789${LAST}`], [head, '01234', `56789${LAST}`]]) {
    const said = await exchange(...pieces);
    assert.match(said, /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n0123456789HTTP\/1\.1 200 /);
  }
});

it('an offer of several is ignored too, and a WebSocket is not', async () => {
  assert.match(
    await exchange(`GET /seen HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: foo/1, h2c\r\n\r\n`),
    /^HTTP\/1\.1 200 /,
  );
  assert.deepEqual(taken, []);
  await exchange('GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n');
  assert.deepEqual(taken, ['/socket']);
});

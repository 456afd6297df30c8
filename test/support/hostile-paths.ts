/** The ways in which a site can misbehave, by path; hostile-server.ts serves them. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as zlib from 'node:zlib';

const TEXT = 'The quick brown fox jumps over the lazy dog. ';
const MEGABYTE = 1024 * 1024;
export const HELLO = TEXT.repeat(20);

/** 300 MB of zeros. Made on first use. */
const bombs = new Map<string, Promise<Buffer>>();
function bomb(coding: 'gzip' | 'br'): Promise<Buffer> {
  const made = bombs.get(coding) ?? makeBomb(coding);
  bombs.set(coding, made);
  return made;
}
async function makeBomb(coding: 'gzip' | 'br'): Promise<Buffer> {
  const compressor =
    coding === 'gzip'
      ? zlib.createGzip({ level: 1 })
      : zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });
  const compressed = buffer(compressor);
  const zeros = Buffer.alloc(MEGABYTE);
  for (let written = 0; written < 300; written += 1) {
    if (!compressor.write(zeros)) await once(compressor, 'drain');
  }
  compressor.end();
  return compressed;
}

const encoded = (response: ServerResponse, coding: string, body: Buffer): void => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': coding }).end(body);
};
const raw = (response: ServerResponse, text: string): void => {
  response.socket?.end(text);
};
/** Writes until the client goes away, no faster than it reads. */
function flood(response: ServerResponse, chunk: Buffer): void {
  const pump = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pump);
  pump();
}
function drip(response: ServerResponse, text: string): void {
  const timer = setInterval(() => response.write(text), 10);
  response.on('close', () => clearInterval(timer));
}

type Handler = (response: ServerResponse, request: IncomingMessage, body: string) => unknown;

export const HOSTILE_PATHS: Readonly<Record<string, Handler>> = {
  '/ok': (response) => response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end(HELLO),
  '/empty': (response) => response.writeHead(204).end(),
  '/echo': (response, { method, headers }, body) => response.end(JSON.stringify({ method, headers, body })),
  '/cookies': (response) =>
    response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], link: ['<a>', '<b>'], vary: 'accept' }).end(),
  '/not-modified-with-length': (response) => response.writeHead(304, { 'content-length': 500, etag: '"a"' }).end(),
  '/many-headers': (response) => {
    for (let count = 0; count < 150; count += 1) response.setHeader(`x-${count}`, 'v');
    response.end();
  },
  '/long-header': (response) => response.writeHead(200, { 'x-long': 'v'.repeat(10_000) }).end(),

  '/hang-headers': () => {},
  '/hang-body': (response) => response.writeHead(200, { 'content-length': '1000' }).write('<p>'),
  '/drip': (response) => drip(response, '<!-- x -->'),
  '/drip-headers': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => response.socket?.write('x: y\r\n'), 10);
    response.socket?.on('close', () => clearInterval(timer));
  },
  '/early-hints': (response) => {
    const timer = setInterval(() => response.writeEarlyHints({ link: '</style.css>; rel=preload' }), 10);
    response.on('close', () => clearInterval(timer));
  },
  '/endless': (response) => flood(response, Buffer.alloc(64 * 1024, 'x')),
  '/big': (response) => {
    response.writeHead(200, { 'content-length': String(100 * MEGABYTE) });
    return flood(response, Buffer.alloc(64 * 1024, 'x'));
  },
  '/single-bytes': async (response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders();
    const socket = response.socket;
    const chunks = Buffer.from('1\r\nx\r\n'.repeat(50_000));
    for (let sent = 0; sent < 10 && socket?.writable; sent += 1) {
      if (!socket.write(chunks)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
    socket?.end('0\r\n\r\n');
  },

  '/gzip': (response) => encoded(response, 'gzip', zlib.gzipSync(HELLO)),
  '/br': (response) => encoded(response, 'br', zlib.brotliCompressSync(HELLO)),
  '/deflate': (response) => encoded(response, 'deflate', zlib.deflateSync(HELLO)),
  '/raw-deflate': (response) => encoded(response, 'deflate', zlib.deflateRawSync(HELLO)),
  '/x-gzip': (response) => encoded(response, 'X-GZIP', zlib.gzipSync(HELLO)),
  '/deflate-in-br': (response) => encoded(response, 'deflate, br', zlib.brotliCompressSync(zlib.deflateRawSync(HELLO))),
  // A frame with one raw block (RFC 8878), made by hand: Node 20 cannot compress to zstd.
  '/zstd': (response) => encoded(response, 'zstd', Buffer.from('28b52ffd200a51000068656c6c6f207a737464', 'hex')),
  '/three-codings': (response) => encoded(response, 'gzip, gzip, gzip', Buffer.from(HELLO)),
  '/unknown-coding': (response) => encoded(response, 'rot13', Buffer.from(HELLO)),
  '/charset-as-coding': (response) => encoded(response, 'utf-8', Buffer.from(HELLO)),
  '/unknown-and-gzip': (response) => encoded(response, 'gzip, rot13', Buffer.from(HELLO)),
  '/wrong-compress': (response) => encoded(response, 'compress', Buffer.from(HELLO)),
  '/broken-gzip': (response) => encoded(response, 'gzip', Buffer.from([0x1f, 0x8b, 8, 0, 255, 1, 2, 3, 4, 5, 6, 7])),
  '/wrong-gzip': (response) => encoded(response, 'gzip', Buffer.from(HELLO)),
  '/wrong-br': (response) => encoded(response, 'br', Buffer.from(HELLO)),
  '/wrong-deflate': (response) => encoded(response, 'deflate', Buffer.from(HELLO)),
  '/truncated-gzip': (response) => encoded(response, 'gzip', zlib.gzipSync(HELLO).subarray(0, -12)),
  '/truncated-br': (response) => encoded(response, 'br', zlib.brotliCompressSync(HELLO).subarray(0, -4)),
  '/empty-gzip': (response) => encoded(response, 'gzip', Buffer.alloc(0)),
  '/empty-br': (response) => encoded(response, 'br', Buffer.alloc(0)),
  '/empty-deflate': (response) => encoded(response, 'deflate', Buffer.alloc(0)),
  '/gzip-bomb': async (response) => encoded(response, 'gzip', await bomb('gzip')),
  '/br-bomb': async (response) => encoded(response, 'br', await bomb('br')),
  '/nested-bomb': async (response) => encoded(response, 'gzip, gzip', zlib.gzipSync(await bomb('gzip'))),
  // Stored blocks of length 0: bytes on the wire that decode to nothing.
  '/swallowing': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(Buffer.from('1f8b08000000000000ff', 'hex'));
    return flood(response, Buffer.from('000000ffff'.repeat(13_000), 'hex'));
  },

  '/loop': (response) => response.writeHead(302, { location: '/pool' }).end(),
  '/pool': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/hanging-redirect': (response) => response.writeHead(302, { location: '/ok' }).write('wait'),
  '/endless-redirect': (response) => {
    response.writeHead(302, { location: '/ok' });
    return flood(response, Buffer.alloc(64 * 1024));
  },
  '/two-locations': (response) =>
    raw(response, 'HTTP/1.1 302 Found\r\nlocation: /ok\r\nlocation: /echo\r\ncontent-length: 0\r\n\r\n'),
  '/no-location': (response) => response.writeHead(302).end('nowhere'),
  '/location-tab': (response) => raw(response, 'HTTP/1.1 302 Found\r\nlocation: /o\tk\r\ncontent-length: 0\r\n\r\n'),
  '/location-control': (response) =>
    raw(response, 'HTTP/1.1 302 Found\r\nlocation: /o\u0001k\r\ncontent-length: 0\r\n\r\n'),
  '/location-utf8': (response) => raw(response, 'HTTP/1.1 302 Found\r\nlocation: /é\r\ncontent-length: 0\r\n\r\n'),

  '/reset-headers': (response) => response.socket?.resetAndDestroy(),
  '/reset-body': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('<p>', () => response.socket?.resetAndDestroy());
  },
  '/short-body': (response) => raw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n<p>'),
  '/cut-chunk': (response) => raw(response, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
  '/broken-chunk': (response) =>
    raw(response, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n'),
  '/garbage': (response) => raw(response, 'SSH-2.0-OpenSSH_9.6\r\nnot http at all\r\n'),
  '/silence': (response) => raw(response, ''),
  '/huge-headers': (response) => raw(response, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(MEGABYTE)}\r\n\r\n`),
  '/upgrade': (response) =>
    raw(response, 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
};

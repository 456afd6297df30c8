/** The gateway among answers and requests that are almost HTTP, or that hide their privacy. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { gatewaysOfTests, rawAnswer } from '../../support/raw-http.ts';

const HTML = '<main><h1>Ferry</h1><p>It leaves at nine.</p></main>';
const MARKDOWN = '# Ferry\n\nIt leaves at nine.\n';
const PAGE = `Content-Type: text/html\r\nContent-Length: ${HTML.length}\r\n`;
const CHUNKS = `Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n`;
const CHUNKED = `${HTML.length.toString(16)}\r\n${HTML}\r\n0\r\n`;
const AS_MARKDOWN = 'Accept: text/markdown\r\n';

const { atEnd, before, listening, rawSite, site, close } = gatewaysOfTests();
after(close);

const get = (fields = '', path = '/', version = '1.1'): string =>
  `GET ${path} HTTP/${version}\r\nHost: a\r\n${fields}Connection: close\r\n\r\n`;

/** What a client gets through a gateway before a target that writes these bytes. */
async function through(answer: string, asked = get()): Promise<string> {
  const { url } = await before(await rawSite(answer));
  return rawAnswer(url, asked);
}

const bodyOf = (answer: string): string => answer.slice(answer.lastIndexOf('\r\n\r\n') + 4);

describe('interim answers', () => {
  const hinted = (hints: string): string =>
    `HTTP/1.1 103 Early Hints\r\n${hints}\r\nHTTP/1.1 200 OK\r\n${PAGE}\r\n${HTML}`;
  const rows: [name: string, hints: string][] = [
    ['two fields of links', 'Link: </a>; rel=preload\r\nLink: </b>; rel=preload\r\n'],
    [
      'a list of links with quoted parameters',
      'Link: </a>; rel="preload"; imagesizes="50vw, 9px", </b>; rel=preload\r\n',
    ],
    ['a link that is none', 'Link: none\r\n'],
    ['another field', "Content-Security-Policy: default-src 'self'\r\n"],
  ];
  for (const [name, hints] of rows)
    it(`with ${name} pass as they are`, async () => {
      const answer = await through(hinted(hints));
      assert.ok(answer.startsWith(`HTTP/1.1 103 Early Hints\r\n${hints}\r\nHTTP/1.1 200 OK\r\n`), answer);
      assert.match(await through(hinted(hints), get(AS_MARKDOWN)), /^HTTP\/1\.1 200 [\s\S]*# Ferry/);
    });

  it('lose what frames a message or makes it private', async () => {
    const answer = await through(hinted('Link: </a>\r\nSet-Cookie: a=b\r\nKeep-Alive: timeout=9\r\n'));
    assert.match(answer, /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a>\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('never reach a client of HTTP/1.0', async () => {
    assert.match(await through(hinted('Link: </a>\r\n'), get('', '/', '1.0')), /^HTTP\/1\.1 200 /);
  });

  it('without end are given up: 502', async () => {
    const endless = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000);
    const answer = await through(endless);
    assert.match(answer, /HTTP\/1\.1 502 /);
    assert.ok(answer.split(' 103 ').length < 50);
  });
});

describe('trailers', () => {
  it('that no field announces pass, but none that frames a message or makes it private', async () => {
    const plain = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n';
    assert.match(await through(`${plain}X-Sum: 7\r\n\r\n`), /0\r\nX-Sum: 7\r\n\r\n$/);
    assert.match(await through(`${plain}Set-Cookie: a=b\r\nX-Sum: 7\r\n\r\n`), /0\r\nX-Sum: 7\r\n\r\n$/);
  });

  it('of a request reach the target', async () => {
    let sum: string | undefined;
    const { url } = await before(
      await site((incoming, response) => {
        incoming.resume().once('end', () => {
          sum = incoming.trailers['x-sum'];
          response.end('ok');
        });
      }),
    );
    await rawAnswer(
      url,
      'POST / HTTP/1.1\r\nHost: a\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n',
    );
    assert.equal(sum, '7');
  });

  const announced = `HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\n${CHUNKS}\r\n${CHUNKED}X-Sum: 1\r\n\r\n`;
  it('that are announced do not keep a page from being Markdown', async () => {
    const answer = await through(announced, get(AS_MARKDOWN));
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal(bodyOf(answer), MARKDOWN);
  });

  const without: [name: string, answer: string, asked: string, status: number][] = [
    ['HTTP/1.0', announced, get('', '/', '1.0'), 200],
    ['HEAD', announced.slice(0, announced.indexOf('\r\n\r\n') + 4), get().replace('GET', 'HEAD'), 200],
    ['a body with a length', `HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\n${PAGE}\r\n${HTML}`, get(), 200],
    ['304', 'HTTP/1.1 304 Not Modified\r\nTrailer: X-Sum\r\n\r\n', get(), 304],
  ];
  for (const [name, answer, asked, status] of without)
    it(`that are announced for ${name} are left out, and the answer passes`, async () => {
      const got = await through(answer, asked);
      assert.match(got, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.doesNotMatch(got, /trailer/i);
    });
});

describe('an answer that is almost HTTP', () => {
  it('with a control character in its reason passes without the reason, and the gateway lives', async () => {
    const { url } = await before(await rawSite(`HTTP/1.1 200 a\x01b\r\n${PAGE}\r\n${HTML}`));
    for (const fields of ['', AS_MARKDOWN, ''])
      assert.match(await rawAnswer(url, get(fields)), /^HTTP\/1\.1 (?:200|50\d) /);
  });

  for (const coding of ['gzip, chunked', 'gzip', 'identity'])
    for (const fields of ['', AS_MARKDOWN])
      it(`in the transfer coding ${coding} is 502 to ${fields || 'all'}, since its body could not be read`, async () => {
        const answer = await through(
          `HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
          get(fields),
        );
        assert.match(answer, /^HTTP\/1\.1 502 Bad Gateway\r\n/);
      });

  it('with status 999 passes; asked for as Markdown it is 502', async () => {
    const nope = `HTTP/1.1 999 Nope\r\n${PAGE}\r\n${HTML}`;
    assert.match(await through(nope), /^HTTP\/1\.1 999 Nope\r\n/);
    assert.match(await through(nope, get(AS_MARKDOWN)), /^HTTP\/1\.1 502 Bad Gateway\r\n/);
  });

  it('that switches protocols unasked is 502', async () => {
    const switched = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello';
    for (const fields of ['', AS_MARKDOWN]) assert.match(await through(switched, get(fields)), /^HTTP\/1\.1 502 /);
  });

  it('with a second answer behind it: no other client gets that', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngoodHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
        ),
      );
      atEnd(() => socket.destroy());
    });
    atEnd(() => server.close());
    const { url } = await before(await listening(server));
    for (const _ of [1, 2, 3]) assert.equal(bodyOf(await rawAnswer(url, get())), 'good');
  });
});

describe('a private answer that hides it', () => {
  const MANY = 'X:\r\n'.repeat(2500);
  const rows: [name: string, fields: string][] = [
    ['Set-Cookie behind 2,500 other fields', `${MANY}Set-Cookie: session=1\r\n`],
    ['semicolons in Cache-Control', 'Cache-Control: max-age=0; private\r\n'],
    ['blanks in Cache-Control', 'Cache-Control: no-cache no-store\r\n'],
    ['the second of two Cache-Control', 'Cache-Control: public\r\nCACHE-CONTROL: Private\r\n'],
    ['a Cache-Control that Connection names', 'Connection: cache-control\r\nCache-Control: private\r\n'],
    ['a second type', 'Content-Type: application/json\r\n'],
  ];
  for (const [name, fields] of rows)
    it(`${name}: stays HTML`, async () => {
      const answer = await through(`HTTP/1.1 200 OK\r\n${fields}${PAGE}\r\n${HTML}`, get(AS_MARKDOWN));
      assert.equal(bodyOf(answer), HTML);
      assert.doesNotMatch(answer, /text\/markdown/);
    });

  for (const [name, coding, body] of [
    ['twice packed', 'gzip, gzip', gzipSync(gzipSync(HTML))],
    ['packed, under another name', 'br', gzipSync(HTML)],
    ['packed and cut', 'gzip', gzipSync(HTML).subarray(0, 20)],
  ] as const)
    it(`${name}: passes byte for byte`, async () => {
      const bytes = body.toString('latin1');
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n`;
      assert.equal(bodyOf(await through(`${head}\r\n${bytes}`, get(AS_MARKDOWN))), bytes);
    });
});

describe('a request that hides what it is', () => {
  const echo: RequestListener = ({ rawHeaders }, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(rawHeaders.join('\n'));
  };

  it('with the names of forwarding in underscores, or a proxy for CGI, loses them, from a proxy too', async () => {
    for (const trustsClients of [false, true]) {
      const { url } = await before(await site(echo), { trustsClients });
      const got = await rawAnswer(
        url,
        get(
          'X_Forwarded_For: 6.6.6.6\r\nX-Forwarded_Proto: evil\r\nX_REAL_IP: 6.6.6.6\r\nProxy: evil\r\nX_Own: kept\r\n',
        ),
      );
      assert.doesNotMatch(got, /6\.6\.6\.6|evil/);
      assert.match(got, /X_Own\nkept/);
    }
  });

  const refused: [name: string, bytes: string, status: number][] = [
    [
      'chunks behind another coding',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      501,
    ],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a path in Host', 'GET / HTTP/1.1\r\nHost: a/b?\r\n\r\n', 400],
    ['credentials in Host', 'GET / HTTP/1.1\r\nHost: b@a\r\n\r\n', 400],
    ['a list in Host', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n', 400],
    [
      'a WebSocket with a body',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n\r\nhello',
      400,
    ],
    [
      'a WebSocket by POST with chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a WebSocket of two hosts',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      400,
    ],
  ];
  for (const [name, bytes, status] of refused)
    it(`${name}: ${status}, and the target sees nothing`, async () => {
      let seen = 0;
      const { url } = await before(
        await site((_, response) => {
          seen += 1;
          response.end();
        }),
      );
      assert.match(await rawAnswer(url, bytes), new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(seen, 0);
    });

  it('with credentials behind 2,500 other fields is private', async () => {
    const asked = get(`${AS_MARKDOWN}${'X:\r\n'.repeat(2500)}Authorization: Secret\r\n`);
    assert.equal(bodyOf(await through(`HTTP/1.1 200 OK\r\n${PAGE}\r\n${HTML}`, asked)), HTML);
  });

  it('at an address in Markdown takes nothing from who has signed in', async () => {
    const { url } = await before(
      await site(({ headers, url: path }, response) => {
        const user = headers['x-auth-request-user'] ?? headers['client-cert'] ?? headers.cookie ?? 'Public';
        response
          .writeHead(path === '/x' ? 200 : 404, { 'content-type': 'text/html' })
          .end(`<main><h1>${user}</h1></main>`);
      }),
    );
    for (const field of ['X-Auth-Request-User: anna', 'Client-Cert: :anna=:', 'Cookie: _ga=anna'])
      assert.equal(bodyOf(await rawAnswer(url, get(`${field}\r\n`, '/x.md'))), '# Public\n');
  });
});

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Gateway } from '../../../src/middleware/gateway/gateway.ts';
import { gatewaysOfTests, rawAnswer } from '../../support/raw-http.ts';

const HTML =
  '<!doctype html><meta charset="utf-8"><title>Ferry</title><main><h1>Ferry</h1><p>It leaves at nine.</p></main>';
const MARKDOWN = '# Ferry\n\nIt leaves at nine.\n';
const markdown = { accept: 'text/markdown' };
const page = { 'content-type': 'text/html' };

const { atEnd, before, listening, rawSite, site, close } = gatewaysOfTests();
after(close);

const echo: RequestListener = (incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { method, url, rawHeaders, headers } = incoming;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, rawHeaders, headers, body: Buffer.concat(chunks).toString() }));
  });
};
interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** With fields that fetch does not let its users set. */
function ask(gateway: Gateway, path: string, headers: Record<string, string>, body?: string): Promise<Echo> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    // Of an address as text it would change the path.
    const { hostname, port } = new URL(gateway.url);
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('the gateway', () => {
  it('passes HTML unchanged with further fields, and answers Markdown', async () => {
    const gateway = await before(
      await site((incoming, response) => {
        if (incoming.url === '/ferry') response.writeHead(200, { ...page, ETag: '"a"' }).end(HTML);
        else response.writeHead(404, page).end('<h1>None</h1>');
      }),
    );
    const html = await fetch(`${gateway.url}/ferry`);
    assert.equal(await html.text(), HTML);
    assert.deepEqual([html.headers.get('etag'), html.headers.get('vary')], ['"a"', 'Accept']);
    assert.equal(await (await fetch(`${gateway.url}/ferry`, { headers: markdown })).text(), MARKDOWN);
    assert.equal(await (await fetch(`${gateway.url}/ferry.md`)).text(), MARKDOWN);
    assert.equal((await fetch(`${gateway.url}/none.md`)).status, 404);
  });

  it('passes method, path, Host, fields and body, and writes what it knows of the client', async () => {
    const gateway = await before(await site(echo));
    const got = await ask(gateway, '/a//b/%2e?x=%00', { host: 'www.example.com', 'X-Own': 'kept' }, 'body');
    assert.deepEqual([got.method, got.url, got.body], ['POST', '/a//b/%2e?x=%00', 'body']);
    assert.equal(got.headers.host, 'www.example.com');
    assert.equal(got.headers['x-own'], 'kept');
    assert.equal(got.headers['x-forwarded-for'], '127.0.0.1');
    assert.equal(got.headers['x-forwarded-proto'], 'http');
    assert.equal(got.headers['x-forwarded-host'], 'www.example.com');
  });

  it('drops the forwarding fields of clients, and keeps them with trustsClients', async () => {
    const target = await site(echo);
    const claims = {
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
      'x-real-ip': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
    };
    const wary = await ask(await before(target), '/', claims);
    assert.deepEqual(
      Object.keys(claims).map((name) => wary.headers[name]),
      ['127.0.0.1', 'http', undefined, undefined, undefined],
    );
    const trusting = await ask(await before(target, { trustsClients: true }), '/', claims);
    assert.deepEqual(
      Object.keys(claims).map((name) => trusting.headers[name]),
      ['10.0.0.1, 127.0.0.1', 'https', '443', '10.0.0.1', 'for=10.0.0.1'],
    );
  });

  it('drops fields of one connection, and those that Connection names, but none that decides about privacy', async () => {
    const gateway = await before(await site(echo));
    const got = await ask(gateway, '/', {
      connection: 'keep-alive, x-hop, cookie, x-forwarded-for',
      'x-hop': '1',
      cookie: 'session=1',
      te: 'gzip',
      'proxy-connection': 'close',
      'proxy-authorization': 'Basic a',
    });
    for (const name of ['x-hop', 'te', 'proxy-connection', 'proxy-authorization']) {
      assert.equal(got.headers[name], undefined, name);
    }
    assert.equal(got.headers.cookie, 'session=1');
    assert.equal(got.headers['x-forwarded-for'], '127.0.0.1');
  });

  it('passes fields that repeat, interim answers and trailers', async () => {
    const gateway = await before(
      await site((_, response) => {
        response.writeEarlyHints({ link: '</a.css>; rel=preload' });
        response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Trailer', 'X-Sum']);
        response.write('body');
        response.addTrailers({ 'X-Sum': '7' });
        response.end();
      }),
    );
    const answer = await rawAnswer(gateway.url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>; rel=preload\r\n/);
    assert.match(answer, /Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n/);
    assert.match(answer, /\r\n4\r\nbody\r\n0\r\nX-Sum: 7\r\n\r\n$/);
  });

  it('passes events as they are written', async () => {
    const gateway = await before(
      await site((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: first\n\n');
      }),
    );
    const answer = await fetch(gateway.url);
    const reader = answer.body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'data: first\n\n');
    await reader?.cancel();
  });

  it('switches to WebSocket and passes bytes both ways', async () => {
    const target = createServer();
    target.on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Own: 1\r\n\r\n');
      socket.on('data', (bytes: Buffer) => socket.end(`echo ${bytes}`));
    });
    atEnd(() => target.close());
    const gateway = await before(await listening(target));
    const ask = 'GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello';
    const answer = await rawAnswer(gateway.url, ask);
    assert.match(answer, /^HTTP\/1\.1 101 [\s\S]*X-Own: 1\r\n[\s\S]*\r\n\r\necho hello$/);
  });

  it('a refused WebSocket gets the refusal, and bytes behind it are no request', async () => {
    const seen: string[] = [];
    const gateway = await before(
      await site((incoming, response) => {
        seen.push(incoming.url ?? '');
        response.writeHead(403).end('no');
      }),
    );
    const upgrade = 'GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const answer = await rawAnswer(gateway.url, `${upgrade}GET /secret HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 403 /);
    assert.deepEqual(seen, ['/live']);
  });

  it('a request for another protocol is answered in its own', async () => {
    const gateway = await before(await site(echo));
    const fields = 'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
    const answer = await rawAnswer(gateway.url, `GET /x HTTP/1.1\r\n${fields}\r\nGET /y HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.doesNotMatch(answer, /h2c|"\/y"|101/);
    assert.match(
      await rawAnswer(gateway.url, `POST /x HTTP/1.1\r\n${fields}Content-Length: 1\r\n\r\na`),
      /^HTTP\/1\.1 400 /,
    );
  });
});

describe('a target that does not answer well', () => {
  it('is down: 502', async () => {
    const server = createTcpServer();
    const target = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const gateway = await before(target);
    for (const headers of [{}, markdown]) assert.equal((await fetch(gateway.url, { headers })).status, 502);
  });

  it('is slow: 504', async () => {
    const gateway = await before(await site(() => {}), { answerTimeoutMs: 100 });
    for (const headers of [{}, markdown]) assert.equal((await fetch(gateway.url, { headers })).status, 504);
  });

  it('stops in a body: the answer breaks off', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n';
    for (const target of [await rawSite(`${head}part`), await rawSite(`${head}part`, 'wait')]) {
      const gateway = await before(target, { idleTimeoutMs: 200 });
      await assert.rejects(fetch(gateway.url).then((answer) => answer.text()));
      const converted = await fetch(gateway.url, { headers: markdown }).catch(() => undefined);
      assert.ok(converted === undefined || converted.status >= 500);
    }
  });

  it('leads back to the gateway: 508', async () => {
    const server = createTcpServer();
    const { port } = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const gateway = await before(new URL(`http://127.0.0.1:${port}`), { port: Number(port) });
    assert.equal((await fetch(gateway.url)).status, 508);
  });

  const broken: [name: string, bytes: string][] = [
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['a field without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['a NUL in a field', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
    ['nothing', ''],
  ];
  for (const [name, bytes] of broken)
    it(`sends ${name}: 502`, async () => {
      const gateway = await before(await rawSite(bytes));
      for (const headers of [{}, markdown]) assert.equal((await fetch(gateway.url, { headers })).status, 502);
    });

  it('sends broken chunks: the answer breaks off', async () => {
    const gateway = await before(
      await rawSite(
        'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n',
      ),
    );
    await assert.rejects(fetch(gateway.url).then((answer) => answer.text()));
  });

  it('closed a kept connection: a GET is sent again', async () => {
    let connections = 0;
    const server = createTcpServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      let isFirst = true;
      socket.on('data', () => {
        if (isFirst) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.resetAndDestroy();
        isFirst = false;
      });
    });
    atEnd(() => server.close());
    const gateway = await before(await listening(server));
    for (const _ of [1, 2]) assert.equal(await (await fetch(gateway.url)).text(), 'ok');
    assert.equal(connections, 2);
  });
});

/** Fields of the published attacks on caches: none is in a key of HTTP caches by itself. */
const POISON = [
  ...[
    'x-forwarded-host',
    'x-forwarded-scheme',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-prefix',
    'x-host',
  ],
  ...[
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x-forwarded-server',
    'forwarded',
    'origin',
    'referer',
  ],
  ...['user-agent', 'x-theme', 'accept-language', 'x-amz-website-redirect-location', 'true-client-ip'],
];
const ask200 = async (gateway: Gateway, headers: Record<string, string>): Promise<string> =>
  (await fetch(`${gateway.url}/poison`, { headers })).text();

describe('a client that means harm', () => {
  const smuggled = 'GET /secret HTTP/1.1\r\nHost: a\r\n\r\n';
  const rows: [name: string, bytes: string][] = [
    [
      'CL.TE',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 41\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'TE.CL',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n26\r\n${smuggled}\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 38\r\n\r\n${smuggled}`],
    ['a length with a sign', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +38\r\n\r\n${smuggled}`],
    ['a list of lengths', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 38, 0\r\n\r\n${smuggled}`],
    ['an unknown coding', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'chunked before another coding',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a blank before the colon',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk length that is none',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${smuggled}`,
    ],
    [
      'a folded length',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nX: y\r\n Content-Length: 38\r\n\r\n${smuggled}`.replace(
        'X: y\r\n',
        'Transfer-Encoding:\r\n',
      ),
    ],
    ['a folded coding', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0x\r\n\r\n${smuggled}`],
    ['bare line feeds', 'GET / HTTP/1.1\nHost: a\nX: y\n\nGET /secret HTTP/1.1\nHost: a\n\n'],
    [
      'a chunk that ends with a bare line feed',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk extension with a bare line feed',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;x\n\r\na\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two hosts', 'GET /secret HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['no host', 'GET /secret HTTP/1.1\r\n\r\n'],
    ['a NUL in the path', 'GET /secret\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a field that ends with a bare CR', 'GET / HTTP/1.1\r\nHost: a\r\nX: y\rGET /secret HTTP/1.1\r\n\r\n'],
    ['64 KB of Accept', `GET /secret HTTP/1.1\r\nHost: a\r\nAccept: ${'a'.repeat(65_536)}\r\n\r\n`],
  ];
  for (const [name, bytes] of rows)
    it(`${name}: the target sees no second request`, async () => {
      const seen: string[] = [];
      const gateway = await before(
        await site((incoming, response) => {
          seen.push(incoming.url ?? '');
          response.end('ok');
        }),
      );
      await rawAnswer(gateway.url, bytes);
      assert.ok(!seen.includes('/secret'), `${seen}`);
    });

  it('paths reach the target as they were sent, or not at all', async () => {
    const gateway = await before(await site(echo));
    for (const path of [
      '/a/../secret',
      '/%2e%2e/secret',
      '//evil.example/x',
      '/a;b=c',
      '/a%00',
      '/%5c..%5c',
      '/a?b?c#',
    ]) {
      const answer = await rawAnswer(gateway.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      const seen = /"url":"((?:[^"\\]|\\.)*)"/.exec(answer)?.[1];
      assert.ok(seen === path || (seen === undefined && / 400 /.test(answer)), `${path} became ${seen}`);
    }
  });

  it('fields that poison caches shape no answer to another reader', async () => {
    const gateway = await before(
      await site(({ headers }, response) => {
        // A careless site: it writes fields into pages that have one entity tag.
        if (headers['if-none-match'] === '"same"') return response.writeHead(304, { etag: '"same"' }).end();
        const echoed = POISON.map((name) => `<p>${name} ${headers[name] ?? 'none'}</p>`).join('');
        response.writeHead(200, { ...page, etag: '"same"' }).end(`<main><h1>Page</h1>${echoed}</main>`);
      }),
    );
    for (const name of POISON) {
      const bad = await ask200(gateway, { ...markdown, [name]: 'evil.example' });
      const good = await ask200(gateway, markdown);
      assert.doesNotMatch(good, /evil/, `${name}: ${bad}`);
    }
  });

  it('each Host gets the answer that the site has for it', async () => {
    const gateway = await before(
      await site((incoming, response) => {
        response.writeHead(200, page).end(`<main><h1>${incoming.headers.host}</h1></main>`);
      }),
    );
    const answers = await Promise.all(
      ['a.example', 'b.example', 'a.example'].map((host) =>
        rawAnswer(
          gateway.url,
          `GET /x HTTP/1.1\r\nHost: ${host}\r\nAccept: text/markdown\r\nConnection: close\r\n\r\n`,
        ),
      ),
    );
    assert.deepEqual(
      answers.map((answer) => answer.split('\r\n\r\n')[1]),
      ['# a.example\n', '# b.example\n', '# a.example\n'],
    );
  });

  it('the crawl for llms.txt comes as the public does, by the scheme of the origin', async () => {
    const gateway = await before(
      await site(({ headers, url }, response) => {
        if (url !== '/') response.writeHead(404, page).end('none');
        // As systems do whose address is https.
        else if (headers['x-forwarded-proto'] !== 'https')
          response.writeHead(301, { location: 'https://www.example.com/' }).end();
        else response.writeHead(200, page).end(HTML);
      }),
      { origin: 'https://www.example.com' },
    );
    const asked = (path: string): Promise<string> =>
      rawAnswer(
        gateway.url,
        `GET ${path} HTTP/1.1\r\nHost: www.example.com\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`,
      );
    assert.match(await asked('/'), / 301 /, 'a client is not believed');
    assert.match(await asked('/llms.txt'), / 200 [\s\S]*\[Ferry\]\(https:\/\/www\.example\.com\/index\.md\)/);
  });

  it('an absolute target is sent by its path alone', async () => {
    const gateway = await before(await site(echo));
    const answer = await rawAnswer(
      gateway.url,
      'GET http://other.example/x?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    assert.match(answer, /"url":"\/x\?y"/);
  });
});

describe('the port of the operator', () => {
  it('reports liveness, whether the target answers, and counts of answers', async () => {
    const probe = createTcpServer();
    const { port } = await listening(probe);
    await new Promise((resolve) => probe.close(resolve));
    const server = createServer((incoming, response) => {
      if (incoming.url === '/none') response.writeHead(404).end();
      else response.writeHead(200, page).end(HTML);
    });
    const gateway = await before(await listening(server), { operatorPort: Number(port) });
    const operator = async (path: string): Promise<[number, string]> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.text()];
    };
    for (const headers of [markdown, markdown, {}]) await (await fetch(`${gateway.url}/x`, { headers })).text();
    await (await fetch(`${gateway.url}/none`)).text();
    // The gateway's answer may reach its reader before the server's finish event.
    await delay(50);
    const [, metrics] = await operator('/metrics');
    for (const [answer, status, count] of [
      ['markdown', '2xx', 2],
      ['html', '2xx', 1],
      ['other', '4xx', 1],
    ])
      assert.ok(metrics.includes(`requests_total{answer="${answer}",status="${status}"} ${count}\n`), metrics);
    assert.deepEqual(
      [await operator('/healthz'), await operator('/readyz')],
      [
        [200, 'ok\n'],
        [200, 'ok\n'],
      ],
    );
    assert.equal((await operator('/other'))[0], 404);
    assert.equal((await fetch(`${gateway.url}/healthz`)).status, 200);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    assert.equal((await operator('/readyz'))[0], 503);
  });
});

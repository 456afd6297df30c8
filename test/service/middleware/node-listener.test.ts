import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { agentReadyListener } from '../../../src/middleware/node-listener.ts';

const HTML =
  '<!doctype html><meta charset="utf-8"><title>Ferry</title><main><h1>Ferry</h1><p>It leaves at nine.</p></main>';
const MARKDOWN = '# Ferry\n\nIt leaves at nine.\n';
const ALTERNATE = '</ferry.md>; rel="alternate"; type="text/markdown"';
const markdown = { accept: 'text/markdown' };

const servers: ReturnType<typeof createServer>[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(agentReadyListener(listener));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The ways in which servers write their fields. */
const writers: Record<string, RequestListener> = {
  setHeader(_, response) {
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('Vary', 'Accept-Encoding');
    response.end(HTML);
  },
  'writeHead with an object'(_, response) {
    response.writeHead(200, { 'content-type': 'text/html', Vary: ['Accept-Encoding'] }).end(HTML);
  },
  'writeHead with a reason and a list'(_, response) {
    response.writeHead(200, 'Fine', ['Content-Type', 'text/html', 'Vary', 'Accept-Encoding']).end(HTML);
  },
  'both, with parts of a body'(_, response) {
    response.setHeader('Vary', 'Accept-Encoding');
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.write(HTML.slice(0, 30));
    setImmediate(() => response.end(HTML.slice(30)));
  },
  'a list behind setHeader'(_, response) {
    response.setHeader('Vary', 'Accept-Encoding');
    response.writeHead(200, ['Content-Type', 'text/html']).end(HTML);
  },
};

describe('a listener behind the middleware', () => {
  for (const [name, listener] of Object.entries(writers)) {
    it(`${name}: HTML has its bytes and further fields`, async () => {
      const origin = await serve(listener);
      const answer = await fetch(`${origin}/ferry`);
      assert.equal(await answer.text(), HTML);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding, Accept');
      assert.equal(answer.headers.get('link'), ALTERNATE);
      if (name.includes('reason')) assert.equal(answer.statusText, 'Fine');
    });

    it(`${name}: Markdown is answered to GET and HEAD`, async () => {
      const origin = await serve(listener);
      const answer = await fetch(`${origin}/ferry`, { headers: markdown });
      assert.equal(await answer.text(), MARKDOWN);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding, Accept');
      const head = await fetch(`${origin}/ferry`, { headers: markdown, method: 'HEAD' });
      assert.equal(head.headers.get('content-length'), String(MARKDOWN.length));
      assert.equal(await head.text(), '');
      const etag = answer.headers.get('etag') ?? '';
      const held = await fetch(`${origin}/ferry`, { headers: { ...markdown, 'if-none-match': etag } });
      assert.equal(held.status, 304);
    });
  }

  it('the page is found from its address in Markdown, by a request of its own with the address of the client', async () => {
    const seen: (string | undefined)[] = [];
    const origin = await serve((incoming, response) => {
      seen.push(`${incoming.url} ${incoming.headers.cookie ?? ''} ${incoming.socket.remoteAddress}`);
      if (incoming.url === '/ferry') response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
      else response.writeHead(404).end('none');
    });
    const answer = await fetch(`${origin}/ferry.md`, { headers: { cookie: 'session=1' } });
    assert.equal(await answer.text(), MARKDOWN);
    assert.deepEqual(seen, ['/ferry.md session=1 127.0.0.1', '/ferry  127.0.0.1']);
    assert.equal(await (await fetch(`${origin}/other.md`)).text(), 'none');
  });

  it('a body of POST reaches the listener, which alone answers', async () => {
    const origin = await serve((incoming, response) => {
      response.setHeader('content-type', 'text/html');
      incoming.pipe(response);
    });
    const answer = await fetch(`${origin}/ferry.md`, { method: 'POST', body: HTML, headers: markdown });
    assert.equal(await answer.text(), HTML);
    assert.equal(answer.headers.get('vary'), null);
  });

  it('a stream that asks for room gets it, and passes 5 MB whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'listener-'));
    const file = join(folder, 'large.html');
    writeFileSync(file, Buffer.alloc(12_000_000, '<p>word</p>'));
    try {
      const origin = await serve((_, response) => {
        response.setHeader('content-type', 'text/html');
        createReadStream(file).pipe(response);
      });
      const answer = await fetch(`${origin}/ferry`, { headers: markdown });
      assert.equal(answer.headers.get('content-type'), 'text/html');
      assert.equal((await answer.arrayBuffer()).byteLength, 12_000_000);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('events arrive as they are written', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
    });
    for (const headers of [{}, markdown]) {
      const answer = await fetch(`${origin}/ferry`, { headers });
      const reader = answer.body?.getReader();
      assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'data: first\n\n');
      await reader?.cancel();
    }
  });

  it('a listener that throws or breaks off fails that request alone', async () => {
    const origin = await serve((incoming, response) => {
      if (incoming.url === '/throws') throw new Error('fault');
      response.setHeader('content-type', 'text/html');
      if (incoming.url === '/breaks') {
        response.write(HTML.slice(0, 30));
        setTimeout(() => response.destroy(), 20);
      } else response.end(HTML);
    });
    assert.equal((await fetch(`${origin}/throws`, { headers: markdown })).status, 500);
    assert.equal((await fetch(`${origin}/breaks`, { headers: markdown })).status, 500);
    assert.equal(await (await fetch(`${origin}/ferry`, { headers: markdown })).text(), MARKDOWN);
  });

  it('a client that leaves ends the request of the listener', async () => {
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const origin = await serve((_, response) => {
      response.once('close', ended);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<h1>');
    });
    const client = request(`${origin}/ferry`, { headers: markdown });
    client.on('error', () => {});
    client.end();
    setTimeout(() => client.destroy(), 100);
    await end;
  });

  it('interim answers, fields that repeat and an empty answer pass', async () => {
    const origin = await serve((incoming, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(incoming.url === '/empty' ? 204 : 200, { 'content-type': 'text/html' }).end(HTML);
    });
    const answer = await fetch(`${origin}/ferry`, { headers: markdown });
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.equal(await answer.text(), HTML);
    assert.equal((await fetch(`${origin}/empty`, { headers: markdown })).status, 204);
  });
});

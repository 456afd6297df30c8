/** Large and long answers through the gateway, its end, and many users at once. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gatewaysOfTests } from '../../support/raw-http.ts';

const markdown = { accept: 'text/markdown' };
const page = { 'content-type': 'text/html' };

const { atEnd, before, site, close } = gatewaysOfTests();
after(close);

describe('large and long', () => {
  it('passes 300 MB in either direction without holding them', async () => {
    const size = 300 * 1024 * 1024;
    const part = Buffer.alloc(1024 * 1024, 'a');
    const target = await site((incoming, response) => {
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      incoming.on('end', () => {
        response.writeHead(200, { 'content-type': 'text/html', 'x-bytes': String(bytes) });
        const send = (left: number): void => {
          if (left === 0) response.end();
          else if (response.write(part)) setImmediate(send, left - part.length);
          else response.once('drain', () => send(left - part.length));
        };
        send(size);
      });
    });
    const child = fork('test/support/gateway-process.ts', [target.href], { execArgv: ['--import', 'tsx'] });
    atEnd(() => child.kill());
    const [url] = (await once(child, 'message')) as [string];
    const memory = async (): Promise<number> => {
      child.send('memory');
      return (await once(child, 'message'))[0];
    };
    const before = await memory();
    const parts = async function* () {
      for (let sent = 0; sent < size; sent += part.length) yield part;
    };
    const count = async (answer: Response): Promise<number> => {
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
      return bytes;
    };
    const uploaded = await fetch(url, {
      method: 'POST',
      body: Readable.from(parts()),
      duplex: 'half',
      // The types of the web do not know what Node's fetch takes and asks for.
    } as unknown as RequestInit);
    assert.equal(uploaded.headers.get('x-bytes'), String(size));
    assert.equal(await count(uploaded), size);
    assert.equal(await count(await fetch(url, { headers: markdown })), size);
    const held = (await memory()) - before;
    assert.ok(held < 150 * 1024 * 1024, `${Math.round(held / 1024 / 1024)} MB`);
  });

  it('closes when running requests have ended', async () => {
    const gateway = await before(
      await site((_, response) => {
        response.write('begun ');
        setTimeout(() => response.end('ended'), 300);
      }),
    );
    const running = fetch(gateway.url).then((answer) => answer.text());
    await delay(100);
    const closing = gateway.close(5000);
    await assert.rejects(fetch(gateway.url));
    assert.equal(await running, 'begun ended');
    await closing;
  });

  it('closes what does not end in time', async () => {
    const gateway = await before(await site((_, response) => void response.write('begun')));
    const running = fetch(gateway.url).then((answer) => answer.text());
    running.catch(() => {});
    await delay(100);
    await gateway.close(100);
    await assert.rejects(running);
  });

  it('1,000 concurrent requests of ten users: each gets a page of its own user', async () => {
    const gateway = await before(
      await site((incoming, response) => {
        const user = /user=(\d)/.exec(incoming.headers.cookie ?? '')?.[1];
        response.writeHead(200, page).end(`<main><h1>${user === undefined ? 'Public' : `Secret ${user}`}</h1></main>`);
      }),
    );
    await Promise.all(
      Array.from({ length: 1000 }, async (_, at) => {
        const user = at % 3 === 0 ? undefined : String(at % 10);
        const headers = {
          accept: at % 2 === 0 ? 'text/markdown' : 'text/html',
          ...(user && { cookie: `user=${user}` }),
        };
        const text = await (await fetch(`${gateway.url}/x`, { headers })).text();
        assert.match(text, user === undefined ? /Public/ : new RegExp(`<h1>Secret ${user}<`));
      }),
    );
  });
});

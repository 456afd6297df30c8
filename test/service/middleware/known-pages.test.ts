/** Pages with an entity tag behind the gateway: it asks whether they have changed, and answers what it knows of them. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { startGateway } from '../../../src/middleware/gateway/gateway.ts';

const markdown = { accept: 'text/markdown' };
const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

interface Page {
  title: string;
  etag: string;
  /** Further fields of a 304. */
  confirming: Record<string, string>;
}

/** A gateway before a site of one page: its address, the page, and the requests that the site has had. */
async function gatewayWith(further: Record<string, string> = {}) {
  const page: Page = { title: 'One', etag: '"1"', confirming: {} };
  const seen: IncomingHttpHeaders[] = [];
  const listener: RequestListener = ({ headers, method }, response) => {
    seen.push({ ...headers, ':method': method });
    if (headers['if-none-match'] === page.etag) {
      response.writeHead(304, { ETag: page.etag, ...page.confirming }).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html', ETag: page.etag, ...further });
    response.end(`<main><h1>${page.title}</h1><p>Text.</p></main>`);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has such an address.
  const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const gateway = await startGateway({ target, host: '127.0.0.1', port: 0, trustsClients: false });
  const stopSite = (): void => {
    server.closeAllConnections();
    server.close();
  };
  cleanups.push(stopSite, () => gateway.close(0));
  const get = (headers: Record<string, string> = markdown, method = 'GET'): Promise<Response> =>
    fetch(`${gateway.url}/guide`, { headers, method });
  return { page, seen, get, stopSite };
}

/** All but the date and the headers of the connection. */
const fieldsOf = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));

describe('a page with an entity tag', () => {
  it('is read once; the answer after a 304 is the same to the byte, for GET and HEAD', async () => {
    const { seen, get } = await gatewayWith({ 'Cache-Control': 'max-age=60', Vary: 'Accept-Encoding' });
    const first = await get();
    const [second, third, head] = [await get(), await get(), await get(markdown, 'HEAD')];
    assert.deepEqual(
      seen.map((headers) => [headers[':method'], headers['if-none-match'], headers['accept-encoding']]),
      [undefined, '"1"', '"1"', '"1"'].map((tag) => ['GET', tag, 'identity']),
    );
    for (const answer of [second, third, head]) assert.deepEqual(fieldsOf(answer.headers), fieldsOf(first.headers));
    assert.deepEqual(
      [await first.text(), await second.text(), await third.text(), await head.text()],
      ['# One\n\nText.\n', '# One\n\nText.\n', '# One\n\nText.\n', ''],
    );
  });

  it('a reader that holds the Markdown gets 304, and its validators never reach the site', async () => {
    const { seen, get } = await gatewayWith();
    const etag = (await get()).headers.get('etag') ?? '';
    for (let round = 0; round < 2; round += 1) {
      // Node's fetch sends Cache-Control with it.
      const held = await get({ ...markdown, 'if-none-match': etag, 'if-modified-since': new Date().toUTCString() });
      assert.deepEqual([held.status, held.headers.get('etag'), await held.text()], [304, etag, '']);
      assert.equal(held.headers.get('content-length'), null);
    }
    assert.deepEqual(
      seen.slice(1).map((headers) => [headers['if-none-match'], headers['if-modified-since']]),
      [
        ['"1"', undefined],
        ['"1"', undefined],
      ],
    );
    assert.equal((await get({ ...markdown, 'if-none-match': '"1"' })).status, 200);
  });

  it('that has changed is converted from the answer that says so', async () => {
    const { page, seen, get } = await gatewayWith();
    await (await get()).text();
    Object.assign(page, { title: 'Two', etag: '"2"' });
    assert.equal(await (await get()).text(), '# Two\n\nText.\n');
    assert.equal(await (await get()).text(), '# Two\n\nText.\n');
    assert.deepEqual(
      seen.map((headers) => headers['if-none-match']),
      [undefined, '"1"', '"2"'],
    );
  });

  it('that a 304 calls private, or confirms under another tag, is asked for whole', async () => {
    for (const confirming of [{ 'Cache-Control': 'private' }, { 'Set-Cookie': 'a=1' }, { ETag: '"other"' }]) {
      const { page, seen, get } = await gatewayWith();
      await (await get()).text();
      await (await get()).text();
      page.confirming = confirming;
      await (await get()).text();
      assert.deepEqual(
        seen.map((headers) => headers['if-none-match']),
        [undefined, '"1"', '"1"', undefined],
      );
    }
  });

  it('fields that a 304 changes are those of the answer', async () => {
    const { page, get } = await gatewayWith({ 'Cache-Control': 'max-age=60' });
    await (await get()).text();
    for (const seconds of [61, 62, 62]) {
      page.confirming = { 'Cache-Control': `max-age=${seconds}`, Date: `Sun, 01 Mar 2026 09:00:${seconds - 50} GMT` };
      const { headers } = await get();
      assert.deepEqual(
        [headers.get('cache-control'), headers.get('date')],
        [`max-age=${seconds}`, page.confirming.Date],
      );
    }
  });

  it('of a site that is down is not answered from memory', async () => {
    const { get, stopSite } = await gatewayWith();
    await (await get()).text();
    stopSite();
    assert.equal((await get()).status, 502);
  });
});

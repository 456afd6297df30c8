import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentReady, type Handler } from '../../../src/middleware/agent-ready.ts';

const htmlOf = (title: string): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>Text.</p></main>`;
const ask = (headers: Record<string, string> = {}, url = 'https://www.example.com/guide'): Request =>
  new Request(url, { headers: { accept: 'text/markdown', ...headers } });

/** A site with a page of this title and tag, which may say something else in a 304. */
function siteOf(page: { title: string; etag: string }, further: Record<string, string> = {}, of304 = {}) {
  const statuses: number[] = [];
  const handler: Handler = ({ headers }) => {
    const isHeld = headers.get('if-none-match') === page.etag;
    statuses.push(isHeld ? 304 : 200);
    if (isHeld) return new Response(null, { status: 304, headers: { etag: page.etag, ...of304 } });
    const fields = { 'content-type': 'text/html', etag: page.etag, ...further };
    return new Response(htmlOf(page.title), { headers: fields });
  };
  return { handler, statuses };
}

describe('a page with an entity tag', () => {
  it('is read once, and after that the site says that it has not changed', async () => {
    const { handler, statuses } = siteOf(
      { title: 'One', etag: '"1"' },
      { 'last-modified': 'Sun, 01 Mar 2026 09:00:00 GMT' },
    );
    const ready = agentReady();
    const [first, second] = [await ready(ask(), handler), await ready(ask(), handler)];
    assert.deepEqual(statuses, [200, 304]);
    assert.deepEqual([...second.headers], [...first.headers]);
    assert.equal(await second.text(), await first.text());
  });

  it('is converted again when it has another one', async () => {
    const page = { title: 'One', etag: '"1"' };
    const { handler, statuses } = siteOf(page);
    const ready = agentReady();
    await ready(ask(), handler);
    Object.assign(page, { title: 'Two', etag: '"2"' });
    assert.match(await (await ready(ask(), handler)).text(), /^# Two/);
    await ready(ask(), handler);
    assert.deepEqual(statuses, [200, 200, 304]);
  });

  it('of another host or query is another page', async () => {
    const { handler, statuses } = siteOf({ title: 'One', etag: '"1"' });
    const ready = agentReady();
    for (const url of ['https://a.example/guide', 'https://b.example/guide', 'https://a.example/guide?x=1'])
      await ready(ask({}, url), handler);
    assert.deepEqual(statuses, [200, 200, 200]);
  });

  it('that varies by a field is asked for whole where that field differs', async () => {
    const { handler, statuses } = siteOf({ title: 'One', etag: '"1"' }, { vary: 'Accept-Language, Cookie' });
    const ready = agentReady();
    for (const language of ['en', 'de', 'de']) await ready(ask({ 'accept-language': language }), handler);
    assert.deepEqual(statuses, [200, 200, 304]);
  });

  it('is asked for whole where a 304 says that it is private now, or confirms another tag', async () => {
    for (const of304 of [
      { 'cache-control': 'private' },
      { 'set-cookie': 'a=b' },
      { 'cache-control': 'no-transform' },
      { vary: '*' },
      { etag: '"other"' },
    ]) {
      const { handler, statuses } = siteOf({ title: 'One', etag: '"1"' }, {}, of304);
      const ready = agentReady();
      await ready(ask(), handler);
      await (await ready(ask(), handler)).text();
      assert.deepEqual(statuses, [200, 304, 200], JSON.stringify(of304));
    }
  });

  it('asked for with another field is asked for whole, named in Vary or not', async () => {
    const { handler, statuses } = siteOf({ title: 'One', etag: '"1"' });
    const ready = agentReady();
    for (const theme of ['a', 'b', 'b']) await ready(ask({ 'x-theme': theme }), handler);
    assert.deepEqual(statuses, [200, 200, 304]);
  });

  it('is shared by readers whose requests came another way', async () => {
    const { handler, statuses } = siteOf({ title: 'One', etag: '"1"' });
    const ready = agentReady();
    for (const client of ['10.0.0.1', '10.0.0.2']) await ready(ask({ 'x-forwarded-for': client }), handler);
    assert.deepEqual(statuses, [200, 304]);
  });

  it('gets the fields that a 304 changes', async () => {
    const { handler } = siteOf(
      { title: 'One', etag: '"1"' },
      { 'cache-control': 'max-age=1' },
      { 'cache-control': 'max-age=9' },
    );
    const ready = agentReady();
    await ready(ask(), handler);
    assert.equal((await ready(ask(), handler)).headers.get('cache-control'), 'max-age=9');
  });

  it('that is no tag, or overlong, is not sent back', async () => {
    for (const etag of ['one', '"a b"', `"${'a'.repeat(300)}"`]) {
      const { handler, statuses } = siteOf({ title: 'One', etag });
      const ready = agentReady();
      for (const _ of [1, 2]) await ready(ask(), handler);
      assert.deepEqual(statuses, [200, 200]);
    }
  });

  it('is never sent for a reader with a session', async () => {
    const { handler } = siteOf({ title: 'One', etag: '"1"' });
    const ready = agentReady();
    await ready(ask(), handler);
    await ready(ask({ cookie: 'session=1' }), (request) => {
      assert.equal(request.headers.get('if-none-match'), null);
      return handler(request);
    });
  });

  it('without the memory for its Markdown is asked for whole', async () => {
    const { handler, statuses } = siteOf({ title: 'One', etag: '"1"' });
    const ready = agentReady({ cacheBytes: 0 });
    for (const _ of [1, 2]) await ready(ask(), handler);
    assert.deepEqual(statuses, [200, 200]);
  });
});

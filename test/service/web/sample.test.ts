import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });

describe('the sample report', () => {
  it('is linked from the home page with its picture', async () => {
    const home = await (await get('/')).text();
    assert.match(home, /<a href="\/sample"><img src="\/assets\/sample\.png\?v=/);
    const shown = await get(/\/assets\/sample\.png\?v=[\w-]+/.exec(home)?.[0] ?? '');
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png']);
    const picture = await get('/sample/card.png');
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.match(picture.headers.get('cache-control') ?? '', /^public/);
  });

  it('shows a whole report that leads nowhere that is missing', async () => {
    const text = await (await get('/sample')).text();
    for (const id of ['fixes', 'readers', 'categories', 'checks', 'pages']) assert.ok(text.includes(`id="${id}"`), id);
    const links = new Set(Array.from(text.matchAll(/ href="(\/[^"#?]*)/g), ([, path = '']) => path));
    for (const path of links) assert.notEqual((await get(path)).status, 404, path);
  });

  it('is Markdown for those who ask for it', async () => {
    for (const reply of [await get('/sample.md'), await get('/sample', { accept: 'text/markdown' })]) {
      assert.match(reply.headers.get('content-type') ?? '', /^text\/markdown/);
      assert.match(await reply.text(), /^# www\.elm-pottery\.example$[\s\S]+show no price/m);
    }
  });
});

/** 10,000 mixed requests of ten users through the gateway, to a site that is careless: one tag for all forms of a page. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Gateway, startGateway } from '../../src/middleware/gateway/gateway.ts';

const REQUESTS = 10_000;
const CONCURRENT = 50;
const USERS = Array.from({ length: 10 }, (_, at) => `user-${at}-${'abcdefghij'[at]?.repeat(8)}`);
const PATHS = [
  '/',
  '/account',
  '/orders/1',
  '/orders/1.md',
  '/index.md',
  '/account.md',
  '/guide',
  '/llms.txt',
  '/sitemap.xml',
];

/** What it shows depends on a cookie, on Authorization, and on a field that no Vary names. */
function pageFor(user: string | undefined, theme: string | undefined): string {
  const who = user === undefined ? 'Everybody' : `Secret of ${user}`;
  return `<!doctype html><title>${who}</title><main><h1>${who}</h1><p>Theme ${theme ?? 'none'}.</p><a href="/account">Account</a> <a href="/orders/1">Order</a></main>`;
}

for (const anonymousIsPublic of [false, true]) {
  describe(`ten users${anonymousIsPublic ? ', --anonymous-is-public' : ''}`, () => {
    let gateway: Gateway;
    const server = createServer(({ headers, url = '' }, response) => {
      const user = /session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? headers.authorization?.slice('Bearer '.length);
      if (url.endsWith('.md') || url.endsWith('.txt') || url.endsWith('.xml'))
        return response.writeHead(404).end('none');
      if (headers['if-none-match'] === '"same"') return response.writeHead(304, { etag: '"same"' }).end();
      const session = url === '/guide' && user === undefined ? { 'set-cookie': 'session=new' } : {};
      response.writeHead(200, { 'content-type': 'text/html', etag: '"same"', ...session });
      response.end(pageFor(user, headers['x-theme']?.toString()));
    });
    before(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      // A TCP server has such an address.
      const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      gateway = await startGateway({
        ...{ target, host: '127.0.0.1', port: 0, trustsClients: false, anonymousIsPublic },
        origin: 'https://www.example.com',
      });
    });
    after(async () => {
      await gateway.close(0);
      server.closeAllConnections();
      server.close();
    });

    it(`no answer of ${REQUESTS} holds data of another user or another theme`, async () => {
      let converted = 0;
      let next = 0;
      const work = async (): Promise<void> => {
        for (let at = next++; at < REQUESTS; at = next++) {
          const user = at % 3 === 0 ? undefined : USERS[(at * 7) % USERS.length];
          const theme = at % 5 === 0 ? `theme${at % 4}` : undefined;
          const path = PATHS[(at * 5) % PATHS.length] ?? '/';
          const headers: Record<string, string> = { accept: at % 2 === 0 ? 'text/markdown' : 'text/html' };
          if (user !== undefined && at % 2 === 0) headers.cookie = `_ga=1; session=${user}`;
          if (user !== undefined && at % 2 === 1) headers.authorization = `Bearer ${user}`;
          if (theme !== undefined) headers['x-theme'] = theme;
          const answer = await fetch(gateway.url + path, { headers });
          const text = await answer.text();
          const isMarkdown = answer.headers.get('content-type')?.startsWith('text/markdown') === true;
          if (isMarkdown) converted += 1;
          for (const other of USERS) if (other !== user) assert.ok(!text.includes(other), `${at} ${path}`);
          if (isMarkdown) assert.ok(!text.includes('Secret'), `${at} ${path}`);
          const shown = /Theme (\w+)/.exec(text)?.[1];
          if (shown !== undefined && answer.status === 200) assert.equal(shown, theme ?? 'none', `${at} ${path}`);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT }, work));
      assert.ok(converted > REQUESTS / 10, `${converted} were converted`);
    });
  });
}

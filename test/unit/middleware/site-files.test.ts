import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { agentReady, type Handler } from '../../../src/middleware/agent-ready.ts';

const ORIGIN = 'https://www.example.com';
const page = (title: string, links: readonly string[], head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>This is the text about ${title}, which is long enough.</p>${links.map((href) => `<a href="${href}">Read on</a>`).join(' ')}</main></body></html>`;

const PAGES: Readonly<Record<string, string>> = {
  '/': page(
    'Ferry [Lines] & Co',
    [
      '/times',
      '/prices/',
      '/noindex',
      '/copy',
      '/closed',
      '/old',
      '/times?sort=1',
      '/logout',
      '//other.example/x',
      '/set',
    ],
    '<meta name="description" content="Boats to the islands &lt;b> all year.">',
  ),
  '/times': page('Times', ['/deep']),
  '/deep': page('Deep', ['/']),
  '/prices/': page('Prices', []),
  '/noindex': page('Hidden', [], '<meta name="robots" content="noindex">'),
  '/copy': page('Copy', [], '<link rel="canonical" href="/times">'),
  '/closed': page('Closed', []),
  '/moved': page('Moved', []),
  '/set': page('Set', []),
  '/secret': page('Shared by a secret address', []),
  '/logout': page('Bye', []),
};

function site(asked: Request[] = []): Handler {
  return (request) => {
    asked.push(request);
    const { pathname } = new URL(request.url);
    if (pathname === '/robots.txt') return new Response('User-agent: *\nDisallow: /closed\n');
    if (pathname === '/old') return new Response(null, { status: 301, headers: { location: '/moved' } });
    const html = PAGES[pathname];
    if (html === undefined) return new Response('none', { status: 404 });
    const cookie = pathname === '/set' ? { 'set-cookie': 'a=b' } : {};
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...cookie } });
  };
}

const ask = (path: string, headers: Record<string, string> = {}, origin = ORIGIN, method = 'GET'): Request =>
  new Request(origin + path, { headers, method });

describe('files of the site', () => {
  it('list the pages that links lead to from the home page, and no other', async () => {
    const answer = await agentReady({ origin: ORIGIN })(ask('/sitemap.xml'), site());
    assert.equal(answer.headers.get('content-type'), 'application/xml');
    const listed = [...(await answer.text()).matchAll(/<loc>https:\/\/www\.example\.com([^<]*)<\/loc>/g)];
    assert.deepEqual(
      listed.map(([, path]) => path),
      ['/', '/times', '/prices/', '/deep', '/moved'],
    );
  });

  it('llms.txt has names and descriptions of pages as text, and addresses of their Markdown', async () => {
    const ready = agentReady({ origin: ORIGIN });
    const answer = await ready(ask('/llms.txt'), site());
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    const lines = (await answer.text()).split('\n');
    assert.equal(lines[0], '# Ferry [Lines] & Co');
    assert.equal(lines[2], '> Boats to the islands &lt;b> all year.');
    assert.equal(lines[6], `- [Ferry (Lines) & Co](${ORIGIN}/index.md): Boats to the islands &lt;b> all year.`);
    assert.equal(lines[7], `- [Times](${ORIGIN}/times.md): This is the text about Times, which is long enough.`);
    const html = await ready(ask('/times'), site());
    assert.match(html.headers.get('link') ?? '', /<\/llms\.txt>; rel="describedby"; type="text\/plain"/);
  });

  it('robots.txt allows what none would, and names the sitemap; that of the site stays', async () => {
    const ready = agentReady({ origin: ORIGIN });
    assert.equal(await (await ready(ask('/robots.txt'), site())).text(), 'User-agent: *\nDisallow: /closed\n');
    const without: Handler = (request) =>
      request.url.endsWith('/robots.txt') ? new Response('none', { status: 404 }) : site()(request);
    const made = await agentReady({ origin: ORIGIN })(ask('/robots.txt'), without);
    assert.equal(made.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(await made.text(), `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
  });

  it('the sitemap has the day that Last-Modified names, unless that is now', async () => {
    const dated: Handler = async (request) => {
      const answer = await site()(request);
      const day = new URL(request.url).pathname === '/times' ? new Date('2026-03-01T10:00:00Z') : new Date();
      answer.headers.set('last-modified', day.toUTCString());
      return answer;
    };
    const text = await (await agentReady({ origin: ORIGIN })(ask('/sitemap.xml'), dated)).text();
    assert.deepEqual(text.match(/<lastmod>.*?<\/lastmod>/g), ['<lastmod>2026-03-01</lastmod>']);
    assert.match(text, /\/times<\/loc><lastmod>/);
  });

  it("list the pages of the site's own sitemaps after those of the home page, with their days", async () => {
    const index = `<sitemapindex>${['a.xml.gz', 'none.xml', 'feed.xml'].map((name) => `<sitemap><loc>${ORIGIN}/maps/${name}</loc></sitemap>`).join('')}<sitemap><loc>https://other.example/b.xml</loc></sitemap></sitemapindex>`;
    const rows = ['/secret', '/closed', '/noindex', '/times?all', '/gone', 'https://other.example/x'].map(
      (path) =>
        `<url><loc>${path.startsWith('/') ? ORIGIN : ''}${path}</loc><lastmod>2026-02-03T10:00:00Z</lastmod></url>`,
    );
    const files: Readonly<Record<string, string | Buffer>> = {
      '/robots.txt': `Disallow: /closed\nUser-agent: *\nDisallow: /closed\nSitemap: ${ORIGIN}/maps/index.xml\n`,
      '/maps/index.xml': index,
      '/maps/a.xml.gz': gzipSync(`<urlset>${rows.join('')}</urlset>`),
      '/maps/feed.xml': `<rss><channel><item><link>${ORIGIN}/set</link></item></channel></rss>`,
    };
    const asked: Request[] = [];
    const mapped: Handler = (request) => {
      const file = files[new URL(request.url).pathname];
      return file === undefined
        ? site(asked)(request)
        : new Response(typeof file === 'string' ? file : new Uint8Array(file));
    };
    const text = await (await agentReady({ origin: ORIGIN })(ask('/sitemap.xml'), mapped)).text();
    const listed = [...text.matchAll(/<loc>https:\/\/www\.example\.com([^<]*)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g)];
    assert.deepEqual(
      listed.map(([, path, day]) => [path, day]),
      [
        ['/', undefined],
        ['/times', undefined],
        ['/prices/', undefined],
        ['/secret', '2026-02-03'],
        ['/deep', undefined],
        ['/moved', undefined],
      ],
    );
    assert.ok(asked.every(({ url }) => url.startsWith(`${ORIGIN}/`) && !url.includes('?')));
  });

  it('sitemaps that are broken, bombs or of another host add nothing', async () => {
    const bodies = [
      '',
      '<html><p>none</p>',
      '<urlset><url><loc>',
      gzipSync(Buffer.alloc(8 << 20)),
      Buffer.from([0x1f, 0x8b, 9]),
    ];
    for (const body of bodies) {
      const broken: Handler = (request) =>
        request.url.endsWith('/maps.xml')
          ? new Response(typeof body === 'string' ? body : new Uint8Array(body))
          : request.url.endsWith('/robots.txt')
            ? new Response(`Sitemap: ${ORIGIN}/maps.xml\nSitemap: https://other.example/maps.xml\n`)
            : site()(request);
      const text = await (await agentReady({ origin: ORIGIN })(ask('/sitemap.xml'), broken)).text();
      assert.equal(text.match(/<url>/g)?.length, 6, String(body).slice(0, 20));
    }
  });

  it('after the crawl a page that names no canonical address gets one, where no other page has its text', async () => {
    const canonicalOf = async (path: string, host = ORIGIN, handler = twins): Promise<string | undefined> =>
      /<([^>]*)>; rel="canonical"/.exec((await ready(ask(path, {}, host), handler)).headers.get('link') ?? '')?.[1];
    const twins: Handler = async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/moved') return site()(ask('/prices/'));
      const answer = await site()(request);
      if (pathname === '/deep') answer.headers.set('link', '</times>; rel="canonical"');
      return answer;
    };
    const ready = agentReady({ origin: ORIGIN });
    assert.equal(await canonicalOf('/times'), undefined);
    await ready(ask('/llms.txt'), twins);
    assert.equal(await canonicalOf('/times'), `${ORIGIN}/times`);
    assert.equal(await canonicalOf('/times', 'http://127.0.0.1:8081'), `${ORIGIN}/times`);
    assert.equal(await canonicalOf('/deep'), '/times');
    const none = ['/times?sort=1', '/prices/', '/moved', '/copy', '/noindex', '/closed', '/secret'];
    for (const path of none) assert.equal(await canonicalOf(path), undefined, path);
    assert.equal(await canonicalOf('/times', 'https://other.example'), undefined);
    const signedIn = await ready(ask('/times', { cookie: 'session=1' }), twins);
    assert.equal(signedIn.headers.get('link'), null);
  });

  it('are made from requests that hold nothing of the client', async () => {
    const asked: Request[] = [];
    const client = { cookie: 'session=1', authorization: 'Bearer a', 'x-forwarded-host': 'evil.example', 'x-any': '1' };
    const answer = await agentReady({ origin: ORIGIN })(ask('/llms.txt', client), site(asked));
    assert.equal(answer.status, 200);
    assert.equal(asked[0]?.headers.get('cookie'), 'session=1');
    const names = new Set(asked.slice(1).flatMap(({ headers }) => [...headers.keys()]));
    assert.deepEqual([...names].sort(), ['accept', 'accept-encoding', 'host', 'user-agent', 'x-forwarded-proto']);
    assert.ok(asked.slice(1).every(({ url }) => url.startsWith(`${ORIGIN}/`)));
    assert.ok(!asked.some(({ url }) => /logout|closed|secret|\?/.test(url)));
  });

  it('are crawled for once an hour, for all clients', async () => {
    const asked: Request[] = [];
    const ready = agentReady({ origin: ORIGIN });
    await Promise.all([ready(ask('/llms.txt'), site(asked)), ready(ask('/sitemap.xml'), site(asked))]);
    await ready(ask('/llms.txt'), site(asked));
    assert.equal(asked.filter(({ url }) => url === `${ORIGIN}/`).length, 1);
  });

  it('are crawled for behind the answer where the host keeps at work for it', async () => {
    const kept: Promise<unknown>[] = [];
    const ready = agentReady({ origin: ORIGIN, waitUntil: (work) => void kept.push(work) });
    for (const _ of [1, 2]) assert.equal((await ready(ask('/llms.txt'), site())).status, 200);
    assert.equal(kept.length, 1);
    await kept[0];
  });

  it('are crawled for again where the host has stopped the crawl with the request that began it', async (context) => {
    let nowMs = performance.now();
    context.mock.method(performance, 'now', () => nowMs);
    let isStopped = true;
    const handler: Handler = (request) =>
      isStopped && new URL(request.url).pathname === '/times' ? new Promise(() => {}) : site()(request);
    const ready = agentReady({ origin: ORIGIN });
    const listed = async (): Promise<boolean> =>
      (await (await ready(ask('/llms.txt'), handler)).text()).includes('[Deep]');
    assert.equal(await listed(), false);
    isStopped = false;
    assert.equal(await listed(), false);
    nowMs += 130_000;
    await listed();
    for (let turn = 0; turn < 100 && !(await listed()); turn += 1) await new Promise(setImmediate);
    assert.equal(await listed(), true);
  });

  it('have an entity tag, and HEAD has no body', async () => {
    const ready = agentReady({ origin: ORIGIN });
    const etag = (await ready(ask('/llms.txt'), site())).headers.get('etag') ?? '';
    assert.equal((await ready(ask('/llms.txt', { 'if-none-match': etag }), site())).status, 304);
    assert.equal(await (await ready(ask('/llms.txt', {}, ORIGIN, 'HEAD'), site())).text(), '');
  });

  it('of the owner stay, a redirect to one too', async () => {
    for (const own of [new Response('# Mine\n'), new Response(null, { status: 301, headers: { location: '/map' } })])
      for (const path of ['/llms.txt', '/sitemap.xml'])
        assert.equal(await agentReady({ origin: ORIGIN })(ask(path), () => own), own);
  });

  it('are not made without an origin, for another host, or where the home page is not public', async () => {
    const rows: [options: { origin?: string }, host: string, handler: Handler][] = [
      [{}, ORIGIN, site()],
      [{ origin: ORIGIN }, 'https://other.example', site()],
      [{ origin: ORIGIN }, ORIGIN, () => new Response('none', { status: 404 })],
    ];
    for (const [options, host, handler] of rows)
      assert.equal((await agentReady(options)(ask('/llms.txt', {}, host), handler)).status, 404);
  });

  it('pages that are tried on this machine are named by the origin', async () => {
    const ready = agentReady({ origin: ORIGIN });
    const answer = await ready(ask('/times.md', {}, 'http://localhost:8081'), site());
    assert.match(answer.headers.get('link') ?? '', /^<https:\/\/www\.example\.com\/times>; rel="canonical"/);
    const markdown = await ready(ask('/', { accept: 'text/markdown' }, 'http://127.0.0.1:8081'), site());
    assert.ok((await markdown.text()).includes(`[Read on](${ORIGIN}/times)`));
  });

  it('an origin with a path is refused', () => {
    for (const origin of ['https://www.example.com/a', 'www.example.com', 'ftp://www.example.com', ''])
      assert.throws(() => agentReady({ origin }), TypeError);
  });
});

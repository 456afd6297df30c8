import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { agentReady, type Handler } from '../../../src/middleware/agent-ready.ts';

const TEXT = 'The ferry to the island leaves every day at nine. '.repeat(4).trim();
const htmlOf = (title: string, text = TEXT): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

const PAGE = { 'content-type': 'text/html; charset=utf-8' };
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const html = (body: BodyInit, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(body, { status, headers: { ...PAGE, ...headers } });

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Request =>
  new Request(`https://www.example.com${path}`, { method, headers });

const markdown = { accept: 'text/markdown' };
const site: Handler = (request) => {
  const { pathname } = new URL(request.url);
  return pathname === '/guide' || pathname === '/' || pathname === '/docs/' || pathname === '/about.html'
    ? html(htmlOf(pathname), { etag: '"html"' })
    : new Response('Not found', { status: 404, headers: PAGE });
};

describe('negotiation', () => {
  const rows: [accept: string | undefined, type: string][] = [
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html;q=0.8', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html, */*', 'text/markdown; charset=utf-8'],
    ['text/markdown;q=0.5', 'text/markdown; charset=utf-8'],
    ['text/html;q=1, text/markdown;q=0.1', PAGE['content-type']],
    ['text/markdown;q=0, */*', PAGE['content-type']],
    ['text/markdown;q=0.5, */*', PAGE['content-type']],
    ['application/json, text/*;q=0.1', PAGE['content-type']],
    ['application/xhtml+xml', PAGE['content-type']],
    ['', PAGE['content-type']],
    ['json', PAGE['content-type']],
    [BROWSER, PAGE['content-type']],
    ['*/*', PAGE['content-type']],
    ['text/*', PAGE['content-type']],
    [undefined, PAGE['content-type']],
  ];
  for (const [accept, type] of rows)
    it(`answers ${type.slice(0, 13)} to ${accept ?? 'no Accept'}`, async () => {
      const answer = await agentReady()(ask('/guide', accept === undefined ? {} : { accept }), site);
      assert.equal(answer.headers.get('content-type'), type);
      assert.equal(answer.headers.get('vary'), 'Accept');
      assert.equal(answer.status, 200);
    });

  for (const accept of ['application/json', 'image/png, image/*;q=0.5', 'text/html;q=0, text/markdown;q=0, text/plain'])
    for (const method of ['GET', 'HEAD'])
      it(`answers 406 to ${method} with ${accept}, which a cache keeps apart`, async () => {
        const answer = await agentReady()(ask('/guide', { accept }, method), site);
        assert.deepEqual([answer.status, answer.headers.get('vary')], [406, 'Accept']);
        assert.equal(answer.headers.get('etag'), null);
        assert.equal((await answer.text()).includes('text/markdown'), method === 'GET');
      });

  it('no answer but a public page is ever 406', async () => {
    const accept = 'application/json';
    const json = new Response('{}', { headers: { 'content-type': 'application/json' } });
    assert.equal(await agentReady()(ask('/api', { accept }), () => json), json);
    assert.equal((await agentReady()(ask('/none', { accept }), site)).status, 404);
    const secret = await agentReady()(ask('/guide', { accept, cookie: 'session=1' }), site);
    assert.equal(secret.status, 200);
    const personal = await agentReady()(ask('/guide', { accept }), () => html(htmlOf('A'), { 'set-cookie': 'a=1' }));
    assert.equal(personal.status, 200);
    const own = await agentReady()(ask('/guide.md', { accept }), site);
    assert.equal(own.headers.get('content-type'), 'text/markdown; charset=utf-8');
  });

  it('an Accept of 64 KB is answered quickly, and with HTML', async () => {
    const accept = `${'text/plain;q=0.1,'.repeat(4000)}text/markdown`;
    const answer = await agentReady()(ask('/guide', { accept }), site);
    assert.equal(answer.headers.get('content-type'), PAGE['content-type']);
  });

  it('the Markdown has the words of the page and fields of its own', async () => {
    const answer = await agentReady()(ask('/guide', markdown), site);
    assert.equal(await answer.text(), `# /guide\n\n${TEXT}\n`);
    assert.notEqual(answer.headers.get('etag'), '"html"');
    assert.equal(answer.headers.get('link'), '</guide>; rel="alternate"; type="text/html"');
    assert.equal(answer.headers.get('content-length'), String(`# /guide\n\n${TEXT}\n`.length));
  });

  it('a canonical address that the page declares is named', async () => {
    const page = htmlOf('A').replace('</head>', '<link rel="canonical" href="/a?x=<1>"></head>');
    const answer = await agentReady()(ask('/b', markdown), () => html(page));
    assert.match(answer.headers.get('link') ?? '', /^<https:\/\/www\.example\.com\/a\?x=%3C1%3E>; rel="canonical", /);
  });

  it('HTML keeps its bytes and validators, and gets the address of its Markdown version', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(htmlOf('A')), 0xff, 0x00]);
    const answer = await agentReady()(ask('/guide', { accept: BROWSER }), () =>
      html(bytes, { etag: '"html"', link: '</a.css>; rel=preload' }),
    );
    assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), bytes);
    assert.equal(answer.headers.get('etag'), '"html"');
    assert.equal(
      answer.headers.get('link'),
      '</a.css>; rel=preload, </guide.md>; rel="alternate"; type="text/markdown"',
    );
  });

  it('Vary is extended, not repeated', async () => {
    for (const [before, after] of [
      ['Accept-Encoding', 'Accept-Encoding, Accept'],
      ['accept', 'accept'],
    ] as const) {
      const answer = await agentReady()(ask('/guide', markdown), () => html(htmlOf('A'), { vary: before }));
      assert.equal(answer.headers.get('vary'), after);
    }
  });

  it('fields of an answer that cannot be changed are set on a copy', async () => {
    const answer = Response.redirect('https://www.example.com/');
    const fixed = Object.defineProperty(html('<p>a</p>'), 'headers', {
      value: Object.assign(new Headers(PAGE), {
        set() {
          throw new TypeError('immutable');
        },
      }),
    });
    assert.equal(await agentReady()(ask('/guide'), () => answer), answer);
    assert.equal((await agentReady()(ask('/guide'), () => fixed)).headers.get('vary'), 'Accept');
  });

  it('304 is answered to a reader that holds the Markdown, whatever the site says of its HTML', async () => {
    const ready = agentReady();
    const first = await ready(ask('/guide', markdown), site);
    const etag = first.headers.get('etag') ?? '';
    const seen: Request[] = [];
    const spy: Handler = (request) => {
      seen.push(request);
      return site(request);
    };
    const second = await ready(ask('/guide', { ...markdown, 'if-none-match': `W/${etag}`, range: 'bytes=0-9' }), spy);
    assert.deepEqual([second.status, await second.text()], [304, '']);
    assert.equal(second.headers.get('etag'), etag);
    assert.equal(second.headers.get('vary'), 'Accept');
    assert.deepEqual([seen[0]?.headers.get('if-none-match'), seen[0]?.headers.get('range')], ['"html"', null]);
    const third = await ready(ask('/guide', { ...markdown, 'if-none-match': '"html"' }), spy);
    assert.equal(third.status, 200);
  });

  it('a 304 of the site for its HTML says that it varies', async () => {
    const answer = await agentReady()(ask('/guide', { 'if-none-match': '"html"' }), () => {
      return new Response(null, { status: 304, headers: { etag: '"html"', vary: 'Accept-Encoding' } });
    });
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding, Accept');
  });

  it('HEAD has the fields of GET and no body', async () => {
    const ready = agentReady();
    for (const headers of [markdown, { accept: BROWSER }]) {
      const get = await ready(ask('/guide', headers), site);
      const head = await ready(ask('/guide', headers, 'HEAD'), (request) => {
        const answer = site(request) as Response;
        return request.method === 'HEAD' ? new Response(null, answer) : answer;
      });
      assert.deepEqual([...head.headers], [...get.headers]);
      assert.equal(await head.text(), '');
    }
  });

  it('Markdown of the site itself is passed on', async () => {
    const own = new Response('# Own\n', { headers: { 'content-type': 'text/markdown', etag: '"own"' } });
    const answer = await agentReady()(ask('/guide', markdown), () => own);
    assert.equal(answer, own);
  });
});

describe('addresses that end in .md', () => {
  const rows: [path: string, status: number, begins: string][] = [
    ['/guide.md', 200, '# /guide\n'],
    ['/index.md', 200, '# /\n'],
    ['/docs/index.md', 200, '# /docs/\n'],
    ['/docs.md', 200, '# /docs/\n'],
    ['/about.html.md', 200, '# /about.html\n'],
    ['/about.md', 200, '# /about.html\n'],
    ['/nothing.md', 404, 'Not found'],
    ['//guide.md', 404, 'Not found'],
    ['/.md', 404, 'Not found'],
  ];
  for (const [path, status, begins] of rows)
    it(`answers ${status} at ${path}`, async () => {
      const answer = await agentReady()(ask(path), site);
      assert.equal(answer.status, status);
      assert.ok((await answer.text()).startsWith(begins));
    });

  it('name their page as canonical', async () => {
    const answer = await agentReady()(ask('/guide.md'), site);
    assert.equal(
      answer.headers.get('link'),
      '<https://www.example.com/guide>; rel="canonical", </guide>; rel="alternate"; type="text/html"',
    );
  });

  it('keep what the site has there', async () => {
    const own = new Response('mine', { headers: { 'content-type': 'text/plain' } });
    assert.equal(await agentReady()(ask('/guide.md'), () => own), own);
  });

  it('can be left out', async () => {
    const ready = agentReady({ markdownAddresses: false });
    assert.equal((await ready(ask('/guide.md'), site)).status, 404);
    assert.equal((await ready(ask('/guide'), site)).headers.get('link'), null);
  });

  it('ask for the page without cookies and credentials', async () => {
    const seen: Request[] = [];
    const answer = await agentReady()(
      ask('/guide.md', { cookie: 'session=1', authorization: 'Basic YTpi', 'x-other': 'kept' }),
      (request) => {
        seen.push(request);
        return site(request);
      },
    );
    assert.equal(answer.status, 200);
    const page = seen.find(({ url }) => url.endsWith('/guide'));
    assert.deepEqual(
      ['cookie', 'authorization', 'x-other'].map((name) => page?.headers.get(name)),
      [null, null, 'kept'],
    );
  });
});

describe('a private exchange, or another answer than a page, passes unchanged', () => {
  const answers: [name: string, () => Response][] = [
    ['Set-Cookie', () => html(htmlOf('A'), { 'set-cookie': 'a=b' })],
    ['private', () => html(htmlOf('A'), { 'cache-control': 'max-age=0, private' })],
    ['private with a field name', () => html(htmlOf('A'), { 'cache-control': 'Private="x"' })],
    ['private behind a semicolon', () => html(htmlOf('A'), { 'cache-control': 'max-age=0; private' })],
    ['no-store', () => html(htmlOf('A'), { 'cache-control': 'no-store' })],
    ['Vary: *', () => html(htmlOf('A'), { vary: '*' })],
    ['Vary: Authorization', () => html(htmlOf('A'), { vary: 'Accept, Authorization' })],
    ['an attachment', () => html(htmlOf('A'), { 'content-disposition': 'attachment; filename=a.html' })],
    ['403', () => html(htmlOf('A'), {}, 403)],
    ['500', () => html(htmlOf('A'), {}, 500)],
    ['206', () => html(htmlOf('A'), { 'content-range': 'bytes 0-9/100' }, 206)],
    ['another type', () => new Response('{}', { headers: { 'content-type': 'application/json' } })],
    ['no type', () => new Response(new TextEncoder().encode(htmlOf('A')))],
  ];
  for (const [name, make] of answers)
    it(`answer: ${name}`, async () => {
      const answer = make();
      const before = [...answer.headers];
      assert.equal(await agentReady()(ask('/guide', markdown), () => answer), answer);
      assert.deepEqual([...answer.headers], before);
    });

  const requests: [name: string, Record<string, string>, method?: string][] = [
    ['Authorization', { ...markdown, authorization: 'Bearer a' }],
    ['a session cookie', { ...markdown, cookie: '_ga=1; PHPSESSID=2' }],
    ['a cookie of an unknown name', { ...markdown, cookie: 'x=1' }],
    ['the session of a site whose name begins like a measure', { ...markdown, cookie: '_gallery_session=1' }],
    ['a session next to such a name', { ...markdown, cookie: '_ga=1; _gid_session=2' }],
    ['a user of the proxy before the site', { ...markdown, 'x-auth-request-user': 'anna' }],
    ['a certificate that the proxy has checked', { ...markdown, 'client-cert': ':MIIB:' }],
    ['a key of an API', { ...markdown, 'x-api-key': 'a' }],
    ['a thousand cookies', { ...markdown, cookie: '_ga=1;'.repeat(1000) }],
    ['POST', markdown, 'POST'],
    ['OPTIONS', markdown, 'OPTIONS'],
    ['DELETE', markdown, 'DELETE'],
    ['an upgrade', { ...markdown, upgrade: 'websocket' }],
  ];
  for (const [name, headers, method] of requests)
    it(`request: ${name}`, async () => {
      const request = ask('/guide', headers, method);
      const answer = html(htmlOf('A'));
      assert.equal(
        await agentReady()(request, (passed) => {
          assert.equal(passed, request);
          return answer;
        }),
        answer,
      );
      assert.equal(answer.headers.get('vary'), null);
    });

  it('anonymousIsPublic: pages that start a session are converted, without their cookie', async () => {
    const ready = agentReady({ anonymousIsPublic: true });
    const starting = () => html(htmlOf('A'), { 'set-cookie': 'session=1', 'cache-control': 'no-store, private' });
    const answer = await ready(ask('/guide', markdown), starting);
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.equal(answer.headers.get('cache-control'), 'no-store, private');
    const browser = await ready(ask('/guide', { accept: BROWSER }), starting);
    assert.deepEqual([browser.headers.get('set-cookie'), browser.headers.get('vary')], ['session=1', 'Accept']);
  });

  it('anonymousIsPublic: who shows a cookie or credentials still gets what the site answers', async () => {
    const ready = agentReady({ anonymousIsPublic: true });
    for (const own of [{ cookie: 'session=1' }, { authorization: 'Bearer a' }]) {
      const answer = html(htmlOf('A'));
      assert.equal(await ready(ask('/guide', { ...markdown, ...own }), () => answer), answer);
    }
    for (const vary of ['*', 'Authorization']) {
      const answer = html(htmlOf('A'), { vary });
      assert.equal(await ready(ask('/guide', markdown), () => answer), answer);
    }
  });

  it('cookies that only measure are no session', async () => {
    const answer = await agentReady()(
      ask('/guide', { ...markdown, cookie: '_ga=GA1.2; _ga_AB12CD34EF=1; _pk_id.1.2f=a; _gat' }),
      site,
    );
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
  });

  it('a page of one user is never answered to another, in 2,000 mixed requests', async () => {
    const ready = agentReady();
    const users = ['anna', 'ben', 'cleo', 'dan', 'eve'];
    const mixed: Handler = (request) => {
      const user = /session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
      return user === undefined ? html(htmlOf('Public')) : html(htmlOf(`Secret of ${user}`));
    };
    const asked = Array.from({ length: 2000 }, async (_, at) => {
      const user = at % 3 === 0 ? undefined : users[at % users.length];
      const answer = await ready(
        ask(at % 7 === 0 ? '/guide.md' : '/guide', {
          ...(at % 2 === 0 ? markdown : { accept: BROWSER }),
          ...(user === undefined ? {} : { cookie: `session=${user}` }),
        }),
        mixed,
      );
      const text = await answer.text();
      for (const other of users) if (other !== user) assert.ok(!text.includes(`Secret of ${other}`), `${at}`);
      if ((answer.headers.get('content-type') ?? '').startsWith('text/markdown')) assert.ok(!text.includes('Secret'));
    });
    await Promise.all(asked);
  });
});

describe('bodies', () => {
  const chunked = (count: number, size: number, onPull = () => {}): ReadableStream<Uint8Array> => {
    let sent = 0;
    return new ReadableStream({
      pull(controller) {
        onPull();
        if (sent === count) return controller.close();
        sent += 1;
        controller.enqueue(new Uint8Array(size).fill(sent % 256));
      },
    });
  };

  it('a page over 5 MB is passed on whole, and no more than that is read ahead', async () => {
    let pulls = 0;
    const answer = await agentReady()(ask('/guide', markdown), () => {
      return html(chunked(100, 100_000, () => (pulls += 1)) as BodyInit);
    });
    assert.ok(pulls < 60, `${pulls}`);
    assert.equal(answer.headers.get('content-type'), PAGE['content-type']);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.equal(bytes.length, 10_000_000);
    assert.ok(bytes.every((byte, at) => byte === (Math.floor(at / 100_000) + 1) % 256));
  });

  it('a page that declares more than 5 MB is not read', async () => {
    const answer = html('a', { 'content-length': '6000000' });
    assert.equal(await agentReady()(ask('/guide', markdown), () => answer), answer);
  });

  it('a compressed page is converted', async () => {
    const answer = await agentReady()(ask('/guide', markdown), () =>
      html(gzipSync(htmlOf('Packed')), { 'content-encoding': 'gzip' }),
    );
    assert.equal(await answer.text(), `# Packed\n\n${TEXT}\n`);
    assert.equal(answer.headers.get('content-encoding'), null);
  });

  it('a compressed page that is none, or a bomb, is passed on byte for byte', async () => {
    const bomb = gzipSync(new Uint8Array(20_000_000));
    for (const body of [new TextEncoder().encode(htmlOf('A')), new Uint8Array(bomb)]) {
      const answer = await agentReady()(ask('/guide', markdown), () => html(body, { 'content-encoding': 'gzip' }));
      assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), body);
      assert.equal(answer.headers.get('content-encoding'), 'gzip');
    }
  });

  it('a page without content stays HTML', async () => {
    const empty = '<!doctype html><title>App</title><div id="root"></div>';
    const answer = await agentReady()(ask('/guide', markdown), () => html(empty));
    assert.equal(answer.headers.get('content-type'), PAGE['content-type']);
    assert.equal(await answer.text(), empty);
  });

  it('UTF-8 under a wrong label is read as UTF-8', async () => {
    const answer = await agentReady()(ask('/guide', markdown), () =>
      html(htmlOf('Grüße aus Zürich').replace('utf-8', 'iso-8859-1'), {
        'content-type': 'text/html; charset=iso-8859-1',
      }),
    );
    assert.ok((await answer.text()).startsWith('# Grüße aus Zürich\n'));
  });

  it('a page whose octets do not fit its charset stays HTML', async () => {
    const bytes = Buffer.from(htmlOf('Grüße aus Zürich'), 'latin1');
    const answer = await agentReady()(ask('/guide', markdown), () => html(bytes));
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  });

  it('a body that breaks off fails the request, and the next one is answered', async () => {
    const ready = agentReady();
    const broken = () =>
      html(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('<h1>Half')),
          pull: (controller) => controller.error(new Error('reset')),
        }) as BodyInit,
      );
    await assert.rejects(ready(ask('/guide', markdown), broken), /reset/);
    assert.equal((await ready(ask('/guide', markdown), site)).status, 200);
  });

  it('a changed page is converted again', async () => {
    const ready = agentReady();
    const etags = [];
    for (const title of ['One', 'Two', 'One']) {
      const answer = await ready(ask('/guide', markdown), () => html(htmlOf(title)));
      assert.ok((await answer.text()).startsWith(`# ${title}\n`));
      etags.push(answer.headers.get('etag'));
    }
    assert.equal(etags[0], etags[2]);
    assert.notEqual(etags[0], etags[1]);
  });

  it('a body whose cancellation never ends, as that of a teed answer, holds up no answer', async () => {
    const endless = (): ReadableStream<Uint8Array> =>
      new ReadableStream({ cancel: () => new Promise(() => undefined) });
    const teed: Handler = async (request) => {
      const answer = await site(request);
      return answer.status === 404 ? new Response(endless(), { status: 404 }) : answer;
    };
    const ready = agentReady({ origin: 'https://www.example.com' });
    for (const path of ['/guide.md', '/none.md', '/llms.txt'])
      assert.equal((await ready(ask(path), teed)).status, path === '/none.md' ? 404 : 200, path);
    const excluded = await ready(ask('/guide', { accept: 'application/json' }), () => html(endless() as BodyInit));
    assert.equal(excluded.status, 406);
  });
});

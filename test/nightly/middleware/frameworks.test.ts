/** The middleware in the frameworks that its article names, as they come from npm: each serves the same pages. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { bundleMiddleware } from '../../../scripts/bundle.ts';
import { loadArticles } from '../../../src/library/articles.ts';
import { codeIn } from '../../support/code-blocks.ts';
import { installTools, startToolServer, type ToolServer } from '../../support/npm-tools.ts';

const NEXT = { next: '16.4.6', react: '19.2.0', 'react-dom': '19.2.0' };
const PACKAGES = { express: '5.3.0', fastify: '5.12.8', hono: '4.13.19', '@hono/node-server': '2.1.8' };

const HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ferry</title></head><body><main><h1>Ferry</h1><p>It leaves at nine.</p></main></body></html>';
const HALF = HTML.length >> 1;
const MARKDOWN = '# Ferry\n\nIt leaves at nine.\n';
const PAUSE_MS = 400;

/** Shared by the servers: the same pages, in the words of each framework. */
const PAGES = `const HTML = ${JSON.stringify(HTML)};
const HALF = ${HALF};
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

const EXPRESS = `import { createServer } from 'node:http';
import express from 'express';
const app = express();
app.get('/ferry', (_, response) => response.send(HTML));
app.get('/account', (_, response) => response.cookie('session', '1').send(HTML));
app.get('/mine', (_, response) => response.set('Cache-Control', 'private').send(HTML));
app.get('/slow', async (_, response) => {
  response.type('html').write(HTML.slice(0, HALF));
  await wait(${PAUSE_MS});
  response.end(HTML.slice(HALF));
});
app.post('/echo', express.text(), (request, response) => response.type('html').send('<main><h1>' + request.body + '</h1></main>'));
app.get('/broken', () => { throw new Error('broken'); });
app.get('/data', (_, response) => response.json({ a: 1 }));
createServer(agentReadyListener(app)).listen(Number(process.env.PORT), '127.0.0.1');
`;

const FASTIFY = `import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
const app = Fastify({ serverFactory: (handler) => createServer(agentReadyListener(handler)) });
const html = (reply) => reply.type('text/html; charset=utf-8');
app.get('/ferry', (_, reply) => html(reply).header('etag', '"one"').send(HTML));
app.get('/account', (_, reply) => html(reply).header('set-cookie', 'session=1').send(HTML));
app.get('/mine', (_, reply) => html(reply).header('cache-control', 'private').send(HTML));
app.get('/slow', (_, reply) => html(reply).send(Readable.from((async function* () {
  yield HTML.slice(0, HALF);
  await wait(${PAUSE_MS});
  yield HTML.slice(HALF);
})())));
app.post('/echo', (request, reply) => html(reply).send('<main><h1>' + request.body + '</h1></main>'));
app.get('/broken', async () => { throw new Error('broken'); });
app.get('/data', async () => ({ a: 1 }));
app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
`;

const HONO = `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { stream } from 'hono/streaming';
const app = new Hono();
app.get('/ferry', etag(), (c) => c.html(HTML));
app.get('/account', (c) => c.html(HTML, 200, { 'set-cookie': 'session=1' }));
app.get('/mine', (c) => c.html(HTML, 200, { 'cache-control': 'private' }));
app.get('/slow', (c) => {
  c.header('content-type', 'text/html; charset=utf-8');
  return stream(c, async (out) => {
    await out.write(HTML.slice(0, HALF));
    await wait(${PAUSE_MS});
    await out.write(HTML.slice(HALF));
  });
});
app.post('/echo', async (c) => c.html('<main><h1>' + (await c.req.text()) + '</h1></main>'));
app.get('/broken', () => { throw new Error('broken'); });
app.get('/data', (c) => c.json({ a: 1 }));
const ready = agentReady();
serve({ fetch: (request) => ready(request, app.fetch), port: Number(process.env.PORT), hostname: '127.0.0.1' });
`;

const SERVERS: Readonly<Record<string, string>> = { Express: EXPRESS, Fastify: FASTIFY, Hono: HONO };

const tools = await installTools(PACKAGES);
const skip = tools.problem ?? false;
/** In the folder of the packages, so that the scripts find them. */
let folder = '';
before(async () => {
  if (tools.folder === undefined) return;
  mkdirSync(join(tools.folder, 'servers'), { recursive: true });
  folder = mkdtempSync(join(tools.folder, 'servers/run-'));
  await bundleMiddleware(folder);
});
after(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

for (const [name, source] of Object.entries(SERVERS)) {
  describe(`${name} behind the middleware`, { skip }, () => {
    let server: ToolServer;
    let origin = '';
    const ask = (path: string, options: RequestInit = {}): Promise<Response> => fetch(origin + path, options);
    const asMarkdown = (path: string, more: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
      ask(path, { method, headers: { accept: 'text/markdown', ...more }, redirect: 'manual' });
    before(async () => {
      const imports = ['middleware', 'middleware-node'].map((file) => pathToFileURL(join(folder, `${file}.mjs`)).href);
      const script = join(folder, `${name}.mjs`);
      const head = `import { agentReady } from '${imports[0]}';\nimport { agentReadyListener } from '${imports[1]}';\n`;
      writeFileSync(script, head + PAGES + source);
      const root = tools.folder ?? '';
      server = await startToolServer(root, script.slice(root.length + 1), () => []);
      origin = `http://127.0.0.1:${server.port}`;
    });
    after(() => server?.stop());

    it('gives people the same HTML, with further headers', async () => {
      const answer = await ask('/ferry', { headers: { accept: 'text/html,*/*;q=0.8' } });
      assert.equal(await answer.text(), HTML);
      assert.match(answer.headers.get('vary') ?? '', /\bAccept\b/);
      assert.equal(answer.headers.get('link'), '</ferry.md>; rel="alternate"; type="text/markdown"');
      const etag = answer.headers.get('etag') ?? assert.fail('the framework sends one');
      // Without it fetch would ask for a fresh copy.
      const held = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      // Fastify compares no entity tags by itself.
      assert.equal((await ask('/ferry', { headers: held })).status, name === 'Fastify' ? 200 : 304);
    });

    it('gives agents Markdown with an ETag of its own, to GET and HEAD', async () => {
      const answer = await asMarkdown('/ferry');
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.match(answer.headers.get('vary') ?? '', /\bAccept\b/);
      assert.equal(await answer.text(), MARKDOWN);
      const etag = answer.headers.get('etag') ?? '';
      assert.match(etag, /^"md-/);
      assert.equal((await asMarkdown('/ferry', { 'if-none-match': etag })).status, 304);
      const head = await asMarkdown('/ferry', {}, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);
      assert.equal(await (await ask('/ferry.md')).text(), MARKDOWN);
      assert.equal((await ask('/ferry', { headers: { accept: 'application/json' } })).status, 406);
    });

    it('leaves private pages as they are, without a header', async () => {
      const rows: [path: string, headers: Record<string, string>][] = [
        ['/account', {}],
        ['/mine', {}],
        ['/ferry', { cookie: 'session=1' }],
        ['/ferry', { authorization: 'Bearer a' }],
      ];
      for (const [path, headers] of rows) {
        const answer = await asMarkdown(path, headers);
        assert.equal(await answer.text(), HTML, path);
        assert.equal(answer.headers.get('link'), null, path);
        if (path === '/account') assert.match(answer.headers.get('set-cookie') ?? '', /^session=1/);
      }
    });

    it('streams HTML through, and reads it whole for Markdown', async () => {
      const begunMs = performance.now();
      const reader = (await ask('/slow')).body?.getReader() ?? assert.fail();
      const first = await reader.read();
      assert.ok(performance.now() - begunMs < PAUSE_MS, 'the first part comes before the pause ends');
      let html = new TextDecoder().decode(first.value);
      for (let next = await reader.read(); !next.done; next = await reader.read())
        html += new TextDecoder().decode(next.value);
      assert.equal(html, HTML);
      assert.equal(await (await asMarkdown('/slow')).text(), MARKDOWN);
    });

    it('passes other methods, other types and errors', async () => {
      const headers = { accept: 'text/markdown', 'content-type': 'text/plain' };
      const echoed = await ask('/echo', { method: 'POST', body: 'tide', headers });
      assert.equal(await echoed.text(), '<main><h1>tide</h1></main>');
      assert.deepEqual(await (await asMarkdown('/data')).json(), { a: 1 });
      for (const path of ['/broken', '/broken.md', '/none', '/none.md']) {
        const answer = await asMarkdown(path);
        assert.equal(answer.status, path === '/broken' ? 500 : 404, path);
        assert.doesNotMatch(answer.headers.get('content-type') ?? '', /markdown/);
      }
      assert.equal(await (await asMarkdown('/ferry')).text(), MARKDOWN, 'it goes on after an error');
    });

    it('survives clients that go away in the middle', async () => {
      for (const path of ['/slow', '/ferry']) {
        const gone = new AbortController();
        const asking = ask(path, { headers: { accept: 'text/markdown' }, signal: gone.signal }).catch(() => undefined);
        await delay(5);
        gone.abort();
        await asking;
      }
      await delay(PAUSE_MS + 100);
      assert.equal(await (await asMarkdown('/ferry')).text(), MARKDOWN);
    });
  });
}

const NEXT_FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "private": true }',
  'app/layout.js':
    'export const metadata = { title: \'Ferry\' };\nexport default ({ children }) => <html lang="en"><body><main>{children}</main></body></html>;\n',
  'app/ferry/page.js': 'export default () => <><h1>Ferry</h1><p>It leaves at nine.</p></>;\n',
  'app/account/route.js':
    "export const GET = () => new Response('<h1>Mine</h1>', { headers: { 'content-type': 'text/html', 'set-cookie': 'session=1' } });\n",
};

/** The packages are in a folder above the site. */
const configOf = (root: string): string => `export default { turbopack: { root: ${JSON.stringify(root)} } };\n`;

const nextTools = await installTools(NEXT);

describe('Next.js with the proxy of its recipe', { skip: nextTools.problem ?? false }, () => {
  let server: ToolServer;
  let site = '';
  let origin = '';
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(origin + path, { headers, method, signal: AbortSignal.timeout(10_000) });
  const markdown = { accept: 'text/markdown' };
  before(async () => {
    const root = nextTools.folder ?? '';
    mkdirSync(join(root, 'sites'), { recursive: true });
    site = mkdtempSync(join(root, 'sites/run-'));
    await bundleMiddleware(join(site, 'vendor'));
    const recipe = loadArticles().find(({ path }) => path === '/docs/recipes/nextjs') ?? assert.fail();
    const proxy = codeIn(recipe.body, 'ts').find((code) => code.includes('legible/middleware')) ?? assert.fail();
    const script = transformSync(proxy, { loader: 'ts' }).code.replace('legible/middleware', './vendor/middleware.mjs');
    for (const [path, text] of Object.entries({
      ...NEXT_FILES,
      'proxy.js': script,
      'next.config.js': configOf(root),
    })) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), text);
    }
    const program = 'node_modules/next/dist/bin/next';
    const env = { PATH: process.env.PATH, HOME: root, NEXT_TELEMETRY_DISABLED: '1' };
    await promisify(execFile)(process.execPath, [join(root, program), 'build', site], { cwd: root, env });
    server = await startToolServer(root, program, (port) => ['start', site, '-p', String(port)]);
    origin = `http://127.0.0.1:${server.port}`;
  });
  after(async () => {
    await server?.stop();
    if (site !== '') rmSync(site, { recursive: true, force: true });
  });

  it('gives people HTML, and agents Markdown, to GET and HEAD, at both addresses', async () => {
    assert.match(await (await ask('/ferry', { accept: 'text/html' })).text(), /^<!DOCTYPE html>.*<h1>Ferry<\/h1>/s);
    const answer = await ask('/ferry', markdown);
    assert.equal(await answer.text(), MARKDOWN);
    assert.match(answer.headers.get('vary') ?? '', /\bAccept\b(?!-)/);
    const etag = answer.headers.get('etag') ?? '';
    assert.equal((await ask('/ferry', { ...markdown, 'if-none-match': etag })).status, 304);
    const head = await ask('/ferry', markdown, 'HEAD');
    assert.deepEqual([head.headers.get('etag'), await head.text()], [etag, '']);
    assert.equal(await (await ask('/ferry.md')).text(), MARKDOWN);
  });

  it('leaves private pages and errors as they are', async () => {
    const account = await ask('/account', markdown);
    assert.equal(await account.text(), '<h1>Mine</h1>');
    assert.match(account.headers.get('set-cookie') ?? '', /^session=1/);
    const member = await ask('/ferry', { ...markdown, cookie: 'session=1' });
    assert.match(member.headers.get('content-type') ?? '', /html/);
    for (const path of ['/none', '/none.md']) assert.equal((await ask(path, markdown)).status, 404);
  });
});

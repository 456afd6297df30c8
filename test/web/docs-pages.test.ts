import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { H3 } from 'h3';
import { createLibrary } from '../../src/library/answer.ts';
import type { Article } from '../../src/library/article.ts';
import { mountDocsPages } from '../../src/web/docs-pages.ts';

const BASE = 'https://legible.test';

const article = (path: string, title: string, body: string, itemType: Article['itemType'] = 'specs'): Article => ({
  path,
  itemType,
  title,
  description: `About "${title}" & more.`,
  keywords: [],
  sources: ['https://a.example/spec'],
  body,
});

const app = new H3({ silent: true });
const articles = [
  article(
    '/docs/specs/a',
    'A & <B>',
    '## Part\n\nSee [b](/docs/b).\n\n<script>alert(1)</script>\n\nAn <img src=x> here.',
  ),
  article('/docs/b', 'The b', 'Words.', 'page'),
  article('/docs/checks/S10', 'S10: ten', 'Words.', 'check'),
  article('/docs/checks/S9', 'S9: nine', 'Words.', 'check'),
];
mountDocsPages(app, { library: createLibrary(articles, BASE), baseUrl: BASE });

const get = async (path: string, accept?: string) => {
  const response = await app.request(path, accept === undefined ? {} : { headers: { accept } });
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), vary: headers.get('vary'), headers, text: await response.text() };
};
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('an article', () => {
  it('is HTML that shows its own HTML as text and names its Markdown twin', async () => {
    for (const accept of [undefined, '*/*', BROWSER]) {
      const { status, type, vary, text } = await get('/docs/specs/a', accept);
      assert.equal(status, 200);
      assert.equal(type, 'text/html; charset=utf-8');
      assert.equal(vary, 'Accept');
      assert.match(text, /<h1>A &amp; &lt;B&gt;<\/h1>/);
      assert.match(text, /<title>A &amp; &lt;B&gt; · Legible<\/title>/);
      assert.match(text, /content="About &quot;A &amp; &lt;B&gt;&quot; &amp; more\."/);
      assert.match(text, /<a href="\/docs\/b">b<\/a>/);
      assert.match(text, /&lt;script&gt;alert\(1\)/);
      assert.doesNotMatch(text, /<script|<img/);
      assert.match(text, /<link rel="alternate" type="text\/markdown" href="\/docs\/specs\/a\.md">/);
      assert.match(text, /<link rel="canonical" href="https:\/\/legible\.test\/docs\/specs\/a">/);
      assert.match(text, /<a href="https:\/\/a\.example\/spec">/);
    }
  });

  it('is Markdown at its path with .md, and where that is ranked higher', async () => {
    const twin = await get('/docs/specs/a.md', BROWSER);
    const negotiated = await get('/docs/specs/a', 'text/markdown, text/html;q=0.8');
    assert.equal(twin.type, 'text/markdown; charset=utf-8');
    assert.equal(twin.vary, null);
    assert.equal(negotiated.type, 'text/markdown; charset=utf-8');
    assert.equal(negotiated.vary, 'Accept');
    assert.equal(negotiated.text, twin.text);
    assert.ok(twin.text.startsWith('# A & <B>\n\n> About "A & <B>" & more.\n\n## Part\n'));
    assert.ok(twin.text.endsWith('\n## Sources\n\n- <https://a.example/spec>\n'));
  });
});

describe('the index', () => {
  it('lists every article once, by type and number', async () => {
    const { text } = await get('/docs');
    const links = [...text.matchAll(/<a href="(\/docs\/[^"]+)">/g)].map(([, href]) => href);
    assert.deepEqual(links, ['/docs/b', '/docs/specs/a', '/docs/checks/S9', '/docs/checks/S10']);
    assert.equal((await get('/docs.md')).type, 'text/markdown; charset=utf-8');
    assert.equal((await get('/docs', 'text/markdown')).text, (await get('/docs.md')).text);
  });
});

describe('other paths', () => {
  it('that do not exist are 404, and a slash at the end is redirected', async () => {
    for (const path of ['/docs/x', '/docs/x.md', '/docs/specs', '/docs/constructor', '/docs/specs/a.md.md']) {
      assert.equal((await get(path)).status, 404, path);
    }
    for (const [path, to] of [
      ['/docs/', '/docs'],
      ['/docs/specs/a/', '/docs/specs/a'],
    ] as const) {
      const { status, headers } = await get(path);
      assert.equal(status, 308);
      assert.equal(headers.get('location'), to);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { H3 } from 'h3';
import type { Article } from '../../../../src/library/articles.ts';
import { mountDocs } from '../../../../src/web/docs/mount-docs.ts';
import { mountSiteFiles } from '../../../../src/web/docs/site-files.ts';
import { createLayout, type Layout } from '../../../../src/web/layout.ts';
import { markup } from '../../../../src/web/markup.ts';

const BASE = 'https://legible.test';

const article = (path: string, title: string, body: string, itemType: Article['itemType'] = 'specs'): Article => ({
  path,
  itemType,
  title,
  description: `About "${title}" & more.`,
  questions: [],
  keywords: [],
  sources: ['https://a.example/spec'],
  body,
});

const app = new H3({ silent: true });
mountDocs(app, {
  articles: [
    article(
      '/docs/specs/a',
      'A & <B>',
      '## Part\n\nSee [b](/docs/b).\n\n<script>alert(1)</script>\n\nAn <img src=x> here.\n\n## Part\n\n| a | b |\n| --- | --- |\n| <i>1</i> | 2 |\n\n```json\n{"a": "[x](/y)</script>"}\n```',
    ),
    article('/docs/long', 'Long', `## One\n\n${'### Small\n\n'.repeat(30)}## Two\n\nWords.`, 'methodology'),
    article('/docs/b', 'The b', 'Words.', 'page'),
    article('/docs/checks/S10', 'S10: ten', 'Words.', 'check'),
    article('/docs/checks/S9', 'S9: nine', 'Words.', 'check'),
  ],
  others: [{ path: '/docs/c', title: 'The c', description: 'Another.', body: 'Words.', type: 'APIReference' }],
  layout: createLayout(BASE),
  baseUrl: BASE,
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a page of the documentation', () => {
  it('is HTML that shows the HTML in its text as text', async () => {
    for (const accept of ['*/*', BROWSER]) {
      const { status, headers, text } = await get('/docs/specs/a', { accept });
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('vary'), 'Accept');
      assert.match(text, /<h1>A &amp; &lt;B&gt;<\/h1>/);
      assert.match(text, /content="About &quot;A &amp; &lt;B&gt;&quot; &amp; more\."/);
      assert.match(text, /<a href="\/docs\/b">b<\/a>/);
      assert.match(text, /&lt;script&gt;alert\(1\)/);
      assert.doesNotMatch(text, /<script>|<img|<i>/);
      assert.match(text, /<a href="https:\/\/a\.example\/spec">/);
    }
  });

  it('has a name for every heading, and tables and code that scroll by keyboard', async () => {
    const { text } = await get('/docs/specs/a');
    assert.match(text, /<h2 id="part">/);
    assert.match(text, /<h2 id="part-2">/);
    assert.match(text, /<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>/);
    assert.match(text, /<pre tabindex="0"><code class="language-json">/);
  });

  it('leads to its parts when there are many', async () => {
    assert.doesNotMatch((await get('/docs/b')).text, /On this page/);
    const { text } = await get('/docs/specs/a');
    const [nav = ''] = /<nav class="contents[^>]* aria-label="On this page">.*?<\/nav>/s.exec(text) ?? [];
    assert.deepEqual(
      [...nav.matchAll(/href="#([^"]+)">([^<]+)</g)].map(([, id, words]) => [id, words]),
      [
        ['part', 'Part'],
        ['part-2', 'Part'],
        ['sources', 'Sources'],
      ],
    );
    const long = await get('/docs/long');
    assert.equal(long.text.match(/<h3/g)?.length, 30);
    assert.deepEqual(long.text.match(/<li class="deeper">/g), null);
  });

  it('has a new version when the frame of its page is new', async () => {
    const versionIn = async (footer: string) => {
      const site = new H3({ silent: true });
      const layout: Layout = (options, main) => createLayout(BASE)(options, markup`${main}${footer}`);
      mountDocs(site, { articles: [article('/docs/b', 'The b', 'Words.', 'page')], others: [], layout, baseUrl: BASE });
      const of = async (path: string) => (await site.request(path)).headers.get('etag');
      return [await of('/docs/b'), await of('/docs/b.md')];
    };
    const [[html, twin], [newHtml, sameTwin]] = [await versionIn('one'), await versionIn('other')];
    assert.notEqual(html, newHtml);
    assert.equal(twin, sameTwin);
  });

  it('leads its readers to its twin and to llms.txt, before its text', async () => {
    const { text } = await get('/docs/b');
    const lead = text.slice(text.indexOf('<h1>'), text.indexOf('<div class="prose">'));
    assert.match(lead, /<a href="\/docs\/b\.md">[^<]+<\/a>, <a href="\/llms\.txt">/);
  });

  it('names its address, its twin and its place, as links and as data', async () => {
    const { headers, text } = await get('/docs/specs/a');
    assert.match(text, /<link rel="canonical" href="https:\/\/legible\.test\/docs\/specs\/a">/);
    assert.match(text, /<link rel="alternate" type="text\/markdown" href="\/docs\/specs\/a\.md">/);
    assert.match(headers.get('link') ?? '', /^<https:\/\/legible\.test\/docs\/specs\/a>; rel="canonical", <\/docs/);
    assert.match(text, /<li><a href="\/docs">The library<\/a><\/li><li aria-current="page">A &amp; &lt;B&gt;<\/li>/);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    const [page, trail] = JSON.parse(json)['@graph'];
    assert.equal(page['@type'], 'TechArticle');
    assert.equal(page.headline, 'A & <B>');
    assert.match(page.dateModified, /^\d{4}-\d{2}-\d{2}$/);
    assert.deepEqual(
      trail.itemListElement.map(({ item }: { item: string }) => item),
      [`${BASE}/`, `${BASE}/docs`, `${BASE}/docs/specs/a`],
    );
  });

  it('is Markdown at its path with .md, and where that is ranked higher', async () => {
    const twin = await get('/docs/specs/a.md', { accept: BROWSER });
    const negotiated = await get('/docs/specs/a', { accept: 'text/markdown, text/html;q=0.8' });
    for (const { headers } of [twin, negotiated]) {
      assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8');
    }
    assert.equal(twin.headers.get('vary'), null);
    assert.equal(negotiated.headers.get('vary'), 'Accept');
    assert.equal(negotiated.text, twin.text);
    assert.ok(
      twin.text.startsWith(
        '# A & <B>\n\n> About "A & <B>" & more.\n\nFor agents: [all pages in llms.txt](https://legible.test/llms.txt)\n\n## Part\n',
      ),
      twin.text,
    );
    assert.ok(twin.text.includes('See [b](https://legible.test/docs/b).'), 'links lead somewhere wherever it is kept');
    assert.ok(twin.text.includes('{"a": "[x](/y)</script>"}'), 'code is left as it is');
    assert.ok(twin.text.endsWith('\n## Sources\n\n- <https://a.example/spec>\n'));
  });

  it('is not sent again to a client that has it, and its two forms have distinct tags', async () => {
    const { headers } = await get('/docs/b');
    const etag = headers.get('etag') ?? '';
    const again = await get('/docs/b', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text, again.headers.get('vary')], [304, '', 'Accept']);
    assert.equal((await get('/docs/b', { 'if-none-match': etag, accept: 'text/markdown' })).status, 200);
    assert.equal((await get('/docs/specs/a', { 'if-none-match': etag })).status, 200);
  });
});

describe('the menu of the documentation', () => {
  const navOf = (text: string, label: string) =>
    new RegExp(`<nav class="[^"]*"[^>]* aria-label="${label}">.*?</nav>`, 's').exec(text)?.[0] ?? '';
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

  it('follows the text, names every section, lists the pages of this one and marks this page', async () => {
    const { text } = await get('/docs/checks/S9');
    assert.ok(text.indexOf('</article>') < text.indexOf('id="docs-menu"'));
    const menu = navOf(text, 'Documentation');
    assert.deepEqual(hrefs(menu), [
      ...['using-legible', 'the-method', 'llms-txt', 'standards', 'recipes-by-platform', 'the-checks-by-series'].map(
        (id) => `/docs#${id}`,
      ),
      '/docs#every-check',
      '/docs/checks/S9',
      '/docs/checks/S10',
    ]);
    assert.match(menu, /<a href="\/docs\/checks\/S9" aria-current="page">/);
    assert.equal(menu.match(/aria-current/g)?.length, 1);
    const index = (await get('/docs')).text;
    for (const href of hrefs(menu).filter((each) => each?.includes('#'))) {
      assert.ok(index.includes(`<h2 id="${href?.split('#')[1]}">`), href);
    }
  });

  it('is followed page by page from the first to the last', async () => {
    const seen = ['/docs/b'];
    for (;;) {
      const foot = navOf((await get(seen.at(-1) ?? '')).text, 'Previous and next page');
      const previous = /rel="prev" href="([^"]+)"/.exec(foot)?.[1];
      assert.equal(previous, seen.at(-2));
      const next = /rel="next" href="([^"]+)"/.exec(foot)?.[1];
      if (next === undefined) break;
      seen.push(next);
    }
    assert.deepEqual(seen, [
      '/docs/b',
      '/docs/c',
      '/docs/long',
      '/docs/specs/a',
      '/docs/checks/S9',
      '/docs/checks/S10',
    ]);
    assert.equal(navOf((await get('/docs')).text, 'Previous and next page'), '');
  });
});

describe('an address in the documentation', () => {
  it('is that of this installation, in pages, twins and llms-full.txt', async () => {
    const sample = 'Call https://legible.example/x.\n\n```sh\ncurl $BASE/api -H "$BASEMENT"\nA=$BASE\n```';
    const site = new H3({ silent: true });
    const parts = { articles: [article('/docs/l', 'The l', sample, 'page')], others: [], baseUrl: BASE };
    mountDocs(site, { ...parts, layout: createLayout(BASE) });
    mountSiteFiles(site, parts);
    for (const path of ['/docs/l', '/docs/l.md', '/llms-full.txt']) {
      const text = (await (await site.request(path)).text()).replaceAll('&quot;', '"');
      assert.ok(text.includes(`${BASE}/x`), path);
      assert.ok(text.includes(`curl ${BASE}/api -H "$BASEMENT"\nA=${BASE}\n`.trimEnd()), path);
      assert.ok(!text.includes('legible.example'), path);
    }
  });
});

describe('the index', () => {
  it('lists every page once, by section and number', async () => {
    const { text } = await get('/docs');
    const list = text.slice(text.indexOf('<article'), text.indexOf('</article>'));
    const links = [...list.matchAll(/<a href="(\/docs\/[^"]+)">/g)].map(([, href]) => href);
    assert.deepEqual(links, [
      '/docs/b',
      '/docs/c',
      '/docs/long',
      '/docs/specs/a',
      '/docs/checks/S9',
      '/docs/checks/S10',
    ]);
    assert.equal((await get('/docs', { accept: 'text/markdown' })).text, (await get('/docs.md')).text);
  });

  it('makes no link of brackets in a description, in llms.txt and twins neither', async () => {
    const entry = { ...article('/docs/l', 'The l', 'Words.'), description: 'Reads "[Name](URL)".' };
    const site = new H3({ silent: true });
    const parts = { articles: [entry], others: [], baseUrl: BASE };
    mountDocs(site, { ...parts, layout: createLayout(BASE) });
    mountSiteFiles(site, parts);
    const textOf = async (path: string) => (await site.request(path)).text();
    assert.ok((await textOf('/docs')).includes('</a>: Reads &quot;[Name](URL)&quot;.'));
    for (const path of ['/docs.md', '/docs/l.md', '/llms.txt', '/llms-full.txt']) {
      assert.doesNotMatch(await textOf(path), /[^\\]\]\(URL\)/, path);
    }
  });
});

describe('other paths', () => {
  it('that do not exist are 404, a page for people and the common error for programs', async () => {
    for (const path of ['/docs/x', '/docs/x.md', '/docs/specs', '/docs/constructor', '/docs/specs/a.md.md']) {
      assert.equal((await get(path)).status, 404, path);
      const { status, headers, text } = await get(path, { accept: BROWSER });
      assert.equal(status, 404, path);
      assert.match(text, /<h1>There is no such page<\/h1>/);
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
    }
  });

  it('with a slash at the end are redirected', async () => {
    for (const [path, to] of [
      ['/docs/', '/docs'],
      ['/docs/specs/a/', '/docs/specs/a'],
    ] as const) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers.get('location')], [308, to]);
    }
  });
});

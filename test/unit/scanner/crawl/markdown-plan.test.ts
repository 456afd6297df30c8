import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMarkdownPlan,
  type MarkdownPlan,
  TWIN_FORMS,
  twinUrl,
} from '../../../../src/scanner/crawl/markdown-twin.ts';

const ORIGIN = 'https://site.example';

describe('twinUrl', () => {
  const rows: { path: string; twins: readonly (string | undefined)[] }[] = [
    // append-md, index-md, replace-md, html-md
    { path: '/', twins: [undefined, '/index.md', undefined, '/index.html.md'] },
    { path: '/a/b', twins: ['/a/b.md', '/a/b/index.md', undefined, undefined] },
    { path: '/a/b/', twins: ['/a/b.md', '/a/b/index.md', undefined, '/a/b/index.html.md'] },
    { path: '/a/b.html', twins: [undefined, undefined, '/a/b.md', '/a/b.html.md'] },
    { path: '/a/b.HTM', twins: [undefined, undefined, '/a/b.md', '/a/b.HTM.md'] },
    { path: '/a/b?x=1', twins: ['/a/b.md', '/a/b/index.md', undefined, undefined] },
    { path: '/a/b.md', twins: [undefined, undefined, undefined, undefined] },
    { path: '/release-2.0', twins: ['/release-2.0.md', '/release-2.0/index.md', undefined, undefined] },
  ];
  for (const { path, twins } of rows) {
    it(`makes the twins of ${path}`, () => {
      assert.deepEqual(
        TWIN_FORMS.map((form) => twinUrl(ORIGIN + path, form)),
        twins.map((twin) => (twin === undefined ? undefined : ORIGIN + twin)),
      );
    });
  }
});

describe('createMarkdownPlan', () => {
  const pathsOf = (plan: MarkdownPlan, path: string, position: number) =>
    plan.for(ORIGIN + path, position).twins.map((url) => url.slice(ORIGIN.length));
  const miss = (plan: MarkdownPlan, path: string) =>
    plan.observe(ORIGIN + path, { twin: undefined, negotiated: false });

  it('tries every form on the first three pages and one on each later page', () => {
    const plan = createMarkdownPlan();
    for (const position of [0, 1, 2]) assert.deepEqual(pathsOf(plan, '/a/b', position), ['/a/b.md', '/a/b/index.md']);
    assert.deepEqual(pathsOf(plan, '/a/b', 3), ['/a/b.md']);
    assert.deepEqual(pathsOf(plan, '/a/b.html', 3), ['/a/b.md']);
    assert.deepEqual(pathsOf(plan, '/', 3), ['/index.md']);
  });

  it('tries the form that worked, once it has settled', () => {
    const plan = createMarkdownPlan();
    plan.observe(`${ORIGIN}/a/b`, { twin: `${ORIGIN}/a/b/index.md`, negotiated: false });
    assert.deepEqual(pathsOf(plan, '/a/c', 3), ['/a/c.md']);
    plan.settle();
    assert.deepEqual(pathsOf(plan, '/a/c', 3), ['/a/c/index.md']);
    assert.deepEqual(pathsOf(plan, '/a/c.html', 4), ['/a/c.md'], 'where the form makes none, the next best');
  });

  it('learns a form for each shape of address, since /index.md is all that a home page can have', () => {
    const plan = createMarkdownPlan();
    for (const [path, twin] of [
      ['/', '/index.md'],
      ['/a/', '/a/index.html.md'],
      ['/b.html', '/b.html.md'],
    ])
      plan.observe(ORIGIN + path, { twin: ORIGIN + twin, negotiated: false });
    plan.settle();
    assert.deepEqual(pathsOf(plan, '/c', 3), ['/c.md'], 'nothing was learnt of these');
    assert.deepEqual(pathsOf(plan, '/c/', 3), ['/c/index.html.md']);
    assert.deepEqual(pathsOf(plan, '/c.html', 3), ['/c.html.md']);
    assert.deepEqual(pathsOf(plan, '/', 3), ['/index.md']);
  });

  it('learns the same whatever the order of observations', () => {
    const found = [
      { url: `${ORIGIN}/b/x`, twin: `${ORIGIN}/b/x.md` },
      { url: `${ORIGIN}/a/x`, twin: `${ORIGIN}/a/x/index.md` },
    ];
    for (const order of [found, found.toReversed()]) {
      const plan = createMarkdownPlan();
      for (const { url, twin } of order) plan.observe(url, { twin, negotiated: false });
      plan.settle();
      assert.deepEqual(pathsOf(plan, '/c/x', 5), ['/c/x/index.md']);
    }
  });

  it('does not learn a form from a twin that was declared elsewhere', () => {
    const plan = createMarkdownPlan();
    plan.observe(`${ORIGIN}/a/b`, { twin: `${ORIGIN}/raw/42.md`, negotiated: false });
    plan.settle();
    assert.deepEqual(pathsOf(plan, '/a/c', 3), ['/a/c.md']);
  });

  it('gives a section up after eight misses, and that section only', () => {
    const plan = createMarkdownPlan();
    for (let at = 0; at < 7; at += 1) miss(plan, `/blog/${at}`);
    plan.settle();
    assert.equal(plan.for(`${ORIGIN}/blog/x`, 9).tried, true);
    miss(plan, '/blog/7');
    assert.equal(plan.for(`${ORIGIN}/blog/x`, 9).tried, true, 'learns between waves only');
    plan.settle();
    assert.deepEqual(plan.for(`${ORIGIN}/blog/x`, 9), { twins: [], negotiate: false, tried: false });
    assert.equal(plan.for(`${ORIGIN}/docs/x`, 9).tried, true);
  });

  for (const [what, hit] of [
    ['a twin', { twin: `${ORIGIN}/blog/hit.md`, negotiated: false }],
    ['an answer by negotiation', { twin: undefined, negotiated: true }],
  ] as const) {
    it(`never gives a section up that had ${what}`, () => {
      const plan = createMarkdownPlan();
      plan.observe(`${ORIGIN}/blog/hit`, hit);
      for (let at = 0; at < 20; at += 1) miss(plan, `/blog/${at}`);
      plan.settle();
      assert.equal(plan.for(`${ORIGIN}/blog/x`, 30).negotiate, true);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseEvenly } from '../../../../src/scanner/crawl/choose-evenly.ts';
import { createFrontier } from '../../../../src/scanner/crawl/frontier.ts';

const ORIGIN = 'https://site.example';
const all = () => true;
const paths = (urls: readonly { url: string }[]) => urls.map(({ url }) => url.slice(ORIGIN.length));

function frontierOf(hrefs: readonly string[], mayFetch: (url: string) => boolean = all) {
  const frontier = createFrontier(`${ORIGIN}/`, mayFetch);
  for (const href of hrefs) frontier.add(href, ORIGIN, 'link');
  return frontier;
}

describe('createFrontier', () => {
  const rows: { when: string; href: string; expect: string | undefined }[] = [
    { when: 'a relative link', href: 'one', expect: '/docs/one' },
    { when: 'a fragment and a tracking parameter', href: '/docs/one?utm_source=x#top', expect: '/docs/one' },
    { when: 'a query', href: '/docs/one?b=2&a=1', expect: '/docs/one?a=1&b=2' },
    { when: 'a page with an ending', href: '/docs/one.html', expect: '/docs/one.html' },
    { when: 'an ending that is none', href: '/docs/release-2.0', expect: '/docs/release-2.0' },
    { when: 'a path above the scope', href: '/blog/', expect: undefined },
    { when: 'a path that only begins like the scope', href: '/docs-old/one', expect: undefined },
    { when: 'another host', href: 'https://elsewhere.example/docs/one', expect: undefined },
    { when: 'another scheme of the same host', href: 'http://site.example/docs/one', expect: undefined },
    { when: 'an image', href: '/docs/one.PNG', expect: undefined },
    { when: 'Markdown', href: '/docs/one.md', expect: undefined },
    { when: 'a script', href: 'javascript:alert(1)', expect: undefined },
    { when: 'no URL', href: 'http://[', expect: undefined },
    { when: 'more than 2,000 characters', href: `/docs/${'x'.repeat(2000)}`, expect: undefined },
  ];
  for (const { when, href, expect } of rows) {
    it(`${expect === undefined ? 'leaves' : 'takes'} ${when}`, () => {
      const frontier = createFrontier(`${ORIGIN}/docs/`, all);
      const url = frontier.add(href, `${ORIGIN}/docs/`, 'link');
      assert.equal(url, expect === undefined ? undefined : ORIGIN + expect);
      assert.equal(frontier.discovered, expect === undefined ? 0 : 1);
      assert.deepEqual(paths(frontier.nextWave(8)), expect === undefined ? [] : [expect]);
    });
  }

  it('knows a page once, and keeps how it was found first', () => {
    const frontier = createFrontier(`${ORIGIN}/`, all);
    frontier.add('/a', ORIGIN, 'sitemap');
    assert.equal(frontier.add('/a#x', ORIGIN, 'link'), `${ORIGIN}/a`);
    assert.deepEqual(frontier.nextWave(8), [{ url: `${ORIGIN}/a`, foundBy: 'sitemap' }]);
    assert.equal(frontier.add('/a', ORIGIN, 'link'), `${ORIGIN}/a`);
    assert.deepEqual(frontier.nextWave(8), []);
    assert.equal(frontier.discovered, 1);
  });

  it('takes a folder and its default document for one page', () => {
    const frontier = frontierOf(['/docs/', '/docs/index.html', '/index.html', '/', '/list/index.php?id=1', '/list/']);
    assert.deepEqual(paths(frontier.nextWave(8)), ['/docs/', '/index.html', '/list/', '/list/index.php?id=1']);
    assert.equal(frontier.discovered, 4);
  });

  it('tries the other spelling where the first one is no page', () => {
    const frontier = frontierOf(['/docs/', '/docs/index.html']);
    frontier.nextWave(8);
    frontier.isNoPage(`${ORIGIN}/docs/`);
    assert.equal(frontier.discovered, 1);
    assert.deepEqual(paths(frontier.nextWave(8)), ['/docs/index.html']);
    frontier.isNoPage(`${ORIGIN}/docs/index.html`);
    assert.equal(frontier.discovered, 0);
    assert.deepEqual(frontier.nextWave(8), []);
  });

  it('neither reads nor counts again a page that another address led to', () => {
    const frontier = frontierOf(['/a', '/old', '/z']);
    frontier.add('/new', ORIGIN, 'link');
    frontier.joins(`${ORIGIN}/old`, `${ORIGIN}/new`);
    frontier.joins(`${ORIGIN}/a`, `${ORIGIN}/a/`);
    assert.equal(frontier.add('/a/#part', ORIGIN, 'link'), `${ORIGIN}/a/`);
    assert.equal(frontier.add('/old', ORIGIN, 'link'), `${ORIGIN}/new`);
    assert.equal(frontier.discovered, 3);
    assert.ok(!paths(frontier.nextWave(8)).some((path) => path === '/new' || path === '/a/'));
  });

  it('gives the root first and alone, whatever its alphabetical position', () => {
    const frontier = frontierOf(['/a', '/b']);
    frontier.add('/zebra', ORIGIN, 'root');
    frontier.add('/zebra', ORIGIN, 'sitemap');
    assert.deepEqual(frontier.nextWave(8), [{ url: `${ORIGIN}/zebra`, foundBy: 'root' }]);
    assert.deepEqual(paths(frontier.nextWave(8)), ['/a', '/b']);
  });

  it('gives each URL once, in sorted waves, whatever the order of links', () => {
    const hrefs = Array.from({ length: 40 }, (_, at) => `/section-${at % 3}/page-${at}`);
    const waves = (given: readonly string[]) => {
      const frontier = frontierOf(given);
      return Array.from({ length: 5 }, () => paths(frontier.nextWave(9)));
    };
    const inOrder = waves(hrefs);
    assert.deepEqual(waves([...hrefs].reverse()), inOrder);
    assert.deepEqual(inOrder.flat().sort(), [...hrefs].sort());
    for (const wave of inOrder) assert.deepEqual(wave, [...wave].sort());
  });

  it('asks robots.txt about chosen pages, and fills the wave with others', () => {
    const asked: string[] = [];
    const frontier = frontierOf(
      Array.from({ length: 30 }, (_, at) => `/page-${String(at).padStart(2, '0')}`),
      (url) => {
        asked.push(url);
        return !url.endsWith('0');
      },
    );
    const wave = paths(frontier.nextWave(4));
    assert.equal(wave.length, 4);
    assert.ok(wave.every((path) => !path.endsWith('0')));
    assert.ok(asked.length < 12, `${asked.length} questions`);
    assert.equal(frontier.discovered, 30);
  });

  it('looks between the pages of earlier waves', () => {
    const hrefs = Array.from({ length: 800 }, (_, at) => `/docs/page-${String(at).padStart(3, '0')}`);
    const frontier = frontierOf(hrefs);
    const chosen = [frontier.nextWave(8), frontier.nextWave(8), frontier.nextWave(8)].flatMap(paths);
    const numbers = chosen.map((path) => Number(path.slice(-3))).sort((a, b) => a - b);
    const gaps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
    assert.ok(Math.min(...gaps) >= 15, `gaps ${gaps.join(' ')}`);
    assert.ok(Math.max(...gaps, 800 - (numbers.at(-1) ?? 0)) <= 80, `gaps ${gaps.join(' ')}`);
  });

  it('remembers a bounded number of URLs', () => {
    const frontier = createFrontier(`${ORIGIN}/`, all);
    for (let at = 0; at < 100_050; at += 1) frontier.add(`/${at}`, ORIGIN, 'sitemap');
    assert.equal(frontier.discovered, 100_000);
    assert.equal(frontier.add('/late', ORIGIN, 'link'), undefined);
    assert.equal(frontier.add('/7', ORIGIN, 'link'), `${ORIGIN}/7`);
  });
});

describe('chooseEvenly', () => {
  const urlsOf = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).flatMap(([stratum, count]) =>
      Array.from({ length: count }, (_, at) => `${ORIGIN}/${stratum}/${String(at).padStart(4, '0')}`),
    );
  const countsOf = (urls: readonly string[]) => {
    const counts: Record<string, number> = {};
    for (const url of urls) {
      const stratum = url.split('/')[3] ?? '';
      counts[stratum] = (counts[stratum] ?? 0) + 1;
    }
    return counts;
  };
  const rows: { when: string; given: Record<string, number>; size: number; expect: Record<string, number> }[] = [
    { when: 'all of few', given: { a: 3, b: 2 }, size: 9, expect: { a: 3, b: 2 } },
    { when: 'the same of each stratum', given: { a: 1000, b: 10, c: 100 }, size: 9, expect: { a: 3, b: 3, c: 3 } },
    { when: 'what a small stratum leaves', given: { a: 1000, b: 1 }, size: 8, expect: { a: 7, b: 1 } },
    { when: 'one of each first', given: { a: 5, b: 5, c: 5, d: 5 }, size: 2, expect: { a: 1, b: 1 } },
    { when: 'nothing', given: { a: 5 }, size: 0, expect: {} },
  ];
  for (const { when, given, size, expect } of rows) {
    it(`takes ${when}`, () => assert.deepEqual(countsOf(chooseEvenly(urlsOf(given), size)), expect));
  }

  it('never takes a URL twice, at any phase', () => {
    for (const phase of [0, 0.25, 0.5, 0.99]) {
      const chosen = chooseEvenly(urlsOf({ a: 17, b: 90 }), 40, phase);
      assert.equal(new Set(chosen).size, 40);
    }
  });
});

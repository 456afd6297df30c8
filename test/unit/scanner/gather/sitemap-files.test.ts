import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readSitemapFiles, sitemap } from '../../../../src/scanner/gather/sitemap.ts';
import { ORIGIN, robots, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClient, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const absolute = (path: string) => new URL(path, ORIGIN).href;
const urlset = (...paths: string[]): FakeAnswer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<urlset ${XMLNS}>${paths.map((path) => `<url><loc>${absolute(path)}</loc></url>`).join('')}</urlset>`,
});
const index = (...paths: string[]): FakeAnswer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<sitemapindex ${XMLNS}>${paths.map((path) => `<sitemap><loc>${absolute(path)}</loc></sitemap>`).join('')}</sitemapindex>`,
});

const at = (answers: Readonly<Record<string, FakeAnswer>>) =>
  fakeClientOf(Object.fromEntries(Object.entries(answers).map(([path, answer]) => [absolute(path), answer])));

async function read(answers: Readonly<Record<string, FakeAnswer>>, ...start: string[]) {
  const { client, sent } = at(answers);
  const result = await readSitemapFiles(client, start.map(absolute), { origin: ORIGIN });
  return {
    ...result,
    paths: result.entries.map(({ url }) => url.replace(ORIGIN, '')),
    asked: sent.map(({ url }) => url.replace(ORIGIN, '')),
  };
}

describe('readSitemapFiles', () => {
  it('reads an index breadth first, and each file once', async () => {
    const { asked, paths, files } = await read(
      {
        '/map.xml': index('/a.xml', '/b.xml', '/map.xml', '/a.xml#again'),
        '/a.xml': index('/c.xml', '/map.xml', '/b.xml'),
        '/b.xml': urlset('/two', '/one'),
        '/c.xml': urlset('/one', '/three'),
      },
      '/map.xml',
    );
    assert.deepEqual(asked, ['/map.xml', '/a.xml', '/b.xml', '/c.xml']);
    assert.deepEqual(paths, ['/two', '/one', '/three']);
    assert.deepEqual(
      files.map(({ kind }) => kind),
      ['sitemapindex', 'sitemapindex', 'urlset', 'urlset'],
    );
  });

  it('reads feeds and texts in an index', async () => {
    const feed = (link: string): FakeAnswer => ({
      headers: { 'content-type': 'application/atom+xml' },
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${link}"/></entry><entry><link href="https://elsewhere.example/"/></entry></feed>`,
    });
    const { paths, files, foreignCount, invalidCount } = await read(
      {
        '/map.xml': index('/feed.xml', '/rss.xml', '/map.txt'),
        '/feed.xml': feed('/one'),
        '/rss.xml': { body: `<rss><channel><item><link>${absolute('/two')}</link></item></channel></rss>` },
        '/map.txt': { headers: { 'content-type': 'text/plain' }, body: `${absolute('/three')}\n` },
      },
      '/map.xml',
    );
    assert.deepEqual(paths, ['/one', '/two', '/three']);
    assert.deepEqual(
      files.map(({ kind }) => kind),
      ['sitemapindex', 'atom', 'rss', 'text'],
    );
    // A feed may point elsewhere.
    assert.deepEqual([foreignCount, invalidCount], [0, 0]);
  });

  it('reads 50 files at most', async () => {
    const { client, sent } = fakeClient(({ url }) => {
      const from = Number(/(\d+)\.xml$/.exec(url)?.[1]);
      return index(...Array.from({ length: 10 }, (_, each) => `/${from * 10 + each}.xml`));
    });
    const { files } = await readSitemapFiles(client, [absolute('/1.xml')], { origin: ORIGIN });
    assert.equal(files.length, 50);
    assert.equal(sent.length, 50);
  });

  it('keeps 50,000 locations at most, and asks for no more files then', async () => {
    const many = (from: number) => urlset(...Array.from({ length: 30_000 }, (_, each) => `/page-${from + each}`));
    const { entries, asked } = await read(
      { '/map.xml': index('/a.xml', '/b.xml', '/c.xml'), '/a.xml': many(0), '/b.xml': many(20_000), '/c.xml': many(0) },
      '/map.xml',
    );
    assert.equal(entries.length, 50_000);
    assert.equal(new Set(entries.map(({ url }) => url)).size, 50_000);
    assert.deepEqual(asked, ['/map.xml', '/a.xml', '/b.xml']);
  });

  it('counts third-party and invalid URLs, and reads no file of another domain', async () => {
    const { foreignCount, invalidCount, paths, asked } = await read(
      {
        '/map.xml': index('https://elsewhere.example/map.xml', '/a.xml'),
        '/a.xml': {
          body: `<urlset ${XMLNS}><url><loc>/relative</loc></url><url><loc>https://www.site.example/x</loc></url><url><loc>${ORIGIN}/ok</loc></url><url></url></urlset>`,
        },
      },
      '/map.xml',
    );
    assert.deepEqual(asked, ['/map.xml', '/a.xml']);
    assert.equal(foreignCount, 2);
    assert.equal(invalidCount, 2);
    assert.deepEqual(paths, ['/ok']);
  });

  describe('on another domain', () => {
    const MAP = 'https://maps.example/map.xml';
    const readOtherHost = async (answers: Readonly<Record<string, FakeAnswer>>, ...declared: string[]) => {
      const { client, sent } = fakeClientOf(answers);
      const { entries, unreadCount, foreignCount } = await readSitemapFiles(client, declared, { origin: ORIGIN });
      return {
        paths: entries.map(({ url }) => url.slice(ORIGIN.length)),
        unreadCount,
        foreignCount,
        asked: sent.map(({ url }) => url),
      };
    };
    const robotsAt = (rule: string): Readonly<Record<string, FakeAnswer>> => ({
      'https://maps.example/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\n${rule}\n`,
      },
    });

    it('one that is declared is read after the robots.txt there, for what it says of this site', async () => {
      const map: FakeAnswer = {
        body: `<urlset ${XMLNS}><url><loc>${ORIGIN}/a</loc></url><url><loc>https://maps.example/x</loc></url></urlset>`,
      };
      const found = await readOtherHost({ ...robotsAt('Allow: /'), [MAP]: map }, MAP, 'https://two.example/map.xml');
      assert.deepEqual(found, {
        paths: ['/a'],
        unreadCount: 1,
        foreignCount: 0,
        asked: ['https://maps.example/robots.txt', MAP],
      });
    });

    for (const [when, answers] of [
      ['robots.txt there forbids it', robotsAt('Disallow: /map')],
      ['robots.txt there breaks', { 'https://maps.example/robots.txt': { status: 503 } }],
    ] as const)
      it(`one is not read where ${when}`, async () => {
        const { paths, unreadCount, asked } = await readOtherHost({ ...answers, [MAP]: urlset('/a') }, MAP);
        assert.deepEqual([paths, unreadCount], [[], 1]);
        assert.ok(!asked.includes(MAP));
      });
  });

  const good = urlset('/one');
  const packed = gzipSync(typeof good === 'string' ? '' : (good.body ?? ''));
  const rows: { what: string; answer: FakeAnswer; status: number | undefined; problem: RegExp | undefined }[] = [
    { what: 'a good file', answer: good, status: 200, problem: undefined },
    { what: 'a packed file', answer: { body: packed }, status: 200, problem: undefined },
    { what: 'a file that is only called packed', answer: good, status: 200, problem: undefined },
    {
      what: 'a packed file that is cut',
      answer: { body: packed.subarray(0, 30) },
      status: 200,
      problem: /decompressed/,
    },
    {
      what: 'a packed file of 60 MB',
      answer: { body: gzipSync(Buffer.alloc(60 * 1024 * 1024)) },
      status: 200,
      problem: /decompressed within 50 MB/,
    },
    { what: 'a 404', answer: { status: 404 }, status: 404, problem: /answers 404/ },
    { what: 'a 500', answer: { status: 500 }, status: 500, problem: /answers 500/ },
    { what: 'a page', answer: { body: '<!doctype html><title>App</title>' }, status: 200, problem: /HTML page/ },
    { what: 'an empty file', answer: {}, status: 200, problem: /empty/ },
    { what: 'broken XML', answer: { body: `<urlset ${XMLNS}><url>` }, status: 200, problem: /well-formed/ },
    { what: 'a file over the size limit', answer: 'too_large', status: 0, problem: /50 MB/ },
    // A time-out is no proven fault of the site.
    { what: 'a time-out', answer: 'timeout', status: undefined, problem: undefined },
  ];
  for (const { what, answer, status, problem } of rows) {
    it(`notes ${what}`, async () => {
      const { files } = await read({ '/map.xml': answer }, '/map.xml');
      assert.equal(files.length, 1);
      assert.equal(files[0]?.status, status);
      if (problem === undefined) assert.equal(files[0]?.problem, undefined);
      else assert.match(files[0]?.problem ?? '', problem);
    });
  }
});

describe('sitemap', () => {
  async function gather(answers: Readonly<Record<string, FakeAnswer>>, declared: readonly string[] = []) {
    const { client, sent } = at(answers);
    const artifact = await sitemap.gather(gatherContext(client), {
      target: site().target,
      robotsTxt: robots({ sitemaps: declared }),
    });
    return { artifact, asked: sent.map(({ url }) => url.replace(ORIGIN, '')) };
  }
  const rows: {
    when: string;
    answers: Record<string, FakeAnswer>;
    declared?: string[];
    foundBy: 'robots' | 'guess' | undefined;
    entries: number;
  }[] = [
    {
      when: 'robots.txt names it',
      answers: { '/map.xml': urlset('/a') },
      declared: ['/map.xml'],
      foundBy: 'robots',
      entries: 1,
    },
    {
      when: 'robots.txt names several',
      answers: { '/map.xml': urlset('/a'), '/b.xml': urlset('/b') },
      declared: [`${ORIGIN}/map.xml`, 'http://[', `${ORIGIN}/b.xml`, `${ORIGIN}/map.xml`],
      foundBy: 'robots',
      entries: 2,
    },
    { when: 'it stands at the usual place', answers: { '/sitemap.xml': urlset('/a') }, foundBy: 'guess', entries: 1 },
    {
      when: 'it stands at another',
      answers: { '/sitemap-index.xml': index('/a.xml'), '/a.xml': urlset('/a') },
      foundBy: 'guess',
      entries: 1,
    },
    {
      when: 'what robots.txt names is gone, but a usual place has one',
      answers: { '/sitemap.xml': urlset('/a') },
      declared: ['/old.xml'],
      foundBy: 'guess',
      entries: 1,
    },
    { when: 'what robots.txt names is gone', answers: {}, declared: ['/old.xml'], foundBy: 'robots', entries: 0 },
    {
      when: 'a page answers for it',
      answers: { '/sitemap.xml': { body: '<!doctype html><p>App' } },
      foundBy: undefined,
      entries: 0,
    },
    { when: 'there is none', answers: {}, foundBy: undefined, entries: 0 },
  ];
  for (const { when, answers, declared, foundBy, entries } of rows) {
    it(`says how it was found when ${when}`, async () => {
      const { artifact } = await gather(answers, declared);
      assert.equal(artifact.foundBy, foundBy);
      assert.equal(artifact.entries.length, entries);
      assert.equal(artifact.tried.length, entries > 0 ? 0 : 3);
    });
  }

  it('reads a file at a usual place that is too large for a first look', async () => {
    const { client, sent } = fakeClient(({ url, maxBytes }) => {
      if (url !== absolute('/sitemap.xml')) return undefined;
      return maxBytes === undefined ? 'too_large' : urlset('/a', '/b');
    });
    const artifact = await sitemap.gather(gatherContext(client), {
      target: site().target,
      robotsTxt: robots({ sitemaps: [] }),
    });
    assert.equal(artifact.foundBy, 'guess');
    assert.equal(artifact.entries.length, 2);
    assert.equal(sent.length, 3);
  });

  it('takes ten sitemaps of robots.txt at most', async () => {
    const declared = Array.from({ length: 30 }, (_, each) => `/map-${each}.xml`);
    const { asked } = await gather(Object.fromEntries(declared.map((path) => [path, urlset(path)])), declared);
    assert.equal(asked.filter((path) => path.startsWith('/map-')).length, 10);
  });

  it('reads the links of a sitemap in Markdown', async () => {
    const { artifact } = await gather({
      '/sitemap.md': {
        headers: { 'content-type': 'text/markdown' },
        body: '# Map\n\n- [One](/one "first")\n- [Two](https://site.example/two#part)\n- [One](/one)\n- [No](javascript:x)\n- [Open](/never-closed',
      },
    });
    assert.deepEqual(artifact.markdownUrls, [`${ORIGIN}/one`, `${ORIGIN}/two`]);
    assert.equal(artifact.foundBy, undefined);
  });
});

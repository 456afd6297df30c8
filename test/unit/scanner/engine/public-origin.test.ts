import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  agreedOrigin,
  type Build,
  type DeclaredUrls,
  inferPublicOrigin,
  isPublic,
} from '../../../../src/scanner/engine/public-origin.ts';
import { robots, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf } from '../../../support/fake-client.ts';

const COPY = 'http://127.0.0.1:8080';
const SITE = 'https://shop.example';
const none: DeclaredUrls = { option: [], sitemap: [], canonical: [], 'og:url': [], 'llms.txt': [] };

describe('the origin that a build names', () => {
  const rows: { when: string; declared: Partial<DeclaredUrls>; expect: string | undefined }[] = [
    { when: 'nothing', declared: {}, expect: undefined },
    { when: 'a sitemap', declared: { sitemap: [`${SITE}/a`, `${SITE}/b`] }, expect: SITE },
    { when: 'a host for trials', declared: { sitemap: ['https://staging.shop.example/a'] }, expect: undefined },
    { when: 'a sitemap of two hosts', declared: { sitemap: [`${SITE}/a`, 'https://b.example/'] }, expect: undefined },
    { when: 'a canonical and an og:url', declared: { canonical: [`${SITE}/`], 'og:url': [`${SITE}/`] }, expect: SITE },
    {
      when: 'a canonical against the sitemap',
      declared: { sitemap: [`${SITE}/`], canonical: ['https://b.example/'] },
      expect: undefined,
    },
    {
      when: 'an og:url by the Host header',
      declared: { canonical: [`${SITE}/`], 'og:url': [`${COPY}/`] },
      expect: SITE,
    },
    { when: 'a relative canonical', declared: { canonical: ['/a'] }, expect: undefined },
    {
      when: 'links of llms.txt elsewhere',
      declared: { sitemap: [`${SITE}/`], 'llms.txt': ['https://code.example/x', 'https://code.example/y'] },
      expect: SITE,
    },
    {
      when: 'most of llms.txt',
      declared: { 'llms.txt': [`${SITE}/a`, `${SITE}/b`, 'https://b.example/'] },
      expect: SITE,
    },
    { when: 'half of llms.txt', declared: { 'llms.txt': [`${SITE}/a`, 'https://b.example/'] }, expect: undefined },
    { when: 'another port of the machine', declared: { canonical: ['http://localhost:3000/'] }, expect: undefined },
    { when: 'a private address', declared: { sitemap: ['http://10.0.0.4/'] }, expect: undefined },
  ];
  for (const { when, declared, expect } of rows)
    it(`is ${expect ?? 'unknown'}: ${when}`, () => assert.equal(agreedOrigin({ ...none, ...declared }, COPY), expect));

  for (const origin of ['https://a.example', 'https://8.8.8.8'])
    it(`is public: ${origin}`, () => assert.ok(isPublic(origin)));
  for (const origin of [
    'http://localhost',
    'http://box.local',
    'http://[::1]',
    'http://192.168.1.2',
    'http://intranet',
  ])
    it(`is not public: ${origin}`, () => assert.ok(!isPublic(origin)));
});

describe('inferPublicOrigin', () => {
  const target = { ...site().target, rootUrl: `${COPY}/`, finalUrl: `${COPY}/`, origin: COPY, scope: `${COPY}/` };
  const urlset = (...urls: string[]): FakeAnswer => ({
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
  });
  const infer = async (answers: Readonly<Record<string, FakeAnswer>>, build: Partial<Build> = {}) => {
    const { client, sent } = fakeClientOf(answers);
    const given: Build = { target, robotsTxt: robots({ sitemaps: [] }), rootHtml: '', ...build };
    const found = await inferPublicOrigin(client, given);
    assert.ok(
      sent.every(({ url }) => url.startsWith(COPY)),
      'only the copy is asked',
    );
    return found;
  };

  it('names who names it', async () => {
    const rootHtml = `<head><link rel=canonical href="${SITE}/"><meta property="og:url" content="${SITE}/"></head>`;
    const found = await infer({ [`${COPY}/sitemap.xml`]: urlset(`${SITE}/`, `${SITE}/a`) }, { rootHtml });
    assert.deepEqual(found, { origin: SITE, servedBy: COPY, namedBy: ['sitemap', 'canonical', 'og:url'] });
  });

  it('reads the sitemap that robots.txt declares on the public host from the copy', async () => {
    const answers = { [`${COPY}/deep/map.xml`]: urlset(`${SITE}/`) };
    const found = await infer(answers, { robotsTxt: robots({ sitemaps: [`${SITE}/deep/map.xml`] }) });
    assert.equal(found?.origin, SITE);
  });

  it('finds the sitemap at each of its usual places, without a robots.txt', async () => {
    for (const path of ['/sitemap_index.xml', '/sitemap-index.xml'])
      assert.equal((await infer({ [`${COPY}${path}`]: urlset(`${SITE}/`) }))?.origin, SITE, path);
  });

  it('takes the paths that the copy answers for proof', async () => {
    const answers = { [`${COPY}/sitemap.xml`]: urlset(`${SITE}/a`) };
    assert.equal(await infer({ ...answers, [`${COPY}/a`]: { status: 404 } }), undefined);
    assert.equal((await infer({ ...answers, [`${COPY}/a`]: { body: '<p>A' } }))?.origin, SITE);
  });

  it('takes a link of llms.txt to a home page for no proof, and one to a page that the copy has', async () => {
    const llmsTxt = (path: string): FakeAnswer => ({
      headers: { 'content-type': 'text/plain' },
      body: `# T\n\n## S\n\n- [A](${SITE}${path}): a\n`,
    });
    assert.equal(await infer({ [`${COPY}/llms.txt`]: llmsTxt('/') }), undefined);
    const found = await infer({ [`${COPY}/llms.txt`]: llmsTxt('/a'), [`${COPY}/a`]: { body: '<p>A' } });
    assert.deepEqual(found?.namedBy, ['llms.txt']);
  });

  it('leaves a build for a folder of its host alone', async () => {
    const folder = urlset(`${SITE}/project/`, `${SITE}/project/a`);
    assert.equal(await infer({ [`${COPY}/sitemap.xml`]: folder }), undefined);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validators } from '../../../../src/scanner/gather/validators.ts';
import type { SiteArtifacts } from '../../../../src/scanner/model/artifacts.ts';
import type { Answer } from '../../../../src/scanner/model/http.ts';
import { cachingOf } from '../../../../src/scanner/parse/http-headers/caching.ts';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { answered, noLlmsTxt, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const DATE = 'Mon, 01 Jun 2026 12:00:00 GMT';
type Headers = Readonly<Record<string, string>>;
const pageAnswer = (path: string, headers: Headers): Answer => ({
  url: ORIGIN + path,
  finalUrl: ORIGIN + path,
  status: 200,
  hops: [],
  headers,
  contentType: 'text/html',
});
const withLlmsTxt = (headers: Headers): Partial<SiteArtifacts> => ({
  llmsTxt: { ...noLlmsTxt, file: { probe: answered('/llms.txt', { headers }), parsed: parseLlmsTxt('# Site') } },
});
const withSitemap = (headers: Headers): Partial<SiteArtifacts> => {
  const { sitemap } = site();
  return { sitemap: { ...sitemap, files: sitemap.files.map((file) => ({ ...file, caching: cachingOf(headers) })) } };
};

async function gather(
  overrides: Partial<SiteArtifacts>,
  answers: Readonly<Record<string, FakeAnswer>> = {},
  taken = 0,
) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, each]) => [ORIGIN + path, each])),
  );
  for (let at = 0; at < taken; at += 1) await client.probe({ url: `${ORIGIN}/taken` });
  const { revalidations } = await validators.gather(gatherContext(client), site(overrides));
  return {
    answers: revalidations.map(({ kind, url, answer }) => `${kind} ${url.slice(ORIGIN.length)} ${answer}`),
    sent,
  };
}

describe('validators', () => {
  it('leaves out an llms.txt that is not in its place', async () => {
    const { llmsTxt } = withLlmsTxt({ etag: '"l"' });
    assert.ok(llmsTxt?.file);
    const probe = answered('/.well-known/llms.txt', { headers: { etag: '"l"' } });
    const { answers } = await gather({ llmsTxt: { ...llmsTxt, file: { ...llmsTxt.file, probe } }, ...withSitemap({}) });
    assert.deepEqual(answers, ['sitemap /sitemap.xml not-asked']);
  });

  it('does not ask for what no request is left for, nor for a sitemap that is none', async () => {
    const { sitemap } = withSitemap({ etag: '"s"' });
    const [file] = sitemap?.files ?? [];
    assert.ok(sitemap && file);
    const { answers } = await gather(
      {
        ...withLlmsTxt({ etag: '"l"' }),
        sitemap: { ...sitemap, files: [{ ...file, problem: 'it is not well-formed' }] },
        firstAnswers: [pageAnswer('/a', { etag: '"a"' }), pageAnswer('/b', { etag: '"b"' })],
      },
      { '/llms.txt': { status: 304 }, '/a': { status: 304 }, '/b': { status: 304 } },
      58,
    );
    assert.deepEqual(answers, ['llms-txt /llms.txt not-modified', 'page /a not-modified', 'page /b not-asked']);
  });

  it('asks for llms.txt, the sitemap and the first pages on condition that they have changed', async () => {
    const { answers, sent } = await gather(
      {
        ...withLlmsTxt({ etag: '"l"' }),
        ...withSitemap({ 'last-modified': DATE }),
        firstAnswers: [pageAnswer('/', { etag: '"h"', 'last-modified': DATE }), pageAnswer('/a', { etag: '"a"' })],
      },
      { '/llms.txt': { status: 304 }, '/sitemap.xml': { status: 304 }, '/': { status: 304 }, '/a': { body: '<p>' } },
    );
    assert.deepEqual(answers, [
      'llms-txt /llms.txt not-modified',
      'sitemap /sitemap.xml not-modified',
      'page / not-modified',
      'page /a sent-again',
    ]);
    assert.deepEqual(
      sent.map(({ headers }) => headers),
      [
        { 'if-none-match': '"l"' },
        { 'if-modified-since': DATE },
        { accept: 'text/html,*/*', 'if-none-match': '"h"', 'if-modified-since': DATE },
        { accept: 'text/html,*/*', 'if-none-match': '"a"' },
      ],
    );
  });

  it('does not ask where the headers say enough, or nothing to ask with', async () => {
    const { answers, sent } = await gather({
      ...withLlmsTxt({ etag: '"l"', 'cache-control': 'max-age=3600' }),
      ...withSitemap({}),
      firstAnswers: [pageAnswer('/', { etag: '"h"', 'cache-control': 'no-store' })],
    });
    assert.deepEqual(answers, ['llms-txt /llms.txt not-asked', 'sitemap /sitemap.xml not-asked', 'page / not-asked']);
    assert.deepEqual(sent, []);
  });

  it('asks for what lives longer than an hour, and for a file that is not to be stored', async () => {
    const { sent } = await gather({
      ...withLlmsTxt({ etag: '"l"', 'cache-control': 'no-store' }),
      firstAnswers: [pageAnswer('/', { etag: '"h"', 'cache-control': 'max-age=3601' })],
    });
    assert.equal(sent.length, 2);
  });

  it('leaves out what there is not', async () => {
    const { sitemap } = site();
    const { answers } = await gather({ sitemap: { ...sitemap, files: [] } });
    assert.deepEqual(answers, []);
  });

  const rows: [answer: FakeAnswer, expected: string][] = [
    [{ status: 412 }, 'sent-again'],
    [{ status: 302, headers: { location: '/sign-in' } }, 'sent-again'],
    ['too_large', 'sent-again'],
    [{ status: 429 }, 'unknown'],
    [{ status: 503 }, 'unknown'],
    ['timeout', 'unknown'],
  ];
  for (const [answer, expected] of rows) {
    it(`takes ${typeof answer === 'string' ? answer : answer.status} as ${expected}`, async () => {
      const { answers } = await gather(withLlmsTxt({ etag: '"l"' }), { '/llms.txt': answer });
      assert.deepEqual(answers, [`llms-txt /llms.txt ${expected}`]);
    });
  }
});

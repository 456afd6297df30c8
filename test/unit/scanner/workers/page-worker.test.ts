import assert from 'node:assert/strict';
import test from 'node:test';
import type { PageJob } from '../../../../src/scanner/workers/page-job.ts';
import judgePage from '../../../../src/scanner/workers/page-worker.ts';

const URL = 'https://example.com/docs/index.html';

const jobOf = (bytes: Uint8Array, contentType = 'text/html'): PageJob => ({
  target: {
    rootUrl: URL,
    finalUrl: URL,
    origin: 'https://example.com',
    scope: 'https://example.com/docs/',
    isPrivateHost: false,
    status: 200,
    startedAt: '2026-01-01T00:00:00.000Z',
  },
  page: {
    url: URL,
    foundBy: 'link',
    inSitemap: false,
    sitemapLastmod: undefined,
    inLlmsTxt: false,
    response: {
      answered: true,
      answer: {
        url: URL,
        finalUrl: URL,
        status: 200,
        hops: [],
        headers: { 'content-type': contentType },
        contentType: 'text/html',
      },
      bodyBytes: bytes.length,
      challenge: undefined,
    },
    markdown: { tried: false, attempts: [] },
  },
  html: bytes,
  twin: undefined,
  wantsFacts: false,
});

test('a page worker names each address a page links to once, in document order', () => {
  const html = `<!doctype html><html lang="en"><title>Index</title><body>
<a href="b.html#one">One</a> <a href="a.html">Two</a> <a href="b.html#three">Three</a> <a href="./a.html#four">Four</a>
<a href="mailto:someone@example.com">Mail</a> <a href="/c">Five</a>`;
  const bytes = new TextEncoder().encode(html);
  const verdict = judgePage(jobOf(bytes));
  assert.deepEqual(verdict.bugs, []);
  assert.deepEqual(verdict.links, [
    'https://example.com/docs/b.html',
    'https://example.com/docs/a.html',
    'https://example.com/c',
  ]);
});

test('a page worker measures the words that the declared encoding leaves intact', () => {
  const bytes = new TextEncoder().encode(
    '<!doctype html><title>Caf\u00e9</title><p>plain \u00fcber plain caf\u00e9</p>',
  );
  assert.equal(judgePage(jobOf(bytes, 'text/html; charset=utf-8')).text?.intactShare, 1);
  const share = judgePage(jobOf(bytes, 'text/html; charset=windows-1252')).text?.intactShare ?? 1;
  assert.ok(share > 0.3 && share < 0.6, String(share));
});

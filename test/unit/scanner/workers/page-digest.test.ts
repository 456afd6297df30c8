import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MarkdownAttempt, MarkdownDigest, PageArtifact } from '../../../../src/scanner/model/page.ts';

import { extractPageFacts } from '../../../../src/scanner/parse/html/extract-page-facts.ts';
import { pageDigest } from '../../../../src/scanner/workers/page-digest.ts';
import { controlFacts, ORIGIN, page } from '../../../support/artifacts.ts';

/** The artifact of a page with this HTML, as `/a`. */
function pageOf(html: string, headers: Record<string, string> = {}): PageArtifact {
  const facts = extractPageFacts(html, { url: `${ORIGIN}/a`, contentTypeHeader: undefined });
  return { ...page('/a', { answer: { headers } }), facts };
}

describe('the digest of a page', () => {
  it('keeps the facts compared across the crawl', () => {
    const { contentHash, links, actions, ...rest } = pageDigest(
      pageOf(`<html lang=de><title>T</title><title>U</title><meta name=description content=D><link rel=canonical href="/b">
        <link rel=alternate hreflang=en href="/en/a"><link rel=alternate href=/feed><meta name=robots content=noindex><p>Text`),
    );
    assert.match(contentHash, /^[\w-]{16}$/);
    assert.equal(links?.good, 0);
    assert.deepEqual(actions?.forms, []);
    assert.deepEqual(rest, {
      url: `${ORIGIN}/a`,
      finalUrl: `${ORIGIN}/a`,
      status: 200,
      foundBy: 'link',
      inSitemap: true,
      inLlmsTxt: false,
      isLinked: false,
      title: 'T',
      description: 'D',
      canonicals: [{ href: '/b', url: `${ORIGIN}/b` }],
      noindex: true,
      lang: 'de',
      hreflangs: [{ lang: 'en', url: `${ORIGIN}/en/a` }],
      isWithoutCookie: true,
      readable: 'yes',
      llmsTxtPointer: undefined,
      markdown: { url: undefined, isRead: false, negotiates: false },
      hints: [],
      apiDescriptions: [],
      deadLinks: { count: 0, examples: [] },
      controls: controlFacts({}, { checked: 0 }),
      // One word is next to nothing.
      isPartial: true,
    });
  });
  const attempt = (via: MarkdownAttempt['via'], path: string, status?: number): MarkdownAttempt => ({
    via,
    url: ORIGIN + path,
    status,
    contentType: '',
    isMarkdown: status === 200,
    bodyBytes: 0,
  });
  const searches: { when: string; attempts: MarkdownAttempt[]; expect: MarkdownDigest }[] = [
    {
      when: 'a guess is right',
      attempts: [
        attempt('suffix', '/a.md', 404),
        attempt('suffix', '/a/index.md', 200),
        attempt('negotiation', '/a', 406),
      ],
      expect: { url: `${ORIGIN}/a/index.md`, isRead: true, negotiates: false },
    },
    {
      when: 'only negotiation works',
      attempts: [attempt('suffix', '/a.md', 404), attempt('negotiation', '/a', 200)],
      expect: { url: undefined, isRead: false, negotiates: true },
    },
    {
      when: 'the declared one gives no answer',
      attempts: [attempt('alternate', '/a.md'), attempt('negotiation', '/a')],
      expect: { url: `${ORIGIN}/a.md`, isRead: false, negotiates: false },
    },
    {
      when: 'the declared one is gone',
      attempts: [attempt('alternate', '/a.md', 404)],
      expect: { url: undefined, isRead: false, negotiates: false },
    },
    {
      when: 'a guess gives no answer',
      attempts: [attempt('suffix', '/a.md')],
      expect: { url: undefined, isRead: false, negotiates: false },
    },
  ];
  for (const { when, attempts, expect } of searches) {
    it(`keeps where the Markdown version is when ${when}`, () => {
      assert.deepEqual(pageDigest({ ...page('/a'), markdown: { tried: true, attempts } }).markdown, expect);
    });
  }
  it('says when no Markdown version was looked for', () => {
    assert.equal(pageDigest({ ...page('/a'), markdown: { tried: false, attempts: [] } }).markdown, undefined);
  });
  it('reads headers', () => {
    const link = `</c>; rel="canonical", <${ORIGIN}/fr/a>; rel="alternate"; hreflang="fr"`;
    const digest = pageDigest(pageOf('', { link, 'x-robots-tag': 'noindex' }));
    assert.deepEqual(digest.canonicals, [{ href: '/c', url: `${ORIGIN}/c` }]);
    assert.deepEqual(digest.hreflangs, [{ lang: 'fr', url: `${ORIGIN}/fr/a` }]);
    assert.equal(digest.noindex, true);
    assert.deepEqual(
      pageDigest(pageOf('<link rel=canonical href=/b>', { link })).canonicals.map(({ href }) => href),
      ['/b'],
    );
  });
  it('says whether there is a page to judge', () => {
    const healthy = page('/a');
    assert.ok(healthy.response.answered);
    const failed = (code: 'timeout' | 'reset'): PageArtifact => ({
      ...healthy,
      response: { answered: false, hops: [], failure: { code, message: '' } },
      facts: undefined,
    });
    assert.equal(pageDigest(failed('timeout')).readable, 'unknown');
    assert.equal(pageDigest(failed('reset')).readable, 'no');
    assert.equal(pageDigest(failed('reset')).status, 0);
    assert.equal(pageDigest(page('/a', { answer: { status: 404 } })).readable, 'no');
    assert.equal(pageDigest({ ...healthy, facts: undefined }).readable, 'no');
    const challenged: PageArtifact = { ...healthy, response: { ...healthy.response, challenge: 'akamai' } };
    assert.equal(pageDigest(challenged).readable, 'no');
  });
});

describe('the pointer to llms.txt', () => {
  const rows: [what: string, html: string, link: string, expected: 'head' | 'early' | 'late' | undefined][] = [
    ['nothing', '<p>Text', '', undefined],
    ['a link of the head', '<link rel=describedby type=text/plain href=/llms.txt><p>Text', '', 'head'],
    ['one under its own relation', '<link rel=llms-txt href=/docs/llms.txt>', '', 'head'],
    ['one under another relation', '<link rel=preload href=/llms.txt>', '', undefined],
    ['one to something else', '<link rel=describedby href=/about.txt>', '', undefined],
    ['the Link header', '<p>Text', '<https://site.example/llms.txt>; rel="alternate"', 'head'],
    ['a header for something else', '<p>Text', '</style.css>; rel=preload, </a.md>; rel=alternate', undefined],
    ['a header that leads nowhere', '<p>Text', '<http://[>; rel="llms-txt"', undefined],
    ['text and head', '<link rel=alternate href=/llms.txt><a href=/llms.txt>x</a>', '', 'head'],
    ['text', '<p>See /llms.txt', '', 'early'],
  ];
  for (const [what, html, link, expected] of rows)
    it(what, () => assert.equal(pageDigest(pageOf(html, link === '' ? {} : { link })).llmsTxtPointer, expected));
});

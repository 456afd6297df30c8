import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askControls, negativeControl } from '../../../../src/scanner/gather/negative-control.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { digest, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClient, gatherContext } from '../../../support/fake-client.ts';

const NONCE = 'legible-probe-0';

async function gather(answer: FakeAnswer | undefined, pages: readonly PageDigest[]) {
  const { client, sent } = fakeClient(() => answer);
  const controls = await askControls(client, ORIGIN, NONCE);
  const all = await negativeControl.gather(gatherContext(client, { nonce: NONCE, controls }), {
    target: site().target,
    crawl: { pages, pagesDiscovered: pages.length },
  });
  return { controls, all, paths: sent.map(({ url }) => url.slice(ORIGIN.length)) };
}

describe('askControls', () => {
  it('asks for a page and for one name of each kind of file', async () => {
    const { paths, controls } = await gather(undefined, []);
    assert.deepEqual(paths, [`/${NONCE}`, `/.well-known/${NONCE}.json`, `/${NONCE}.md`, `/${NONCE}.txt`]);
    assert.deepEqual(
      controls.answers.map(({ kind, answer }) => [kind, 'status' in answer && answer.status]),
      [
        ['page', 404],
        ['well-known', 404],
        ['markdown', 404],
        ['text', 404],
      ],
    );
    assert.deepEqual(controls.bodies, []);
  });

  it('keeps the bodies of answers for missing pages that look like pages', async () => {
    const { controls } = await gather({ body: '<!doctype html><title>App</title>' }, []);
    assert.equal(controls.bodies.length, 4);
    assert.deepEqual(controls.bodies[0], { url: `${ORIGIN}/${NONCE}`, text: '<!doctype html><title>App</title>' });
  });

  const rows: { when: string; answer: FakeAnswer; expect: object }[] = [
    {
      when: 'a page',
      answer: { body: '<!doctype html><title>App</title>' },
      expect: { status: 200, contentType: 'text/html', isHtml: true, redirectsTo: undefined, endsAtRoot: false },
    },
    {
      when: 'text',
      answer: { headers: { 'content-type': 'text/plain' }, body: 'hello' },
      expect: { status: 200, contentType: 'text/plain', isHtml: false, redirectsTo: undefined, endsAtRoot: false },
    },
    {
      when: 'a redirect to the home page',
      answer: { body: '<html></html>', finalUrl: `${ORIGIN}/`, hops: [{ url: `${ORIGIN}/${NONCE}`, status: 302 }] },
      expect: { status: 200, contentType: 'text/html', isHtml: true, redirectsTo: `${ORIGIN}/`, endsAtRoot: true },
    },
    {
      when: 'a redirect to a search',
      answer: { body: '<html></html>', finalUrl: `${ORIGIN}/?q=x`, hops: [{ url: `${ORIGIN}/${NONCE}`, status: 302 }] },
      expect: { status: 200, contentType: 'text/html', isHtml: true, redirectsTo: `${ORIGIN}/?q=x`, endsAtRoot: false },
    },
    {
      when: 'no answer',
      answer: 'timeout',
      expect: { failure: { code: 'timeout', message: 'a failure of the kind timeout' } },
    },
  ];
  for (const { when, answer, expect } of rows) {
    it(`notes ${when}`, async () => {
      const { controls } = await gather(answer, []);
      assert.deepEqual(controls.answers[0]?.answer, expect);
    });
  }
});

describe('negativeControl', () => {
  const rows: { when: string; pages: PageDigest[]; expect: string | undefined }[] = [
    { when: 'there is no page', pages: [], expect: undefined },
    { when: 'all pages stand at the top', pages: [digest('/'), digest('/one')], expect: undefined },
    {
      when: 'there is a deeper one',
      pages: [digest('/'), digest('/a/b/'), digest('/a/b/c/d')],
      expect: `/a/b/c/${NONCE}`,
    },
    { when: 'two are as deep', pages: [digest('/z/one'), digest('/b/two')], expect: `/b/${NONCE}` },
    { when: 'the deepest is gone', pages: [digest('/a/b/c', { status: 404 }), digest('/a/b')], expect: `/a/${NONCE}` },
  ];
  for (const { when, pages, expect } of rows) {
    it(`asks for ${expect ?? 'nothing more'} when ${when}`, async () => {
      const { all, paths } = await gather(undefined, pages);
      assert.equal(all.length, expect === undefined ? 4 : 5);
      assert.deepEqual(paths.slice(4), expect === undefined ? [] : [expect]);
      if (expect !== undefined) assert.equal(all.at(-1)?.kind, 'deep-page');
    });
  }
});

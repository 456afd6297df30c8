import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAuditSample, type OfferedPage } from '../../../../src/scanner/crawl/audit-sample.ts';

const offered = (
  path: string,
  template: string,
  overrides: Partial<OfferedPage & { bytes: number }> = {},
): OfferedPage => {
  const { bytes = 10, ...rest } = overrides;
  return {
    url: `https://site.example${path}`,
    isHome: path === '/',
    template,
    elementCount: 300,
    html: new Uint8Array(bytes),
    contentTypeHeader: 'text/html',
    ...rest,
  };
};
function chosen(...pages: OfferedPage[]): string[] {
  const sample = createAuditSample();
  const sampled = [...pages.flatMap((page) => sample.offer(page)), ...sample.close()];
  return sampled.map(({ url, job }) => `${new URL(url).pathname}${job === undefined ? ' (too large)' : ''}`);
}

describe('the sample for the audit', () => {
  it('is the home page and one page of each template', () => {
    const pages = [offered('/', 'home'), offered('/a', 'x'), offered('/b', 'x'), offered('/c', 'y')];
    assert.deepEqual(chosen(...pages), ['/', '/a', '/c']);
  });
  it('does not take the template of the home page again', () => {
    assert.deepEqual(chosen(offered('/', 'x'), offered('/a', 'x'), offered('/b', 'y')), ['/', '/b']);
  });
  it('takes the four templates of most pages, by name where they are equal', () => {
    const pages = ['e', 'd', 'c', 'b', 'a', 'd', 'e'].map((template, at) => offered(`/${template}${at}`, template));
    assert.deepEqual(chosen(...pages), ['/d1', '/e0', '/a4', '/b3']);
  });
  it('takes the next page of a template when the first has too many elements or bytes', () => {
    const pages = [
      offered('/a', 'x', { elementCount: 6001 }),
      offered('/b', 'x', { bytes: 256_001 }),
      offered('/c', 'x', { elementCount: 6000, bytes: 256_000 }),
      offered('/d', 'x'),
    ];
    assert.deepEqual(chosen(...pages), ['/c']);
  });
  it('says when it is the home page that is too large', () => {
    assert.deepEqual(chosen(offered('/', 'home', { elementCount: 6001 })), ['/ (too large)']);
    assert.deepEqual(chosen(offered('/', 'home', { bytes: 1_000_001 })), ['/ (too large)']);
    assert.deepEqual(chosen(offered('/', 'home', { bytes: 1_000_000 })), ['/']);
  });
  it('keeps 1 MB and 16 pages at most, in addition to the home page', () => {
    const large = ['a', 'b', 'c', 'd', 'd'].map((template, at) => offered(`/${at}`, template, { bytes: 250_000 + at }));
    assert.deepEqual(chosen(...large), ['/0', '/1', '/2']);
    // The 17th template is that of most pages, but too late to be kept.
    const many = Array.from({ length: 30 }, (_, at) => offered(`/${at}`, at < 16 ? `t${at}` : 'late'));
    assert.ok(!chosen(...many).includes('/16'));
  });
  it('begins with the home page, and chooses the others from the first 40 pages', () => {
    const sample = createAuditSample();
    assert.equal(sample.offer(offered('/', 'home')).length, 1);
    for (let at = 1; at < 39; at += 1) assert.deepEqual(sample.offer(offered(`/${at}`, 'x')), []);
    const [last, ...none] = sample.offer(offered('/39', 'x'));
    assert.deepEqual([last?.url, none], ['https://site.example/1', []]);
    assert.deepEqual(sample.offer(offered('/40', 'y')), []);
    assert.deepEqual(sample.close(), []);
  });
  it('is empty without a readable page', () => assert.deepEqual(chosen(), []));
});

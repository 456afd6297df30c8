import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LlmsTxtArtifact, listingsOf, llmsTxtLinks } from '../../../../src/scanner/model/llms-txt.ts';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { answered, notFound, ORIGIN, site } from '../../../support/artifacts.ts';

function llmsTxtOf(text: string, path = '/docs/llms.txt'): LlmsTxtArtifact {
  const probe = answered(path, { text });
  return { file: { probe, parsed: parseLlmsTxt(text) }, candidates: [probe], full: notFound('/llms-full.txt') };
}

const TEXT = `# Site

- [Before](/before): stands before any section

## Docs

- [One](one.md): relative to the file
- [Two](/docs/two/): a page of its own
- [Two as Markdown](/docs/two/index.md): its twin
- [Elsewhere](https://elsewhere.example/x.md): not ours
- [Nonsense](http://[): no URL
`;

describe('listingsOf', () => {
  const { sitemap } = site();
  const listings = listingsOf(
    {
      ...sitemap,
      entries: [
        { url: `${ORIGIN}/a.html?utm_source=x`, lastmod: '2026-01-02' },
        { url: `${ORIGIN}/a`, lastmod: '2026-05-05' },
      ],
    },
    llmsTxtOf(TEXT),
    site().target,
  );
  const rows: { path: string; inSitemap: boolean; inLlmsTxt: boolean; twin?: string }[] = [
    { path: '/a', inSitemap: true, inLlmsTxt: false },
    { path: '/a/index.html', inSitemap: true, inLlmsTxt: false },
    { path: '/b', inSitemap: false, inLlmsTxt: false },
    { path: '/before', inSitemap: false, inLlmsTxt: true },
    { path: '/docs/one', inSitemap: false, inLlmsTxt: true, twin: '/docs/one.md' },
    { path: '/docs/one.html', inSitemap: false, inLlmsTxt: true, twin: '/docs/one.md' },
    { path: '/docs/two/', inSitemap: false, inLlmsTxt: true, twin: '/docs/two/index.md' },
    { path: '/one', inSitemap: false, inLlmsTxt: false },
    { path: '/x', inSitemap: false, inLlmsTxt: false },
  ];
  for (const { path, inSitemap, inLlmsTxt, twin } of rows) {
    it(`places ${path}`, () => {
      assert.equal(listings.isInSitemap(ORIGIN + path), inSitemap);
      assert.equal(listings.lastmod(ORIGIN + path), inSitemap ? '2026-01-02' : undefined);
      assert.equal(listings.isInLlmsTxt(ORIGIN + path), inLlmsTxt);
      assert.equal(listings.twinInLlmsTxt(ORIGIN + path), twin === undefined ? undefined : ORIGIN + twin);
    });
  }

  it('finds Markdown by its title where one file alone has it', () => {
    const titles = listingsOf(
      undefined,
      llmsTxtOf(
        '# Site\n\n- [Site](/docs.md)\n- [Twice](/a.md)\n- [twice](/b.md)\n- [Page](/page)\n- [Away](https://elsewhere.example/x.md)\n',
      ),
      site().target,
    );
    assert.equal(titles.titledInLlmsTxt(' site'), `${ORIGIN}/docs.md`);
    for (const title of ['Twice', 'Page', 'Away', 'Other', '']) assert.equal(titles.titledInLlmsTxt(title), undefined);
  });

  it('lists nothing where there is nothing', () => {
    const nothing = listingsOf(undefined, undefined, site().target);
    assert.equal(nothing.isInSitemap(`${ORIGIN}/`), false);
    assert.equal(nothing.lastmod(`${ORIGIN}/`), undefined);
    assert.equal(nothing.isInLlmsTxt(`${ORIGIN}/`), false);
    assert.equal(nothing.twinInLlmsTxt(`${ORIGIN}/`), undefined);
  });

  it('gives every link of an llms.txt in file order', () => {
    assert.deepEqual(
      llmsTxtLinks(parseLlmsTxt(TEXT)).map(({ name }) => name),
      ['Before', 'One', 'Two', 'Two as Markdown', 'Elsewhere', 'Nonsense'],
    );
  });
});

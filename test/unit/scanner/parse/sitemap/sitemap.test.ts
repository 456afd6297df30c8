import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseSitemap } from '../../../../../src/scanner/parse/sitemap/sitemap.ts';
import { runsOf } from '../../../../support/exhaustive.ts';

fc.configureGlobal({ seed: 1 });

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const urlset = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${inner}\n</urlset>`;
const page = (path: string, rest = '') => `<url><loc>https://site.example/${path}</loc>${rest}</url>`;

describe('parseSitemap', () => {
  it('reads locations and dates, and passes over extensions', () => {
    const text = urlset(`
      <url>
        <loc> https://site.example/a?x=1&amp;y=2 </loc>
        <lastmod> 2026-01-02 </lastmod><changefreq>daily</changefreq><priority>0.5</priority>
        <image:image xmlns:image="urn:i"><image:loc>https://site.example/i.png</image:loc></image:image>
        <video:video xmlns:video="urn:v"><loc>https://site.example/v</loc></video:video>
        <image:loc xmlns:image="urn:i">https://site.example/j.png</image:loc>
        <xhtml:link xmlns:xhtml="urn:x" rel="alternate" hreflang="de" href="https://site.example/de"/>
      </url>
      <url><lastmod/><loc><![CDATA[https://site.example/b?x=1&y=2]]></loc><loc>https://site.example/second</loc></url>`);
    assert.deepEqual(parseSitemap(text), {
      kind: 'urlset',
      entries: [
        { url: 'https://site.example/a?x=1&y=2', lastmod: '2026-01-02' },
        { url: 'https://site.example/b?x=1&y=2', lastmod: undefined },
      ],
      children: [],
      locationCount: 2,
      invalidCount: 0,
      problem: undefined,
    });
  });

  it('reads an index', () => {
    const text = `<sitemapindex><sitemap><loc>https://site.example/1.xml</loc></sitemap><url><loc>https://site.example/no</loc></url></sitemapindex>`;
    const parsed = parseSitemap(text);
    assert.deepEqual(
      [parsed.kind, parsed.children, parsed.entries],
      ['sitemapindex', ['https://site.example/1.xml'], []],
    );
  });

  it('reads RSS 2.0', () => {
    const text = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <link>https://site.example/</link><atom:link href="https://site.example/feed" rel="self"/>
      <item><title>One</title><link> https://site.example/a </link><pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item>
      <item><guid>https://site.example/b</guid><pubDate>2 Oct 2024</pubDate></item>
      <item><guid isPermaLink="false">https://site.example/no</guid></item>
      <item><link><![CDATA[https://site.example/c]]></link><guid>https://site.example/no</guid></item>
      <item><title>without a link</title><description><![CDATA[<link>https://site.example/no</link>]]></description></item>
    </channel></rss>`;
    assert.deepEqual(parseSitemap(text), {
      kind: 'rss',
      entries: [
        { url: 'https://site.example/a', lastmod: '2024-10-02T13:00:00.000Z' },
        // A date without a zone means another day in each.
        { url: 'https://site.example/b', lastmod: '2 Oct 2024' },
        { url: 'https://site.example/c', lastmod: undefined },
      ],
      children: [],
      locationCount: 3,
      invalidCount: 0,
      problem: undefined,
    });
  });

  it('reads Atom', () => {
    const text = `<?xml version="1.0"?><a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://site.example/blog/">
      <a:link href="https://site.example/"/>
      <a:entry><a:link rel="edit" href="/no"/><a:link href="one"/><a:updated>2026-02-03T04:05:06Z</a:updated></a:entry>
      <a:entry><a:link rel="alternate" href="/two"/><a:link href="/no"/><a:modified>2026-02-03</a:modified>
        <a:source><a:link href="/no"/></a:source></a:entry>
      <a:entry xml:base="/shop/"><a:link href="three"/></a:entry>
      <a:entry><a:id>urn:x</a:id></a:entry><a:entry><a:link href="mailto:a@b.example"/></a:entry>
    </a:feed>`;
    const parsed = parseSitemap(text, { url: 'https://site.example/feed.xml' });
    assert.equal(parsed.kind, 'atom');
    assert.deepEqual(parsed.entries, [
      { url: 'https://site.example/blog/one', lastmod: '2026-02-03T04:05:06Z' },
      { url: 'https://site.example/two', lastmod: '2026-02-03' },
      { url: 'https://site.example/shop/three', lastmod: undefined },
    ]);
    assert.deepEqual([parsed.invalidCount, parsed.problem], [0, undefined]);
  });

  it('has one entry form for all spellings of an address', () => {
    const parsed = parseSitemap(urlset(page('caf%c3%a9/') + page('%7Eanna/')));
    assert.deepEqual(
      parsed.entries.map(({ url }) => url),
      ['https://site.example/caf%C3%A9/', 'https://site.example/~anna/'],
    );
  });

  it('counts entries without an absolute URL', () => {
    const text = urlset(`${page('a')}<url><loc>/relative</loc></url><url></url><url><loc>https://</loc></url>
      <url><loc>https:site.example</loc></url><url><loc>ftp://site.example/</loc></url>`);
    const parsed = parseSitemap(text);
    assert.deepEqual([parsed.entries.length, parsed.invalidCount, parsed.problem], [1, 5, undefined]);
  });

  it('keeps as many as asked for and counts all', () => {
    const parsed = parseSitemap(urlset(page('a').repeat(30)), { maxEntries: 10 });
    assert.deepEqual([parsed.entries.length, parsed.locationCount, parsed.problem], [10, 30, undefined]);
  });

  it('says when there are more than 50,000', () => {
    const parsed = parseSitemap(urlset(page('a').repeat(50_001)));
    assert.equal(parsed.entries.length, 50_000);
    assert.match(parsed.problem ?? '', /50,000/);
    assert.equal(parseSitemap(urlset(page('a').repeat(50_000))).problem, undefined);
    assert.match(parseSitemap('https://site.example/\n'.repeat(50_001)).problem ?? '', /50,000/);
    assert.equal(parseSitemap('https://site.example/\n'.repeat(50_000)).problem, undefined);
  });

  it('tells of white space before the declaration alone', () => {
    const slipOf = (text: string) => parseSitemap(text).slip;
    assert.match(slipOf(`\n\n  ${urlset(page('a'))}`) ?? '', /before the XML declaration/);
    assert.equal(slipOf(urlset(page('a'))), undefined);
    assert.equal(slipOf(`\uFEFF${urlset(page('a'))}`), undefined);
    assert.equal(slipOf(`\n<urlset>${page('a')}</urlset>`), undefined);
  });

  // [what, text, kind, entries read, problem]
  const oddities: [string, string, string, number, RegExp | undefined][] = [
    ['a byte order mark', `\uFEFF${urlset(page('a'))}`, 'urlset', 1, undefined],
    ['white space before the declaration', `\n\n  ${urlset(page('a'))}`, 'urlset', 1, undefined],
    ['a comment before the root', `<!-- made by a tool --><urlset>${page('a')}</urlset>`, 'urlset', 1, undefined],
    [
      'a stylesheet',
      `<?xml version="1.0"?><?xml-stylesheet href="s.xsl"?><urlset>${page('a')}</urlset>`,
      'urlset',
      1,
      undefined,
    ],
    [
      'a root element in a root element',
      `<urlset><urlset>${page('a')}</urlset></urlset>`,
      'urlset',
      0,
      /^its entries are not directly in its root element$/,
    ],
    ['no namespace', `<urlset>${page('a')}</urlset>`, 'urlset', 1, undefined],
    [
      'another namespace',
      `<urlset xmlns="https://www.google.com/schemas/sitemap/0.84">${page('a')}</urlset>`,
      'urlset',
      1,
      undefined,
    ],
    [
      'a prefix',
      `<s:urlset xmlns:s="${NAMESPACE}"><s:url><s:loc>https://site.example/</s:loc></s:url></s:urlset>`,
      'urlset',
      1,
      undefined,
    ],
    [
      'an undeclared prefix',
      urlset(page('a', '<news:news><news:title>x</news:title></news:news>')),
      'urlset',
      1,
      undefined,
    ],
    [
      'a bare ampersand',
      urlset(`${page('a')}\n${page('?x=1&y=2')}\n${page('b')}`),
      'urlset',
      1,
      /well-formed XML \(first fault in line 4 or later\)/,
    ],
    [
      'a cut file',
      urlset(`${page('a')}<url><loc>https://site.exa`).replace('</urlset>', ''),
      'urlset',
      1,
      /well-formed/,
    ],
    ['junk after the root', `${urlset(page('a'))}<script>x</script>`, 'urlset', 1, /well-formed/],
    ['text after the root', `${urlset(page('a'))}\nError`, 'urlset', 1, /well-formed/],
    ['mixed-up tags', '<urlset><url></loc></url></urlset>', 'urlset', 0, /well-formed/],
    ['an unknown entity', urlset(page('a&nbsp;b')), 'urlset', 0, /well-formed/],
    [
      'an entity of its own',
      `<!DOCTYPE urlset [<!ENTITY a "https://site.example/">]><urlset><url><loc>&a;</loc></url></urlset>`,
      'urlset',
      0,
      /well-formed/,
    ],
    [
      'an external definition',
      `<!DOCTYPE urlset SYSTEM "file:///etc/passwd"><urlset>${page('a')}</urlset>`,
      'urlset',
      1,
      undefined,
    ],
    ['no locations', urlset(''), 'urlset', 0, /lists no/],
    ['an empty body', ' \n', 'unreadable', 0, /empty/],
    ['a page', '<!doctype html><title>Not found</title>', 'unreadable', 0, /HTML/],
    [
      'an XHTML page',
      '<?xml version="1.0"?><html xmlns="x"><body/></html>',
      'unreadable',
      0,
      /neither that of a sitemap/,
    ],
    ['a feed without items', '<rss version="2.0"><channel/></rss>', 'rss', 0, /lists no/],
    ['an empty element', '<urlset/>', 'urlset', 0, /lists no/],
    ['text', '\uFEFFhttps://site.example/a\r\n\r\n https://site.example/b \r\n', 'text', 2, undefined],
    ['text with a bad line', 'https://site.example/a\nhttps://site.example/b\nnothing', 'text', 2, undefined],
    ['prose', 'Not found', 'unreadable', 0, /neither XML nor/],
    ['JSON', '{"error":"https://site.example/"}', 'unreadable', 0, /neither XML nor/],
  ];
  for (const [name, text, kind, entries, problem] of oddities) {
    it(`reads ${name}`, () => {
      const parsed = parseSitemap(text);
      assert.deepEqual([parsed.kind, parsed.entries.length], [kind, entries], parsed.problem);
      if (problem === undefined) assert.equal(parsed.problem, undefined);
      else assert.match(parsed.problem ?? '', problem);
    });
  }

  it('keeps nothing of a document that is no list', () => {
    assert.deepEqual(parseSitemap('a\nb\nhttps://site.example/').entries, []);
  });

  it('decodes by mark, then by declaration', () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://site.example/é</loc></url></urlset>';
    const [latin] = parseSitemap(Buffer.from(text, 'latin1')).entries;
    const [utf16] = parseSitemap(Buffer.from(`\uFEFF${text}`, 'utf16le')).entries;
    const [utf8] = parseSitemap(Buffer.from(text.replace(' encoding="ISO-8859-1"', ''))).entries;
    assert.deepEqual([latin?.url, utf16?.url, utf8?.url], Array(3).fill('https://site.example/%C3%A9'));
  });

  it('never throws', () => {
    const pieces =
      '<urlset> </urlset> <url> </url> <loc> </loc> < > & ; <!-- --> <![CDATA[ ]]> <?xml ?> <!DOCTYPE [ " \' a=" \ud800 \r';
    const soup = fc.array(fc.constantFrom(...pieces.split(' '), ' ', 'https://a/')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => void parseSitemap(text)),
      { numRuns: runsOf(2000) },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (body) => void parseSitemap(body)));
  });
});

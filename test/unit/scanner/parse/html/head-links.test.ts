import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { headLinkHref, headLinks, headMetas } from '../../../../../src/scanner/parse/html/rough-html.ts';
import { assertQuick } from '../assert-quick.ts';

fc.configureGlobal({ seed: 1 });

const hrefs = (html: string) => headLinks(html).map(({ href }) => href);

describe('one link', () => {
  const cases: [string, string, { rel?: string[]; type?: string; href?: string }][] = [
    ['double quotes', '<link rel="canonical" href="/a">', { rel: ['canonical'], href: '/a' }],
    ['single quotes', "<link rel='canonical' href='/a'>", { rel: ['canonical'], href: '/a' }],
    ['no quotes', '<link rel=canonical href=/a>', { rel: ['canonical'], href: '/a' }],
    ['a slash at its end', '<link rel="canonical" href="/a"/>', { rel: ['canonical'], href: '/a' }],
    ['a slash at the end of an unquoted URL', '<link href=/a/>', { href: '/a/' }],
    [
      'capitals',
      '<LINK REL="Alternate" TYPE="TEXT/Markdown" HREF="/A.md">',
      { rel: ['alternate'], type: 'text/markdown', href: '/A.md' },
    ],
    ['several relations', '<link rel=" alternate\n  Home " href="/a">', { rel: ['alternate', 'home'], href: '/a' }],
    ['white space everywhere', '<link\n\trel = "canonical"\n\thref\t=\n"/a" >', { rel: ['canonical'], href: '/a' }],
    ['white space about the URL', '<link href=" /a\n">', { href: '/a' }],
    ['an ampersand', '<link href="/a?b=1&amp;c=2&d=3">', { href: '/a?b=1&c=2&d=3' }],
    ['an attribute twice', '<link href="/first" href="/second">', { href: '/first' }],
    ['attributes without value', '<link crossorigin href="/a" disabled>', { href: '/a' }],
    ['no space between attributes', '<link rel="canonical"href="/a">', { rel: ['canonical'], href: '/a' }],
    ['an empty value', '<link rel="" href="">', {}],
    ['nothing', '<link>', {}],
    ['stray equals signs', '<link = =b href="/a" =>', { href: '/a' }],
    ['a stray quote', '<link " href="/a">', { href: '/a' }],
    ['a tag end in a value', '<link title="Home > Docs" href="/a">', { href: '/a' }],
    ['another tag in a value', '<link title="<link href=/b>" href="/a">', { href: '/a' }],
    ['a null character', '<li\0nk hr\0ef="/a">', { href: '/a' }],
  ];
  for (const [what, html, expected] of cases) {
    it(what, () => assert.deepEqual(headLinks(html), [{ rel: [], type: '', href: '', ...expected }]));
  }
});

describe('headMetas', () => {
  it('reads the named ones of a head, with their values', () =>
    assert.deepEqual(
      headMetas(
        '<meta charset=utf-8><meta name=" Robots" content="noindex, NOFOLLOW"><!-- <meta name=a> --><meta content=b name=c></head><meta name=d>',
      ),
      [
        { key: '', content: '' },
        { key: 'robots', content: 'noindex, NOFOLLOW' },
        { key: 'c', content: 'b' },
      ],
    ));
  it('reads none of the links', () =>
    assert.deepEqual(headMetas('<link rel=a href=b><title><meta name=x></title>'), []));
});

describe('which links', () => {
  const cases: [string, string, string[]][] = [
    ['all of a head, in order', '<head><link href=/a><meta><link href=/b></head>', ['/a', '/b']],
    ['none of the body', '<head><link href=/a></head><body><link href=/b>', ['/a']],
    ['none of a body without a head', '<link href=/a><body class="x"><link href=/b>', ['/a']],
    ['none in a comment', '<!-- <link href=/a> --><link href=/b>', ['/b']],
    ['those after an empty comment', '<!--><link href=/a><!---><link href=/b>', ['/a', '/b']],
    ['those after a comment about the body', '<!-- <body> </head> --><link href=/a>', ['/a']],
    ['none after a comment that is never closed', '<link href=/a><!-- <link href=/b>', ['/a']],
    ['none that a script writes', '<script>write("<link href=/a></head>")</script><link href=/b>', ['/b']],
    ['none that a script in capitals writes', '<SCRIPT>"<link href=/a>"</Script ><link href=/b>', ['/b']],
    ['those after a style', '<style>a > b { content: "<body>" }</style><link href=/a>', ['/a']],
    ['none that a title is about', '<title>The <link href=/a> element</title><link href=/b>', ['/b']],
    ['none for browsers without scripts', '<noscript><link href=/a></noscript><link href=/b>', ['/b']],
    ['none of a template', '<template><link href=/a></template><link href=/b>', ['/b']],
    ['none in the value of another tag', '<meta content="<link href=/a>"><link href=/b>', ['/b']],
    ['no element of another name', '<link-card href=/a><links href=/b><xlink href=/c><link href=/d>', ['/d']],
    ['none that is never closed', '<link href=/a><link href=/b', ['/a']],
    ['none after a quote that is never closed', '<link href=/a><link href="/b><link href=/c>', ['/a']],
    ['those after a lonely sign', 'a < b <link href=/a>', ['/a']],
    ['those after a doctype', '<!DOCTYPE html PUBLIC "-//W3C//DTD" "http://a/"><link href=/a>', ['/a']],
    ['those after letters that grow in lower case', `<title>${'İ'.repeat(50)}</title><link href="/a">`, ['/a']],
    ['nothing of nothing', '', []],
    ['nothing of text', 'no markup at all', []],
  ];
  for (const [what, html, expected] of cases) it(what, () => assert.deepEqual(hrefs(html), expected));
});

describe('bounds', () => {
  const link = '<link href=/a>';
  it('500 links', () => assert.equal(headLinks(link.repeat(600)).length, 500));
  it('the first 100,000 characters', () => {
    assert.deepEqual(hrefs(' '.repeat(100_000 - link.length) + link), ['/a']);
    assert.deepEqual(hrefs(' '.repeat(100_001 - link.length) + link), []);
  });
  it('tags of 4,000 characters', () => {
    const ofLength = (length: number) => `${link.slice(0, -1)}${' '.repeat(length - link.length)}>`;
    assert.equal(ofLength(4000).length, 4000);
    assert.deepEqual(hrefs(ofLength(4000) + link), ['/a', '/a']);
    assert.deepEqual(hrefs(ofLength(4001) + link), ['/a']);
  });

  const hostile: [string, string][] = [
    ['links', '<link '],
    ['comments', '<!--'],
    ['comment ends', '-->'],
    ['signs', '<'],
    ['equals signs', '='],
    ['white space', '\n'],
    ['quotes', '<link a="'],
    ['single quotes', "<link a='"],
    ['scripts', '<script>'],
    ['attributes', '<link a=b c '],
    ['slashes', '<link / '],
  ];
  for (const [what, piece] of hostile) {
    it(`a flood of ${what} is quick`, () => {
      const flood = piece.repeat(100_000 / piece.length);
      for (const html of [flood, `<link ${flood}`, `<link a=${flood}`, `<script>${flood}`, `${flood}>`]) {
        assertQuick(() => headLinks(html));
      }
    });
  }

  it('anything at all gives links and no throw', () => {
    const piece = fc.constantFrom(
      '<link',
      '<script',
      '</script>',
      '<!--',
      '-->',
      '>',
      '"',
      "'",
      '=',
      ' ',
      'href',
      'rel',
      '/a',
      'İ',
      '<',
      '/',
      '\0',
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 1 })), maxLength: 60 }),
        (html) => {
          for (const { rel, href } of headLinks(html)) {
            assert.ok(rel.every((token) => token !== '' && !/\s/.test(token)));
            assert.equal(href, href.trim());
          }
        },
      ),
    );
  });

  it('a link is found after any well-formed head', () => {
    const before = fc.constantFrom(
      '<meta charset=utf-8>',
      '<title>İstanbul &amp; <b></title>',
      '<script src="/a.js"></script>',
      '<script>if (a < b && c > "</head>") {}</script>',
      '<!-- <link href=/no> -->',
      '<style>@media (width > 1px) {}</style>',
      '<link rel="icon" href="/icon.png" title="a > b">',
      '\n\t',
    );
    fc.assert(
      fc.property(fc.array(before), (parts) => {
        assert.equal(hrefs(`<!doctype html><html><head>${parts.join('')}<link href="/last"></head>`).at(-1), '/last');
      }),
    );
  });
});

describe('headLinkHref', () => {
  const html = '<link rel=canonical><link rel=canonical href=/a><link rel=canonical href=/b><link rel=icon href=/c>';
  it('is the first that fits and leads somewhere', () => {
    assert.equal(
      headLinkHref(html, ({ rel }) => rel.includes('canonical')),
      '/a',
    );
    assert.equal(
      headLinkHref(html, ({ rel }) => rel.includes('icon')),
      '/c',
    );
    assert.equal(
      headLinkHref(html, () => false),
      undefined,
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const anchorsOf = (html: string) => factsOf(html).anchors;

describe('links', () => {
  it('have an address, words, a place and relations', () => {
    assert.deepEqual(
      anchorsOf(
        '<nav><a href=" ../b#c " rel="NoFollow ugc"> To <b>b</b> </a></nav><a href="mailto:a@b.example">Mail</a>',
      ),
      [
        { href: '../b#c', url: 'https://site.example/b', text: 'To b', inNavigation: true, rel: ['nofollow', 'ugc'] },
        { href: 'mailto:a@b.example', url: undefined, text: 'Mail', inNavigation: false, rel: [] },
      ],
    );
  });
  const texts: readonly (readonly [html: string, text: string])[] = [
    ['<a href=x>a<div>b</div>c</a>', 'a b c'],
    ['<a href=x aria-label="Label">text</a>', 'Label'],
    ['<a href=x title="Title">text</a>', 'text'],
    ['<a href=x title="Title"></a>', 'Title'],
    ['<a href=x><img alt="Picture"></a>', 'Picture'],
    ['<a href=x><svg aria-label="Drawing"></svg></a>', 'Drawing'],
    ['<a href=x><svg><title>GitHub</title><path></path></svg></a>', 'GitHub'],
    ['<a href=x><span hidden></span></a>', ''],
  ];
  for (const [html, text] of texts) it(`"${text}" from ${html}`, () => assert.equal(anchorsOf(html)[0]?.text, text));

  const hrefs: readonly (readonly [when: string, html: string, hrefs: (string | undefined)[]])[] = [
    ['one without href that is meant as one', '<a onclick="go()">Go</a>', [undefined]],
    ['one with an id that only a script follows', '<a id=go onclick="go()">Go</a>', [undefined]],
    ['no target of fragments', '<a name=x>Section</a><a id=y></a><a id=z>Section</a>', []],
    ['not the entry of the current page', '<a aria-current=page>Home</a>', []],
    [
      'no button',
      '<a role=button href="#">Menu</a><a href="#!" data-toggle=dropdown>Shop</a><a href="javascript:;" aria-expanded=false>More</a><a data-bs-toggle=dropdown>x</a>',
      [],
    ],
    ['a button that leads somewhere', '<a role=button href="/signup">Sign up</a>', ['/signup']],
    ['a script', '<a href=" JavaScript:go()">Go</a>', ['JavaScript:go()']],
    ['hidden ones: menus are', '<ul hidden><li><a href=/a>A</a></ul>', ['/a']],
    ['no hidden one without words', '<a class=u-url href=/a hidden></a><div hidden><a href=/b><i></i></a></div>', []],
    ['none of a drawing', '<svg><a href=/a>A</a></svg>', []],
  ];
  for (const [when, html, expected] of hrefs) {
    it(when, () =>
      assert.deepEqual(
        anchorsOf(html).map(({ href }) => href),
        expected,
      ),
    );
  }
  const scripted: readonly (readonly [html: string, address: string | undefined])[] = [
    [`<li onclick="location.href='/a'">A</li>`, '/a'],
    [`<div onclick="openPage('/a')">A</div>`, '/a'],
    [`<div onclick="show('rooms.html', 2)">A</div>`, 'rooms.html'],
    ['<table><tr data-href="/a"><td>A</td></tr></table>', '/a'],
    ['<article data-link="https://site.example/a">A</article>', 'https://site.example/a'],
    ['<router-link to="/a">A</router-link>', '/a'],
    ['<div data-href="#tab">A</div>', undefined],
    [`<button onclick="add('sku-1')">A</button>`, undefined],
    [`<button onclick="t('Are you sure?')">A</button>`, undefined],
    [`<button onclick="fetch('/items?page=' + (++n)).then(show)">A</button>`, undefined],
    [`<button onclick="$.get('/items', show)">A</button>`, undefined],
    ['<a href="/a" data-href="/b">A</a>', undefined],
  ];
  for (const [html, address] of scripted)
    it(`${address === undefined ? 'no page' : address} is where scripts lead from ${html}`, () =>
      assert.deepEqual(
        anchorsOf(html).flatMap(({ href, text }) => (href === undefined ? [text] : [])),
        address === undefined ? [] : [address],
      ));

  it('are at most 5,000, of at most 300 characters', () => {
    const anchors = anchorsOf(`<a href=x>${'x '.repeat(1000)}</a>${'<a href=y>y</a>'.repeat(6000)}`);
    assert.equal(anchors.length, 5000);
    assert.ok((anchors[0]?.text.length ?? 0) <= 300);
  });
});

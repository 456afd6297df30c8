import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signPageOf } from '../../../../../src/scanner/delivery/signs/sign.ts';
import { signsOf } from '../../../../../src/scanner/delivery/signs/signs.ts';
import { htmlFacts, htmlOf, prose } from '../../../../support/html-page.ts';

const SCRIPT = '<script src="/app.js"></script>';
const TEXT = `<p>${prose(200)}</p>`;
const ARTICLE = prose(120, 'kettle');
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;
const mirrored = (text: string) => [...text].reverse().join('');
const ENGLISH =
  'The kettle is made of copper and it holds two litres of water. It stands on the stove for a while, and then the lid begins to sing. You can clean it with salt and vinegar, but it is not for the dishwasher. '.repeat(
    3,
  );

function signs(html: string) {
  const facts = htmlFacts(html);
  return signsOf(signPageOf(facts), facts.mainText.wordCount);
}

/** A page, the sign that it has to show, and the share of its text that has to be left at most and at least. */
const LOST: readonly (readonly [what: string, html: string, sign: string, atMost: number, atLeast?: number])[] = [
  [
    'an application root',
    `<!doctype html><title>T</title><body><div id="root"></div>${SCRIPT}</body>`,
    'script-container',
    0.1,
  ],
  ['a container that a script fills', htmlOf(`<div id="product-detail"></div>${SCRIPT}`), 'script-container', 0.1],
  ['an empty custom element', htmlOf(`<product-card></product-card>${SCRIPT}`), 'script-container', 0.1],
  [
    'a poster in place of the hours',
    htmlOf(`<p>${prose(60)}</p><img src="/p.png" width="900" height="1200" alt="Poster">`),
    'picture',
    0.6,
    0.4,
  ],
  [
    'a section that is fetched when it is opened',
    htmlOf(`<p>${prose(30)}</p><button aria-expanded="false">Desk and fee</button><div class="p"></div>${SCRIPT}`),
    'panel',
    0.5,
  ],
  ['an empty article', htmlOf(`<article></article>${SCRIPT}`), 'script-container', 0.1],
  ['a page without text', '<!doctype html><title>T</title><body></body>', 'script-container', 0.1],
  [
    'a data island',
    htmlOf(
      `<div id="x"></div><script type="application/json">${JSON.stringify({ a: { body: `Copper kettle. ${ARTICLE}` } })}</script>`,
    ),
    'data-island',
    0.2,
  ],
  [
    'a string in a script',
    htmlOf(
      `<p>${prose(60)}</p><script>document.getElementById('x').innerHTML = '<p>Copper kettle ${ARTICLE}</p>'</script>`,
    ),
    'data-island',
    0.4,
    0.3,
  ],
  [
    'a streamed data island',
    htmlOf(
      `<script>self.__next_f.push([1, ${JSON.stringify(JSON.stringify({ children: `Copper kettle ${ARTICLE}` }))}])</script>`,
    ),
    'data-island',
    0.2,
  ],
  [
    'an attribute',
    htmlOf(`<div data-page='${JSON.stringify({ text: `Copper kettle ${ARTICLE}` })}'></div>${SCRIPT}`),
    'data-island',
    0.2,
  ],
  ['a template', htmlOf(`<template id="t"><p>Copper kettle ${ARTICLE}</p></template>${SCRIPT}`), 'template', 0.2],
  [
    'a declarative shadow root',
    htmlOf(`<x-text><template shadowrootmode="open"><p>${ARTICLE}</p></template></x-text>`),
    'shadow-root',
    0.2,
  ],
  [
    'content of a style sheet',
    htmlOf('<p class="a"></p>', { head: `<style>.a::before { content: "${ARTICLE}" }</style>` }),
    'style-content',
    0.2,
  ],
  ['a canvas', htmlOf(`<canvas width="600" height="400"></canvas>${SCRIPT}`), 'canvas', 0.2],
  ['loading texts', htmlOf(`<p>Loading…</p><p>Loading…</p>${SCRIPT}`), 'placeholder', 0.2],
  ['loading texts in Polish', htmlOf(`<p>Ładowanie…</p>${SCRIPT}`), 'placeholder', 0.2],
  ['skeletons', htmlOf(`<div class="skeleton"></div><div class="skeleton"></div>${SCRIPT}`), 'placeholder', 0.2],
  [
    'a skeleton for the price behind its label',
    htmlOf(`<p>${prose(20)}</p><p>Price: <span class="price-skeleton"></span></p>${SCRIPT}`),
    'figures',
    0.85,
    0.6,
  ],
  [
    'headings with nothing below',
    htmlOf(`${TEXT}<h2>Specifications</h2><div id="specs"></div><h2>Delivery</h2><div id="delivery"></div>${SCRIPT}`),
    'empty-section',
    0.7,
    0.5,
  ],
  ['a frame', htmlOf('<iframe src="/inner.html"></iframe>'), 'frame', 0.2],
  [
    'a frameset',
    '<!doctype html><title>T</title><frameset><frame src="/a.html"><frame src="/b.html"></frameset>',
    'frame',
    0.1,
  ],
  ['an embedded document', htmlOf('<object data="/paper.pdf" type="application/pdf"></object>'), 'frame', 0.2],
  ['images in place of text', htmlOf('<img src="1.png" alt=""><img src="2.png" alt="">'), 'picture', 0.1],
  ['a teaser for an app', htmlOf(`<p>${prose(110)}</p><p>Read it in our app.</p>`), 'teaser', 0.35],
  ['a teaser in German', htmlOf(`<p>${prose(110)}</p><p>Lies weiter in unserer App.</p>`), 'teaser', 0.35],
  ['a teaser in Japanese', htmlOf(`<p>${prose(110)}</p><p>アプリで続きを読む</p>`), 'teaser', 0.35],
  ['a paywall', htmlOf(`<p>${prose(80)}</p><p>Subscribe to continue reading.</p>`), 'paywall', 0.3],
  [
    'a text that breaks off at a paywall',
    htmlOf(`<p>${prose(205)}</p><p>Abonnez-vous pour lire la suite</p>`),
    'paywall',
    0.6,
  ],
  [
    'an article with more words in the structured data',
    htmlOf(`<p>${prose(60)}</p>`, { head: jsonLd({ '@type': 'NewsArticle', wordCount: 900 }) }),
    'promised-words',
    0.1,
  ],
  [
    'an article body in the structured data',
    htmlOf(`<p>${prose(60)}</p>`, { head: jsonLd({ '@type': 'Article', articleBody: prose(300) }) }),
    'promised-words',
    0.25,
  ],
  ['reversed text under bdo', htmlOf(`<p><bdo dir="rtl">${mirrored(ENGLISH)}</bdo></p>`), 'reversed', 0.1],
  [
    'reversed text under a class',
    htmlOf(`<p class="r">${mirrored(ENGLISH)}</p>`, {
      head: '<style>p.r { direction: rtl; unicode-bidi: bidi-override }</style>',
    }),
    'reversed',
    0.1,
  ],
  ['reversed text under a style sheet elsewhere', htmlOf(`<p class="r">${mirrored(ENGLISH)}</p>`), 'reversed', 0.1],
  [
    'letters in elements that a style orders',
    htmlOf(
      `<p>${[...ENGLISH.replaceAll(' ', '')].map((letter, at) => `<span style="order:${at % 7}">${letter}</span>`).join('')}</p>`,
    ),
    'scattered',
    0.3,
  ],
  ['letters with spaces between', htmlOf(`<p>${[...ENGLISH.replaceAll(' ', '')].join(' ')}</p>`), 'scattered', 0.9],
  ['letters of a private use area', htmlOf(`<p>${'\ue001\ue002\ue003\ue004\ue005 '.repeat(60)}</p>`), 'mapped', 0.1],
  [
    'an empty tab panel',
    htmlOf(`${TEXT}<div role="tabpanel"><p>${prose(60, 'tab')}</p></div><div role="tabpanel"></div>`),
    'panel',
    0.7,
    0.6,
  ],
  [
    'a tab that names an empty element',
    htmlOf(`${TEXT}<button role="tab" aria-controls="p2">Size</button><div id="p2"></div>`),
    'panel',
    0.8,
    0.5,
  ],
  [
    'a button that loads more',
    htmlOf(
      `<ul>${Array.from({ length: 10 }, (_, at) => `<li>${prose(10, `i${at}x`)}</li>`).join('')}</ul><button>Load more</button>`,
    ),
    'more-items',
    0.5,
    0.4,
  ],
  [
    'a count of what there is',
    htmlOf(`${TEXT}<p>1–10 of 240</p><button>Show more results</button>`),
    'more-items',
    0.06,
  ],
  ['a count in German', htmlOf(`${TEXT}<p>1 bis 10 von 40</p>`), 'more-items', 0.3, 0.2],
  ['a text that breaks off', htmlOf(`<p>${prose(60)} and then…</p><button>Read more</button>`), 'more-text', 0.55, 0.4],
  [
    'empty price cells',
    htmlOf(
      `${TEXT}<table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td></td></tr><tr><td>L</td><td></td></tr></table>${SCRIPT}`,
    ),
    'figures',
    0.96,
    0.8,
  ],
  [
    'cells with dashes',
    htmlOf(`${TEXT}<table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td id="p1">—</td></tr></table>${SCRIPT}`),
    'figures',
    0.98,
  ],
  ['a label without a figure', htmlOf(`${TEXT}<p>Price: <span class="price"></span></p>${SCRIPT}`), 'figures', 0.98],
  ['a label with a dash', htmlOf(`${TEXT}<p>Opening hours: —</p>${SCRIPT}`), 'figures', 0.98],
  ['a definition without text', htmlOf(`${TEXT}<dl><dt>Stock</dt><dd></dd></dl>${SCRIPT}`), 'figures', 0.98],
  ['a figure in an attribute', htmlOf(`${TEXT}<span data-price="49.00"></span>`), 'figures', 0.98],
  [
    'a price that only the structured data has',
    htmlOf(TEXT, {
      head: jsonLd({
        '@type': 'Product',
        name: 'Kettle',
        offers: { '@type': 'Offer', price: '1249.00', priceCurrency: 'EUR' },
      }),
    }),
    'figures',
    0.98,
  ],
  ['a banner in place of the text', htmlOf('<p>We use cookies.</p><div id="onetrust-banner-sdk"></div>'), 'wall', 0.2],
];

const WHOLE: readonly (readonly [what: string, html: string])[] = [
  [
    'a poster with its words in the alternative text',
    htmlOf(
      `${TEXT}<img src="/poster.png" width="900" height="1200" alt="Poster: the fair is open from nine to six on all three days">`,
    ),
  ],
  [
    'a table of yes and no',
    htmlOf(`<table>${'<tr><td>Copper kettle</td><td>yes</td><td>no</td><td>no</td></tr>'.repeat(40)}</table>`),
  ],
  ['a small scan', htmlOf(`${TEXT}<img src="/scan.png" width="200" height="150" alt="Scan">`)],
  [
    'a closed panel with its text',
    htmlOf(`${TEXT}<button aria-expanded="false">Fee</button><div>The fee is 60.</div>`),
  ],
  [
    'a short page with a place for dialogs at its end',
    `<!doctype html><title>T</title><body><div id="site"><h1>Index</h1><p>${prose(14)}</p></div><div id="screen__mode"></div>${SCRIPT}</body>`,
  ],
  [
    'members of a class without a description, each with a link',
    htmlOf(`${TEXT}<dl><dt class="member"><a href="/turn">Turn</a></dt><dd class="member"></dd></dl>${SCRIPT}`),
  ],
  [
    'descriptions in terms, with nothing below',
    htmlOf(
      `${TEXT}<dl><dt><div>where the text is no amount</div></dt><dd></dd><dt><dl><dt>Type</dt><dd>Bad</dd></dl></dt><dd></dd></dl>${SCRIPT}`,
    ),
  ],
  [
    'a frame that a search writes its results into',
    htmlOf(`<p>${prose(20)}</p><div id="MSearchResultsWindow"><iframe src="javascript:void(0)"></iframe></div>`),
  ],
  [
    'a short entry with a bar of tools',
    htmlOf(`<h1>Constant</h1><rustdoc-toolbar></rustdoc-toolbar><p>${prose(9)}</p>${SCRIPT}`),
  ],
  [
    'a short entry with a notice about scripts',
    htmlOf(`<noscript>JavaScript is disabled on your browser.</noscript><h1>Values</h1><p>${prose(12)}</p>${SCRIPT}`),
  ],
  ['a short page', htmlOf('<p>Alias of Vessel. Returns a kettle.</p>')],
  ['a short page with a script for statistics', htmlOf(`<p>No events.</p>${SCRIPT}`)],
  [
    'a short page with a map and comments',
    htmlOf(`<p>Mill Lane 4, open on Mondays.</p><div id="map"></div><div id="disqus_thread"></div>${SCRIPT}`),
  ],
  ['a short page with a floated element', htmlOf(`<p>One word of it.</p><div class="clearfix"></div>${SCRIPT}`)],
  ['a form', htmlOf(`<form><input name="email"><button>Send</button></form><div id="captcha"></div>${SCRIPT}`)],
  ['an empty container at the end of a full page', htmlOf(`${TEXT}<div id="app"></div>${SCRIPT}`)],
  ['a canvas beside a full text', htmlOf(`${TEXT}<canvas></canvas>`)],
  [
    'a frame to book in beside a short text',
    htmlOf(`<p>${prose(20)}</p><iframe src="https://other.example/embed/8" title="Tickets"></iframe>`),
  ],
  ['a frame beside a full text', htmlOf(`${TEXT}<iframe src="/map"></iframe>`)],
  ['comments that load', htmlOf(`${TEXT}<h2>Comments</h2><div id="comments"><p>Loading…</p></div>${SCRIPT}`)],
  ['one widget that loads', htmlOf(`${TEXT}<p>Loading…</p>${SCRIPT}`)],
  [
    'a rendered page with its data island',
    htmlOf(
      `<p>Copper kettle ${ARTICLE}</p><script type="application/json">${JSON.stringify({ body: `Copper kettle ${ARTICLE}` })}</script>`,
    ),
  ],
  [
    'settings and messages in a script',
    htmlOf(
      `${TEXT}<script>const messages = { consent: "We use cookies and similar technologies to measure visits and to make our offers better for all visitors of the site." }</script>`,
    ),
  ],
  [
    'style sheet marks',
    htmlOf(TEXT, {
      head: '<style>a::after { content: "opens in a new window" } b::before { content: counter(x) }</style>',
    }),
  ],
  ['a sentence about apps', htmlOf(`<p>${prose(60)} in our app.</p><p>${prose(180, 'more')}</p>`)],
  ['a full text that ends with a subscription', htmlOf(`<p>${prose(300)}</p><p>Subscribe to continue reading.</p>`)],
  [
    'an article as long as its structured data says',
    htmlOf(`<p>${prose(120)}</p><p>Read it in our app.</p>`, { head: jsonLd({ '@type': 'Article', wordCount: 120 }) }),
  ],
  ['a paid mark', htmlOf(TEXT, { head: jsonLd({ '@type': 'NewsArticle', isAccessibleForFree: false }) })],
  ['a word in the other direction', htmlOf(`${TEXT}<bdo dir="rtl">olleh</bdo>`)],
  ['Hebrew', htmlOf(`<p dir="rtl">${'שלום עולם ומלואו '.repeat(20)}</p>`)],
  [
    'icons of a font',
    htmlOf(`${TEXT}<i>\ue001</i><i>\ue002</i>`, {
      head: '<style>@font-face { font-family: icons; src: url(i.woff2) }</style>',
    }),
  ],
  [
    'a drop cap and a list of letters',
    htmlOf(`<p><span>O</span>nce</p>${TEXT}<ul>${[...'ABCDEFG'].map((letter) => `<li>${letter}</li>`).join('')}</ul>`),
  ],
  [
    'full panels',
    htmlOf(
      `${TEXT}<div role="tabpanel"><p>${prose(60, 'x')}</p></div><div role="tabpanel" hidden><p>${prose(60, 'y')}</p></div>`,
    ),
  ],
  ['more with an address', htmlOf(`${TEXT}<a href="?page=2">Load more</a><p>1–10 of 240</p>`)],
  ['a folded text', htmlOf(`<p>${prose(60)}…</p><div hidden>${prose(60, 'x')}</div><button>Read more</button>`)],
  ['a step of a course', htmlOf(`${TEXT}<p>Step 1 of 3</p><p>4.5 of 5 stars</p>`)],
  [
    'a table with some empty cells',
    htmlOf(
      `${TEXT}<table><tr><th>Mon</th><th>Tue</th></tr><tr><td class="day"></td><td class="day">1</td></tr><tr><td class="day">7</td><td class="day">8</td></tr></table>${SCRIPT}`,
    ),
  ],
  [
    'a dash for no value',
    htmlOf(
      `${TEXT}<table><tr><th>Size</th><th>Colour</th></tr><tr><td>S</td><td>—</td></tr><tr><td>L</td><td>red</td></tr></table>${SCRIPT}`,
    ),
  ],
  [
    'a price in both',
    htmlOf(`${TEXT}<p>1.249,00 €</p>`, {
      head: jsonLd({
        '@type': 'Product',
        name: 'Kettle',
        offers: { '@type': 'Offer', price: '1249.00', priceCurrency: 'EUR' },
      }),
    }),
  ],
  ['a placeholder of a field', htmlOf(`${TEXT}<label>Search: <input placeholder="Loading…"></label>`)],
  [
    'a search overlay',
    htmlOf(
      `<p>No events.</p><div id="search-overlay" hidden></div><div class="modal" id="search-results"></div>${SCRIPT}`,
    ),
  ],
  ['an image beside few words', htmlOf(`<p>${prose(20)}</p><img src="a.jpg" alt="">`)],
  ['a banner beside the text', htmlOf(`${TEXT}<div id="onetrust-banner-sdk"><p>We use cookies.</p></div>`)],
];

describe('signs of missing text', () => {
  for (const [what, html, sign, atMost, atLeast = 0] of LOST) {
    it(`show ${sign}: ${what}`, () => {
      const found = signs(html);
      const kept = found.reduce((share, each) => share * each.kept, 1);
      assert.ok(
        found.some(({ id }) => id === sign),
        `found ${found.map(({ id }) => id).join(', ') || 'none'}`,
      );
      assert.ok(kept <= atMost && kept >= atLeast, `${kept} is left`);
    });
  }
  for (const [what, html] of WHOLE) it(`are not there: ${what}`, () => assert.deepEqual(signs(html), []));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withInsertions } from '../../../src/fix/changes.ts';
import { contentContainer, missingAttributes, otherDescription } from '../../../src/fix/missing-attributes.ts';

const ENGLISH =
  'The mill grinds wheat and rye on stones of 1890, and it is open from seven until the hopper is empty. You can buy flour at the door, where the miller weighs it for you. If it is too coarse for your oven, ask for the fine sieve. ';
const GERMAN =
  'Die Mühle mahlt Weizen und Roggen auf Steinen von 1890, und sie ist von sieben an offen, bis der Trichter leer ist. Das Mehl wird an der Tür verkauft, wo der Müller es für Sie wiegt. Wenn es zu grob für den Ofen ist, fragen Sie nach dem feinen Sieb. ';
const NAV = '<nav><a href="/">Home</a></nav>';

const completed = (html: string): string =>
  withInsertions(html, missingAttributes(html, { language: true, landmark: true }));
const pageOf = (body: string, root = '<html lang="en">'): string =>
  `<!doctype html>${root}<head><title>Mill</title></head><body>${body}</body></html>`;

describe('the language of a page', () => {
  const rows: [name: string, html: string, lang: string | undefined][] = [
    ['English', pageOf(`<p>${ENGLISH}</p>`.repeat(2), '<html>'), 'en'],
    ['German, in a root with other attributes', pageOf(`<p>${GERMAN}</p>`.repeat(2), '<HTML class="no-js">'), 'de'],
    ['half English, half German', pageOf(`<p>${ENGLISH}${GERMAN}</p>`, '<html>'), undefined],
    ['few words', pageOf('<p>The mill and the miller.</p>', '<html>'), undefined],
    ['names alone', pageOf(`<p>${'Aldmouth Wexcombe Pelwick Tarn '.repeat(40)}</p>`, '<html>'), undefined],
    ['code alone', pageOf(`<pre>${ENGLISH.repeat(2)}</pre>`, '<html>'), undefined],
    ['hidden text', pageOf(`<p hidden>${ENGLISH.repeat(2)}</p>`, '<html>'), undefined],
    ['a root that is not written', `<title>Mill</title><p>${ENGLISH.repeat(2)}`, undefined],
    [
      'an empty lang, which says that it is unknown',
      pageOf(`<p>${ENGLISH.repeat(2)}</p>`, '<html lang="">'),
      undefined,
    ],
  ];
  for (const [name, html, lang] of rows) {
    it(`${name}: ${lang ?? 'none'}`, () => {
      const after = completed(html);
      assert.equal(/<html lang="(\w+)"/i.exec(after)?.[1], lang);
      assert.equal(lang === undefined ? after : after.replace(` lang="${lang}"`, ''), html);
    });
  }
});

describe('the landmark of the content', () => {
  const text = `<h1>Mill</h1><p>${ENGLISH}</p>`;
  const rows: [name: string, body: string, container: string | undefined][] = [
    ['beside a navigation', `${NAV}<div class="a"><div id="b">${text}</div></div>`, '<div id="b"'],
    [
      'named, in one without',
      `<div class="wrap"><div class="col-content"><div>${text}</div></div></div>`,
      '<div class="col-content"',
    ],
    [
      'named, beside a column with much text',
      `<div class="wrap"><div class="content">${text}</div><div>${ENGLISH.slice(0, 150)}</div></div>`,
      undefined,
    ],
    [
      'around several articles',
      `${NAV}<section id="main"><article>${text}</article><article>${text}</article></section>`,
      '<section id="main"',
    ],
    ['one that holds it with the navigation', `<div id="page">${NAV.repeat(40)}${text}</div>`, undefined],
    ['two columns alike', `${NAV}<div>${text}</div><div>${text}</div>`, undefined],
    ['no name, and nothing around it', `<div>${text}</div>`, undefined],
    ['a main', `${NAV}<main>${text}</main>`, undefined],
    ['a role of main', `${NAV}<div role="main">${text}</div>`, undefined],
    ['one article, which is read in its place', `${NAV}<div id="main"><article>${text}</article></div>`, undefined],
    ['another role', `${NAV}<div role="tabpanel">${text}</div>`, undefined],
    ['few words', `${NAV}<div id="main"><h1>Mill</h1></div>`, undefined],
    ['a style for roles', `${NAV}<style>[role="main"]{color:red}</style><div id="main">${text}</div>`, undefined],
    ['a table of the layout', `${NAV}<table><tr><td>${text}</table>`, undefined],
  ];
  for (const [name, body, container] of rows) {
    it(`${name}: ${container ?? 'none'}`, () => {
      const html = pageOf(body);
      const after = completed(html);
      assert.equal(after.replace(' role="main"', ''), html.replace(' role="main"', ''));
      if (container === undefined) return assert.equal(after, html);
      const tag = container.replace(/^<(\w+)/, '<$1 role="main"');
      assert.ok(after.includes(tag), after);
      assert.deepEqual(missingAttributes(after, { language: true, landmark: true }), []);
    });
  }

  it('is what most pages of the site have it in, where a short page has that too', () => {
    const usual = contentContainer(pageOf(`${NAV}<div class="page col"><div>${text}</div></div>`));
    const short = pageOf(`${NAV}<div class="page col"><h1>Mill</h1>and its miller</div>`);
    const insertions = missingAttributes(short, { language: false, landmark: true, usual: 'div  page col' });
    assert.ok(withInsertions(short, insertions).includes('<div role="main" class="page col">'));
    assert.equal(usual, 'div  ');
    const twice = pageOf(`${NAV}<div class="page col"><h1>A</h1></div><div class="page col">Mill</div>`);
    assert.deepEqual(missingAttributes(twice, { language: false, landmark: true, usual: 'div  page col' }), []);
  });

  it('containers 100,000 deep take less than 5 s', () => {
    const startedMs = performance.now();
    missingAttributes(pageOf(`${NAV}${'<div>'.repeat(100_000)}${text}`), { language: true, landmark: true });
    assert.ok(performance.now() - startedMs < 5000);
  });
});

describe('another description', () => {
  it('replaces the text of each description that has the one before', () => {
    const html = `<head><meta content='Old &amp; grey' name=description><meta property="og:description" content="Old &amp; grey"><meta name="author" content="Old &amp; grey"><meta name="twitter:description" content="Own"></head>`;
    const edits = otherDescription(html, 'Old & grey', 'content="New"');
    assert.equal(
      withInsertions(html, edits),
      html
        .replace("content='Old &amp; grey'", 'content="New"')
        .replace('og:description" content="Old &amp; grey"', 'og:description" content="New"'),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const SCRIPT = '<script src="/assets/index.js"></script>';
const words = (count: number) => 'word '.repeat(count);
const rows: readonly (readonly [when: string, html: string, marker: string | undefined])[] = [
  ['an empty root', `<div id=root></div>${SCRIPT}`, '#root'],
  ['a root that loads', `<div id="__next"><p>Loading…</p></div>${SCRIPT}`, '#__next'],
  ['a root element', `<app-root></app-root>${SCRIPT}`, 'app-root'],
  ['a root with its navigation only', `<div id=app><nav>${words(40)}</nav></div>${SCRIPT}`, '#app'],
  ['a root of 10 words', `<div id=app>${words(10)}</div>${SCRIPT}`, '#app'],
  ['a root of 11 words', `<div id=app>${words(11)}</div>${SCRIPT}`, undefined],
  ['an empty root and nothing to fill it', '<div id=root></div>', undefined],
  ['another empty element beside 10 words', `<div id=mount></div>${words(10)}${SCRIPT}`, 'scripts and next to no text'],
  ['another empty element beside 11 words', `<div id=content></div>${words(11)}${SCRIPT}`, undefined],
  ['an inline loader', "<div id=main></div><script>import('/app.js')</script>", 'scripts and next to no text'],
  ['data instead of a script', '<p>Hello</p><script type="application/ld+json">{}</script>', undefined],
  [
    'a module script, a menu and a footer of 50 words',
    `<nav>${words(30)}</nav><svelte-app></svelte-app><footer>${words(20)}</footer><script type=module src=/a.js></script>`,
    'framework script',
  ],
  [
    'a module script, a menu and a footer of 51 words',
    `<nav>${words(31)}</nav><svelte-app></svelte-app><footer>${words(20)}</footer><script type=module src=/a.js></script>`,
    undefined,
  ],
  ['a module script and nothing else', '<script type=module src=/main.js></script>', 'framework script'],
  [
    "a bundler's script and nothing else",
    '<div class=x></div><script src="/_next/static/chunks/main.js"></script>',
    'framework script',
  ],
  [
    'a module script beside 4 words',
    `${words(4)}<script type=module src=/main.js></script>`,
    'scripts and next to no text',
  ],
  ['any script and nothing else', '<script src=/analytics.js></script>', 'scripts and next to no text'],
  ['a noscript notice', '<noscript><b>You need to enable</b> JavaScript.</noscript>', 'noscript notice'],
  ['a noscript notice in a page of text', `<noscript>Please enable JavaScript</noscript>${words(51)}`, undefined],
  ['a noscript notice beside 10 words', `<noscript>Please enable JavaScript</noscript>${words(10)}`, 'noscript notice'],
  [
    'a noscript notice beside a text of 11 words',
    `<noscript>Please enable JavaScript</noscript>${words(11)}`,
    undefined,
  ],
  ['an empty page', '', undefined],
];

describe('marks of a page that scripts fill in', () => {
  for (const [when, html, marker] of rows) it(when, () => assert.equal(factsOf(html).spaMarker, marker));
  it('noscript text is kept without its tags', () => {
    const { noscriptText } = factsOf(
      '<head><noscript><link href="a>b"></noscript></head><noscript> One <p>two</p> <img</noscript>',
    );
    assert.equal(noscriptText, 'b"> One two');
  });
});

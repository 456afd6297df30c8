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
  ['another empty element', `<div id=content></div>${words(5)}${SCRIPT}`, undefined],
  ['a module script and nothing else', '<script type=module src=/main.js></script>', 'framework script'],
  [
    "a bundler's script and nothing else",
    '<div class=x></div><script src="/_next/static/chunks/main.js"></script>',
    'framework script',
  ],
  ['a module script beside 4 words', `${words(4)}<script type=module src=/main.js></script>`, undefined],
  ['any script and nothing else', '<script src=/analytics.js></script>', undefined],
  ['a noscript notice', '<noscript><b>You need to enable</b> JavaScript.</noscript>', 'noscript notice'],
  ['a noscript notice in a page of text', `<noscript>Please enable JavaScript</noscript>${words(30)}`, undefined],
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

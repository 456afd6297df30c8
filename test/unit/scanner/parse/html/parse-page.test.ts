import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serialize } from 'parse5';
import { parsePage } from '../../../../../src/scanner/parse/html/parse-page.ts';

const bodyOf = (html: string): string => /<body>(.*)<\/body>/s.exec(serialize(parsePage(html)))?.[1] ?? '';
const place = (id: string) => `<!--$?--><template id="B:${id}"></template><p>Loading</p><!--/$-->`;
const part = (id: string, text: string) => `<div hidden id="S:${id}"><p>${text}</p></div>`;

describe('a page that is streamed', () => {
  it('has each part in its place, and nothing of what stood there before', () =>
    assert.equal(
      bodyOf(`<main><h1>A</h1>${place('0')}<h2>B</h2>${place('1')}</main>${part('1', 'two')}${part('0', 'one')}`),
      '<main><h1>A</h1><!--$?--><p>one</p><!--/$--><h2>B</h2><!--$?--><p>two</p><!--/$--></main>',
    ));

  it('has a part within a part', () =>
    assert.equal(
      bodyOf(`<main>${place('0')}</main><div hidden id="S:0"><h2>B</h2>${place('1')}</div>${part('1', 'in')}`),
      '<main><!--$?--><h2>B</h2><!--$?--><p>in</p><!--/$--><!--/$--></main>',
    ));

  for (const [when, html] of [
    ['a part has no place', `<p>x</p>${part('0', 'one')}`],
    ['a place has no part', `<main>${place('0')}</main>`],
    ['a part is around its place', `<div hidden id="S:0">${place('0')}</div>`],
    ['the names are others', `<template id="B:x"></template>${part('x', 'one')}`],
  ] as const)
    it(`stays as it is when ${when}`, () =>
      assert.equal(bodyOf(html), bodyOf(html.replaceAll('"S:', '"T:')).replaceAll('"T:', '"S:')));

  it('is read in time, however many parts it has', () => {
    const many = Array.from({ length: 3000 }, (_, at) => at.toString(16));
    const text = bodyOf(`<main>${many.map(place).join('')}</main>${many.map((id) => part(id, `t${id}`)).join('')}`);
    assert.ok(text.includes('<p>t0</p><!--/$-->'));
  });
});

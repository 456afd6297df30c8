import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Visitor, walkHtml } from '../../../../../src/scanner/parse/html/walk.ts';

/** Notes the elements that a visitor is called for, as `<tag>` and `</tag>`. */
function noting(wants?: Visitor['wants']): { readonly visitor: Visitor; readonly seen: string[] } {
  const seen: string[] = [];
  const visitor: Visitor = {
    ...(wants === undefined ? {} : { wants }),
    enter: ({ tagName }) => void seen.push(`<${tagName}>`),
    leave: ({ tagName }) => void seen.push(`</${tagName}>`),
  };
  return { visitor, seen };
}

describe('walk', () => {
  it('calls a visitor for the tag names and attributes that it wants, and for the same elements when they end', () => {
    const [all, some] = [noting(), noting({ tags: ['p'], attributes: ['role', 'id'] })];
    walkHtml('<main role=main><p>a<b>c</b></p><i id=d>e</i><p role=note></p></main>', [all.visitor, some.visitor]);
    assert.equal(some.seen.join(''), '<main><p></p><i></i><p></p></main>');
    assert.equal(all.seen.length, 2 * 8);
  });

  it('calls every visitor where a page has more kinds of elements than are remembered', () => {
    const { visitor, seen } = noting({ tags: ['x-1500'] });
    walkHtml(Array.from({ length: 1501 }, (_, at) => `<x-${at}></x-${at}>`).join(''), [visitor]);
    assert.ok(seen.includes('<x-1500>') && seen.includes('</x-1500>'));
    assert.ok(!seen.includes('<x-1>'));
  });
});

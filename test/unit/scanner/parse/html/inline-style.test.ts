import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Sight, sightOf } from '../../../../../src/scanner/parse/html/walk.ts';
import { assertQuick } from '../assert-quick.ts';

describe('the sight of an element by its style', () => {
  const rows: readonly (readonly [style: string, sight: Sight])[] = [
    ['', 'shown'],
    ['color: red', 'shown'],
    ['Display : None', 'hidden'],
    ['color:red;visibility:hidden', 'hidden'],
    ['opacity: 0', 'unseen'],
    ['opacity:.0', 'unseen'],
    ['opacity:0.5', 'shown'],
    ['font-size: 0px', 'unseen'],
    ['font-size:0.9em', 'shown'],
    ['margin:0;padding:0', 'shown'],
    ['height:0', 'shown'],
    ['height:0;padding-bottom:56%', 'shown'],
    ['height:0;overflow:hidden', 'unseen'],
    ['overflow-x:clip;max-width:0', 'unseen'],
    ['overflow:auto;width:0', 'shown'],
  ];
  for (const [style, sight] of rows) it(`${style}: ${sight}`, () => assert.equal(sightOf(style), sight));
  it('is quick', () => assertQuick(() => sightOf('a:0;'.repeat(500_000))));
});

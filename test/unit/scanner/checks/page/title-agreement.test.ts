import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agreesWithTitle } from '../../../../../src/scanner/checks/page/structured-data.ts';

const rows: readonly (readonly [headline: string, title: string, agrees: boolean])[] = [
  ['How to sail', 'How to sail', true],
  ['How to sail', 'How to sail | Acme', true],
  ['How to sail', 'Acme - How to sail', true],
  ['How to sail upwind in a storm', 'How to sail upwind', true],
  ['HOW TO SAIL!', 'how to sail', true],
  ['Acme grows potatoes', 'How to sail | Acme', false],
  ['Growing potatoes', 'How to sail', false],
  ['航海入門', '航海入門｜アクメ', true],
  ['航海入門', '会社概要', false],
  ['!!!', 'How to sail', false],
];

describe('headline and title', () => {
  for (const [headline, title, agrees] of rows) {
    it(`${headline} / ${title}`, () => assert.equal(agreesWithTitle(headline, [title]), agrees));
  }
});

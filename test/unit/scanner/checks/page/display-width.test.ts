import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { displayWidth } from '../../../../../src/scanner/checks/page/title-description.ts';

describe('columns', () => {
  const rows: readonly (readonly [text: string, columns: number])[] = [
    ['', 0],
    ['title', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['привет', 6],
    ['航海', 4],
    ['カナ', 4],
    ['ｶﾅ', 2],
    ['한국', 4],
    ['Ａ！', 4],
    ['𠮷', 2],
    ['🏠', 2],
    ['—…“', 3],
    ['हिन्दी', 3],
  ];
  for (const [text, columns] of rows) it(`${columns} for "${text}"`, () => assert.equal(displayWidth(text), columns));
});

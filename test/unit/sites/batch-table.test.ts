/** A table as CSV: quoted as RFC 4180 has it, without formulas. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShownLine } from '../../../src/sites/batch-results.ts';
import { csvOfLines } from '../../../src/sites/batch-table.ts';

const line = (text: string): ShownLine => ({
  line: 1,
  text,
  state: 'refused',
  score: null,
  llmstxtScore: null,
  pagesScanned: null,
  scanId: null,
  shareToken: null,
  firstFix: null,
  problem: null,
  sameAs: null,
});

describe('a table as CSV', () => {
  const cells: [string, string][] = [
    ['a.example', 'a.example'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=cmd()', "'=cmd()"],
    ['-1+1,2', `"'-1+1,2"`],
    ['@SUM(A1)', "'@SUM(A1)"],
  ];
  for (const [text, cell] of cells) {
    it(`${text} is ${cell}`, () => assert.equal(csvOfLines([line(text)]).split('\r\n')[1], `1,${cell},refused,,,,,,,`));
  }
});

/** One hostile document of each kind; all of them, and larger matrices, are in test/nightly/scanner/parse. */
import { describe, it } from 'node:test';
import { HOSTILE_DOCUMENTS } from '../../../../fixtures/hostile-documents.ts';
import { assertQuick } from '../assert-quick.ts';
import { factsOf } from './facts-of.ts';

/** Nesting, marks that the parser mends, repetition, a script, a style, text and data of their own. */
const FIRST: readonly string[] = [
  'nesting of 100,000',
  '300,000 empty paragraphs',
  'bold and paragraphs crossed',
  '200,000 attributes',
  'brackets without end',
  'a style of spaces',
  'a fence of a megabyte',
  'deep JSON',
];

describe('hostile documents', () => {
  for (const [what, html] of HOSTILE_DOCUMENTS) {
    if (FIRST.includes(what)) it(what, () => assertQuick(() => structuredClone(factsOf(html))));
  }
});

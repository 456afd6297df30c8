/** Documents made to hurt: all must be read in time that grows with their length, and none may throw. */
import { describe, it } from 'node:test';
import { HOSTILE_DOCUMENTS } from '../../../../fixtures/hostile-documents.ts';
import { LONG_CONTROLS, LONG_TWINS } from '../../../../support/slow-input.ts';
import { assertQuick } from '../../../../unit/scanner/parse/assert-quick.ts';
import { compareWithTwin } from '../../../../unit/scanner/parse/html/compare-with-twin.ts';
import { factsOf } from '../../../../unit/scanner/parse/html/facts-of.ts';

describe('hostile documents', () => {
  for (const [what, html] of HOSTILE_DOCUMENTS) it(what, () => assertQuick(() => structuredClone(factsOf(html))));
});

describe('controls made to be slow', () => {
  for (const [what, html] of LONG_CONTROLS) it(what, () => assertQuick(() => factsOf(html)));
});

describe('a long page and its Markdown', () => {
  for (const [what, page, markdown] of LONG_TWINS) {
    it(`are compared quickly with ${what}`, () => assertQuick(() => compareWithTwin(page, markdown)));
  }
});

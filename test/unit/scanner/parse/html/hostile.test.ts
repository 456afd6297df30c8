/** Documents made to hurt: all must be read in time that grows with their length, and none may throw. */
import { describe, it } from 'node:test';
import { HOSTILE_DOCUMENTS } from '../../../../fixtures/hostile-documents.ts';
import { assertQuick } from '../assert-quick.ts';
import { factsOf } from './facts-of.ts';

describe('hostile documents', () => {
  for (const [what, html] of HOSTILE_DOCUMENTS) it(what, () => assertQuick(() => structuredClone(factsOf(html))));
});

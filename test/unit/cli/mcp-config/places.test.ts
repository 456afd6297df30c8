import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placesLine } from '../../../../src/cli/mcp-config/places.ts';

const at = (checkId: string, evidence: object) => placesLine({ checkId, details: { evidence } });

describe('where a finding of a server is', () => {
  const rows: [what: string, checkId: string, evidence: object, expected: string][] = [
    ['names each place once', 'M19', { findings: [{ at: 'get' }, { at: 'get' }, { at: 'put' }] }, 'At get, put.'],
    ['names tools by examples', 'M13', { examples: ['get', 'put'] }, 'At get, put.'],
    ['leaves out examples that are quotes', 'M9', { examples: ['notes', '0.1.0'] }, ''],
    [
      'counts those after five',
      'M16',
      { examples: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      'At a, b, c, d, e and 2 more.',
    ],
    ['is empty without evidence', 'M1', {}, ''],
  ];
  for (const [what, checkId, evidence, expected] of rows) it(what, () => assert.equal(at(checkId, evidence), expected));

  it('prints no character of a server that a terminal obeys', () => {
    assert.ok(!at('M19', { findings: [{ at: 'a\u001b[31mb' }] }).includes('\u001b'));
  });
});

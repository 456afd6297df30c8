import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanEvidence, evidenceOf } from '../../../../src/scanner/checks/evidence.ts';
import { answered, unanswered } from '../../../support/artifacts.ts';

describe('evidenceOf', () => {
  const rows: [what: string, text: string, snippet: string][] = [
    ['a short file', 'User-agent: *\nAllow: /\n', 'User-agent: * Allow: /'],
    ['a file that starts with blanks', `\uFEFF${' \r\n\t'.repeat(5000)}# Site\n`, '# Site'],
    ['a file with many blanks', `${`word${' '.repeat(15)}`.repeat(100)}`, `${'word '.repeat(39)}word…`],
    ['blanks alone', ' \n'.repeat(5000), ''],
  ];
  for (const [what, text, snippet] of rows) {
    it(`shows how ${what} starts`, () => {
      assert.equal(cleanEvidence(evidenceOf(answered('/robots.txt', { text }))).snippet, snippet);
    });
  }
  it('of what gave no answer is its address', () => {
    const probe = unanswered('/robots.txt');
    assert.deepEqual(evidenceOf(probe), { url: probe.url });
  });
});

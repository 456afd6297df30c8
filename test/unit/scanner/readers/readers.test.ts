import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AI_AGENTS } from '../../../../src/scanner/ai-agents.ts';
import { READERS } from '../../../../src/scanner/readers/readers.ts';

describe('the readers', () => {
  it('are at least five, each with a name of its own', () => {
    assert.ok(READERS.length >= 5);
    assert.equal(new Set(READERS.map(({ id }) => id)).size, READERS.length);
  });

  for (const { id, sources, robotsTokens, isVendor, pageChars, excerptShare, maxRedirects } of READERS) {
    it(`${id} has a source for its figures, and figures that make sense`, () => {
      assert.ok(sources.some(({ basis }) => basis !== 'assumed'));
      for (const source of sources) {
        assert.match(source.says, /\.$/);
        if (source.basis === 'assumed') continue;
        assert.equal(new URL(source.url).protocol, 'https:');
        if (source.readOn !== undefined) assert.match(source.readOn, /^\d{4}-\d{2}-\d{2}$/);
      }
      assert.ok(pageChars >= 5000 && maxRedirects >= 1 && excerptShare >= 0 && excerptShare <= 1);
    });
    it(`${id} goes by tokens that the list of AI agents knows where a vendor runs it, none of them for training`, () => {
      for (const token of robotsTokens) {
        const agent = AI_AGENTS.find((each) => each.token === token);
        assert.equal(agent !== undefined, isVendor, token);
        assert.notEqual(agent?.kind, 'training', token);
      }
    });
  }
});

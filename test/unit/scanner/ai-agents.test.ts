import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AI_AGENTS,
  AI_AGENTS_LISTED_ON,
  ANSWER_SEARCH_BOTS,
  LIVE_USER_FETCHERS,
} from '../../../src/scanner/ai-agents.ts';

const tokens = (agents: readonly { token: string }[]) => agents.map(({ token }) => token);

describe('AI agents', () => {
  it('names each token once, whatever its case', () => {
    const lower = tokens(AI_AGENTS).map((token) => token.toLowerCase());
    assert.equal(new Set(lower).size, lower.length);
  });

  it('has every kind, and a vendor for every agent', () => {
    const counts = new Map<string, number>();
    for (const { kind, vendor } of AI_AGENTS) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      assert.notEqual(vendor, '');
    }
    assert.deepEqual(Object.fromEntries(counts), { 'user-action': 25, search: 17, training: 27 });
  });

  it('knows who says that robots.txt is not obeyed', () => {
    assert.deepEqual(tokens(AI_AGENTS.filter(({ honoursRobots }) => honoursRobots === 'no')), [
      'Perplexity-User',
      'meta-externalfetcher',
      'Bytespider',
      'DeepSeekBot',
    ]);
  });

  it('is dated and cannot be changed', () => {
    assert.equal(new Date(AI_AGENTS_LISTED_ON).toISOString().slice(0, 10), AI_AGENTS_LISTED_ON);
    for (const list of [AI_AGENTS, LIVE_USER_FETCHERS, ANSWER_SEARCH_BOTS]) {
      assert.ok(Object.isFrozen(list));
      assert.ok(list.every(Object.isFrozen));
    }
  });

  it('judges only live user fetchers in S2 and only search crawlers in S3', () => {
    assert.equal(LIVE_USER_FETCHERS.length, 10);
    assert.ok(LIVE_USER_FETCHERS.every(({ kind }) => kind === 'user-action'));
    assert.equal(ANSWER_SEARCH_BOTS.length, 10);
    assert.ok(ANSWER_SEARCH_BOTS.every(({ kind }) => kind === 'search'));
  });
});

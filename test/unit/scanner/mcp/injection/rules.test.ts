import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combinationIn } from '../../../../../src/scanner/mcp/injection/combinations.ts';
import {
  ENGLISH_CONDUCT_WORDS,
  ENGLISH_USURPING_WORDS,
} from '../../../../../src/scanner/mcp/injection/english-conduct-words.ts';
import { ENGLISH_DATA_WORDS, ENGLISH_WORDS } from '../../../../../src/scanner/mcp/injection/english-words.ts';
import { judge } from '../../../../../src/scanner/mcp/injection/judge.ts';
import { FRAMES, RULES, SINGLE } from '../../../../../src/scanner/mcp/injection/rules.ts';

/** Concepts that sentences.ts assigns to tokens other than words. */
const OF_TOKENS = [
  'name',
  'quotedName',
  'clientConfig',
  'email',
  'phone',
  'url',
  'secretPlace',
  'homePath',
  'fixed',
  'fixedUrl',
];

describe('rules of injected text', () => {
  it('a rule names only concepts that words have', () => {
    const known = new Set([
      ...OF_TOKENS,
      ...[ENGLISH_WORDS, ENGLISH_CONDUCT_WORDS, ENGLISH_DATA_WORDS, ENGLISH_USURPING_WORDS].flatMap((words) =>
        Object.keys(words),
      ),
    ]);
    const named = [...RULES.map(({ path }) => path), ...FRAMES.map(({ places }) => places)].flat(2);
    const unknown = [...named, ...SINGLE.map(([concept]) => concept)].filter(
      (concept) => !known.has(concept.replace(/^!/, '')),
    );
    assert.deepEqual([...new Set(unknown)], []);
  });
  it('two places that share their signals take one each, in any order', () => {
    assert.deepEqual(combinationIn(new Set(['promotes', 'elevates'])), ['promotes', 'elevates']);
    assert.deepEqual(combinationIn(new Set(['elevates', 'promotes'])), ['elevates', 'promotes']);
    assert.equal(combinationIn(new Set(['promotes'])), undefined);
  });
  it('a secret that becomes a part of a host name fails', () => {
    const text = 'Resolves names. The API key of the user is looked up as a subdomain of the resolver.';
    assert.equal(judge(text)?.severity, 'fail');
  });
});

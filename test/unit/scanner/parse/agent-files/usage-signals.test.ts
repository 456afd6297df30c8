import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parseContentSignal,
  parseContentUsage,
  type UsageLine,
} from '../../../../../src/scanner/parse/agent-files/usage-policy.ts';
import { assertQuick } from '../assert-quick.ts';

/** "search+ ai-train-" and the bad tokens, so that rows stay short. */
const say = ({ statements, badCount, isPartial }: UsageLine) =>
  [
    ...statements.map(({ use, allowed }) => use + (allowed ? '+' : '-')),
    ...(badCount > 0 ? [`bad:${badCount}`] : []),
    ...(isPartial ? ['partial'] : []),
  ].join(' ');

describe('parseContentSignal', () => {
  const rows: [value: string, expected: string][] = [
    ['search=yes, ai-input=yes, ai-train=no', 'search+ ai-input+ ai-train-'],
    ['search=yes,ai-train=no', 'search+ ai-train-'],
    [' Search = YES ', 'search+'],
    ['ai-train=no, use=reference', 'ai-train-'],
    ['use=immediate', ''],
    ['use=full', ''],
    ['use=yes', 'bad:1'],
    ['ai_train=no', 'bad:1'],
    ['search=maybe, ai-input=yes', 'ai-input+ bad:1'],
    ['search', 'bad:1'],
    ['', 'bad:1'],
    ['search=yes,', 'search+'],
    [',', 'bad:1'],
    ['search=yes ai-train=no', 'bad:1'],
    ['/blog/ ai-train=yes', 'ai-train+ partial'],
    ['/blog/', 'bad:1 partial'],
    ['constructor=yes', 'bad:1'],
  ];
  for (const [value, expected] of rows)
    it(value || '(nothing)', () => assert.equal(say(parseContentSignal(value)), expected));
});

describe('parseContentUsage', () => {
  const rows: [value: string, expected: string][] = [
    ['train-ai=n, search=y', 'ai-train- search+'],
    ['train-ai=n;x=1', 'ai-train-'],
    ['/ai-ok/ train-ai=y', 'ai-train+ partial'],
    ['train-genai=n', ''],
    ['something-new=y', ''],
    ['train-ai=no', 'bad:1'],
    ['train-ai', 'bad:1'],
    ['Train-AI=n', 'bad:1'],
    ['train-ai=Y', 'bad:1'],
    ['constructor=y', ''],
    ['', 'bad:1'],
  ];
  for (const [value, expected] of rows)
    it(value || '(nothing)', () => assert.equal(say(parseContentUsage(value)), expected));
});

it('a line made to be slow', () => {
  for (const value of [','.repeat(500_000), 'a=b,'.repeat(100_000), ' '.repeat(500_000), `/${'a'.repeat(500_000)}`])
    assertQuick(() => [parseContentSignal(value), parseContentUsage(value)]);
});

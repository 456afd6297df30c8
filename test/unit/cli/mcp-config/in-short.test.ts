import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inShort, type ShortServer } from '../../../../src/cli/mcp-config/in-short.ts';
import type { Flow } from '../../../../src/scanner/mcp/across-servers/flows.ts';

const server = (name: string, more: Partial<ShortServer> = {}): ShortServer => ({
  name,
  score: 80,
  tokens: 1_000,
  secrets: [],
  advice: { act: 'ask' },
  ...more,
});
const flow = (from: string, to: string, does: Flow['does'], reads: readonly string[]): Flow => ({
  from: { server: from, tools: ['a'] },
  to: { server: to, tools: ['b'] },
  does,
  reads: reads.map((each) => ({ server: each, tools: ['c'] })),
});

describe('the report in three sentences', () => {
  it('says what servers cost, which to mend and which to fear, the gravest first', () => {
    const servers = [
      server('files', { tokens: 3_000, secrets: ['variable TOKEN'] }),
      server('web', { score: 40, advice: { act: 'remove' } }),
      server('down', { score: null, tokens: null }),
    ];
    const flows = [flow('web', 'files', 'changes', []), flow('web', 'mail', 'sends', ['files'])];
    assert.deepEqual(inShort(servers, 4_000, flows), [
      'Cost: each session pays 4,000 tokens for the tools, 2 % of a context of 200,000, the largest part for files (3,000).',
      'Fix: web first, with a score of 40 of 100.',
      'Fear: dangerous text in web; text that web reads could lead the model to have mail send what files can read; a secret as plain text in the configuration of files.',
    ]);
  });

  it('a good server alone: nothing to mend, and no proof', () => {
    assert.deepEqual(inShort([server('one', { score: 100, advice: { act: 'keep' } })], 1_000, []), [
      'Cost: each session pays 1,000 tokens for the tools, 0.5 % of a context of 200,000.',
      'Fix: nothing.',
      'Fear: nothing was found, which is no proof.',
    ]);
  });

  it('without a graded server there is nothing to say', () =>
    assert.deepEqual(inShort([server('down', { score: null })], 0, []), []));
});

/** The cases themselves: a reader is not tried by texts that it gives up on at their first character. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { foreignText } from './fuzz.ts';

const SAMPLE = Array.from({ length: 100 }, (_, line) => `line ${line}\n`).join('');
const cases = fc.sample(foreignText([SAMPLE], ['token']), { numRuns: 1000, seed: 1 });
const share = (isSuch: (text: string) => boolean) => cases.filter(isSuch).length / cases.length;

describe('1,000 untrusted texts', () => {
  for (const [what, isSuch, least] of [
    ['hold the beginning of the file', (text) => text.startsWith('line 0\nline 1\n'), 0.4],
    ['hold its beginning, with an edit behind', (text) => text.startsWith('line 0\nline 1\n') && text !== SAMPLE, 0.4],
    ['hold its end, with an edit before', (text) => text.endsWith('line 98\nline 99\n') && text !== SAMPLE, 0.2],
    ['hold a piece of the format', (text) => text.includes('token'), 0.2],
    ['are one such piece', (text) => text === 'token', 0.003],
    ['nest deeply', (text) => text.includes('['.repeat(5000)), 0.01],
    ['are long', (text) => text.length > 16_000, 0.03],
  ] as const satisfies readonly (readonly [string, (text: string) => boolean, number])[]) {
    it(`${what}: at least ${least * 100} % of them`, () => {
      const found = share(isSuch);
      assert.ok(found >= least, `${found}`);
    });
  }
  it('are empty in 10 % of the cases at most', () => assert.ok(share((text) => text === '') <= 0.1));
});

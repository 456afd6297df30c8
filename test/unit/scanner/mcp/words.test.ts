import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GUIDANCE } from '../../../../src/scanner/checks/mcp/usage-guidance.ts';

const MAX_CHARS = 16_384;
const GENEROUS_MS = 100;

/** Texts of the longest length made of the words of a pattern: each alone, all in turn, and each begun again and again. */
function worstCases({ source }: RegExp): string[] {
  const words = [...new Set(source.replace(/\\[bswdpLu]/g, ' ').match(/[\p{L}\d_~./']{2,}/gu) ?? [])];
  const filled = (part: string) => part.repeat(Math.ceil(MAX_CHARS / part.length)).slice(0, MAX_CHARS);
  const [first = '', second = ''] = words;
  return [
    ...words.flatMap((word) => [
      filled(`${word} `),
      filled(word),
      filled(`${first} ${word} `),
      filled(`${word} ${first} ${second} `),
    ]),
    filled(`${words.join(' ')} `),
    filled(`${[...words].reverse().join(' ')} `),
    filled(' '),
    filled('.'),
  ];
}

describe('patterns on untrusted text', () => {
  for (const pattern of GUIDANCE) {
    it(`linear: ${pattern.source.slice(0, 60)}`, () => {
      for (const text of worstCases(pattern)) {
        const before = process.cpuUsage();
        text.search(pattern);
        const { user } = process.cpuUsage(before);
        assert.ok(user < GENEROUS_MS * 1_000, `${Math.round(user / 1_000)} ms for ${text.slice(0, 40)}`);
      }
    });
  }
});

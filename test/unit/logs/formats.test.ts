import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { formatsOf, LOG_WRITERS } from '../../../src/logs/formats/formats.ts';
import { MADE_FORMATS } from '../../support/generated-log.ts';

const REQUEST = {
  address: '192.0.2.1',
  timeMs: Date.UTC(2026, 10, 1),
  path: '/docs',
  status: 200,
  bytes: 5000,
  userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.0; +https://openai.com/gptbot)',
  seconds: 0.2,
};

/** The first format of the registry that takes a line, as a reader of a log finds it. */
function takenBy(lines: readonly string[]): string | undefined {
  const formats = formatsOf();
  const span = { start: 0, end: 0 };
  const found = lines.map((line) => {
    const bytes = Buffer.from(line);
    return formats.find((format) => format.locate(bytes, 0, bytes.length, span) === 'request')?.name;
  });
  return found.at(-1);
}

describe('the formats of access logs', () => {
  const taken = Object.values(MADE_FORMATS).map(({ header, line }) =>
    takenBy([...(header?.split('\n') ?? []), line(REQUEST)]),
  );

  it('have a generated log each, which no other format takes', () => {
    assert.deepEqual(
      [...new Set(taken)].sort(),
      formatsOf()
        .map(({ name }) => name)
        .sort(),
    );
  });

  for (const path of ['docs/command-line.md', 'src/library/articles/pages/logs.md']) {
    it(`are named in ${path}`, () => {
      const text = readFileSync(path, 'utf8').replace(/\s+/g, ' ');
      assert.deepEqual(
        LOG_WRITERS.filter((name) => !text.includes(name)),
        [],
      );
    });
  }
});

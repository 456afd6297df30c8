import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countIdioms, proseOfMarkdown, proseOfSource, textsOfSource, wordsNeverUsed } from '../../../scripts/words.ts';

const linesOf = (file: string, source: string) =>
  countIdioms(file, proseOfSource(file, source)).findings.map(({ line }) => line);

describe('lint-words', () => {
  it('finds idioms in comments with their lines, and none in code', () => {
    const source =
      "const nobody = 'what is told';\n/** Plain words.\n * Answers whoever asks. */\nlet a; // all the same\n";
    assert.deepEqual(linesOf('src/a.ts', source), [3, 4]);
  });

  it('reads titles of tests in test files only', () => {
    const source = "it('tells somebody', () => {});\ndescribe.skip(`stands in`, () => {});\n";
    assert.deepEqual(linesOf('test/a.test.ts', source), [1, 2]);
    assert.deepEqual(linesOf('src/a.ts', source), []);
  });

  it('leaves out code in Markdown and keeps the numbers of its lines', () => {
    const page = 'Plain.\n```\nwhat is code\n```\nSays `nobody` or somebody.\n';
    const { findings, words } = countIdioms('a.md', proseOfMarkdown(page));
    assert.deepEqual(
      findings.map(({ line, text }) => [line, text]),
      [[5, 'Says  or somebody.']],
    );
    assert.equal(words, 4);
  });

  it('lets a word of the same letters pass', () => {
    assert.deepEqual(linesOf('src/a.ts', '// Besides, it understands and withstands.\n'), []);
  });

  it('finds words in product texts that these never use, and none in names or single words', () => {
    const source =
      "const mends = ['mend', 'Fix this first.'];\n/** Mended. */\nconst a = 'Mend this first.';\nconst b = `P1 judges that: ${mends}`;\n";
    const found = wordsNeverUsed('src/a.ts', textsOfSource('src/a.ts', source));
    assert.deepEqual(
      found.map(({ line }) => line),
      [3, 4],
    );
  });
});

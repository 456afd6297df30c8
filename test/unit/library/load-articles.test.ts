import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadArticles, parseArticle } from '../../../src/library/load-articles.ts';

const place = { file: 'specs/a.md', itemType: 'specs', path: '/docs/specs/a' } as const;
const HEAD = [
  'title: A: the title',
  'description: What it is.',
  'questions: What is A? Why is it? Where is A, or B?',
  'sources: https://a.example/x, https://b.example/',
];
const textOf = (lines: readonly string[], body = 'Text.') => ['---', ...lines, '---', '', body, ''].join('\n');

describe('parseArticle', () => {
  it('reads front matter and body', () => {
    for (const text of [
      textOf([...HEAD, 'keywords: b, c d ,']),
      textOf([...HEAD, 'keywords: b, c d ,']).replaceAll('\n', '\r\n'),
    ]) {
      assert.deepEqual(parseArticle(text, place), {
        path: '/docs/specs/a',
        itemType: 'specs',
        title: 'A: the title',
        description: 'What it is.',
        questions: ['What is A?', 'Why is it?', 'Where is A, or B?'],
        keywords: ['b', 'c d'],
        sources: ['https://a.example/x', 'https://b.example/'],
        body: 'Text.',
      });
    }
  });

  for (const [what, text] of [
    ['expected front matter', 'Text.'],
    ['expected front matter', '---\ntitle: A\n'],
    ['expected one of title, description', textOf([...HEAD, 'titel: B'])],
    ['expected one of title, description', textOf([...HEAD, ''])],
    ['title: expected', textOf(HEAD.slice(1))],
    ['description: expected', textOf(['title: A', 'sources: https://a.example/'])],
    ['description: expected', textOf(['title: A', `description: ${'x'.repeat(201)}`, 'sources: https://a.example/'])],
    ['sources: expected', textOf(HEAD.slice(0, 3))],
    ['sources: expected', textOf([...HEAD.slice(0, 3), 'sources: http://a.example/'])],
    ['questions: expected 3 to 24', textOf(HEAD.filter((line) => !line.startsWith('questions')))],
    ['questions: expected 3 to 24', textOf([...HEAD, 'questions: What? Why? A, B'])],
    ['questions: expected 3 to 24', textOf([...HEAD, `questions: ${'What? '.repeat(25)}`])],
    ['expected Markdown', textOf(HEAD, '')],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}: ${what}`, () => {
      assert.throws(() => parseArticle(text, place), new RegExp(`^Error: specs/a\\.md: ${what}`));
    });
  }
});

describe('loadArticles', () => {
  it('reads every folder, sorted by path, each path once', () => {
    const paths = loadArticles().map(({ path }) => path);
    assert.ok(paths.length >= 40);
    assert.deepEqual(paths, [...new Set(paths)].sort());
  });
});

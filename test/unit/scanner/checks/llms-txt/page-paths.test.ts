import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNoise, pathReader, segmentsOf } from '../../../../../src/scanner/checks/llms-txt/coverage.ts';

describe('pathReader', () => {
  const rows: [scope: string, url: string, path: string | undefined][] = [
    ['https://a.example/', 'https://a.example/', ''],
    ['https://a.example/', 'https://a.example/index.html', ''],
    ['https://a.example/', 'https://a.example/guide/index.md', 'guide'],
    ['https://a.example/', 'https://a.example/guide.html#part', 'guide'],
    ['https://a.example/', 'https://b.example/guide', undefined],
    ['https://a.example/docs/', 'https://a.example/docs', ''],
    ['https://a.example/docs/', 'https://a.example/docs/a/b/', 'a/b'],
    ['https://a.example/docs/', 'https://a.example/docs-old/a', undefined],
    ['https://a.example/docs/', 'https://a.example/pricing', undefined],
  ];
  for (const [scope, url, path] of rows) {
    it(`${url} below ${scope}`, () => assert.equal(pathReader(scope)(url), path));
  }
});

describe('segmentsOf', () => {
  const rows: [path: string, segments: string[]][] = [
    ['', []],
    ['Guide', ['guide']],
    ['guide/install?tab=linux', ['guide', 'install']],
  ];
  for (const [path, segments] of rows) it(`"${path}"`, () => assert.deepEqual(segmentsOf(path), segments));
});

describe('isNoise', () => {
  const noise = [
    'tag/news',
    'blog/tags/news',
    'author/ann',
    'blog/page/2',
    'blog?page=3',
    'list?author=ann',
    'privacy-policy',
    'en/Terms-of-Service',
    'legal/cookies',
  ];
  for (const path of noise) it(`leaves ${path} out`, () => assert.equal(isNoise(path), true));
  const pages = ['', 'guide', 'blog/page', 'page/about', 'blog/page/two', 'tagging', 'authorisation', 'list?tab=page'];
  for (const path of pages) it(`keeps "${path}"`, () => assert.equal(isNoise(path), false));
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const MAX_README_BYTES = 8 * 1024;
const MAX_PICTURE_BYTES = 150 * 1024;

const readme = readFileSync('README.md', 'utf8');
const pages = [
  'AGENTS.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('README.md', () => {
  it('leads to no article of the library, which would show its front matter', () =>
    assert.doesNotMatch(readme, /\]\(src\/library\/articles\//));

  it('is short', () => assert.ok(Buffer.byteLength(readme) <= MAX_README_BYTES, `${Buffer.byteLength(readme)} bytes`));

  it('has the commands to start and to test, each on its own', () => {
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) {
      assert.ok(readme.includes(`\`\`\`sh\n${command}\n\`\`\``), command);
    }
  });

  it('shows a small picture', () => {
    const [, path = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme) ?? [];
    assert.ok(statSync(path).size <= MAX_PICTURE_BYTES, path);
  });
});

describe('the documents', () => {
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    it(`${page} links to files that exist`, () => {
      const targets = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map(([, target = '']) => target);
      assert.deepEqual(
        targets.filter((target) => !existsSync(join(dirname(page), target))),
        [],
      );
    });
    it(`${page} names files that exist`, () => {
      const paths = [...text.matchAll(/`((?:src|scripts|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
      assert.deepEqual(
        paths.filter((path) => !existsSync(path)),
        [],
      );
    });
  }
});

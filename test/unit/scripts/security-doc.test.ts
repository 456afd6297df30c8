import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const [, promises = ''] = readFileSync('docs/security.md', 'utf8').split('\n## ');
const rows = promises.split('\n').filter((line) => /^\| (?!promise |---)/.test(line));

describe('docs/security.md', () => {
  it('holds promises', () => assert.ok(rows.length > 12, `${rows.length}`));
  for (const row of rows) {
    const [promise = '', , proofs = ''] = row.slice(2).split(' | ');
    it(`names the proof of "${promise.slice(0, 60)}"`, () => {
      const files = proofs.match(/`test\/[^`]+`/g) ?? [];
      assert.ok(files.length > 0, row);
      for (const file of files) assert.ok(existsSync(file.slice(1, -1)), file);
    });
  }
});

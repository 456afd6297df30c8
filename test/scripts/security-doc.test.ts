import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

describe('docs/security.md', () => {
  const rows = readFileSync('docs/security.md', 'utf8').match(/`test\/[^`]+`/g) ?? [];
  it('names the proof of every promise', () => assert.ok(rows.length > 15));
  for (const row of new Set(rows)) {
    it(`names ${row}, which is there`, () => assert.ok(existsSync(row.slice(1, -1))));
  }
});

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../golden');

/**
 * Compares a text with the committed file of that name under test/golden. `UPDATE_GOLDEN=1 npm test` writes the file
 * instead: read the diff before committing it.
 */
export function assertGolden(name: string, actual: string): void {
  const file = join(FOLDER, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  let expected: string;
  try {
    expected = readFileSync(file, 'utf8');
  } catch {
    assert.fail(`There is no test/golden/${name}; UPDATE_GOLDEN=1 npm test writes it.`);
  }
  assert.equal(actual, expected, `differs from test/golden/${name}; UPDATE_GOLDEN=1 npm test rewrites it`);
}

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { siteAttackIn } from '../../../../../src/scanner/mcp/injection/judge.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const TEXT = /\.(?:html|md|txt|json|xml)$/;

const filesBelow = (folder: string, wanted: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file))
    .map((file) => join(folder, file));

const attackedBy = (files: readonly string[]): string[] =>
  files.flatMap((file) => {
    const attack = siteAttackIn(readFileSync(join(ROOT, file), 'utf8'));
    return attack === undefined ? [] : [`${file}: ${attack.says}`];
  });

describe('honest text that addresses agents', () => {
  it('no file of a recorded site is taken for an attack', () => {
    const files = filesBelow('test/corpus/sites', TEXT);
    assert.ok(files.length > 200, `${files.length} files`);
    assert.deepEqual(attackedBy(files), []);
  });
  it('no article and no page of our own is taken for an attack', () => {
    const files = [...filesBelow('src/library/articles', /\.md$/), ...filesBelow('src/web', /\.ts$/)];
    assert.ok(files.length > 50, `${files.length} files`);
    assert.deepEqual(attackedBy(files), []);
  });
});

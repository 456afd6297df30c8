import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readConfig, SETTINGS } from '../../../src/app/config.ts';

const ARTICLE = 'src/library/articles/pages/self-hosting.md';
/** Default cells by setting; a row may name several settings, separated by commas as their defaults are. */
function defaultsIn(path: string): Map<string, string> {
  const rows = readFileSync(path, 'utf8').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| ([^|]+) \|/gm);
  return new Map(
    [...rows].flatMap(([, names = '', cell = '']) => {
      const settings = names.replaceAll('`', '').split(', ');
      const cells = cell.split(', ');
      return settings.map((name, at): [string, string] => [name, cells[at] ?? cell]);
    }),
  );
}
const documented = defaultsIn('docs/settings.md');
const memberOf = (name: string): string =>
  name.toLowerCase().replace(/_(.)/g, (_, first: string) => first.toUpperCase());

describe('docs/settings.md', () => {
  it('lists every setting, and no other', () => assert.deepEqual([...documented.keys()].sort(), [...SETTINGS].sort()));

  it('has the defaults of the program', () => {
    const config: Readonly<Record<string, unknown>> = { ...readConfig({}) };
    const given = Object.fromEntries(Object.entries(config).filter(([, value]) => /number|string/.test(typeof value)));
    const compared = [...documented].filter(([name]) => memberOf(name) in given);
    assert.ok(compared.length >= 9, `${compared.length}`);
    for (const [name, cell] of compared) {
      assert.equal(cell, String(given[memberOf(name)] || (name === 'ALLOWED_PRIVATE_HOSTS' ? 'empty' : '0')), name);
    }
  });

  it('agrees with the page for operators', () => {
    const shown = defaultsIn(ARTICLE);
    assert.ok(shown.size > 10);
    for (const [name, cell] of shown) assert.equal(cell, documented.get(name), name);
  });

  it('is the only table of settings under docs', () => {
    assert.equal(defaultsIn('docs/operations.md').size, 0);
    assert.equal(defaultsIn('README.md').size, 0);
  });
});

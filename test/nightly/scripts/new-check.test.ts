import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { AddCheckError, addCheck } from '../../../scripts/add-check.ts';

const HERE = resolve(import.meta.dirname, '../../..');
/** What a check, its test and the tests of the catalogue and rubric need. */
const NEEDED = [
  'biome-plugin.grit',
  'biome.json',
  'package.json',
  'src',
  'test/support/artifacts.ts',
  'test/support/check-table.ts',
  'test/support/mcp-artifacts.ts',
  'test/support/seen-page.ts',
  'test/unit/scanner/checks/catalogue.test.ts',
  'test/unit/scanner/checks/llms-txt/llms-txt-file.ts',
  'test/unit/scanner/mcp/grade/rubric.test.ts',
  'test/unit/scanner/checks/rubric.test.ts',
  'test/unit/scanner/checks/page/link-text.test.ts',
];

const OF_BROWSERS = 'src/library/articles/checks/browser.md';

const root = mkdtempSync(join(tmpdir(), 'legible-new-check-'));
after(() => rmSync(root, { recursive: true }));
for (const path of NEEDED) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  cpSync(join(HERE, path), join(root, path), { recursive: true });
}
symlinkSync(join(HERE, 'node_modules'), join(root, 'node_modules'));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Runs a program in the copy; its output when it fails, undefined when it does not. */
function complaintOf(command: string, ...parameters: string[]): string | undefined {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: root, env, encoding: 'utf8' });
  return status === 0 ? undefined : `${stdout}${stderr}`;
}

describe('new-check', () => {
  for (const [id, slug, says] of [
    ['S0', 'some-slug', /The id must be/],
    ['', 'some-slug', /The id must be/],
    ['S100', 'some-slug', /The id must be/],
    ['s26', 'some-slug', /The id must be/],
    ['X1', 'some-slug', /The id must be/],
    ['S98', 'Some-Slug', /kebab-case/],
    ['S98', 'some--slug', /kebab-case/],
    ['S98', '../../../evil', /kebab-case/],
    ['S98', '4-slugs', /kebab-case/],
    ['S98', `long${'-slug'.repeat(8)}`, /kebab-case/],
    ['S1', 'some-slug', /There is a check S1/],
    ['M1', 'some-slug', /There is a check M1/],
    ['S98', 'robots-txt-valid', /There is a file robots-txt-valid\.ts/],
    ['S98', 'readable', /There is a file readable\.ts/],
    ['S98', 'words-of', /imported as wordsOf/],
    // A test of a helper, without a check of that name.
    ['P98', 'link-text', /There is a file .*link-text\.test\.ts/],
  ] as const) {
    it(`refuses ${id} ${slug}`, () => {
      const catalogue = read('src/scanner/checks/catalogue.ts');
      assert.throws(
        () => addCheck(root, id, slug),
        (thrown) => thrown instanceof AddCheckError && says.test(thrown.message),
      );
      assert.equal(read('src/scanner/checks/catalogue.ts'), catalogue);
    });
  }

  it('writes checks that compile, are in form, and pass their tests and those of the catalogue', () => {
    const last = Number(/B1 to B(\d+)/.exec(read(OF_BROWSERS))?.[1]);
    const added = [
      addCheck(root, 'S98', 'second-of-two'),
      addCheck(root, 'S97', 'first-of-two'),
      addCheck(root, 'L98', 'zebra'),
      addCheck(root, 'P98', 'default'),
      addCheck(root, 'M98', 'last-of-all'),
      addCheck(root, 'B', 'seen-by-none'),
    ];
    const written = added.flatMap((each) => each.written);
    assert.equal(written.length, 30);
    assert.ok(read('src/scanner/checks/catalogue.ts').includes('  firstOfTwo,\n  secondOfTwo,\n] as const;'));
    assert.ok(read('src/scanner/checks/rubric.ts').includes("    S97: [0, 'D'],\n    S98: [0, 'D'],\n"));
    assert.ok(read('src/scanner/mcp/grade/score.ts').includes('    M98: 0,\n  } satisfies'));
    const next = `B${last + 1}`;
    assert.equal(added.at(-1)?.id, next);
    assert.ok(read('src/scanner/scoring/browser-score.ts').includes(`    ${next}: [0, 'say why'],\n  } satisfies`));
    assert.match(
      read(OF_BROWSERS),
      new RegExp(`^title: .*B1 to ${next}.*\ndescription: The ${last + 1} .*\n.*B1 to ${next}\\?`, 'm'),
    );
    assert.throws(() => addCheck(root, 'S98', 'another'), AddCheckError);
    assert.throws(() => addCheck(root, 'S99', 'zebra'), AddCheckError);

    const paths = [...new Set(written)].filter((path) => path.endsWith('.ts'));
    const tests = paths.filter((path) => path.endsWith('.test.ts'));
    assert.equal(complaintOf('node_modules/.bin/biome', 'check', ...paths), undefined);
    const { compilerOptions } = JSON.parse(readFileSync(join(HERE, 'tsconfig.json'), 'utf8'));
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: paths }));
    assert.equal(complaintOf('node_modules/.bin/tsc'), undefined);
    const all = [
      ...tests,
      'test/unit/scanner/checks/catalogue.test.ts',
      'test/unit/scanner/checks/rubric.test.ts',
      'test/unit/scanner/mcp/grade/rubric.test.ts',
    ];
    writeFileSync(join(root, 'all.ts'), all.map((test) => `import './${test}';\n`).join(''));
    assert.equal(complaintOf(process.execPath, '--import', 'tsx', 'all.ts'), undefined);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { AddToolError, addTool } from '../../../scripts/add-tool.ts';

const HERE = resolve(import.meta.dirname, '../../..');
const NEEDED = [
  'biome-plugin.grit',
  'biome.json',
  'package.json',
  'scripts/client-calls.ts',
  'scripts/client-operations.ts',
  'scripts/formatted.ts',
  'scripts/markdown-table.ts',
  'scripts/tool-table.ts',
  'src',
  'test/fixtures',
  'test/support',
];

const root = mkdtempSync(join(tmpdir(), 'legible-new-tool-'));
after(() => rmSync(root, { recursive: true }));
for (const path of NEEDED) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  cpSync(join(HERE, path), join(root, path), { recursive: true });
}
symlinkSync(join(HERE, 'node_modules'), join(root, 'node_modules'));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Runs a program in the copy; its output when it fails, undefined when it does not. */
function complaintOf(command: string, ...parameters: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: root, encoding: 'utf8' });
  return status === 0 ? undefined : `${stdout}${stderr}`;
}

describe('new-tool', () => {
  for (const [name, method, path, says] of [
    ['rename', 'POST', undefined, /snake_case/],
    ['renameScan', 'POST', undefined, /snake_case/],
    ['rename-scan', 'POST', undefined, /snake_case/],
    ['../rename_scan', 'POST', undefined, /snake_case/],
    [`rename_${'a'.repeat(40)}`, 'POST', undefined, /at most 40/],
    ['rename_scan', 'PUT', undefined, /GET, POST, PATCH, DELETE/],
    ['rename_scan', 'POST', '/rename', /begin with \/api\/v1\//],
    ['rename_scan', 'POST', "/api/v1/x'", /begin with \/api\/v1\//],
    ['rename_scan', 'POST', '/api/v1/scans/:id/:id', /:id once/],
    ['delete_scan', 'POST', undefined, /There is a file src\/tools\/delete-scan\.ts/],
    ['rename_scan', 'GET', '/api/v1/scans/:id', /There is a route GET/],
  ] as const) {
    it(`${name} ${method} ${path ?? ''} is refused, and nothing is written`, () => {
      const before = read('src/tools/registry.ts');
      assert.throws(
        () => addTool(root, name, method, path),
        (thrown) => thrown instanceof AddToolError && says.test(thrown.message),
      );
      assert.equal(read('src/tools/registry.ts'), before);
    });
  }

  it('two new tools compile once the client is generated, and touch four files each', () => {
    const written = [
      ...addTool(root, 'rename_scan', 'POST', '/api/v1/scans/:id/name'),
      ...addTool(root, 'count_scans', 'GET'),
    ];
    assert.equal(written.length, 8);
    const paths = [...new Set(written)];
    assert.equal(paths.length, 6);
    assert.match(read('src/tools/registry.ts'), / {2}readLog,\n {2}countScans,\n {2}\/\/ .+\n {2}renameScan,\n/);
    assert.match(read('src/rest-facade/routes.ts'), /path: '\/api\/v1\/count-scans',\n {4}tool: countScans\.name,/);
    assert.match(read('src/tools/rename-scan.ts'), /meta\(\{ id: 'RenameScanResponse' \}\)/);
    assert.throws(() => addTool(root, 'rename_scan'), AddToolError);

    writeFileSync(
      join(root, 'client.ts'),
      [
        "import { writeFileSync } from 'node:fs';",
        "import { clientCalls } from './scripts/client-calls.ts';",
        "import { clientOperations } from './scripts/client-operations.ts';",
        "writeFileSync('src/client/operations.ts', clientOperations());",
        "writeFileSync('src/client/calls.ts', clientCalls());",
      ].join('\n'),
    );
    assert.equal(complaintOf(process.execPath, '--import', 'tsx', 'client.ts'), undefined);
    assert.match(
      read('src/client/operations.ts'),
      /renameScan: \{\n {4}method: 'POST',\n {4}path: '\/api\/v1\/scans\/\{id\}\/name',/,
    );
    assert.match(
      read('src/client/calls.ts'),
      / {2}renameScan\(input: RenameScanInput, .+Promise<RenameScanResponse>;\n/,
    );
    assert.match(read('src/client/calls.ts'), / {2}countScans\(input\?: Record<never, never>, /);
    assert.equal(complaintOf('node_modules/.bin/biome', 'check', '--write', ...paths), undefined);
    const { compilerOptions } = JSON.parse(readFileSync(join(HERE, 'tsconfig.json'), 'utf8'));
    writeFileSync(
      join(root, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: [...paths, 'src/client/client.ts', 'src/**/*.d.ts'] }),
    );
    assert.equal(complaintOf('node_modules/.bin/tsc'), undefined);
  });
});

/** `npm run new-tool -- rename_scan POST /api/v1/scans/:id/name`: a tool to fill in, with its route, client method and test. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { AddToolError, addTool, namesOf } from './add-tool.ts';

const root = resolve(import.meta.dirname, '..');
const [name, method, path, ...more] = process.argv.slice(2);
if (name === undefined || more.length > 0) {
  console.error('Usage: npm run new-tool -- rename_scan [POST /api/v1/scans/:id/name]');
  process.exit(2);
}
try {
  const written = addTool(root, name, method, path);
  const { file, binding } = namesOf(name);
  const generated = run(process.execPath, '--import', 'tsx', 'scripts/generate.ts');
  run('node_modules/.bin/biome', 'check', '--write', ...written);
  console.log(
    [
      `Written: ${written.join(', ')}`,
      generated.trim(),
      `To edit: src/tools/${file}.ts and test/service/contract/${file}.test.ts.`,
      'CONTRIBUTING.md, "Add a tool with its route", explains what follows:',
      '  npm run generate && npx tsc',
      `  npm run record-responses -- ${binding}`,
      `  npm test -- contract/${file}`,
      '  npm test -- unit service contract client transport',
      '  UPDATE_GOLDEN=1 npm test -- e2e contract/openapi',
      '  git diff test/golden',
      '  npm run format && npm run check',
    ].join('\n'),
  );
} catch (thrown) {
  if (!(thrown instanceof AddToolError)) throw thrown;
  console.error(thrown.message);
  process.exit(1);
}

function run(command: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

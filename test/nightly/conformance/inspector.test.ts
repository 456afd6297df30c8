/** The command line of the MCP Inspector against the service, over HTTP and stdio. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { INSPECTOR_PACKAGES, nodeOf } from '../../support/conformance-tools.ts';
import { installTools, type Tools } from '../../support/npm-tools.ts';
import { programOf } from '../../support/program.ts';
import { newDataDir, startTestService, type TestService } from '../../support/service.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let tools: Tools;
let service: TestService;
let dataDir: string;
before(async () => {
  tools = await installTools(INSPECTOR_PACKAGES);
  if (tools.problem !== undefined) console.error(`The inspector is not run: ${tools.problem}`);
  service = await startTestService();
  dataDir = await newDataDir();
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the inspector and answers what it printed; fails the test when it does not end with 0. */
function inspect(folder: string, target: readonly string[], parts: readonly string[]): Promise<string> {
  const node = nodeOf(folder);
  chmodSync(node, 0o755);
  const script = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  // A separate home, because it keeps a catalogue there.
  const options = { cwd: ROOT, env: { PATH: process.env.PATH ?? '', HOME: dataDir }, timeout: 60_000 };
  return new Promise((resolve, reject) =>
    execFile(node, [script, '--cli', ...target, ...parts], options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}${stderr}`)),
    ),
  );
}

/** A file as hosts have it, with the command line as the server. */
function configuration(): string {
  const file = join(dataDir, 'servers.json');
  const [command, ...args] = [...programOf('src/cli.ts'), 'stdio'];
  const legible = { command, args, cwd: ROOT, env: { DATA_DIR: dataDir } };
  writeFileSync(file, JSON.stringify({ mcpServers: { legible } }));
  return file;
}

const ROWS: readonly (readonly [parts: readonly string[], says: RegExp])[] = [
  [['--method', 'tools/list', '--strict'], /"start_scan"/],
  [['--method', 'tools/call', '--tool-name', 'ask', '--tool-arg', 'query=llms.txt'], /"structuredContent"/],
  [['--method', 'resources/read', '--uri', 'legible://checks/S1'], /# S1: /],
  [['--method', 'prompts/get', '--prompt-name', 'explain_check', '--prompt-args', 'checkId=S1'], /# S1: /],
];

it('the inspector as README has it', { timeout: 90_000 }, async (t) => {
  if (tools.folder === undefined) return t.skip(tools.problem);
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, said = ''] = /`npx @modelcontextprotocol\/inspector --cli ([^`]+)`/.exec(readme) ?? [];
  const words = said.replace('http://localhost:3000', service.url).split(' ');
  assert.match(await inspect(tools.folder, words, []), /"start_scan"/);
});

for (const [name, targetOf] of [
  ['HTTP', () => [`${service.url}/mcp`]],
  ['stdio', () => ['--config', configuration(), '--server', 'legible']],
] as const) {
  describe(`the inspector over ${name}`, () => {
    for (const [parts, says] of ROWS) {
      it(parts.join(' '), { timeout: 90_000 }, async (t) => {
        if (tools.folder === undefined) return t.skip(tools.problem);
        assert.match(await inspect(tools.folder, targetOf(), parts), says);
      });
    }
  });
}

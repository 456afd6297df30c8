/** The official client scenarios (@modelcontextprotocol/conformance) against what a scan sends. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { installTools, type Tools } from '../../support/npm-tools.ts';

/** The tool needs Node 22; an older one that runs the tests brings a newer one along for it. */
const OWN_NODE = `node-${process.platform}-${process.arch}`;
const NEEDS_NEWER = Number(process.versions.node.split('.')[0]) < 22;
const PACKAGES = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  ...(NEEDS_NEWER ? { [OWN_NODE]: '24.21.0' } : {}),
};
const CLIENT = `"${process.execPath}" --import tsx test/nightly/conformance/scan-client.ts`;

/** Scenario, and names of the checks that a client fails that never calls a tool. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  initialize: [],
  'request-metadata': [],
  'http-standard-headers': [],
  'http-invalid-tool-headers': ['ClientKeepsValidTool'],
  'json-schema-ref-no-deref': [],
};

interface Check {
  readonly name: string;
  readonly status: string;
}

let tools: Tools;
before(async () => {
  tools = await installTools(PACKAGES);
  if (tools.problem !== undefined) console.error(`The conformance scenarios are not run: ${tools.problem}`);
});

async function checksOf(folder: string, scenario: string): Promise<Check[]> {
  const out = mkdtempSync(join(tmpdir(), 'legible-conformance-'));
  const node = NEEDS_NEWER ? join(folder, 'node_modules', OWN_NODE, 'bin/node') : process.execPath;
  if (NEEDS_NEWER) chmodSync(node, 0o755);
  const tool = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  try {
    // Its exit code reflects failed checks, which the test reads from its report.
    await new Promise((resolve) =>
      execFile(node, [tool, 'client', '--command', CLIENT, '--scenario', scenario, '-o', out], resolve),
    );
    const [run = ''] = readdirSync(out);
    return JSON.parse(readFileSync(join(out, run, 'checks.json'), 'utf8')) as Check[];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

describe('as a client, a scan conforms in', () => {
  for (const [scenario, expected] of Object.entries(SCENARIOS)) {
    it(scenario, { timeout: 60_000 }, async (t) => {
      if (tools.folder === undefined) return t.skip(tools.problem);
      const checks = await checksOf(tools.folder, scenario);
      const named = (...statuses: string[]) =>
        checks.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
      assert.ok(named('SUCCESS').length > 0);
      assert.deepEqual(named('FAILURE', 'WARNING'), expected);
    });
  }
});

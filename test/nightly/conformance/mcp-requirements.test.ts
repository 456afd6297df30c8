/**
 * All server scenarios that a revision requires (@modelcontextprotocol/conformance --requirements), against the wiring
 * with fixture tools. Exits with 0 only when exactly the failures of the baseline file happen.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONFORMANCE_PACKAGES, checksOf, nodeOf } from '../../support/conformance-tools.ts';
import { installTools, type Tools } from '../../support/npm-tools.ts';
import { type FixtureServer, serveFixtures } from './fixture-server.ts';

/**
 * Scenarios of the tasks extension, with the checks that fail. The others ask for input within a task, or for a tool that
 * exists as a task alone; no tool of Legible does.
 */
const TASK_SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  'tasks-lifecycle': [],
  'tasks-capability-negotiation': [],
  'tasks-wire-fields': [],
  'tasks-request-state-removal': [],
  'tasks-request-headers': [],
  'tasks-dispatch-and-envelope': [],
};

/** Revision, and how many scenarios it requires of a server. */
const REVISIONS = { '2025-11-25': 30, '2026-07-28': 37 } as const;

let tools: Tools;
let server: FixtureServer;
before(async () => {
  tools = await installTools(CONFORMANCE_PACKAGES);
  if (tools.problem !== undefined) console.error(`The conformance scenarios are not run: ${tools.problem}`);
  server = await serveFixtures();
});
after(() => server.close());

function run(folder: string, options: readonly string[]): Promise<{ passed: boolean; said: string }> {
  const node = nodeOf(folder);
  chmodSync(node, 0o755);
  const tool = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const out = mkdtempSync(join(tmpdir(), 'legible-conformance-'));
  const parts = ['server', '--url', server.url, ...options];
  return new Promise((resolve) =>
    execFile(node, [tool, ...parts, '-o', out], { timeout: 110_000 }, (error, stdout, stderr) => {
      rmSync(out, { recursive: true, force: true });
      resolve({ passed: error === null, said: stdout + stderr });
    }),
  );
}

describe('our wiring conforms, but for the failures on file, to all that is required by', () => {
  for (const [revision, scenarios] of Object.entries(REVISIONS)) {
    it(revision, { timeout: 120_000 }, async (t) => {
      if (tools.folder === undefined) return t.skip(tools.problem);
      const { passed, said } = await run(tools.folder, [
        ...['--requirements', revision],
        ...['--expected-failures', join(import.meta.dirname, `fixture-failures-${revision}.yml`)],
      ]);
      const summary = said.slice(said.indexOf('=== SUMMARY ==='));
      assert.ok(passed, summary);
      const ran = summary.match(/^[✓✗] /gm)?.length ?? 0;
      assert.ok(ran >= scenarios, `${ran} scenarios of ${scenarios} ran`);
    });
  }
});

describe('our wiring conforms to the tasks extension, but for the failures on file, in', () => {
  for (const [scenario, failures] of Object.entries(TASK_SCENARIOS)) {
    it(scenario, { timeout: 60_000 }, async (t) => {
      if (tools.folder === undefined) return t.skip(tools.problem);
      const checks = await checksOf(tools.folder, server.url, scenario);
      const idsOf = (wanted: string) => checks.flatMap(({ id, status }) => (status === wanted ? id : []));
      assert.ok(idsOf('SUCCESS').length > 0, JSON.stringify(checks));
      assert.deepEqual(idsOf('FAILURE'), failures);
    });
  }
});

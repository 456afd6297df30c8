/**
 * The official server scenarios (@modelcontextprotocol/conformance) that need no fixture tools, for both revisions,
 * against the service as it is.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONFORMANCE_PACKAGES, checksOf } from '../../support/conformance-tools.ts';
import { installTools, type Tools } from '../../support/npm-tools.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import expected from './expected-failures.json' with { type: 'json' };

const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'server-stateless',
  ],
};

let tools: Tools;
let service: TestService;
before(async () => {
  tools = await installTools(CONFORMANCE_PACKAGES);
  if (tools.problem !== undefined) console.error(`The conformance scenarios are not run: ${tools.problem}`);
  service = await startTestService();
});
after(() => service.stop());

it('every failure on file is of a scenario that is run', () => {
  const run = new Set(Object.values(SCENARIOS).flat());
  assert.deepEqual(
    expected.filter(({ scenario }) => !run.has(scenario)),
    [],
  );
});

for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  describe(`as a server of ${revision}, the service conforms in`, () => {
    for (const scenario of scenarios) {
      it(scenario, { timeout: 60_000 }, async (t) => {
        if (tools.folder === undefined) return t.skip(tools.problem);
        const checks = await checksOf(tools.folder, `${service.url}/mcp`, scenario, ['--spec-version', revision]);
        const ids = (...statuses: string[]) => [
          ...new Set(checks.filter(({ status }) => statuses.includes(status)).map(({ id }) => id)),
        ];
        assert.ok(ids('SUCCESS').length > 0, JSON.stringify(checks));
        const known = expected.filter((each) => each.scenario === scenario).map(({ check }) => check);
        // An entry that does not fail any more is stale, and fails here.
        assert.deepEqual(ids('FAILURE').sort(), known.sort());
      });
    }
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { McpScanOutcome } from '../../../../src/scanner/model/scan.ts';
import { assertGolden } from '../../../support/golden.ts';
import { createMcpScanner } from '../../../support/mcp-scan.ts';
import type { Tools } from '../../../support/npm-tools.ts';
import { installRealServers, REAL_SERVERS, startRealServer } from '../../../support/real-mcp-servers.ts';

const scanner = createMcpScanner({ timesMs: 20 });
let tools: Tools;
before(async () => {
  tools = await installRealServers();
  if (tools.problem !== undefined) console.error(`Real MCP servers are not scanned: ${tools.problem}`);
});
after(() => scanner.close());

/** What must not change unnoticed: the grade, and what every check came to and measured. How it says so may change. */
function gradeOf(outcome: McpScanOutcome): string {
  assert.ok(outcome.reached, outcome.reached ? '' : outcome.message);
  // What the server showed differs from run to run: session, date, port.
  const { records, caps, seen: _, ...rest } = outcome;
  const checks = Object.fromEntries(
    records.map(({ id, status, evidence: { measured, findings = [] } = {} }) => [
      id,
      [
        measured === undefined ? status : `${status}: ${measured}`,
        ...findings.map(({ at, found }) => `${at}: ${found}`),
      ],
    ]),
  );
  return `${JSON.stringify({ ...rest, caps: caps.map(({ id }) => id), checks }, undefined, 2)}\n`;
}

describe('a real server', () => {
  for (const server of REAL_SERVERS) {
    it(`is graded as by hand: ${server.name}`, { timeout: 120_000 }, async (t) => {
      if (tools.folder === undefined) return t.skip(tools.problem);
      const { url, stop } = await startRealServer(tools.folder, server);
      try {
        assertGolden(`mcp-servers/${server.name}.json`, gradeOf(await scanner.scan(url)));
      } finally {
        await stop();
      }
    });
  }
});

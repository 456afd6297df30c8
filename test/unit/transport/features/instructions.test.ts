import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Caller } from '../../../../src/auth/caller.ts';
import { createLog } from '../../../../src/log.ts';
import { TOOLS } from '../../../../src/tools/registry.ts';
import type { SurfaceParts } from '../../../../src/transport/features/call.ts';
import { createSurface } from '../../../../src/transport/features/surface.ts';

const parts: SurfaceParts = {
  gate: { call: () => Promise.reject(new Error('not asked')) },
  // Nothing of it is used.
  library: {} as SurfaceParts['library'],
  tools: TOOLS,
  resources: [],
  prompts: [],
  openApi: {},
  version: '1.0.0',
  websiteUrl: 'https://legible.example',
  log: createLog('silent'),
};
const { instructionsFor } = createSurface(parts);
const operator: Caller = { kind: 'operator', accountId: 'acc_1' };
const nobody: Caller = { kind: 'address', address: '192.0.2.1' };

it('the instructions name every tool, and no other', () => {
  const names = TOOLS.map(({ name }) => name);
  const said = new Set(instructionsFor(operator).match(/\b[a-z]+_[a-z]+\b/g));
  assert.deepEqual(
    names.filter((name) => name.includes('_') && !said.has(name)),
    [],
  );
  assert.deepEqual(
    [...said].filter((name) => !names.includes(name)),
    [],
  );
});

it('a caller without a key reads which tools are free', () => {
  const line = instructionsFor(nobody).split('\n').at(-1) ?? '';
  assert.match(line, /free: start_scan, get_scan, view_page, report_result, scan_mcp, ask; a scan reads 25 pages/);
  assert.doesNotMatch(line, /list_scans|delete_scan/);
  assert.doesNotMatch(instructionsFor(operator), /Without a key/);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { H3 } from 'h3';
import type { McpScanRecord } from '../../../src/scans/mcp-scans.ts';
import { mountMcpBadge } from '../../../src/web/badge.ts';

it('the badge of an MCP server shows score and day of its scan, and of no scan that there is none', async () => {
  const app = new H3();
  // The badge reads these two members alone.
  const record = { createdAt: '2026-11-22T10:00:00.000Z', scan: { mcpScore: 87 } } as McpScanRecord;
  mountMcpBadge(app, { byShareToken: async (token) => (token === 'known' ? record : undefined) });
  const get = async (token: string) => app.request(`/m/${token}/badge.svg`);
  const known = await get('known');
  assert.equal(known.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
  assert.match(await known.text(), /aria-label="MCP server: 87 \/ 100 on 2026-11-22"/);
  assert.match(await (await get('other')).text(), /MCP server: not scanned/);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { transportOf } from '../../../src/app/service.ts';
import { documentedPath, ROUTES } from '../../../src/rest-facade/routes.ts';
import { MCP_PATHS } from '../../../src/transport/http.ts';

it('every row of REST and every MCP endpoint is counted under its own transport', () => {
  for (const row of ROUTES) {
    const expected = row.tool === 'ask' ? 'ask' : 'rest';
    for (const path of [row.path, ...(row.aliases ?? [])]) assert.equal(transportOf(path), expected, path);
    assert.equal(transportOf(documentedPath(row)), expected);
  }
  for (const path of MCP_PATHS) assert.equal(transportOf(path), 'mcp');
});

it('other paths are operations or pages', () => {
  const others = ['/healthz', '/metrics', '/api/x402/scan', '/', '/asking', '/mcp/server-card', '/apiary'].map(
    transportOf,
  );
  assert.deepEqual(others, ['operations', 'operations', 'rest', 'pages', 'pages', 'pages', 'pages']);
});

/** Our own MCP endpoint and what leads to it, graded by our own checks. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aiCatalog, serverCard } from '../../../src/rest-facade/discovery/documents.ts';
import mcpDiscovery from '../../../src/scanner/checks/site/mcp-discovery.ts';
import { readAiCatalog, readServerCard } from '../../../src/scanner/parse/agent-files/agent-cards.ts';
import { McpScan, McpScanResponse } from '../../../src/schema/scan.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { site } from '../../support/artifacts.ts';
import { inWhole } from '../../support/exhaustive.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rest } from '../../support/service-doors.ts';
import { legibleUnder } from '../../support/service-process.ts';

const MIN_SCORE = 95;

let service: TestService;
before(async () => {
  service = await startTestService({ settings: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost' } });
});
after(() => service.stop());

const scanOf = async (endpoint: string) => {
  const reply = await rest(service, '/api/v1/scan/mcp', { method: 'POST', body: { endpoint } });
  assert.equal(reply.status, 201, reply.text);
  return McpScanResponse.parse(reply.body).scan;
};

describe('scan_mcp of our own endpoints', () => {
  it(`/mcp: at least ${MIN_SCORE}`, async () => {
    const { mcpScore, checks } = await scanOf(`${service.url}/mcp`);
    const findings = checks.filter(({ status }) => status === 'fail' || status === 'warn');
    const told = findings.map(({ checkId, status, message }) => `${checkId} ${status}: ${message}`).join('\n');
    assert.ok(mcpScore >= MIN_SCORE, `${mcpScore}\n${told}`);
    assert.deepEqual(
      findings.filter(({ status }) => status === 'fail').map(({ checkId }) => checkId),
      [],
      told,
    );
  });

  inWhole(() =>
    it(`/api/v1/mcp with a key: at least ${MIN_SCORE}`, async () => {
      const header = `Authorization: Bearer ${await service.key()}`;
      const options = ['--header', header, '--allow-private', '--format', 'json', '--fail-under', String(MIN_SCORE)];
      const settings = { DATA_DIR: service.dataDir };
      const { code, stdout, stderr } = await legibleUnder(
        settings,
        'scan-mcp',
        `${service.url}/api/v1/mcp`,
        ...options,
      );
      assert.equal(code, 0, stdout + stderr);
      const { toolCount } = McpScan.parse(JSON.parse(stdout));
      // The scan was admitted, and not graded on the public surface alone.
      assert.equal(toolCount, TOOLS.length);
    }),
  );

  it('/api/v1/mcp without a key: says how to get in, and no check fails', async () => {
    const { checks } = await scanOf(`${service.url}/api/v1/mcp`);
    const failed = checks
      .filter(({ status }) => status === 'fail')
      .map(({ checkId, message }) => `${checkId} ${message}`);
    assert.deepEqual(failed, []);
  });
});

describe('the server card and the AI catalog', () => {
  const ORIGIN = 'https://legible.example.com';

  it('are what S22 wants', () => {
    const catalog = readAiCatalog(aiCatalog(ORIGIN));
    assert.deepEqual([catalog.errors, catalog.warnings], [[], []]);
    assert.equal(catalog.entries[0]?.url, `${ORIGIN}/mcp/server-card`);
    const card = readServerCard(serverCard(ORIGIN), ORIGIN);
    assert.equal(card.remoteUrl, `${ORIGIN}/mcp`);
    const found = {
      foundIn: 'ai-catalog',
      url: `${ORIGIN}/mcp/server-card`,
      status: 200,
      snippet: '',
      state: 'read',
      card,
    } as const;
    const remote = { url: `${ORIGIN}/mcp`, state: 'answers', status: 405, resourceMetadata: undefined } as const;
    const { status, message } = mcpDiscovery.evaluate(site({ mcpDiscovery: { card: found, remote } }));
    assert.equal(status, 'pass', message);
  });

  it('are served to any origin with their own media types', async () => {
    for (const [path, type] of [
      ['/mcp/server-card', 'application/mcp-server-card+json'],
      ['/.well-known/mcp/server-card.json', 'application/mcp-server-card+json'],
      ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
    ] as const) {
      const response = await fetch(service.url + path);
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('content-type'), type);
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
      assert.ok(JSON.stringify(await response.json()).includes(`${service.url}/mcp`), path);
    }
  });
});

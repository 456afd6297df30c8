import assert from 'node:assert/strict';
import { it } from 'node:test';
import { H3 } from 'h3';
import type { McpScanRecord } from '../../../../src/scans/mcp-scans.ts';
import { createLayout } from '../../../../src/web/layout.ts';
import { mountMcpReport } from '../../../../src/web/report/mcp.ts';

const BASE = 'https://legible.example';
const TOKEN = 'T'.repeat(22);
const source = 'https://claude.com/docs/connectors/building/review-criteria';
const record: McpScanRecord = {
  accountId: undefined,
  createdAt: '2026-11-22T10:00:00.000Z',
  scan: {
    id: 'mcp_x',
    shareToken: TOKEN,
    endpoint: 'https://a.example/mcp',
    host: 'a.example',
    status: 'completed',
    mcpScore: 87,
    mcpRating: 'good',
    serverName: null,
    serverVersion: null,
    toolCount: 1,
    resourceCount: 0,
    promptCount: 0,
    checks: [
      {
        checkId: 'M13',
        name: 'Every tool has a title',
        status: 'fail',
        message: '1 of 1 tools have no title.',
        howToFix: 'Give it one.',
        details: {
          evidence: {
            directories: [{ directory: 'A directory', asks: 'Every tool has a title.', met: false, source }],
          },
        },
      },
    ],
  },
};

const page = async (): Promise<string> => {
  const app = new H3();
  const mcpScans = { byShareToken: async (token: string) => (token === TOKEN ? record : undefined) };
  mountMcpReport(app, { mcpScans, layout: createLayout(BASE), baseUrl: BASE });
  return (await app.request(`/m/${TOKEN}`, { headers: { accept: 'text/html' } })).text();
};

it('the report of an MCP server has its badge as Markdown to paste', async () => {
  const snippet = `[![MCP server at a.example, graded by Legible](${BASE}/m/${TOKEN}/badge.svg)](${BASE}/m/${TOKEN})`;
  const code = /<code>(\[!.*?)<\/code>/.exec(await page())?.[1];
  assert.equal(code, snippet);
});

it('the report of an MCP server names the rules of directories with verdict, source and check', async () => {
  const row = `<td>A directory</td><td><a href="${source}" rel="noopener">Every tool has a title.</a></td><td>Not met</td><td><a href="#M13">M13</a></td>`;
  assert.ok((await page()).includes(row));
});

it('scans the endpoint again', async () => {
  const form = /<form method="post" action="\/".*?<\/form>/s.exec(await page())?.[0] ?? '';
  assert.match(form, /name="kind" value="mcp".*name="url" value="https:\/\/a\.example\/mcp".*Scan again/s);
});

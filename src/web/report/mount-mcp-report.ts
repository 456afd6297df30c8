import type { H3 } from 'h3';
import type { McpScans } from '../../scans/mcp-scans.ts';
import type { Layout } from '../layout.ts';
import { mcpReport } from './mcp-report.ts';
import { notFoundPage } from './other-states.ts';
import { isShareToken } from './share-token.ts';

/** `GET /m/{shareToken}`: the report of a scan of an MCP server for whoever has its address. */
export function mountMcpReport(app: H3, { mcpScans, layout }: { mcpScans: McpScans; layout: Layout }): void {
  const unlisted = { isIndexed: false, section: 'scan', headers: { 'cache-control': 'private, no-cache' } } as const;
  app.get('/m/:token', async ({ context }) => {
    const token = context.params?.token ?? '';
    const record = isShareToken(token) ? await mcpScans.byShareToken(token) : undefined;
    if (record === undefined) {
      return layout(
        { ...unlisted, title: 'Not found', description: 'There is no such report.', status: 404 },
        notFoundPage,
      );
    }
    const { host } = record.scan;
    const description = `How well AI agents can use the MCP server at ${host}.`;
    return layout(
      { ...unlisted, title: `${host}: MCP report`, description, scripts: ['report.js'] },
      mcpReport(record),
    );
  });
}

import type { H3 } from 'h3';
import { prefers } from '../../accept.ts';
import { ServiceError } from '../../errors.ts';
import type { McpScanRecord, McpScans } from '../../scans/mcp-scans.ts';
import type { Layout } from '../layout.ts';
import { markup } from '../markup.ts';
import { mcpMarkdown } from './mcp-markdown.ts';
import { mcpReport } from './mcp-report.ts';
import { notFoundPage } from './other-states.ts';
import { isShareToken } from './share-token.ts';

/** `GET /m/{shareToken}` and its Markdown: the report of a scan of an MCP server for whoever has its address. */
export function mountMcpReport(app: H3, { mcpScans, layout }: { mcpScans: McpScans; layout: Layout }): void {
  const headers = { 'cache-control': 'private, no-cache', vary: 'Accept' };
  const unlisted = { isIndexed: false, section: 'scan', headers } as const;
  const recordOf = async (token = '') => (isShareToken(token) ? mcpScans.byShareToken(token) : undefined);
  const told = (record: McpScanRecord) =>
    new Response(mcpMarkdown(record), {
      headers: { ...headers, 'x-robots-tag': 'noindex, nofollow', 'content-type': 'text/markdown; charset=utf-8' },
    });

  app.get('/m/:token/report.md', async ({ context }) => {
    const record = await recordOf(context.params?.token);
    if (record === undefined) throw new ServiceError('not_found', 'There is no report with this share token.');
    return told(record);
  });
  app.get('/m/:token', async ({ context, req }) => {
    const record = await recordOf(context.params?.token);
    if (record === undefined) {
      return layout(
        { ...unlisted, title: 'Not found', description: 'There is no such report.', status: 404 },
        notFoundPage,
      );
    }
    if (prefers(req.headers.get('accept'), 'text/markdown', 'text/html')) return told(record);
    const { host, shareToken } = record.scan;
    const head = markup`<link rel="alternate" type="text/markdown" href="/m/${shareToken}/report.md">\n`;
    const description = `How well AI agents can use the MCP server at ${host}.`;
    return layout(
      { ...unlisted, title: `${host}: MCP report`, description, scripts: ['report.js'], head },
      mcpReport(record),
    );
  });
}

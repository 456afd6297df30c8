import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineResource } from './define-resource.ts';

/** The view that hosts with MCP Apps show for a scan (SEP-1865). Tools name it in `_meta.ui.resourceUri`. */
export const SCAN_APP = 'ui://legible/scan';

const FOLDER = join(import.meta.dirname, 'scan-app');

export const scanApp = defineResource({
  uri: SCAN_APP,
  name: 'scan-app',
  title: 'A scan, to look at',
  description: 'The view of a scan for hosts with MCP Apps: score, what reaches which reader, and the fixes.',
  mimeType: 'text/html;profile=mcp-app',
  isPublic: true,
  async read() {
    const [style, script] = ['view.css', 'view.js'].map((name) => readFileSync(join(FOLDER, name), 'utf8'));
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Scan</title>
<style>
${style}</style></head>
<body><main><p role="status">Waiting for the scan …</p></main>
<script type="module">
${script}</script></body>
</html>
`;
  },
});

import { copyable, type Markup, markup } from '../markup.ts';

/** The page that shows how a host is connected. */
export const SET_UP_PATH = '/docs/mcp';

/** What hosts need to connect to this installation, without a key; each host asks before it installs. */
export function installLinks(baseUrl: string): { readonly cursor: string; readonly vsCode: string } {
  const url = `${baseUrl}/mcp`;
  const base64 = Buffer.from(JSON.stringify({ url })).toString('base64');
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=legible&config=${encodeURIComponent(base64)}`,
    vsCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'legible', type: 'http', url }))}`,
  };
}

/** The address of this installation, one-click installation, and lines to copy. */
export function setUp(baseUrl: string): Markup {
  const { cursor, vsCode } = installLinks(baseUrl);
  return markup`<section class="stack" aria-labelledby="set-up"><h2 id="set-up">Set up</h2>
<p>The address of this installation; without a key it offers the free tools:</p>
${copyable(`${baseUrl}/mcp`)}
<p><a class="button" href="${cursor}">Add to Cursor</a> <a class="button" href="${vsCode}">Add to VS Code</a></p>
<p>Claude Code:</p>
${copyable(`claude mcp add --transport http legible ${baseUrl}/mcp`, 'shell')}
<p>Claude Code with a key, for all tools:</p>
${copyable(`claude mcp add --transport http legible ${baseUrl}/api/v1/mcp --header "Authorization: Bearer $KEY"`, 'shell')}
<p>Registries read <a href="/server.json">server.json</a>.</p></section>`;
}

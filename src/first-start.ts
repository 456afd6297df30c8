import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Books } from './books.ts';
import { alone } from './store/alone.ts';

/**
 * On the very first start: makes one ready key for the operator. Of several processes that start at once, one makes it.
 * @returns the key, which is shown this once; undefined on every later start
 */
export async function makeFirstKey({ store, accounts, apiKeys }: Books): Promise<string | undefined> {
  const account = await accounts.operator();
  return alone(store, 'first-key', async () => {
    if ((await apiKeys.list(account.id)).length > 0) return undefined;
    return (await apiKeys.create(account, 'first key')).key;
  });
}

/** What a later start says of keys: the first one is not shown again. */
export const ANOTHER_KEY =
  'for another API key: npm run -s legible -- key create --email operator@localhost --name NAME';

/** What a newcomer needs to make the first scan: the key, a curl line and a Claude configuration to paste. */
export function welcome(key: string, baseUrl: string): string {
  const claude = {
    mcpServers: {
      legible: { type: 'http', url: `${baseUrl}/api/v1/mcp`, headers: { Authorization: `Bearer ${key}` } },
    },
  };
  return `
Your API key (shown only now; keep it secret):

  ${key}

Scan a site:

  curl -s ${baseUrl}/api/v1/scans -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' -d '{"url": "https://example.com/"}'

and read the result at the pollUrl of the answer:

  curl -s ${baseUrl}/api/v1/scans/ID -H 'Authorization: Bearer ${key}'

Or add Legible to Claude Code:

  claude mcp add --transport http legible ${baseUrl}/api/v1/mcp --header 'Authorization: Bearer ${key}'

or to any MCP host that reads a configuration file:

${JSON.stringify(claude, null, 2).replace(/^/gm, '  ')}
`;
}

/** Without a terminal the words go to a file only its owner can read, so that no log collector keeps the key. */
export async function leaveWelcome(text: string, dataDir: string): Promise<string> {
  const path = join(dataDir, 'first-start.txt');
  // The mode counts only for a file that is made: what is there already may be open to others, or a link elsewhere.
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return path;
}

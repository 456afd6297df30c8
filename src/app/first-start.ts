import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordLinkUrl } from '../auth/sign-in.ts';
import { withLock } from '../store/claims.ts';
import type { Repositories } from './repositories.ts';

/** The text that the service prints once, on its first start. */
export interface FirstAccess {
  readonly key: string;
  /** Token of the link that sets the operator's password. */
  readonly passwordToken: string;
}

/**
 * On the very first start: makes one ready key and one link to the dashboard for the operator. Of several processes that
 * start at once, one makes them.
 * @returns undefined on every later start
 */
export async function makeFirstAccess({
  store,
  accounts,
  apiKeys,
  passwordLinks,
}: Repositories): Promise<FirstAccess | undefined> {
  const account = await accounts.operator();
  return withLock(store, 'first-key', async () => {
    if ((await apiKeys.list(account.id)).length > 0) return undefined;
    const { key } = await apiKeys.create(account, 'first key');
    return { key, passwordToken: await passwordLinks.issue(account.id) };
  });
}

/** What a later start says: neither the first key nor the first link is shown again. */
export const ANOTHER_KEY =
  'for another API key: npm run -s legible -- key create --email operator@localhost --name NAME; for another link to the dashboard: npm run -s legible -- account reset-password --email operator@localhost';

/** What a newcomer needs: the key, a curl line, a Claude configuration to paste, and the way into the dashboard. */
export function welcome({ key, passwordToken }: FirstAccess, baseUrl: string): string {
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

The dashboard, where you manage keys and see your scans: open this link within 24 hours and choose a password for
operator@localhost. It works once.

  ${passwordLinkUrl(baseUrl, passwordToken)}
`;
}

/** Without a terminal the words go to a file only its owner can read, so that no log collector keeps the key. */
export async function leaveWelcome(text: string, dataDir: string): Promise<string> {
  const path = join(dataDir, 'first-start.txt');
  // The mode applies only to a new file: an existing one may be readable by others, or a link.
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return path;
}

/**
 * `npm run measure-tokens -- [PAGES ...]`: what the list of our tools costs a conversation, and what a whole session
 * costs from a URL to the ranked fixes, over every door, for sites of 1, 25, 200 and 2,000 pages.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TOOLS } from '../src/tools/registry.ts';
import { ANONYMOUS_PAGE_LIMIT } from '../src/tools/start-scan.ts';
import { listTools } from '../src/transport/features/tools.ts';
import { neglectedPages } from '../test/fixtures/sites/neglected-pages.ts';
import { CLIENTS, type HttpTarget, type StdioTarget } from '../test/support/mcp-clients.ts';
import { programOf } from '../test/support/program.ts';
import { runScriptedAgent } from '../test/support/scripted-agent.ts';
import { newDataDir, startTestService } from '../test/support/service.ts';
import { serveSite } from '../test/support/site-server.ts';
import { markdownTable } from './markdown-table.ts';

/** Characters of English and JSON that make a token, about. */
const CHARACTERS_PER_TOKEN = 4;
const SIZES = [1, 25, 200, 2000];
/** Larger scans take minutes, so one client makes them. */
const MAX_PAGES_FOR_ALL = 200;

const row = (name: string, value: unknown): string[] => {
  const characters = JSON.stringify(value).length;
  return [name, String(characters), String(Math.ceil(characters / CHARACTERS_PER_TOKEN))];
};

function listTable(): string {
  const tools = listTools(TOOLS);
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return markdownTable([
    ['list', 'characters', 'tokens'],
    ...tools.map((tool) => row(tool.name, tool)),
    row('tools/list', { tools }),
    row('names, descriptions and inputs', shown),
  ]);
}

interface Door {
  readonly name: string;
  readonly maxPages: number;
  reach(): Promise<HttpTarget | StdioTarget>;
}

/** One session a door, client and size. */
async function sessionTable(sizes: readonly number[]): Promise<string> {
  const service = await startTestService({ settings: { ANONYMOUS_SCANS_PER_DAY: '1000' } });
  const dataDir = await newDataDir();
  const [command, ...parameters] = programOf('src/cli.ts');
  const stdio: StdioTarget = {
    command,
    args: [...parameters, 'stdio'],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  };
  const doors: readonly Door[] = [
    {
      name: 'HTTP with a key',
      maxPages: Number.POSITIVE_INFINITY,
      reach: async () => ({ url: service.url, key: await service.key('team') }),
    },
    {
      name: 'HTTP without a key',
      maxPages: ANONYMOUS_PAGE_LIMIT,
      reach: async () => ({ url: service.url, path: '/mcp' }),
    },
    { name: 'stdio', maxPages: Number.POSITIVE_INFINITY, reach: async () => stdio },
  ];
  const rows: string[][] = [];
  try {
    for (const pages of sizes) {
      for (const { name, reach } of doors.filter((door) => pages <= door.maxPages)) {
        for (const { name: client, connect } of pages > MAX_PAGES_FOR_ALL ? CLIENTS.slice(0, 1) : CLIENTS) {
          const site = await serveSite(neglectedPages(pages));
          const agent = await connect(await reach());
          const startedMs = performance.now();
          const { calls, tokens, tokensOf } = await runScriptedAgent(agent, { url: site.origin, pageLimit: pages });
          const seconds = (performance.now() - startedMs) / 1000;
          rows.push([
            String(pages),
            name,
            client,
            String(calls.length),
            String(tokens),
            tokensOf.join(' + '),
            seconds.toFixed(0),
          ]);
          console.error(rows.at(-1)?.join(' | '));
          await agent.close();
          await site.close();
        }
      }
    }
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return markdownTable([['pages', 'door', 'client', 'calls', 'tokens', 'of each answer', 'seconds'], ...rows]);
}

console.log(listTable());
const asked = process.argv.slice(2).map(Number);
console.log(await sessionTable(asked.length > 0 ? asked : SIZES));
process.exit(0);

/**
 * examples/claude-config.json and README's settings for each host work unchanged, once their placeholders are filled
 * in.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { TOOLS } from '../../../src/tools/registry.ts';
import { freeTools } from '../../../src/transport/features/tools.ts';
import { CLIENTS, type McpClient } from '../../support/mcp-clients.ts';
import { newDataDir, shareTestService, type TestService } from '../../support/service.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const Configuration = z.strictObject({
  mcpServers: z.strictObject({
    legible: z.strictObject({ command: z.string(), args: z.array(z.string()) }),
    'legible-server': z.strictObject({
      type: z.literal('http'),
      url: z.url(),
      headers: z.strictObject({ Authorization: z.string() }),
    }),
  }),
});
const { legible, 'legible-server': server } = Configuration.parse(
  JSON.parse(readFileSync(`${ROOT}/examples/claude-config.json`, 'utf8')),
).mcpServers;

const README = readFileSync(`${ROOT}/README.md`, 'utf8');

/** The line of code in what README says for a host that fits a pattern. */
function lineFor(host: string, pattern: RegExp): RegExpExecArray {
  const row = README.split('\n').find((line) => line.startsWith(`| ${host} |`)) ?? '';
  for (const [, code = ''] of row.matchAll(/`([^`]+)`/g)) {
    const found = pattern.exec(code);
    if (found !== null) return found;
  }
  return assert.fail(`README says nothing like ${pattern} for ${host}: ${row}`);
}

let service: TestService;
let dataDir: string;
before(async () => {
  dataDir = await newDataDir();
  service = await shareTestService();
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const toolsOf = async (client: McpClient) => {
  const { tools } = Object(await client.request('tools/list'));
  await client.close();
  return tools.length;
};

const { PATH = '', HOME = '' } = process.env;
/** A host starts its servers anywhere. */
const started = (command: string, args: readonly string[]) => ({
  command,
  args: args.map((part) => part.replace('/path/to/legible', ROOT)),
  env: { PATH, HOME, DATA_DIR: dataDir },
  cwd: '/',
});
/** @param authorization the header as documented */
const reached = async (documented: string, authorization?: string) => {
  const { origin, pathname } = new URL(documented.replace('http://localhost:3000', service.url));
  const key = await service.key();
  const sent = authorization?.replace(/svc_live_YOUR_KEY|\$KEY/, key);
  if (sent === undefined) return { url: origin, path: pathname };
  assert.equal(sent, `Bearer ${key}`);
  return { url: origin, path: pathname, key };
};

for (const { name, connect } of CLIENTS.slice(0, 2)) {
  describe(`with ${name}`, () => {
    it('the example: stdio', async () => {
      assert.equal(await toolsOf(await connect(started(legible.command, legible.args))), TOOLS.length);
    });

    it('the example: HTTP', async () => {
      assert.equal(await toolsOf(await connect(await reached(server.url, server.headers.Authorization))), TOOLS.length);
    });

    it('README, Claude Code: HTTP', async () => {
      const [, url = '', header = ''] = lineFor(
        'Claude Code',
        /^claude mcp add --transport http legible (\S+) --header "Authorization: (.+)"$/,
      );
      assert.equal(await toolsOf(await connect(await reached(url, header))), TOOLS.length);
    });

    it('README, Claude Code: stdio', async () => {
      const [, words = ''] = lineFor('Claude Code', /^claude mcp add legible -- (.+)$/);
      const [command = '', ...args] = words.split(' ');
      assert.equal(await toolsOf(await connect(started(command, args))), TOOLS.length);
    });

    it('README, VS Code', async () => {
      const [, json = ''] = lineFor('VS Code', /^code --add-mcp '(.+)'$/);
      const { url } = z
        .strictObject({ name: z.string(), type: z.literal('http'), url: z.url() })
        .parse(JSON.parse(json));
      assert.equal(await toolsOf(await connect(await reached(url))), freeTools(TOOLS).length);
    });
  });
}

it('README, Claude Desktop and Cursor: names the example that is there', () => {
  assert.match(
    README,
    /^\| Claude Desktop \| .*`legible` entry of \[examples\/claude-config\.json\]\(examples\/claude-config\.json\)/m,
  );
  assert.match(README, /^\| Cursor \| the same entry in `\.cursor\/mcp\.json`/m);
});

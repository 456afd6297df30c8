/** examples/claude-config.json works as it stands, once its placeholders are filled in. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CLIENTS, type McpClient } from '../support/mcp-clients.ts';
import { newDataDir, startTestService, type TestService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
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

let service: TestService;
let dataDir: string;
before(async () => {
  dataDir = await newDataDir();
  service = await startTestService();
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

for (const { name, connect } of CLIENTS.slice(0, 2)) {
  it(`stdio, with ${name}`, async () => {
    const args = legible.args.map((part) => part.replace('/path/to/legible', ROOT));
    const { PATH = '', HOME = '' } = process.env;
    // A host starts its servers anywhere.
    const client = await connect({ command: legible.command, args, env: { PATH, HOME, DATA_DIR: dataDir }, cwd: '/' });
    assert.equal(await toolsOf(client), 7);
  });

  it(`HTTP, with ${name}`, async () => {
    const key = await service.key();
    const url = server.url.replace('http://localhost:3000', service.url);
    const [, sent] = server.headers.Authorization.replace('svc_live_YOUR_KEY', key).split('Bearer ');
    assert.equal(sent, key);
    const { origin, pathname } = new URL(url);
    assert.equal(await toolsOf(await connect({ url: origin, path: pathname, key })), 7);
  });
}

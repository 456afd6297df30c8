/** How hosts are connected: install links, server.json, /docs/mcp, and the plugin for Claude Code. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PROMPTS } from '../../../src/prompts/registry.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { installLinks } from '../../../src/web/docs/mount-docs.ts';
import { CLIENTS } from '../../support/mcp-clients.ts';
import { shareTestService, type TestService } from '../../support/service.ts';

const PLUGIN = resolve(import.meta.dirname, '../../../examples/claude-plugin');

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.stop());

/** Connects to an address as a host would that was given nothing else. */
async function lists(url: string): Promise<string[]> {
  const { origin, pathname } = new URL(url);
  const client = await CLIENTS[0]?.connect({ url: origin, path: pathname });
  const { tools } = Object(await client?.request('tools/list', {}));
  await client?.close();
  return tools.map(({ name }: { name: string }) => name);
}

describe('/docs/mcp', () => {
  it('shows the address of this installation in lines to copy, and no sample address', async () => {
    const page = await (await fetch(`${service.url}/docs/mcp`)).text();
    assert.ok(page.includes(`<div class="copyable"><pre tabindex="0"><code>${service.url}/mcp</code></pre></div>`));
    assert.ok(page.includes(`claude mcp add --transport http legible ${service.url}/mcp`));
    assert.match(page, /<script type="module" src="[^"]*copy/);
    for (const text of [page, await (await fetch(`${service.url}/docs/mcp.md`)).text()]) {
      assert.ok(!text.includes('legible.example'));
      assert.ok(text.includes(`${service.url}/api/v1/mcp`));
    }
  });

  it('has links whose configuration a host can connect with', async () => {
    const page = (await (await fetch(`${service.url}/docs/mcp`)).text()).replaceAll('&amp;', '&');
    const { cursor, vsCode } = installLinks(service.url);
    for (const link of [cursor, vsCode]) assert.ok(page.includes(`href="${link}"`), link);
    const parameters = new URL(cursor).searchParams;
    assert.equal(parameters.get('name'), 'legible');
    const ofCursor = JSON.parse(Buffer.from(parameters.get('config') ?? '', 'base64').toString());
    const ofVsCode = JSON.parse(decodeURIComponent(vsCode.slice('vscode:mcp/install?'.length)));
    assert.deepEqual([ofVsCode.name, ofVsCode.type], ['legible', 'http']);
    for (const { url } of [ofCursor, ofVsCode]) assert.ok((await lists(url)).includes('start_scan'), url);
  });
});

describe('server.json', () => {
  it('keeps the limits of the registry, and names endpoints that answer', async () => {
    const entry = Object(await (await fetch(`${service.url}/server.json`)).json());
    assert.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    assert.ok(entry.description.length <= 100, `${entry.description.length} characters`);
    assert.match(entry.version, /^\d+\.\d+\.\d+/);
    assert.ok((await lists(entry.remotes[0].url)).includes('start_scan'));
    const [header] = entry.remotes[1].headers;
    const key = await service.key();
    const client = await CLIENTS[0]?.connect({
      url: service.url,
      path: new URL(entry.remotes[1].url).pathname,
      key: header.value.replace('{key}', key).replace(/^Bearer /, ''),
    });
    assert.ok(client?.revision !== undefined);
    await client?.close();
  });
});

describe('the plugin for Claude Code', () => {
  const read = (file: string) => readFile(resolve(PLUGIN, file), 'utf8');

  it('has a manifest, a server that it connects to, and a skill with a name and a description', async () => {
    assert.match(JSON.parse(await read('.claude-plugin/plugin.json')).name, /^[a-z-]+$/);
    const { legible } = JSON.parse(await read('.mcp.json')).mcpServers;
    const url = legible.url.replace(/\$\{LEGIBLE_URL:-[^}]*\}/, service.url);
    assert.ok((await lists(url)).includes('scan_mcp'));
    assert.match(legible.headers.Authorization, /^\$\{LEGIBLE_AUTHORIZATION:-\}$/);
    const anonymous = await fetch(url, {
      method: 'POST',
      headers: { authorization: '', 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    assert.equal(anonymous.status, 200, 'an empty variable is no key');
    assert.match(await read('skills/fix-website/SKILL.md'), /^---\nname: fix-website\ndescription: .{50,1024}\n---\n/);
  });

  it('names tools, prompts and resources that there are', async () => {
    const skill = await read('skills/fix-website/SKILL.md');
    const known = new Set([...TOOLS, ...PROMPTS].map(({ name }) => name));
    const named = [...skill.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name);
    assert.ok(named.length >= 6);
    for (const name of named) assert.ok(known.has(name), name);
    assert.ok(skill.includes('legible://checks/{checkId}'));
  });
});

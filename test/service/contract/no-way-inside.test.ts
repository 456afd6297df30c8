/** Every endpoint that fetches, given private addresses in every form: a listener there sees no connection. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDirectoryClient } from '../../../src/app/directory-client.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { FOLLOWED, leadingInside, to } from '../../fixtures/sites/leading-inside.ts';
import { type Inside, listenInside } from '../../support/inside.ts';
import { serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, codeOf, rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let inside: Inside;
let service: TestService;
let key: string;
let site: SiteServer;
let mcpSite: Awaited<ReturnType<typeof serveMcp>>;

const inner = (door: string, path = '/') => inside.named(door, path);
const literal = (path = '/') => inside.literal(path);

before(async () => {
  inside = await listenInside();
  site = await serveSite(leadingInside({ inner, literal }));
  mcpSite = await serveMcp((request, response) => {
    const leads = MCP_LEADS[request.path];
    return leads === undefined ? speak(request, response) : response.writeHead(leads.status, leads.headers()).end();
  });
  service = await startTestService({
    resolve: inside.resolve,
    settings: {
      ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${new URL(site.origin).port},127.0.0.1:${mcpSite.port}`,
      TRUSTED_PROXIES: '1',
    },
  });
  key = await service.key('team');
});
after(async () => {
  await service.stop();
  await site.close();
  await mcpSite.close();
  await inside.close();
  assert.equal(inside.connections(), 0, 'the listener was connected to');
});

const speak = modern();

/**
 * The addresses that an MCP server points at. The resolver must be asked for the name `door`, which proves that the
 * guard stopped the scan.
 */
interface McpLead {
  /** Undefined for what only another one leads to. */
  readonly what?: string;
  readonly door?: string;
  readonly status: number;
  headers(): Record<string, string>;
}
const challenge = (at: string) => ({ 'www-authenticate': `Bearer resource_metadata="${at}"` });
const MCP_LEADS: Readonly<Record<string, McpLead>> = {
  '/away': {
    what: 'the redirect of an MCP endpoint',
    status: 307,
    headers: () => ({ location: inner('mcp-redirect', '/mcp') }),
  },
  '/guarded': {
    what: 'the metadata that the challenge of an MCP server names',
    door: 'mcp-metadata',
    status: 401,
    headers: () => challenge(inner('mcp-metadata', '/a')),
  },
  '/guarded-here': {
    what: 'an address of this machine in such a challenge',
    status: 401,
    headers: () => challenge(literal('/a')),
  },
  '/guarded-around': {
    what: 'the redirect of that metadata',
    door: 'mcp-metadata-redirect',
    status: 401,
    headers: () => challenge(`${mcpSite.origin}/metadata`),
  },
  '/metadata': { status: 302, headers: () => ({ location: inner('mcp-metadata-redirect', '/a') }) },
};

describe('a private address that is submitted', () => {
  for (const [path, field] of [
    ['/api/v1/scans', 'url'],
    ['/api/scan', 'url'],
    ['/api/v1/scan/mcp', 'endpoint'],
  ] as const) {
    it(`to ${path} is refused in every spelling`, async () => {
      for (const [at, url] of inside.spellings().entries()) {
        const headers = { 'x-forwarded-for': `198.51.100.${at}` };
        const reply = await rest(service, path, { method: 'POST', key, body: { [field]: url }, headers });
        assert.equal(reply.status, 400, `${url}: ${reply.text}`);
        assert.match(codeOf(reply), /^(?:blocked_address|invalid_url)$/);
        assert.equal(inside.connections(), 0, url);
      }
    });
  }

  it('to the tools is refused', async () => {
    for (const url of inside.spellings()) {
      assert.ok((await callTool(service, key, 'start_scan', { url })).failed, url);
      assert.ok((await callTool(service, key, 'scan_mcp', { endpoint: url })).failed, url);
    }
    assert.equal(inside.connections(), 0);
  });
});

describe('a name that becomes private once it was accepted', () => {
  it('ends a scan, which has connected to nothing', async () => {
    const { id } = await startScan(service, key, { url: inside.rebinding('scan'), pageLimit: 2 });
    assert.equal((await untilEnded(service, key, id)).status, 'failed');
    assert.ok((inside.asked.get('scan.rebind.test') ?? 0) > 1, 'the name was asked for again');
    assert.equal(inside.connections(), 0);
  });

  it('ends a scan of an MCP server', async () => {
    const { failed } = await callTool(service, key, 'scan_mcp', { endpoint: inside.rebinding('mcp', '/mcp') });
    assert.ok(failed);
    assert.ok((inside.asked.get('mcp.rebind.test') ?? 0) > 1);
    assert.equal(inside.connections(), 0);
  });
});

describe('a site that may be scanned and leads to a private address', () => {
  it('by every file, header and link: the scan ends, and the listener has seen nothing', async () => {
    const { id } = await startScan(service, key, { url: `${site.origin}/`, pageLimit: 20 });
    const scan = await untilEnded(service, key, id, 60_000);
    assert.equal(scan.status, 'completed');
    assert.equal(inside.connections(), 0);
    // The scan follows these links, so the guard must be the part that stopped them.
    for (const door of FOLLOWED)
      assert.ok(inside.asked.has(`${door}.inner.test`), `nobody tried ${door}: ${[...inside.asked.keys()]}`);
  });

  it('by the redirect of its root', async () => {
    const away = await serveSite({ pages: { '/': to(literal()), '/robots.txt': { status: 404 } } });
    const target = new URL(away.origin);
    const other = await startTestService({ resolve: inside.resolve, settings: { ALLOWED_PRIVATE_HOSTS: target.host } });
    const otherKey = await other.key();
    const { id } = await startScan(other, otherKey, { url: `${away.origin}/`, pageLimit: 2 });
    assert.equal((await untilEnded(other, otherKey, id)).status, 'failed');
    await other.stop();
    await away.close();
    assert.equal(inside.connections(), 0);
  });

  for (const [path, { what, door }] of Object.entries(MCP_LEADS)) {
    if (what === undefined) continue;
    it(`by ${what}`, async () => {
      const { text } = await callTool(service, key, 'scan_mcp', { endpoint: mcpSite.origin + path });
      assert.equal(typeof text, 'string');
      assert.equal(inside.connections(), 0);
      if (door !== undefined) assert.ok(inside.asked.has(`${door}.inner.test`), 'nobody tried it');
    });
  }
});

describe('key directories', () => {
  it('are not read from a private address', async () => {
    const client = createDirectoryClient({ baseUrl: 'https://legible.example', version: '0', resolve: inside.resolve });
    for (const url of [
      ...inside.spellings(),
      inner('keys'),
      `https://mixed.test:${inside.port}/keys`,
      `https://127.0.0.1:${inside.port}/`,
    ]) {
      assert.equal(await client.fetchDirectory(new URL(url)), undefined, url);
    }
    const rebound = new URL(inside.rebinding('keys'));
    await Promise.all([client.fetchDirectory(rebound), client.fetchDirectory(rebound)]);
    assert.equal(await client.fetchDirectory(rebound), undefined);
    await client.close();
    assert.equal(inside.connections(), 0);
  });
});

/** Every door that fetches, led to a private address in every way: a listener there sees no connection. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDirectoryClient } from '../../../src/app/directory-client.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { type Inside, listenInside } from '../../support/inside.ts';
import { serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, codeOf, rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type Page, type Site, type SiteServer, serveSite } from '../../support/site-server.ts';

let inside: Inside;
let service: TestService;
let key: string;
let site: SiteServer;
let mcpSite: Awaited<ReturnType<typeof serveMcp>>;

const inner = (door: string, path = '/') => inside.named(door, path);
const literal = (path = '/') => inside.literal(path);

before(async () => {
  inside = await listenInside();
  site = await serveSite(leadingInside());
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

/** Where an MCP server leads: `door` is a name that has to be asked for, so that the guard is what stops the scan. */
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
    // These doors do follow what stands there, so that the guard is what stopped them.
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

const to = (location: string): Page => ({ status: 302, headers: { location } });
const json = (value: unknown, type = 'application/json'): Page => ({
  headers: { 'content-type': type },
  body: JSON.stringify(value),
});
const text = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body });

/** Each by a name of its own: that it was asked for shows that the door was tried. */
const FOLLOWED = [
  ...['page-redirect', 'llms-full', 'llms-link', 'head-markdown', 'link-markdown', 'link-llms', 'link-desc'],
  ...['service-desc', 'openapi', 'ai-catalog', 'oauth-issuer', 'security-txt', 'agents-md', 'head-sitemap'],
];

/** A site of which every piece that names another address names one of this machine. */
function leadingInside(): Site {
  const words =
    'A harbour is a place where ships come to rest, and this page says what there is to know of it. '.repeat(20);
  const page = (title: string, links: readonly string[]): Page => ({
    headers: {
      'content-type': 'text/html; charset=utf-8',
      link: `<${inner('link-markdown', '/a.md')}>; rel="alternate"; type="text/markdown", <${inner('link-llms', '/llms.txt')}>; rel="describedby", <${inner('link-desc', '/openapi.json')}>; rel="service-desc"`,
    },
    body: `<!doctype html><html lang="en"><head><title>${title}</title>
<link rel="alternate" type="text/markdown" href="${inner('head-markdown', '/a.md')}">
<link rel="canonical" href="${inner('canonical')}"><link rel="sitemap" href="${inner('head-sitemap', '/s.xml')}">
<link rel="stylesheet" href="${literal('/a.css')}"><script src="${literal('/a.js')}"></script>
</head><body><main><h1>${title}</h1><p>${words}</p>${links.map((href) => `<a href="${href}">Read on at ${title}</a>`).join(' ')}
<img src="${literal('/a.png')}" alt="a"><iframe src="${inner('iframe')}"></iframe></main></body></html>`,
  });
  return {
    pages: {
      '/': page('Harbour', ['/one', '/redirect', '/redirect-literal', inner('anchor'), literal('/b')]),
      '/one': page('One', ['/two']),
      '/two': page('Two', ['/']),
      '/redirect': to(inner('page-redirect')),
      '/redirect-literal': to(literal()),
      '/robots.txt': text(
        `User-agent: *\nAllow: /\nSitemap: ${inner('robots-sitemap', '/sitemap.xml')}\nSitemap: ${literal('/sitemap.xml')}\n`,
      ),
      '/sitemap.xml': {
        headers: { 'content-type': 'application/xml' },
        body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${inner('sitemap-index', '/a.xml')}</loc></sitemap><sitemap><loc>${literal('/b.xml')}</loc></sitemap></sitemapindex>`,
      },
      '/llms.txt': text(
        `# Harbour\n\n> A harbour.\n\n## Docs\n\n- [Inner](${inner('llms-link', '/a.md')}): a\n- [Literal](${literal('/a.md')}): b\n- [Redirect](/redirect): c\n- [One](/one): d\n`,
      ),
      '/llms-full.txt': to(inner('llms-full', '/llms-full.txt')),
      '/.well-known/api-catalog': json(
        {
          linkset: [
            { anchor: inner('catalog-anchor'), 'service-desc': [{ href: inner('service-desc', '/openapi.json') }] },
          ],
        },
        'application/linkset+json',
      ),
      '/.well-known/ai-catalog.json': json({
        specVersion: '1.0',
        entries: [
          { identifier: 'urn:air:a:b', type: 'application/mcp-server-card+json', url: inner('ai-catalog', '/card') },
        ],
      }),
      '/mcp/server-card': json({
        name: 'a/b',
        version: '1.0.0',
        description: 'A',
        remotes: [{ type: 'streamable-http', url: inner('mcp-remote', '/mcp') }],
      }),
      '/.well-known/oauth-protected-resource': json({
        resource: `${literal()}`,
        authorization_servers: [inner('oauth-issuer')],
      }),
      '/.well-known/agent-card.json': json({ name: 'A', url: inner('agent-card'), skills: [] }),
      '/.well-known/security.txt': to(inner('security-txt')),
      '/.well-known/mcp.json': to(inner('well-known-mcp')),
      '/.well-known/openid-configuration': to(literal()),
      '/openapi.json': to(inner('openapi')),
      '/AGENTS.md': to(inner('agents-md')),
    },
  };
}

/** What must not be scanned and what makes no sense: refused in the same words over REST and MCP, and nothing fetched. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Resolve } from '../../../src/scanner/net/fetch-types.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, rest, startScan, untilEnded, wordsOf } from '../../support/service-doors.ts';

/** An address of the internet that is never connected to: every name that begins there ends elsewhere. */
const PUBLIC = '93.184.216.34';

/** What the names of this test resolve to: when a start asks, and when a scan connects. */
const NAMES: Readonly<Record<string, { readonly asked: readonly string[]; readonly connected?: readonly string[] }>> = {
  'private.test': { asked: ['10.0.0.8'] },
  'private-v6.test': { asked: ['fd00::8'] },
  'loopback.test': { asked: ['127.0.0.1'] },
  'mapped.test': { asked: ['::ffff:127.0.0.1'] },
  'metadata.test': { asked: ['169.254.169.254'] },
  'mixed.test': { asked: [PUBLIC, '127.0.0.1'] },
  'empty.test': { asked: [] },
  'rebinds.test': { asked: [PUBLIC], connected: ['127.0.0.1'] },
  'rebinds-to-some.test': { asked: [PUBLIC], connected: ['127.0.0.1', PUBLIC] },
  'vanishes.test': { asked: [PUBLIC], connected: [] },
};
const asked = new Set<string>();
const resolve: Resolve = async (host) => {
  const name = NAMES[host];
  if (name === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const isFirst = !asked.has(host);
  asked.add(host);
  return isFirst || name.connected === undefined ? name.asked : name.connected;
};

let service: TestService;
let key: string;
let listener: Server;
let connections = 0;
let port: number;
before(async () => {
  // Nothing private is allowed here: this listener must never be reached.
  service = await startTestService({ settings: { ALLOWED_PRIVATE_HOSTS: '' }, resolve });
  key = await service.key('team');
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '::');
  await once(listener, 'listening');
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
after(async () => {
  await service.stop();
  listener.close();
});

/** Sends one input over both transports; returns the error text, which must be the same. */
async function refused(input: unknown): Promise<string> {
  const reply = await rest(service, '/api/v1/scans', { method: 'POST', key: await service.key('team'), body: input });
  assert.equal(reply.status, 400, reply.text);
  const overMcp = await callTool(service, await service.key('team'), 'start_scan', input);
  assert.ok(overMcp.failed);
  assert.equal(overMcp.text, wordsOf(reply));
  return overMcp.text;
}

const invalid: readonly unknown[] = [
  undefined,
  null,
  5,
  true,
  [],
  {},
  ['http://example.com/'],
  '',
  ' ',
  'nonsense',
  'example.com',
  '/docs',
  '//example.com/',
  'http://',
  'http:///',
  'http://exa mple.com/',
  'http://[::1/',
  'http://a..b.com/',
  'http://example.com:99999/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'ws://example.com/',
  'http://user:secret@example.com/',
  'http://user@example.com/',
  `http://example.com/${'a'.repeat(2001 - 'http://example.com/'.length)}`,
  `http://example.com/${'ü'.repeat(1000)}`,
  'http://does-not-resolve.test/',
  'http://empty.test/',
];

/** {port} is that of the listener which must not be reached. */
const blocked: readonly string[] = [
  'http://127.0.0.1:{port}/',
  'http://127.0.0.1.:{port}/',
  'http://127.1:{port}/',
  'http://2130706433:{port}/',
  'http://0x7f.1:{port}/',
  'http://0177.0.0.1:{port}/',
  'http://１２７.０.０.１:{port}/',
  'http://0.0.0.0:{port}/',
  'http://localhost:{port}/',
  'http://LOCALHOST.:{port}/',
  'http://a.localhost:{port}/',
  'http://[::1]:{port}/',
  'http://[::]:{port}/',
  'http://[::ffff:127.0.0.1]:{port}/',
  'http://[::ffff:7f00:1]:{port}/',
  'http://[64:ff9b::7f00:1]:{port}/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://private.test:{port}/',
  'http://private-v6.test:{port}/',
  'http://loopback.test:{port}/',
  'http://mapped.test:{port}/',
  'http://metadata.test/',
  'http://mixed.test:{port}/',
];

describe('url', () => {
  for (const url of invalid) {
    it(`${JSON.stringify(url)?.slice(0, 50)} is invalid_url`, async () => {
      assert.match(await refused(url === undefined ? {} : { url }), /^invalid_url: url\b/);
    });
  }
  for (const template of blocked) {
    it(`${template} is blocked_address`, async () => {
      const url = template.replace('{port}', String(port));
      const words = await refused({ url });
      assert.match(words, /^blocked_address: url\b/);
      assert.equal(words.includes(new URL(url).hostname), false, 'our words only');
    });
  }
});

describe('DNS that changes between the check and the connection', () => {
  for (const [host, why] of [
    ['rebinds.test', /not public/],
    ['rebinds-to-some.test', /not public/],
    ['vanishes.test', /DNS/],
  ] as const) {
    it(`${host}: the scan fails and says why`, async () => {
      const { id } = await startScan(service, key, { url: `http://${host}:${port}/` });
      const scan = await untilEnded(service, key, id);
      assert.equal(scan.status, 'failed');
      assert.equal(scan.pagesScanned, 0);
      const [reason] = scan.siteChecks.filter(({ status }) => status === 'error');
      assert.match(reason?.message ?? '', why);
    });
  }
});

describe('pageLimit', () => {
  for (const pageLimit of [0, 2001, -1, 1.5, 'x', '5', null, true, [], {}, 1e300]) {
    it(`${JSON.stringify(pageLimit)} is invalid_request`, async () => {
      const words = await refused({ url: 'https://example.com/', pageLimit });
      assert.equal(words, 'invalid_request: pageLimit: expected a whole number from 1 to 2000.');
    });
  }
});

describe('body', () => {
  for (const body of [
    '',
    ' ',
    '{',
    '{"url":"https://example.com/",}',
    "{'url':1}",
    'url=https://example.com/',
    'null',
    'true',
    '5',
    '"x"',
    '[]',
    '[{"url":"https://example.com/"}]',
    '\u0000',
    '\ufeff{}',
    '['.repeat(60_000),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    '{"url":"https://example.com/","pageLimit":1e999}',
    '{"__proto__":{"url":"https://example.com/"}}',
  ]) {
    it(`${JSON.stringify(body.slice(0, 40))} is 400`, async () => {
      const reply = await rest(service, '/api/v1/scans', { method: 'POST', key, body });
      assert.equal(reply.status, 400, reply.text);
    });
  }
});

describe('Idempotency-Key', () => {
  it('of 100 KB is refused', async () => {
    const response = await fetch(`${service.url}/api/v1/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'k'.repeat(100_000) },
    });
    assert.equal(response.status, 431);
    const overMcp = await callTool(service, key, 'start_scan', { url: 'x', idempotencyKey: 'k'.repeat(100_000) });
    assert.match(overMcp.text, /^invalid_idempotency_key: /);
    assert.ok(overMcp.text.length < 200);
  });
});

describe('after all of it', () => {
  it('nothing was connected to, and only the scans whose names changed were ever begun', async () => {
    const { body } = await rest(service, '/api/v1/scans', { key });
    assert.deepEqual(
      Object(body).data.map(({ domain }: { domain: string }) => domain.split(':')[0]),
      ['vanishes.test', 'rebinds-to-some.test', 'rebinds.test'],
    );
    assert.equal(connections, 0);
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    assert.equal(connections, 1, 'the listener would have seen it');
  });
});

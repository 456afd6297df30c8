/**
 * Runs in the namespace of network.ts: the service with an evil site, an evil MCP server and a name server that lies,
 * led to private addresses by every way in. Writes a CanaryReport to stdout.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openRepositories } from '../../../src/app/repositories.ts';
import { sign } from '../../unit/auth/bot-signature/bot-bench.ts';
import { createTestFacilitator, PAY_TO } from '../facilitator.ts';
import { serveFacilitator } from '../facilitator-server.ts';
import { createPayer, paymentHeader } from '../payer.ts';
import { newDataDir } from '../service.ts';
import { legibleUnder, spawnService } from '../service-process.ts';
import { respondAsEvil } from './evil-hosts.ts';
import { listenEverywhere, touch } from './listener.ts';
import { serveNames } from './name-server.ts';

/** The outcome for one submitted address on one endpoint. */
export interface Attempt {
  readonly way: string;
  readonly url: string;
  /** `refused`, or how the scan ended. */
  readonly outcome: string;
  /** Undefined where any end will do: how far a scan gets before its host turns private is a matter of timing. */
  readonly expected: string | undefined;
}

export interface CanaryReport {
  /** What the listener saw of connections made on purpose, before anything else. */
  readonly control: readonly string[];
  readonly attempts: readonly Attempt[];
  /** `address:port` of every connection to an address that is not public. */
  readonly hits: readonly string[];
  /** Connections to ports on which nothing listens. */
  readonly refusedConnections: number;
  /** Names that were asked for, and how often. */
  readonly asked: Readonly<Record<string, number>>;
}

/** A host that the operator permits: only who submits it may have it scanned. */
const PERMITTED = '10.9.8.7';
const SPELLINGS = [
  ...['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0.0.0.0', '10.0.0.1', '172.16.0.1'],
  ...['192.168.0.1', '169.254.169.254', '100.64.0.1', '168.63.129.16', '[::1]', '[::]', '[fd00:ec2::254]', '[fe80::1]'],
  ...['[::ffff:10.0.0.1]', '[64:ff9b::a00:1]', '１２７.０.０.１', 'submitted.inner.test', 'cname-submitted.inner.test'],
  ...['mixed.test', 'metadata.google.internal'],
].map((host) => `http://${host}/`);
/** Names that turn private after the question at submission, and after a few connections. */
const REBINDING = [1, 2, 4, 9];
const MCP_SPEAKING = ['/mcp', '/legacy', '/guarded', '/guarded-literal', '/guarded-around', '/guarded-issuer'];
const MCP_LEADING_AWAY = ['/away', '/away-literal', '/sse'];
/** A key may scan ten MCP servers in a minute. */
const KEYS = 8;
const ENDED_WITHIN_MS = 150_000;
const POLL_MS = 500;
const KEYED_MCP = '/api/v1/mcp';
const ACCEPT = 'application/json, text/event-stream';

const canary = await listenEverywhere(respondAsEvil(PERMITTED));
const ipv6 = await touch('::1', 8080).then(() => canary.takeHits().length > 0);
for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', ...(ipv6 ? ['fd12::1'] : [])]) await touch(host, 80);
const control = canary.takeHits();
const names = await serveNames({ ipv6 });

const token = createTestFacilitator();
token.give(PAY_TO, 0n);
const facilitator = await serveFacilitator(token);
const dataDir = await newDataDir();
const { store, accounts, apiKeys } = await openRepositories({ dataDir });
const account = await accounts.create({ email: 'canary@test.example', plan: 'team' });
const keys = await Promise.all(Array.from({ length: KEYS }, (_, at) => apiKeys.create(account, `canary ${at}`)));
await store.close();
const service = await spawnService(dataDir, {
  ALLOWED_PRIVATE_HOSTS: PERMITTED,
  TRUSTED_PROXIES: '1',
  ANONYMOUS_SCANS_PER_DAY: '1000',
  SCAN_CONCURRENCY: '8',
  X402_PAY_TO: PAY_TO,
  X402_FACILITATOR_URL: facilitator.url,
});
// By address: asked for `localhost`, fetch would try ::1 first, and that refused connection would be counted.
const origin = service.url.replace('localhost', '127.0.0.1');
const refusedBefore = canary.refusedConnections();
const attempts: Attempt[] = [];
let callers = 0;

/** Another client each time, none of which comes to the limit of an address. */
function asAnother(): Record<string, string> {
  callers += 1;
  return { 'x-forwarded-for': `198.51.${100 + Math.floor(callers / 250)}.${callers % 250}` };
}
const withKey = { authorization: `Bearer ${keys[0]?.key}` };
const withAnyKey = () => ({ authorization: `Bearer ${keys[callers % KEYS]?.key}` });

async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: ACCEPT, ...asAnother(), ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: Object(text.startsWith('{') ? JSON.parse(text) : {}) };
}

async function untilEnded(path: string, headers: Record<string, string> = {}): Promise<string> {
  for (const deadline = performance.now() + ENDED_WITHIN_MS; performance.now() < deadline; await delay(POLL_MS)) {
    const response = await fetch(origin + path, { headers: { ...asAnother(), ...headers } });
    const { status } = Object(await response.json());
    if (response.status === 200 && status !== 'running') return String(status);
  }
  return 'running';
}

const refusedOr = (status: number, otherwise: string) => (status === 400 ? 'refused' : otherwise);

async function byRest(url: string): Promise<string> {
  const { status, body } = await send('/api/v1/scans', { url, pageLimit: 10 }, withKey);
  return status === 202 ? untilEnded(body.pollUrl, withKey) : refusedOr(status, `${status}`);
}

async function freely(url: string): Promise<string> {
  const { status, body } = await send('/api/scan', { url });
  return status === 202 ? untilEnded(body.pollUrl) : refusedOr(status, `${status}`);
}

async function paying(url: string): Promise<string> {
  const payer = createPayer();
  token.give(payer.account.address, 1_000_000n);
  const header = paymentHeader(await payer.sign(origin));
  const { status, body } = await send('/api/x402/scan', { url }, { 'payment-signature': header });
  return status === 201 ? String(body.scan.status) : refusedOr(status, status === 502 ? 'failed' : `${status}`);
}

async function byMcpScan(url: string): Promise<string> {
  const { status, body } = await send('/api/v1/scan/mcp', { endpoint: url });
  return status === 201 ? String(body.scan.status) : refusedOr(status, status === 502 ? 'failed' : `${status}`);
}

const byTool =
  (path: string, headersOf: () => Record<string, string>, tool: 'start_scan' | 'scan_mcp') =>
  async (url: string): Promise<string> => {
    const given = tool === 'scan_mcp' ? { endpoint: url } : { url };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } };
    const { status, body } = await send(path, call, headersOf());
    if (status !== 200) return `${status}`;
    const { isError, structuredContent = {}, content } = body.result;
    if (isError === true) {
      const [code = ''] = String(content[0].text).split(':', 1);
      return code === 'blocked_address' || code === 'invalid_url' ? 'refused' : 'failed';
    }
    if (tool === 'scan_mcp') return String(structuredContent.status);
    const { id, report } = structuredContent;
    const shareToken = String(report).slice('/s/'.length);
    return path === KEYED_MCP ? untilEnded(`/api/v1/scans/${id}`, withKey) : untilEnded(`/api/scan/${shareToken}`);
  };

async function byForm(url: string): Promise<string> {
  const response = await fetch(`${origin}/`, {
    method: 'POST',
    body: new URLSearchParams({ kind: 'website', url }),
    headers: { ...asAnother(), 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });
  const [, shareToken] = /^\/s\/(\w+)/.exec(response.headers.get('location') ?? '') ?? [];
  return shareToken === undefined
    ? refusedOr(response.status, `${response.status}`)
    : untilEnded(`/api/scan/${shareToken}`);
}

async function byCommand(command: string, ...parameters: string[]): Promise<string> {
  const folder = await newDataDir();
  const { code } = await legibleUnder({ DATA_DIR: folder, XDG_DATA_HOME: folder }, command, ...parameters);
  await rm(folder, { recursive: true });
  return code === 0 || code === 1 ? 'completed' : 'failed';
}

async function byCensus(url: string): Promise<string> {
  const list = join(dataDir, 'sites.txt');
  await writeFile(list, `${url}\nhttp://after1-census.rebind.test/\nhttp://census.inner.test/\n`);
  return byCommand('census', list, '--out', join(dataDir, 'census'));
}

/** The key directory that the signature of a call names is fetched before the call is answered. */
async function byKeyDirectory(url: string): Promise<string> {
  const created = Math.floor(Date.now() / 1000);
  const { headers } = sign({
    url: `${origin}/ask`,
    headers: { 'signature-agent': `sig1="${url}"` },
    parameters: { created, expires: created + 60 },
    key: { secret: '07'.repeat(32), keyId: 'A'.repeat(43) },
  });
  const response = await fetch(`${origin}/ask?query=robots.txt`, { headers: { ...headers, ...asAnother() } });
  await response.arrayBuffer();
  return response.status === 200 ? 'failed' : `${response.status}`;
}

type Submit = (url: string) => Promise<string>;
async function attack(way: string, submit: Submit, urls: readonly string[], expected?: string): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const outcome = await submit(url).catch((error: unknown) => `no answer: ${error}`);
      attempts.push({ way, url, outcome, expected });
    }),
  );
}

const SITE_WAYS: Readonly<Record<string, Submit>> = {
  rest: byRest,
  free: freely,
  paid: paying,
  'keyed-mcp': byTool(KEYED_MCP, () => withKey, 'start_scan'),
  'open-mcp': byTool('/mcp', () => ({}), 'start_scan'),
  form: byForm,
};
const MCP_WAYS: Readonly<Record<string, Submit>> = {
  'mcp-rest': byMcpScan,
  'mcp-keyed-mcp': byTool(KEYED_MCP, withAnyKey, 'scan_mcp'),
  'mcp-open-mcp': byTool('/mcp', () => ({}), 'scan_mcp'),
};

for (const [way, submit] of Object.entries({ ...SITE_WAYS, ...MCP_WAYS })) {
  await attack(way, submit, SPELLINGS, 'refused');
}
await attack('keys', byKeyDirectory, [
  'https://keys.inner.test/',
  'https://mixed.test/keys',
  'https://after1-keys.rebind.test/',
]);
for (const [way, submit] of Object.entries(SITE_WAYS)) {
  const rebinding = REBINDING.map((times) => `http://after${times}-${way}.rebind.test/`);
  await Promise.all([
    attack(way, submit, [`http://${way}.site.test/`], 'completed'),
    attack(way, submit, [`http://away-${way}.site.test/`], 'failed'),
    attack(way, submit, rebinding),
  ]);
}
for (const [way, submit] of Object.entries(MCP_WAYS)) {
  const rebinding = REBINDING.map((times) => `http://after${times}-${way}.rebind.test/mcp`);
  const on = (path: string) => `http://${way}.site.test${path}`;
  // One after another: all at once are more than the places of callers without a key.
  await attack(way, submit, MCP_SPEAKING.map(on), 'completed');
  await attack(way, submit, MCP_LEADING_AWAY.map(on), 'failed');
  await attack(way, submit, rebinding);
}
await Promise.all([
  attack('command', (url) => byCommand('scan', url), ['http://command.site.test/'], 'completed'),
  attack('command', (url) => byCommand('scan', url), ['http://command.inner.test/'], 'failed'),
  attack('command', (url) => byCommand('scan', url), ['http://after2-command.rebind.test/']),
  attack('mcp-command', (url) => byCommand('scan-mcp', url), ['http://mcp-command.site.test/mcp'], 'completed'),
  attack('mcp-command', (url) => byCommand('scan-mcp', url), ['http://after2-mcp-command.rebind.test/mcp']),
  attack('census', byCensus, ['http://census.site.test/'], 'completed'),
]);

const report: CanaryReport = {
  control,
  attempts,
  hits: canary.takeHits(),
  refusedConnections: canary.refusedConnections() - refusedBefore,
  asked: Object.fromEntries(names.asked),
};
await service.end('SIGTERM');
await Promise.all([canary.close(), facilitator.close(), rm(dataDir, { recursive: true })]);
names.close();
process.stdout.write(JSON.stringify(report), () => process.exit(0));

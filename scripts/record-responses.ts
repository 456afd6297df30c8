/**
 * `npm run record-responses`: calls every operation of a real service in this process, over a small fixture site and a
 * fixture MCP server, and writes the answers to src/rest-facade/openapi/examples.json. Lists are cut to their first two
 * entries, the loopback host is named example.com, and the payee is a null address; nothing else is changed.
 * `npm run record-responses -- startScan …` records only the named operations anew.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '../src/rest-facade/routes.ts';
import { TOOLS } from '../src/tools/registry.ts';
import { modern } from '../test/fixtures/mcp-servers/speaking.ts';
import { carelessPages } from '../test/fixtures/sites/careless-pages.ts';
import { PAY_TO } from '../test/support/facilitator.ts';
import { serveMcp } from '../test/support/mcp-server.ts';
import { startPaidService } from '../test/support/paid-service.ts';
import { startTestService } from '../test/support/service.ts';
import { rest, startScan, untilEnded } from '../test/support/service-doors.ts';
import { serveSite } from '../test/support/site-server.ts';

const KEPT_ENTRIES = 2;
const NOBODY = `0x${'0'.repeat(40)}`;
const REPORT = { checkId: 'S1', reason: 'The file is there since yesterday.' };
const LOG = [
  '203.0.113.7 - - [27/Nov/2026:10:15:30 +0000] "GET /pricing HTTP/1.1" 403 512 "-" "Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)"',
  '203.0.113.8 - - [27/Nov/2026:10:16:02 +0000] "GET /docs/ HTTP/1.1" 200 5210 "-" "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"',
].join('\n');
const BIOME = resolve(import.meta.dirname, '../node_modules/.bin/biome');
const OUTPUT = resolve(import.meta.dirname, '../src/rest-facade/openapi/examples.json');

const service = await startTestService();
const site = await serveSite(carelessPages);
const mcpServer = await serveMcp(modern());
const paid = await startPaidService();
try {
  const key = await service.key();
  const body = { url: `${site.origin}/`, pageLimit: 5 };
  const baseline = await startScan(service, key, body);
  await untilEnded(service, key, baseline.id);
  const started = await rest(service, '/api/v1/scans', { method: 'POST', key, body });
  const { id } = Object(started.body) as { id: string };
  await untilEnded(service, key, id);
  const anonymous = await rest(service, '/api/scan', { method: 'POST', body: { url: `${site.origin}/` } });
  const { shareToken } = Object(anonymous.body) as { shareToken: string };
  await untilShared(shareToken);
  const buyer = paid.wallet();
  const of = async (path: string, call: Parameters<typeof rest>[2] = { key }) => (await rest(service, path, call)).body;
  const plain: Record<string, unknown> = {};
  for (const { method, path, operationId, tool } of ROUTES) {
    const exampleInput = TOOLS.find(({ name }) => name === tool)?.exampleInput;
    if (exampleInput === undefined) continue;
    const query = new URLSearchParams(Object.entries(exampleInput).map(([name, value]) => [name, String(value)]));
    const place = path.replace(':id', id);
    plain[operationId] =
      method === 'POST'
        ? await of(place, { method, key, body: exampleInput })
        : await of(`${place}?${query}`, { method, key });
  }
  const log = await of('/api/v1/logs', { method: 'POST', key, body: { text: LOG } });
  const { id: logId } = Object(log) as { id: string };
  const batch = await of('/api/v1/batches', {
    method: 'POST',
    key,
    body: { urls: [`${site.origin}/`, 'no host'], pageLimit: 2, labels: ['client'] },
  });
  const answers = {
    ...plain,
    startScan: started.body,
    listScans: await of('/api/v1/scans?limit=2'),
    getScan: await of(`/api/v1/scans/${id}`),
    explainScan: await of(`/api/v1/scans/${id}/explanation`),
    compareScans: await of(`/api/v1/scans/${id}/comparison?with=${baseline.id}`),
    viewPage: await of(
      `/api/v1/view?${new URLSearchParams({ url: `${site.origin}/`, as: 'chat-assistant', check: 'P5' })}`,
    ),
    startAnonymousScan: anonymous.body,
    getSharedScan: await of(`/api/scan/${shareToken}`, {}),
    readLog: log,
    getLog: await of(`/api/v1/logs/${logId}`),
    scanMcp: await of('/api/v1/scan/mcp', { method: 'POST', body: { endpoint: mcpServer.url } }),
    ask: await of('/api/v1/ask?query=how%20is%20the%20score%20computed'),
    askWithBody: await of('/api/v1/ask', {
      method: 'POST',
      body: { query: 'what belongs in llms.txt?', mode: 'summarize' },
    }),
    watchSite: await of('/api/v1/watches', {
      method: 'POST',
      key,
      body: { url: `${site.origin}/`, cadence: 'weekly' },
    }),
    listWatches: await of('/api/v1/watches'),
    cancelScan: await of(`/api/v1/scans/${(await startScan(service, key, body)).id}/cancel`, { method: 'POST', key }),
    labelSite: await of(`/api/v1/sites/${new URL(site.origin).host}`, {
      method: 'PATCH',
      key,
      body: { labels: ['client'] },
    }),
    listSites: await of('/api/v1/sites'),
    startBatch: batch,
    listBatches: await of('/api/v1/batches'),
    getBatch: await untilBatchEnded(String(Object(batch).id), key),
    reportResult: await of(`/api/v1/scans/${id}/reports`, { method: 'POST', key, body: REPORT }),
    reportSharedResult: await of(`/api/scan/${shareToken}/reports`, { method: 'POST', body: REPORT }),
    getScanOffer: await (await fetch(`${paid.service.url}/api/x402/scan`)).json(),
    buyScan: (await buyer.send({ header: await buyer.header() })).json,
  };
  const named = process.argv.slice(2);
  const kept: Record<string, unknown> = named.length === 0 ? {} : JSON.parse(readFileSync(OUTPUT, 'utf8'));
  const recorded = Object.entries(answers).filter(([name]) => named.length === 0 || named.includes(name));
  const text = JSON.stringify({ ...kept, ...Object(short(Object.fromEntries(recorded))) }, null, 2)
    .replaceAll(new URL(site.origin).host, 'example.com')
    .replaceAll(new URL(mcpServer.url).host, 'mcp.example.com')
    .replaceAll(new URL(paid.site.origin).host, 'example.com')
    .replaceAll(PAY_TO, NOBODY)
    .replaceAll(service.url, 'https://legible.example')
    .replaceAll(paid.service.url, 'https://legible.example')
    .replaceAll(new URL(service.url).host, 'legible.example');
  writeFileSync(OUTPUT, `${text}\n`);
  execFileSync(BIOME, ['format', '--write', OUTPUT]);
} finally {
  await paid.close();
  await mcpServer.close();
  await site.close();
  await service.stop();
}

async function untilBatchEnded(id: string, key: string): Promise<unknown> {
  for (;;) {
    const { body } = await rest(service, `/api/v1/batches/${id}`, { key });
    if (Object(body).batches[0].endedAt !== null) return body;
    await delay(200);
  }
}

async function untilShared(shareToken: string): Promise<void> {
  for (;;) {
    const { body } = await rest(service, `/api/scan/${shareToken}?pages=none`);
    if (Object(body).status !== 'running') return;
    await delay(100);
  }
}

/** The same data with every list cut. */
function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, KEPT_ENTRIES).map(short);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, short(member)]));
}

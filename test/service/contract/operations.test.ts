import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { createMetrics, mountOperations } from '../../../src/http/monitoring.ts';
import { createHttpApp, freePort, listen } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';
import type { PageRecord, ScanSink } from '../../../src/scanner/model/scan.ts';
import { startTestService } from '../../support/service.ts';
import { rest, toolCall } from '../../support/service-doors.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const TOKEN = 'a-token-of-some-length';
const pageRecord: PageRecord = { url: 'http://a.test/', checks: [] };

describe('operations', () => {
  let opened: StoreUnderTest;
  before(async () => {
    opened = await openLmdbUnderTest();
  });
  after(() => opened.destroy());

  const appWith = (
    { metricsToken, baseUrl = 'http://localhost:1', isThere = true, isReady = true } = {} as {
      metricsToken?: string;
      baseUrl?: string;
      isThere?: boolean;
      isReady?: boolean;
    },
  ) => {
    const app = createHttpApp({ baseUrl, log: createLog('silent') });
    const ping = async () => {
      if (!isThere) throw new Error('away');
    };
    const metrics = createMetrics({ jobs: opened.store.jobs, oldestWaitingAt: async () => Date.now() - 5_000 });
    mountOperations(app, { store: { ping }, metrics, metricsToken, isReady: () => ({ serving: isReady }) });
    return app;
  };

  it('is alive in any state of the store', async () => {
    const response = await appWith({ isThere: false }).request('/healthz');
    assert.deepEqual([response.status, await response.json()], [200, { status: 'ok' }]);
  });

  for (const [isThere, isReady] of [
    [true, true],
    [false, true],
    [true, false],
  ] as const) {
    it(`is ${isThere && isReady ? '' : 'not '}ready with store ${isThere} and serving ${isReady}`, async () => {
      const response = await appWith({ isThere, isReady }).request('/readyz');
      const isAll = isThere && isReady;
      assert.equal(response.status, isAll ? 200 : 503);
      assert.equal(response.headers.get('retry-after'), isAll ? null : '5');
      const status = isAll ? 'ready' : 'not_ready';
      assert.deepEqual(await response.json(), { status, store: isThere, serving: isReady });
    });
  }

  /** What `/metrics` answers over a real connection. */
  async function readMetrics(
    settings: Parameters<typeof appWith>[0],
    { headers = {}, from }: { headers?: Record<string, string>; from?: string },
  ): Promise<{ status: number; text: string }> {
    const port = await freePort('0.0.0.0');
    const server = await listen(appWith(settings), { host: '0.0.0.0', port, middleware: [] });
    const host = from ?? '127.0.0.1';
    const request = get({ host, localAddress: host, port, path: '/metrics', headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += chunk;
    await server.close();
    return { status: response.statusCode ?? 0, text };
  }
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  const authorization = `Bearer ${TOKEN}`;
  const metricsCases: [string, { metricsToken?: string }, Parameters<typeof readMetrics>[1], number][] = [
    ['without a token, from this machine', {}, {}, 200],
    ['without a token, from this machine by name', {}, { headers: { host: 'localhost:3000' } }, 200],
    ['without a token, under a name that was pointed here', {}, { headers: { host: 'evil.example' } }, 404],
    ...['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'X-Real-IP', 'Via'].map(
      (name): [string, object, Parameters<typeof readMetrics>[1], number] => [
        `without a token, through a proxy that sends ${name}`,
        {},
        { headers: { [name]: '127.0.0.1' } },
        404,
      ],
    ),
    ...(outside === undefined
      ? []
      : [['without a token, from another address', {}, { from: outside, headers: { host: 'localhost' } }, 404] as const]
    ).map(([...row]): [string, object, Parameters<typeof readMetrics>[1], number] => row),
    ['without the token that is set', { metricsToken: TOKEN }, {}, 404],
    ['with another token', { metricsToken: TOKEN }, { headers: { authorization: `${authorization}x` } }, 404],
    [
      'with the token, through a proxy',
      { metricsToken: TOKEN },
      { headers: { authorization, host: 'scan.example', 'x-forwarded-for': '192.0.2.1' } },
      200,
    ],
  ];
  for (const [name, settings, request, expected] of metricsCases) {
    it(`answers ${expected} for metrics ${name}`, async () => {
      const { status, text } = await readMetrics(settings, request);
      assert.equal(status, expected);
      if (expected === 200) {
        assert.match(text, /^legible_queue_jobs\{state="waiting"\} 0$/m);
        assert.match(text, /^legible_queue_oldest_seconds 5(?:\.\d+)?$/m);
      } else assert.doesNotMatch(text, /legible_/);
    });
  }

  it('counts pages as they come, also of a scan that breaks off, and how it ended', async () => {
    const metrics = createMetrics({ jobs: opened.store.jobs, oldestWaitingAt: async () => undefined });
    const written: number[] = [];
    const sink: ScanSink = {
      progress() {},
      pages: async (chunk) => void written.push(chunk),
      latePages: async () => {},
    };
    const run = metrics.watch(async (_request, { pages }) => {
      await pages(0, [pageRecord, pageRecord]);
      const { text } = await metrics.read();
      assert.match(text, /^legible_pages_total 2$/m);
      assert.match(text, /^legible_scans_running 1$/m);
      throw new Error('on purpose');
    });
    const request = { rootUrl: 'http://a.test/', pageLimit: 2, deadlineMs: 1_000 };
    await assert.rejects(run(request, sink, new AbortController().signal), /on purpose/);
    assert.deepEqual(written, [0]);
    const { text } = await metrics.read();
    assert.match(text, /^legible_scans_running 0$/m);
    assert.match(text, /^legible_scans_total\{outcome="broken_off"\} 1$/m);
  });

  it('counts refusals over MCP, which answers them with 200', async () => {
    const service = await startTestService({ settings: { ANONYMOUS_SCANS_PER_DAY: '1' } });
    const body = toolCall('start_scan', { url: 'http://127.0.0.1:9/' });
    const headers = { accept: 'application/json, text/event-stream' };
    const start = () => rest(service, '/mcp', { method: 'POST', body, headers });
    assert.deepEqual([(await start()).status, (await start()).status], [200, 200]);
    const text = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(text, /^legible_quota_refusals_total\{limit="anonymous-scan"\} 1$/m);
    await service.stop();
  });

  it('counts what became of fetches and payments, and shows no age while the store is away', async () => {
    const away = async () => Promise.reject(new Error('away'));
    const metrics = createMetrics({ jobs: { ...opened.store.jobs, counts: away }, oldestWaitingAt: away });
    const failure = { code: 'dns', message: 'no such host' } as const;
    for (const url of ['http://a.test/', 'http://b.test/']) metrics.noteFetch({ ok: false, url, hops: [], failure });
    metrics.notePayment('paid');
    const { text } = await metrics.read();
    assert.match(text, /^legible_fetches_total\{outcome="dns"\} 2$/m);
    assert.match(text, /^legible_payments_total\{state="paid"\} 1$/m);
    assert.doesNotMatch(text, /a\.test/);
  });
});

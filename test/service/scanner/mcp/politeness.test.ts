/** Scans of MCP servers take their permits at a host among all scans of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createHostThrottle } from '../../../../src/scanner/net/host-throttle.ts';
import { legacy } from '../../../fixtures/mcp-servers/speaking.ts';
import { createMcpScanner, withServer } from '../../../support/mcp-scan.ts';
import type { McpHandler } from '../../../support/mcp-server.ts';
import { makeGate } from '../../../support/store-wait.ts';

/** Counts what arrives, and how much of it at once. */
function counted(handler: McpHandler) {
  const seen = { requests: 0, inFlight: 0, peak: 0 };
  const server: McpHandler = async (request, response) => {
    seen.requests += 1;
    seen.inFlight += 1;
    seen.peak = Math.max(seen.peak, seen.inFlight);
    response.once('close', () => {
      seen.inFlight -= 1;
    });
    await delay(10);
    return handler(request, response);
  };
  return { server, seen };
}

/** The server writes the second of each answer into it. */
const undated = (outcome: unknown): unknown =>
  JSON.parse(JSON.stringify(outcome, (name, value: unknown) => (name === 'date' ? undefined : value)));

describe('politeness of MCP scans', () => {
  it('has no more requests in flight at a host than it may, over all scans of it', async () => {
    const scanner = createMcpScanner({ throttle: createHostThrottle({ concurrency: 2 }) });
    const { server, seen } = counted(legacy());
    const outcomes = await withServer(server, ({ url }) =>
      Promise.all(Array.from({ length: 5 }, () => scanner.scan(url))),
    );
    for (const outcome of outcomes) assert.ok(outcome.reached && outcome.status === 'completed');
    assert.equal(seen.peak, 2);
    await scanner.close();
  });

  it('waits while another scan has the permit, and grades as if it had not', async () => {
    const throttle = createHostThrottle({ concurrency: 1 });
    const scanner = createMcpScanner({ throttle, timesMs: 1 });
    const { server, seen } = counted(legacy());
    await withServer(server, async ({ url }) => {
      const alone = await scanner.scan(url);
      const before = seen.requests;
      const gate = makeGate();
      const other = throttle.run(new URL(url).host, () => gate.opened);
      const scan = scanner.scan(url);
      await delay(300);
      assert.equal(seen.requests, before, 'nothing is sent without a permit');
      gate.open();
      await other;
      assert.deepEqual(undated(await scan), undated(alone));
    });
    await scanner.close();
  });

  it('gives up as overloaded, with nothing against the server, when it never has a permit', async () => {
    const throttle = createHostThrottle({ concurrency: 1 });
    const scanner = createMcpScanner({ throttle });
    const { server, seen } = counted(legacy());
    await withServer(server, async ({ url }) => {
      const gate = makeGate();
      const other = throttle.run(new URL(url).host, () => gate.opened);
      const outcome = await scanner.scan(url, { limits: { requestMs: 200 } });
      assert.ok(!outcome.reached && outcome.isOverload);
      assert.equal(seen.requests, 0);
      gate.open();
      await other;
    });
    await scanner.close();
  });

  it('is overloaded, not judged, when waiting for others used up the time of the session', async () => {
    const throttle = createHostThrottle({ concurrency: 1 });
    const scanner = createMcpScanner({ throttle });
    const { server } = counted(legacy());
    await withServer(server, async ({ url }) => {
      const other = throttle.run(new URL(url).host, () => delay(1_500));
      const outcome = await scanner.scan(url, { limits: { requestMs: 5_000, sessionMs: 1_540 } });
      assert.ok(!outcome.reached && outcome.isOverload);
      await other;
    });
    await scanner.close();
  });

  it('tells the other scans of a host that it asks for a pause, and says so itself', async () => {
    const throttle = createHostThrottle({ concurrency: 8 });
    const scanner = createMcpScanner({ throttle });
    const { server, seen } = counted((_, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end();
    });
    await withServer(server, async ({ url }) => {
      const outcome = await scanner.scan(url, { limits: { requestMs: 300 } });
      assert.ok(!outcome.reached && outcome.isOverload === undefined);
      assert.match(outcome.message, /try again later/);
      assert.equal(seen.requests, 1);
      const other = throttle.run(
        new URL(url).host,
        async () => assert.fail('the host asked for a pause'),
        AbortSignal.timeout(200),
      );
      await assert.rejects(other, { name: 'TimeoutError' });
    });
    await scanner.close();
  });
});

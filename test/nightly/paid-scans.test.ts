/** Paid scans with real settlements on a chain of our own: the stock client pays, and a killed process loses nothing. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { HTTPFacilitatorClient } from '@x402/core/http';
import type { PaymentPayload } from '@x402/core/types';
import { extractDiscoveryInfo, validateDiscoveryExtension, withBazaar } from '@x402/extensions/bazaar';
import { createLedger, type PaymentState } from '../../src/payments/ledger.ts';
import { openStore } from '../../src/store/open.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { type LocalChain, startLocalChain } from '../support/chain/local-chain.ts';
import { NETWORK, PAY_TO } from '../support/facilitator.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { CLIENTS } from '../support/mcp-clients.ts';
import { sendOverMcp } from '../support/paid-over-mcp.ts';
import { createPayer, paymentHeader } from '../support/payer.ts';
import { newDataDir } from '../support/service.ts';
import { legible, type ServiceProcess, spawnService } from '../support/service-process.ts';
import { serveSite } from '../support/site-server.ts';
import { eventually, makeGate } from '../support/store-wait.ts';

/** A scan that is paid for ends well within it, on a busy machine too. */
const PATIENCE_MS = 60_000;
const started = await startLocalChain();
// A machine without the binary may skip; one that builds releases may not pass without it.
if ('problem' in started && process.env.CI !== undefined) throw new Error(started.problem);
const skip = 'problem' in started ? started.problem : false;

describe('paid scans on a chain', { skip }, () => {
  let chain: LocalChain;
  let dataDir: string;
  let service: ServiceProcess;
  const settings = () => ({ X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: chain.facilitatorUrl });
  before(async () => {
    assert.ok('chain' in started);
    chain = started.chain;
    dataDir = await newDataDir();
    service = await spawnService(dataDir, settings());
  });
  after(async () => {
    await service.end('SIGTERM');
    await chain.stop();
    await rm(dataDir, { recursive: true });
  });

  const call = (url: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  /** Over MCP, with the answer in the form of HTTP. */
  async function sendToTool(payload: PaymentPayload, siteUrl: string) {
    const header = paymentHeader(payload);
    const { status, json } = await sendOverMcp(service.url, '192.0.2.1', { header, body: { url: siteUrl } });
    return { status, body: Object(json) };
  }
  async function sendToRoute(payload: PaymentPayload, siteUrl: string) {
    const { headers, ...rest } = call(siteUrl);
    const response = await fetch(`${service.url}/api/x402/scan`, {
      ...rest,
      headers: { ...headers, 'X-PAYMENT': paymentHeader(payload) },
    });
    return { status: response.status, body: Object(await response.json()) };
  }

  for (const [pageLimit, price] of [
    [25, 20_000n],
    [250, 250_000n],
  ] as const) {
    it(`the stock client buys a scan of ${pageLimit} pages; the money moves and the payer pays no fee`, async () => {
      const site = await serveSite(tinyLegit);
      const payer = createPayer();
      const { address } = payer.account;
      await chain.give(address, 1_000_000n);
      const received = await chain.balanceOf(PAY_TO);
      const response = await payer.payingFetch(pageLimit)(`${service.url}/api/x402/scan`, call(`${site.origin}/`));
      assert.equal(response.status, 201);
      const { scan } = Object(await response.json());
      assert.equal(scan.status, 'completed');
      assert.equal(await chain.balanceOf(address), 1_000_000n - price);
      assert.equal((await chain.balanceOf(PAY_TO)) - received, price);
      assert.equal(await chain.etherOf(address), 0n, 'it never had any, so it cannot have paid a fee');
      await site.close();
    });
  }

  it('one signature sent ten times at once runs one scan and pays once', async () => {
    const site = await serveSite(tinyLegit);
    const payer = createPayer();
    await chain.give(payer.account.address, 1_000_000n);
    const payload = await payer.sign(service.url);
    const settled = chain.calls.settle;
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendToRoute(payload, `${site.origin}/`)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(replies.map(({ body }) => body.scan.id)).size, 1);
    assert.equal(chain.calls.settle, settled + 1);
    assert.equal(await chain.balanceOf(payer.account.address), 980_000n);
    await site.close();
  });

  it("the protocol's own readers take our documents", async () => {
    const challenge = Object(await (await fetch(`${service.url}/api/x402/scan`)).json());
    assert.deepEqual(validateDiscoveryExtension(challenge.extensions.bazaar), { valid: true });
    const payload = await createPayer().sign(service.url);
    const info = extractDiscoveryInfo(payload, challenge.accepts[0]);
    assert.equal(info?.resourceUrl, `${service.url}/api/x402/scan`);
    const reader = withBazaar(new HTTPFacilitatorClient({ url: service.url }));
    const { items, pagination } = await reader.extensions.bazaar.listResources({ type: 'http', limit: 5 });
    assert.deepEqual([items.length, pagination.total], [1, 1]);
    assert.equal(items[0]?.accepts[0]?.network, NETWORK);
    const manifest = Object(await (await fetch(`${service.url}/.well-known/x402`)).json());
    assert.deepEqual(manifest.resources[0].accepts, challenge.accepts);
  });

  /** Ends the process when a payment has come so far, and sends it again to the next one. */
  async function killedAt(state: PaymentState, send: typeof sendToRoute) {
    const payer = createPayer();
    await chain.give(payer.account.address, 1_000_000n);
    const site = await serveHeldSite();
    const url = `${site.origin}/`;
    const payload = await payer.sign(service.url);
    const answers = makeGate();
    if (state === 'settling') chain.holdAnswers(answers.opened);
    if (state !== 'scanning') site.release();
    const first = send(payload, url).catch(() => undefined);
    const store = await openStore({ dataDir });
    const ledger = createLedger(store);
    const nonce = Object(payload.payload).authorization.nonce;
    await eventually(
      `the payment is ${state}`,
      async () => {
        const found = (await ledger.list({ limit: 5 })).find((record) => record.nonce === nonce);
        return found?.state === state;
      },
      PATIENCE_MS,
    );
    // Each transaction sent to the chain is on it, with or without a response.
    if (state === 'settling') {
      await eventually(
        'it is settled',
        async () => (await chain.balanceOf(payer.account.address)) < 1_000_000n,
        PATIENCE_MS,
      );
    }
    await service.end('SIGKILL');
    await first;
    answers.open();
    chain.holdAnswers(Promise.resolve());
    await store.close();
    service = await spawnService(dataDir, settings());
    site.release();
    const { status, body } = await send({ ...payload }, url);
    assert.equal(status, 201, JSON.stringify(body).slice(0, 300));
    assert.equal(body.scan.status, 'completed');
    assert.equal(await chain.balanceOf(payer.account.address), 980_000n, 'charged once');
    await site.close();
    return body;
  }

  for (const [way, send] of [
    ['HTTP', sendToRoute],
    ['MCP', sendToTool],
  ] as const) {
    for (const state of ['scanning', 'settling', 'paid'] as const) {
      it(`SIGKILL when a payment over ${way} is ${state}: sent again, it is delivered, and charged once`, () =>
        killedAt(state, send));
    }
  }

  for (const { name, connect } of CLIENTS) {
    it(`${name} with the protocol's payment client buys a scan over MCP; the money moves`, async () => {
      const site = await serveSite(tinyLegit);
      const client = await connect({ url: service.url, path: '/mcp' });
      const payer = createPayer();
      await chain.give(payer.account.address, 1_000_000n);
      const received = await chain.balanceOf(PAY_TO);
      const params = { name: 'buy_scan', arguments: { url: `${site.origin}/` } };
      const unpaid = Object(await client.request('tools/call', params));
      assert.equal(unpaid.isError, true);
      const payment = await payer.sign(unpaid.structuredContent);
      const paid = Object(await client.request('tools/call', { ...params, _meta: { 'x402/payment': payment } }));
      assert.equal(paid.structuredContent?.status, 'completed', JSON.stringify(paid.content));
      const receipt = paid._meta['x402/payment-response'];
      assert.deepEqual([receipt.success, receipt.payer], [true, payer.account.address]);
      assert.match(receipt.transaction, /^0x[0-9a-f]{64}$/);
      assert.equal((await chain.balanceOf(PAY_TO)) - received, 20_000n);
      assert.equal(await chain.balanceOf(payer.account.address), 980_000n);
      await client.close();
      await site.close();
    });
  }

  it('the ledger names every payment', async () => {
    const { stdout, code } = await legible(dataDir, 'payments', 'list');
    assert.equal(code, 0);
    const lines = stdout.trim().split('\n');
    assert.ok(lines.length >= 6);
    const [time, state, amount, , key = ''] = lines[0]?.split('\t') ?? [];
    assert.ok(Number.isFinite(Date.parse(time ?? '')));
    assert.deepEqual([state, amount], ['paid', '20000']);
    const shown = await legible(dataDir, 'payments', 'show', key.slice(0, 20));
    assert.match(shown.stdout, /^state\tpaid$/m);
    assert.doesNotMatch(shown.stdout, /signature/);
    const unknown = await legible(dataDir, 'payments', 'show', 'zzz');
    assert.equal(unknown.code, 2);
  });
});

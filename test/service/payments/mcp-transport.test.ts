/** The MCP transport of x402 v2, with the clients of both SDKs and the protocol's own client for the payments. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PaymentRequiredV2Schema } from '@x402/core/schemas';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { someOf } from '../../support/exhaustive.ts';
import { NETWORK } from '../../support/facilitator.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { CLIENTS, type McpClient } from '../../support/mcp-clients.ts';
import { type PaidService, startPaidService, TIER_1 } from '../../support/paid-service.ts';
import { shareTestService } from '../../support/service.ts';

let shop: PaidService;
before(async () => {
  shop = await startPaidService();
});
after(() => shop.close());

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
/** Calls buy_scan as both SDKs send it. */
async function buy(client: McpClient, input: object, payment?: unknown): Promise<Result> {
  const params = { name: 'buy_scan', arguments: { ...input } };
  const meta = payment === undefined ? {} : { _meta: { 'x402/payment': payment } };
  // The test compares every member with what it expects.
  return (await client.request('tools/call', { ...params, ...meta })) as Result;
}
const receiptOf = ({ _meta }: Result) => _meta?.['x402/payment-response'] as SettleResponse | undefined;
const textOf = ({ content }: Result) => content[0]?.text ?? '';

for (const { name, connect } of someOf(CLIENTS, 3)) {
  describe(`buy_scan for ${name}`, () => {
    let client: McpClient;
    before(async () => {
      client = await connect({ url: shop.service.url, path: '/mcp' });
    });
    after(() => client.close());

    it('without a payment answers the terms, whatever the arguments: structured, and the same as text', async () => {
      for (const input of [{ url: `${shop.site.origin}/` }, {}, { link: 'x' }]) {
        const unpaid = await buy(client, input);
        assert.equal(unpaid.isError, true);
        assert.deepEqual(JSON.parse(textOf(unpaid)), unpaid.structuredContent);
        const { error, resource, accepts } = PaymentRequiredV2Schema.parse(unpaid.structuredContent);
        assert.equal(error, 'Payment required');
        assert.equal(resource.url, 'mcp://tool/buy_scan');
        assert.deepEqual(
          accepts.map(({ amount, network }) => [amount, network]),
          [
            ['20000', NETWORK],
            ['250000', NETWORK],
          ],
        );
        assert.equal(receiptOf(unpaid), undefined);
      }
    });

    it('signed for those terms answers the result with a receipt; get_scan reads the scan without another payment', async () => {
      const wallet = shop.wallet();
      const input = { url: `${shop.site.origin}/` };
      const terms = (await buy(client, input)).structuredContent as unknown as PaymentRequired;
      const payment = await wallet.sign(terms);
      const paid = await buy(client, input, payment);
      assert.equal(paid.isError, undefined, textOf(paid));
      const { status, id, pageLimit, transaction } = Object(paid.structuredContent);
      assert.deepEqual([status, pageLimit, wallet.paid()], ['completed', 25, TIER_1]);
      const receipt = receiptOf(paid);
      assert.deepEqual([receipt?.success, receipt?.network, receipt?.transaction], [true, NETWORK, transaction]);
      const read = (await client.callTool('get_scan', { id })) as Result;
      assert.equal(read.isError, undefined, textOf(read));
      const again = await buy(client, input, payment);
      assert.deepEqual([again.structuredContent, receiptOf(again)], [paid.structuredContent, receipt]);
      assert.equal(wallet.paid(), TIER_1);
    });

    it('names the faults of its arguments before it looks at the money', async () => {
      const wallet = shop.wallet();
      const before = shop.facilitator.calls.verify;
      const refused = await buy(client, { link: 'x', waitSeconds: -1 }, await wallet.payment());
      assert.match(textOf(refused), /^invalid_request: "link": buy_scan has no such argument.* url: .* waitSeconds: /);
      assert.deepEqual([refused.isError, shop.facilitator.calls.verify, wallet.paid()], [true, before, 0n]);
    });

    it('answers within waitSeconds while the scan runs, uncharged; the same payment gets result and receipt', async () => {
      const held = await serveHeldSite();
      const wallet = shop.wallet();
      const payment = await wallet.payment();
      const input = { url: `${held.origin}/` };
      const startedAt = performance.now();
      const first = await buy(client, { ...input, waitSeconds: 1 }, payment);
      assert.ok(performance.now() - startedAt < 8000, 'it waited for a second');
      const { status, id } = Object(first.structuredContent);
      assert.deepEqual([first.isError, status, receiptOf(first)], [undefined, 'running', undefined]);
      assert.match(String(id), /^scn_/);
      assert.match(textOf(first), /nothing is charged yet.*same payment/);
      assert.equal(wallet.paid(), 0n);
      held.release();
      const second = await buy(client, input, payment);
      assert.equal(Object(second.structuredContent).status, 'completed', textOf(second));
      assert.equal(receiptOf(second)?.success, true);
      const record = await shop.service.repositories.store.documents('scans').get(String(id));
      assert.equal(Object(record).shareToken, Object(second.structuredContent).id, 'it is the scan of the first call');
      assert.equal(wallet.paid(), TIER_1);
      await held.close();
    });

    it('of a wallet without money is refused with the code, and the terms again', async () => {
      const wallet = shop.wallet();
      shop.token.give(wallet.account.address, 0n);
      const refused = await buy(client, { url: `${shop.site.origin}/` }, await wallet.payment());
      assert.equal(refused.isError, true);
      assert.match(PaymentRequiredV2Schema.parse(refused.structuredContent).error ?? '', /insufficient_balance/);
    });
  });
}

describe('a payment over one transport', () => {
  it('is known over the other: the ledger is one', async () => {
    const wallet = shop.wallet();
    const header = await wallet.header();
    assert.equal((await wallet.send({ header })).status, 201);
    const client = await CLIENTS[0]?.connect({ url: shop.service.url, path: '/mcp' });
    assert.ok(client !== undefined);
    const payment: unknown = JSON.parse(Buffer.from(header, 'base64').toString());
    const read = await buy(client, { url: `${shop.site.origin}/` }, payment);
    assert.equal(Object(read.structuredContent).status, 'completed', textOf(read));
    assert.equal(wallet.paid(), TIER_1);
    await client.close();
  });
});

describe('the listing of buy_scan', () => {
  it('is there only where payments are configured; elsewhere there is no such tool', async () => {
    const free = await shareTestService();
    for (const [url, isListed] of [
      [shop.service.url, true],
      [free.url, false],
    ] as const) {
      for (const { connect } of CLIENTS) {
        const client = await connect({ url, path: '/mcp' });
        const { tools } = Object(await client.request('tools/list', {}));
        assert.equal(
          tools.some((tool: { name: string }) => tool.name === 'buy_scan'),
          isListed,
        );
        if (!isListed) {
          const refusal = await buy(client, { url: 'https://example.com/' }).catch((error: Error) => error.message);
          assert.match(String(refusal), /Unknown tool: there is no such tool\. Tools: start_scan/);
          assert.ok(!String(refusal).includes('buy_scan'));
        }
        await client.close();
      }
    }
    await free.stop();
  });
});

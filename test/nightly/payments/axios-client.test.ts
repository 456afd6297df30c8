/** The stock client of x402 for axios, as it is, buys a scan. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installTools, type Tools } from '../../support/npm-tools.ts';
import { type PaidService, startPaidService, TIER_1 } from '../../support/paid-service.ts';

const PACKAGES = { '@x402/axios': '2.11.0', '@x402/evm': '2.11.0', axios: '1.16.0' };

let tools: Tools;
let shop: PaidService;
before(async () => {
  tools = await installTools(PACKAGES);
  shop = await startPaidService();
});
after(() => shop.close());

it('wrapAxiosWithPayment pays for a scan and reads it', { timeout: 180_000 }, async (t) => {
  if (tools.folder === undefined) return t.skip(tools.problem);
  const load = (path: string) =>
    import(pathToFileURL(join(tools.folder ?? '', 'node_modules', path)).href).then((module) => Object(module));
  const [{ wrapAxiosWithPayment, x402Client }, { ExactEvmScheme }, { default: axios }] = await Promise.all([
    load('@x402/axios/dist/esm/index.mjs'),
    load('@x402/evm/dist/esm/exact/client/index.mjs'),
    load('axios/index.js'),
  ]);
  const wallet = shop.wallet();
  const payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet.account));
  const buyer = wrapAxiosWithPayment(axios.create({ baseURL: shop.service.url }), payer);
  const reply = await buyer.post('/api/x402/scan', { url: `${shop.site.origin}/` });
  assert.equal(reply.status, 201);
  assert.equal(reply.data.scan.status, 'completed');
  assert.match(reply.data.shareUrl, /^\/s\//);
  const [record] = await shop.ledger.list({ limit: 1 });
  assert.deepEqual([record?.state, record?.amount], ['paid', String(TIER_1)]);
});

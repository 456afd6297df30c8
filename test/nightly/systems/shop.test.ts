/** The shop of the corpus on nginx: scanned as it comes, and with the gateway before it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unpassed } from '../../support/recipe-scan.ts';
import { gatewayBefore, type RunningGateway, untilListed } from '../../support/systems/gateway-before.ts';
import { shopMissing, startShop } from '../../support/systems/shop.ts';
import type { ContentSystem } from '../../support/systems/system.ts';
import { scanSystem } from '../../support/systems/system-scan.ts';

const PAGES = 17;
/**
 * JSON-LD, dates, alternative texts, validators, search and forms: only the shop can mend them. Its pages have so few words
 * that a Markdown version of them counts nothing.
 */
const OF_THE_HTML = ['P14', 'P15', 'P18', 'S18', 'S26', 'S27'];

describe('a shop on nginx', { skip: shopMissing() }, () => {
  let shop: ContentSystem;
  let gateway: RunningGateway;
  before(async () => {
    shop = await startShop();
    gateway = await gatewayBefore(shop.origin, true);
    await untilListed(gateway.origin, PAGES);
  });
  after(async () => {
    await gateway?.close();
    await shop?.close();
  });

  it('rises behind the gateway by what headers and files can do', async () => {
    const alone = await scanSystem(shop.origin);
    const behind = await scanSystem(gateway.origin);
    console.log(`shop: ${alone.score} as it comes, ${behind.score} behind the gateway; left: ${behind.open}`);
    assert.deepEqual(unpassed(behind.records, ['S13', 'S15', 'S16', 'S17', 'L1']), []);
    assert.deepEqual(
      behind.open.filter((id) => !OF_THE_HTML.includes(id)),
      [],
    );
    assert.ok(behind.score >= alone.score + 3, `${alone.score} rose to ${behind.score} only`);
    assert.ok(behind.score >= 85, `${behind.score}`);
  });

  it('llms.txt lists products, and neither cart nor account', async () => {
    const text = await (await fetch(`${gateway.origin}/llms.txt`)).text();
    assert.match(text, /\[Iron pot, 0\.8 litres\]\(\S+\/products\/iron-pot\.md\)/);
    assert.doesNotMatch(text, /\/cart|\/account/);
  });

  it('a product in Markdown has its price and starts no session; people get their cart and the same HTML', async () => {
    const path = '/products/iron-pot';
    const markdown = await fetch(gateway.origin + path, { headers: { accept: 'text/markdown' } });
    assert.equal(markdown.headers.get('set-cookie'), null);
    assert.match(await markdown.text(), /£62\.00/);
    const person = await fetch(gateway.origin + path);
    assert.match(person.headers.get('set-cookie') ?? '', /^cart=[0-9a-f]{32};/);
    const [passed, own] = [await person.text(), await (await fetch(shop.origin + path)).text()];
    assert.equal(passed.replaceAll(gateway.origin, shop.origin), own);
  });

  it('who has a cart passes unconverted, and orders as without the gateway', async () => {
    const headers = { accept: 'text/markdown', cookie: 'cart=1' };
    const page = await fetch(`${gateway.origin}/products/iron-pot`, { headers });
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const body = new URLSearchParams({ id: 'iron-pot', quantity: '1' });
    const order = await fetch(`${gateway.origin}/cart/add`, { method: 'POST', headers, body, redirect: 'manual' });
    assert.deepEqual([order.status, order.headers.get('location')], [303, '/cart']);
  });
});

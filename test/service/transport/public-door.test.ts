/** The free tools of the MCP endpoint without a key: scans of websites too, under the quota of `POST /api/scan`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Scan, StartScanResponse } from '../../../src/schema/scan.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { CLIENTS } from '../../support/mcp-clients.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, type ToolAnswer, toolCall } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';
import { eventually } from '../../support/store-wait.ts';

const ACCEPT = 'application/json, text/event-stream';
let service: TestService;
let site: SiteServer;
before(async () => {
  // Behind one proxy, so that each test has a separate address and quota.
  service = await startTestService({ settings: { TRUSTED_PROXIES: '1' } });
  site = await serveSite(tinyLegit);
});
after(async () => {
  await service.stop();
  await site.close();
});

const KEYED_ONLY = TOOLS.filter(({ access, anonymousBudget }) => access === 'key' && anonymousBudget === undefined).map(
  ({ name }) => name,
);

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: ACCEPT, ...headers },
    body: JSON.stringify(body),
  });
async function call(address: string, name: string, input: unknown): Promise<ToolAnswer & { headers: Headers }> {
  const reply = await post(toolCall(name, input), { 'x-forwarded-for': address });
  return { ...answerOf(Object(await reply.json()).result), headers: reply.headers };
}

describe('/mcp without a key', () => {
  it('starts a scan of 25 pages, readable by every bearer of its token, and by its id for no caller', async () => {
    const started = await call('192.0.2.1', 'start_scan', { url: site.origin, pageLimit: 2000 });
    assert.equal(started.failed, false, started.text);
    assert.equal(started.headers.get('x-ratelimit-limit'), '3');
    const { id, shareToken = '', shareUrl } = StartScanResponse.parse(started.output);
    assert.equal(shareUrl, `/s/${shareToken}`);
    assert.ok(started.text.includes(`id \`${shareToken}\``), started.text);
    const record = await service.repositories.store.documents<{ pageLimit: number }>('scans').get(id);
    assert.equal(record?.pageLimit, 25);
    await eventually('the scan ends', async () => {
      const { output } = await call('192.0.2.1', 'get_scan', { id: shareToken, pages: 'none' });
      return Object(output).status === 'completed';
    });
    const read = await call('192.0.2.2', 'get_scan', { id: shareToken });
    assert.equal(Scan.parse(read.output).id, id);
    assert.ok(read.text.includes(`/s/${shareToken} of this service`), read.text);
    const byId = await call('192.0.2.1', 'get_scan', { id });
    assert.match(byId.text, /^not_found: id: there is no scan with this share token\. .* start_scan makes another\.$/);
    for (const tool of KEYED_ONLY) {
      assert.match((await call('192.0.2.1', tool, { id: shareToken })).text, /^missing_key: .*start_scan, get_scan/);
    }
  });

  it('says when the scans of the day are used up, and nothing of paying where nothing is for sale', async () => {
    for (const count of [1, 2, 3]) {
      assert.equal((await call('192.0.2.3', 'start_scan', { url: site.origin })).failed, false, `scan ${count}`);
    }
    const refused = await call('192.0.2.3', 'start_scan', { url: site.origin });
    assert.match(refused.text, /^rate_limited: Too many calls: at most 3 in a day\. Try again in \d+ s\.$/);
    assert.ok(Number(refused.headers.get('retry-after')) > 80_000);
    assert.equal((await call('192.0.2.4', 'start_scan', { url: site.origin })).failed, false);
  });

  it('says where to pay when the free scans are used up and scans are for sale', async () => {
    const settings = {
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      X402_FACILITATOR_URL: 'http://127.0.0.1:1/',
      ANONYMOUS_SCANS_PER_DAY: '1',
    };
    const seller = await startTestService({ settings });
    const callSeller = async (name: string, input: object) => {
      const headers = { 'content-type': 'application/json', accept: ACCEPT };
      const body = JSON.stringify(toolCall(name, input));
      const reply = await fetch(`${seller.url}/mcp`, { method: 'POST', headers, body });
      return answerOf(Object(await reply.json()).result);
    };
    assert.equal((await callSeller('start_scan', { url: site.origin })).failed, false);
    const { text } = await callSeller('start_scan', { url: site.origin });
    assert.match(text, /^rate_limited: /);
    assert.ok(text.endsWith(` Or pay for this scan: see ${seller.url}/api/x402/scan.`), text);
    // Nothing but scans of sites is for sale.
    const texts: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      texts.push((await callSeller('scan_mcp', { endpoint: 'http://127.0.0.1:1/mcp' })).text);
    }
    assert.match(texts.at(-1) ?? '', /^rate_limited: .*Try again in \d+ s\.$/);
    await seller.stop();
  });

  for (const { name, connect } of CLIENTS) {
    it(`lists the free tools in the instructions for ${name}, and none of them for a caller with a key`, async () => {
      for (const key of [undefined, await service.key()]) {
        const client = await connect({ url: service.url, path: '/mcp', ...(key === undefined ? {} : { key }) });
        const says = /Without a key these tools are free: start_scan, get_scan, view_page, scan_mcp, ask; a scan reads 25 pages/;
        assert.equal(says.test(client.instructions ?? ''), key === undefined, client.instructions);
        await client.close();
      }
    });
  }

  it('refuses a client of 2025 that does not accept both types, with the message of REST', async () => {
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      const reply = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept });
      const { error, id } = Object(await reply.json());
      assert.deepEqual([reply.status, error.data.code, id], [406, 'not_acceptable', 1]);
      assert.match(error.message, /^Accept: expected both application\/json and text\/event-stream/);
    }
  });
});

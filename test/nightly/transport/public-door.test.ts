/** The free tools of the MCP endpoint without a key: scans of websites too, under the quota of `POST /api/scan`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { CLIENTS } from '../../support/mcp-clients.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, type ToolAnswer, toolCall } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

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
    const { id, report, status, next } = AgentScan.parse(started.output);
    assert.equal(report, `/s/${id}`, 'the id is the share token');
    assert.equal(status, 'completed');
    assert.ok(
      started.text.includes(next) && next === `Next: call get_scan with ${JSON.stringify({ id })}`,
      started.text,
    );
    const { documents } = service.repositories.store;
    const ownId = (await documents<string>('scan-tokens').get(id)) ?? '';
    assert.equal((await documents<{ pageLimit: number }>('scans').get(ownId))?.pageLimit, 25);
    const read = await call('192.0.2.2', 'get_scan', { id });
    assert.equal(AgentScan.parse(read.output).id, id);
    const byId = await call('192.0.2.1', 'get_scan', { id: ownId });
    assert.match(
      byId.text,
      /^not_found: id: ids that begin with scn_ .* send the share token\. start_scan makes another\.$/,
    );
    const byUrl = await call('192.0.2.1', 'get_scan', { id: 'https://example.com/' });
    assert.match(byUrl.text, /^not_found: id: this is a URL, .* start_scan takes the URL and answers one\.$/);
    const byOther = await call('192.0.2.1', 'get_scan', { id: 'mcp_aaaaaaaaaaaaaaaaaaaa' });
    assert.match(byOther.text, /^not_found: id: ids that begin with mcp_ are read with the key/);
    const unknown = await call('192.0.2.1', 'get_scan', { id: 'A'.repeat(22) });
    assert.match(unknown.text, /^not_found: id: there is no scan with this share token\./);
    for (const uri of [`legible://scans/${id}`, `legible://scans/${id}/report.md`]) {
      const reply = await post({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
      const { result } = Object(await reply.json());
      assert.ok(result.contents[0].text.includes(site.origin), uri);
    }
    const prompt = { name: 'fix_site', arguments: { site: id } };
    const reply = await post({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: prompt });
    assert.match(Object(await reply.json()).result.messages[0].content.text, /^# Make|^There is nothing to fix/);
    for (const tool of KEYED_ONLY) {
      assert.match((await call('192.0.2.1', tool, { id })).text, /^missing_key: .*start_scan, get_scan/);
    }
  });

  it('says when the scans of the day are used up, and nothing of paying where nothing is for sale', async () => {
    for (const count of [1, 2, 3]) {
      const { failed } = await call('192.0.2.3', 'start_scan', { url: site.origin, fresh: true });
      assert.equal(failed, false, `scan ${count}`);
    }
    const refused = await call('192.0.2.3', 'start_scan', { url: site.origin, fresh: true });
    assert.match(refused.text, /^rate_limited: Too many calls: at most 3 in a day\. Try again in \d+ s\.$/);
    assert.ok(Number(refused.headers.get('retry-after')) > 80_000);
    const shared = await call('192.0.2.3', 'start_scan', { url: site.origin });
    assert.equal(shared.failed, false);
    assert.match(shared.text, /This scan began at \S+ for an earlier call\. With fresh: true start_scan scans anew\./);
    assert.equal((await call('192.0.2.4', 'start_scan', { url: site.origin, fresh: true })).failed, false);
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
    const { text } = await callSeller('start_scan', { url: site.origin, fresh: true });
    assert.match(text, /^rate_limited: /);
    assert.ok(text.endsWith(` Or pay for this scan: call buy_scan, or see ${seller.url}/api/x402/scan.`), text);
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
        const says =
          /Without a key these tools are free: start_scan, get_scan, view_page, report_result, scan_mcp, ask; a scan reads 25 pages/;
        assert.equal(says.test(client.instructions ?? ''), key === undefined, client.instructions);
        const { tools } = Object(await client.request('tools/list'));
        const names: string[] = tools.map((tool: { name: string }) => tool.name);
        const callable = TOOLS.map((tool) => tool.name).filter(
          (tool) => key !== undefined || !KEYED_ONLY.includes(tool),
        );
        assert.deepEqual(names, callable);
        await client.close();
      }
    });
  }

  it('starts the scan of a URL that fix_site gets', async () => {
    const prompt = { name: 'fix_site', arguments: { site: site.origin } };
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    const reply = await post({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: prompt }, headers);
    const { text } = Object(await reply.json()).result.messages[0].content;
    assert.match(text, /^# Make|^There is nothing to fix/);
    assert.ok(text.includes(site.origin), text);
  });

  it('takes batches from revisions that have them alone', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const [revision, status] of [
      ['2025-03-26', 200],
      ['2025-06-18', 400],
      ['2025-11-25', 400],
    ] as const) {
      const reply = await post([ping], { 'mcp-protocol-version': revision });
      assert.equal(reply.status, status, revision);
      if (status === 400) assert.equal(Object(await reply.json()).error.code, -32600);
    }
  });

  it('names every revision that it serves', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' };
    const reply = await post({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }, headers);
    const { supportedVersions, capabilities, instructions } = Object(await reply.json()).result;
    assert.deepEqual(supportedVersions.slice(0, 2), ['2026-07-28', '2025-11-25']);
    assert.ok('tools' in capabilities && instructions.length > 0);
    for (const revision of supportedVersions.slice(1)) {
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      assert.equal(Object(await answer.json()).result.protocolVersion, revision);
    }
  });

  it('refuses a client of 2025 that does not accept both types, with the message of REST', async () => {
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      const reply = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept });
      const { error, id } = Object(await reply.json());
      assert.deepEqual([reply.status, error.data.code, id], [406, 'not_acceptable', 1]);
      assert.match(error.message, /^Accept: expected both application\/json and text\/event-stream/);
    }
  });
});

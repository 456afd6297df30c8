/** What get_scan says over MCP of arguments that lead to nothing: never that a scan has no findings. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { hiddenText } from '../../fixtures/mcp-servers/listing.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { carelessPages } from '../../fixtures/sites/careless-pages.ts';
import { serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, rpc } from '../../support/service-doors.ts';
import { serveSite } from '../../support/site-server.ts';

let service: TestService;
let key: string;
/** Of a website, and of an MCP server. */
let ofSite: AgentScan;
let ofServer: AgentScan;
before(async () => {
  const [site, server] = await Promise.all([serveSite(carelessPages), serveMcp(modern(hiddenText))]);
  service = await startTestService();
  key = await service.key('team');
  ofSite = await scanOf('start_scan', { url: `${site.origin}/`, pageLimit: 5 });
  ofServer = await scanOf('scan_mcp', { endpoint: server.url });
  await Promise.all([site.close(), server.close()]);
});
after(() => service.stop());

const scanOf = async (tool: string, input: object) =>
  AgentScan.parse((await callTool(service, key, tool, input)).output);
const refusal = async (tool: string, input: object): Promise<string> => {
  const { failed, text } = await callTool(service, key, tool, input);
  assert.equal(failed, true, text);
  return text;
};

describe('a cursor behind the end of a list', () => {
  for (const look of [{}, { detail: 'checks' }, { detail: 'pages' }, { detail: 'results' }, { checkId: 'P5' }]) {
    it(`is refused for ${JSON.stringify(look)}`, async () => {
      const text = await refusal('get_scan', { id: ofSite.id, cursor: '99999', ...look });
      assert.equal(text, 'invalid_request: cursor: this list ends before 99999. Call without a cursor.');
    });
  }

  it('is refused for a scan of an MCP server, for explain_scan and for the resource', async () => {
    assert.match(await refusal('get_scan', { id: ofServer.id, cursor: '99999' }), /^invalid_request: cursor: /);
    assert.match(await refusal('explain_scan', { id: ofSite.id, cursor: '99999' }), /^invalid_request: cursor: /);
    const uri = `legible://scans/${ofSite.id}?cursor=99999`;
    const { body } = await rpc(service, key, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
    assert.match(Object(Object(body).error).message, /^cursor: this list ends before 99999/);
  });
});

describe('get_scan', () => {
  const WRONG: readonly [string, () => object, RegExp][] = [
    [
      'a check of MCP servers for a website',
      () => ({ id: ofSite.id, checkId: 'M1' }),
      /^not_found: checkId: .*S1, L1, P1/,
    ],
    [
      'a check of the site for one page',
      () => ({ id: ofSite.id, checkId: 'S2', page: '/' }),
      /^invalid_request: page: S2 /,
    ],
    ['a page of an MCP server', () => ({ id: ofServer.id, page: '/' }), /^invalid_request: page: .*no pages/],
    [
      'the pages of an MCP server',
      () => ({ id: ofServer.id, detail: 'pages' }),
      /^invalid_request: detail: .*fixes or res/,
    ],
    ['the points of an MCP server', () => ({ id: ofServer.id, detail: 'checks' }), /^invalid_request: detail: /],
  ];
  for (const [what, input, says] of WRONG) {
    it(`refuses ${what}`, async () => assert.match(await refusal('get_scan', input()), says));
  }
});

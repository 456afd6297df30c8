/** Scans of MCP servers as records: read again, listed and compared over MCP; REST knows scans of websites only. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AgentComparison, AgentScan, AgentScanList } from '../../../src/schema/agent-forms.ts';
import { hiddenText } from '../../fixtures/mcp-servers/listing.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { type McpServer, serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  callTool,
  codeOf,
  rest,
  rpc,
  startScan,
  type ToolAnswer,
  toolCall,
  untilEnded,
} from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const MAX_TOKENS = 4000;
const CHARACTERS_PER_TOKEN = 4;

let service: TestService;
let site: SiteServer;
let server: McpServer;
let key: string;
let other: string;
/** Of the server as it was, and of the one that was fixed. */
let bad: AgentScan;
let good: AgentScan;
let siteScan: string;
let isFixed = false;
before(async () => {
  service = await startTestService({ settings: { TRUSTED_PROXIES: '1' } });
  key = await service.key('team');
  other = await service.key();
  site = await serveSite(tinyLegit);
  server = await serveMcp((request, response) => modern(isFixed ? {} : hiddenText)(request, response));
  bad = AgentScan.parse((await answered('scan_mcp', { endpoint: server.url })).output);
  siteScan = (await startScan(service, key, { url: `${site.origin}/` })).id;
  await untilEnded(service, key, siteScan);
  isFixed = true;
  good = AgentScan.parse((await answered('scan_mcp', { endpoint: server.url })).output);
});
after(async () => {
  await service.stop();
  await server.close();
  await site.close();
});

/** A call that succeeds within the tokens of a lean answer, text and structured content together. */
async function answered(tool: string, input: object, withKey = key): Promise<ToolAnswer> {
  const answer = await callTool(service, withKey, tool, input);
  assert.equal(answer.failed, false, answer.text);
  const tokens = JSON.stringify([answer.text, answer.output]).length / CHARACTERS_PER_TOKEN;
  assert.ok(tokens <= MAX_TOKENS, `${tool}: ${tokens} tokens`);
  return answer;
}
const refused = async (tool: string, input: object, withKey = key): Promise<string> => {
  const { failed, text } = await callTool(service, withKey, tool, input);
  assert.equal(failed, true);
  return text;
};
async function rpcError(method: string, params: object): Promise<string> {
  const { body } = await rpc(service, key, { jsonrpc: '2.0', id: 1, method, params });
  return Object(Object(body).error).message;
}
/** Over the MCP endpoint that needs no key. */
async function anonymously(tool: string, input: object): Promise<{ output: unknown; text: string }> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': '192.0.2.77',
    },
    body: JSON.stringify(toolCall(tool, input)),
  });
  const { result } = Object(await response.json());
  return { output: result.structuredContent, text: result.content[0].text };
}

describe('a scan of an MCP server over MCP', () => {
  it('is answered lean, and read again by the id it was given, the same', async () => {
    assert.deepEqual([bad.kind, bad.status, bad.url], ['mcp', 'completed', server.url]);
    assert.match(bad.id, /^mcp_/);
    assert.ok((bad.mcpScore ?? 0) < (good.mcpScore ?? 0));
    const again = await answered('get_scan', { id: bad.id });
    assert.deepEqual(again.output, bad);
    assert.equal(bad.results?.[0]?.checkId, 'M24', 'what bounds the score is first');
    assert.equal(bad.results?.[0]?.evidence, undefined);
    for (const { checkId, message } of bad.results ?? [])
      assert.ok(again.text.includes(`${checkId} `) && again.text.includes(message));
  });

  it('is looked at closer by check, with its evidence in a block that is marked', async () => {
    const { output, text } = await answered('get_scan', { id: bad.id, checkId: 'm24' });
    const { results = [] } = AgentScan.parse(output);
    assert.deepEqual(
      results.map(({ checkId, evidence }) => [checkId, evidence !== undefined]),
      [['M24', true]],
    );
    assert.match(text, /```json untrusted/);
    assert.match(await refused('get_scan', { id: bad.id, checkId: 'P5' }), /^not_found: checkId: .*M1, M2/);
  });

  it('without a key is read by its share token, by every caller, and by its id for none but its owner', async () => {
    const scan = AgentScan.parse((await anonymously('scan_mcp', { endpoint: server.url })).output);
    assert.doesNotMatch(scan.id, /^mcp_/);
    assert.deepEqual((await anonymously('get_scan', { id: scan.id })).output, scan);
    assert.deepEqual((await answered('get_scan', { id: scan.id }, other)).output, scan);
    assert.match(
      await refused('get_scan', { id: bad.id }, other),
      /^not_found: id: your account has no such scan of an MCP/,
    );
    assert.match((await anonymously('get_scan', { id: bad.id })).text, /^not_found: id: ids that begin with mcp_/);
  });
});

describe('list_scans over MCP', () => {
  const list = async (input: object) => AgentScanList.parse((await answered('list_scans', input)).output);

  it('lists both kinds, newest first, or the one that is asked for', async () => {
    const kinds = async (input: object) => (await list(input)).data.map(({ kind, id }) => [kind, id]);
    const [newest, middle, oldest] = [
      ['mcp', good.id],
      ['site', siteScan],
      ['mcp', bad.id],
    ];
    assert.deepEqual(await kinds({}), [newest, middle, oldest]);
    assert.deepEqual(await kinds({ kind: 'mcp' }), [newest, oldest]);
    assert.deepEqual(await kinds({ kind: 'site' }), [middle]);
    assert.match(await refused('list_scans', { kind: 'web' }), /kind: expected one of site, mcp, all/);
  });

  it('goes on where the page before ended, across kinds, without a gap or a repetition', async () => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    assert.deepEqual(ids, [good.id, siteScan, bad.id]);
  });
});

describe('compare_scans over MCP', () => {
  it('compares two scans of a server: the score, the caps and the checks that changed', async () => {
    const { output, text } = await answered('compare_scans', { id: good.id, with: bad.id });
    const comparison = AgentComparison.parse(output);
    assert.deepEqual(comparison.score, {
      before: bad.mcpScore,
      after: good.mcpScore,
      change: (good.mcpScore ?? 0) - (bad.mcpScore ?? 0),
    });
    assert.deepEqual([comparison.kind, comparison.notComparableBecause], ['mcp', null]);
    assert.match(comparison.capsDisappeared.join(), /^At most 49: /);
    assert.deepEqual(
      comparison.checks.find(({ checkId }) => checkId === 'M24'),
      { checkId: 'M24', change: 'better', before: 'fail', after: 'pass' },
    );
    assert.ok(text.includes(`**${good.mcpScore}**`) && text.includes('M24 better: fail -> pass'), text);
  });

  it('refuses two kinds, a later baseline, and scans of others', async () => {
    assert.match(
      await refused('compare_scans', { id: good.id, with: siteScan }),
      /^invalid_request: with: one scan is of a/,
    );
    assert.match(
      await refused('compare_scans', { id: siteScan, with: bad.id }),
      /^invalid_request: id: one scan is of a/,
    );
    assert.match(
      await refused('compare_scans', { id: bad.id, with: good.id }),
      /^invalid_request: with: the baseline must/,
    );
    assert.match(await refused('compare_scans', { id: good.id, with: bad.id }, other), /^not_found: with: /);
  });

  it('says of scans of two servers that they are not comparable', async () => {
    const second = await serveMcp(modern());
    const scan = AgentScan.parse((await answered('scan_mcp', { endpoint: second.url })).output);
    const { output } = await answered('compare_scans', { id: scan.id, with: bad.id });
    assert.match(AgentComparison.parse(output).notComparableBecause ?? '', /different endpoints/);
    await answered('delete_scan', { id: siteScan });
    await second.close();
  });
});

describe('a tool for scans of websites', () => {
  it('names the kind of a scan of a server, by its id and by its share token', async () => {
    const shareToken = bad.report.replace('/m/', '');
    for (const id of [bad.id, shareToken]) {
      const says = /^not_found: id: this scan is of an MCP server, not of a website\. Over MCP get_scan reads it\./;
      assert.match(await refused('explain_scan', { id }), says);
      assert.match(await rpcError('resources/read', { uri: `legible://scans/${id}/report.md` }), /is of an MCP server/);
      assert.match(await rpcError('prompts/get', { name: 'fix_site', arguments: { site: id } }), /is of an MCP server/);
    }
  });

  it('names an id of neither kind as such when it is compared with a scan of a server', async () => {
    const says = (field: string) => new RegExp(`^not_found: ${field}: your account has no such scan`);
    assert.match(await refused('compare_scans', { id: bad.id, with: 'garbage' }), says('with'));
    assert.match(await refused('compare_scans', { id: 'garbage', with: bad.id }), says('id'));
  });
});

describe('what a scan of a server says to call next', () => {
  it('is no call with an endpoint that was cut', async () => {
    const { text, output } = await answered('scan_mcp', { endpoint: `${server.url}?${'a'.repeat(300)}` });
    assert.match(AgentScan.parse(output).next, /call scan_mcp with the same endpoint/);
    assert.doesNotMatch(text, /\{"endpoint":/);
  });

  it('follows the reason of a scan without a grade, which is said once', async () => {
    const { text } = await answered('scan_mcp', { endpoint: `${site.origin}/` });
    assert.equal(text.match(/The endpoint answers, but not with MCP/g)?.length, 1, text);
    assert.match(text, /When the server answers, call scan_mcp with \{"endpoint":/);
  });
});

describe('delete_scan over MCP', () => {
  it('deletes a scan of a server for its owner alone, with its report, and only by its id', async () => {
    const scan = AgentScan.parse((await answered('scan_mcp', { endpoint: server.url })).output);
    const shareToken = scan.report.replace('/m/', '');
    assert.match(await refused('delete_scan', { id: scan.id }, other), /^not_found: id: your account has no such scan/);
    assert.match(await refused('delete_scan', { id: shareToken }), /^not_found: id: a share token only reads/);
    assert.deepEqual((await answered('delete_scan', { id: scan.id })).output, { id: scan.id });
    assert.match(await refused('get_scan', { id: scan.id }), /^not_found: /);
    assert.equal((await fetch(service.url + scan.report)).status, 404);
    assert.match(await refused('delete_scan', { id: scan.id }), /^not_found: id: .*list_scans/);
  });

  it('says of a URL and of an unknown id what they are', async () => {
    assert.match(await refused('delete_scan', { id: 'https://example.com/' }), /^not_found: id: this is a URL/);
    assert.match(await refused('delete_scan', { id: 'scn_none' }), /^not_found: id: your account has no such scan/);
  });
});

describe('REST', () => {
  it('does not delete a scan of a server', async () => {
    const reply = await rest(service, `/api/v1/scans/${bad.id}`, { method: 'DELETE', key });
    assert.deepEqual([reply.status, codeOf(reply)], [404, 'not_found']);
    await answered('get_scan', { id: bad.id });
  });

  it('keeps its contract: an id of a scan of a server is not found, and lists have websites only', async () => {
    for (const path of [`/api/v1/scans/${bad.id}`, `/api/v1/scans/${bad.id}/explanation`, `/api/scan/${bad.id}`]) {
      const reply = await rest(service, path, path.startsWith('/api/v1') ? { key } : {});
      assert.deepEqual([reply.status, codeOf(reply)], [404, 'not_found'], path);
    }
    const comparison = await rest(service, `/api/v1/scans/${good.id}/comparison?with=${bad.id}`, { key });
    assert.equal(comparison.status, 404);
    const { data } = Object((await rest(service, '/api/v1/scans?kind=mcp', { key })).body);
    assert.ok(data.every(({ id }: { id: string }) => id.startsWith('scn_')));
    const { scan } = Object(
      (await rest(service, '/api/v1/scan/mcp', { method: 'POST', key, body: { endpoint: server.url } })).body,
    );
    assert.equal(scan.checks.length, 25);
  });
});

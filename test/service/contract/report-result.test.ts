import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as z from 'zod';
import { createResultReports } from '../../../src/scans/result-reports.ts';
import type { Scan } from '../../../src/schema/scan.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { carelessPages } from '../../fixtures/sites/careless-pages.ts';
import { serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const REASON = 'The file is there since yesterday.';
const Report = z.object({ id: z.string(), checkId: z.string(), status: z.string(), page: z.string().optional() });

let service: TestService;
let site: SiteServer;
let key: string;
let scan: Scan;
before(async () => {
  service = await startTestService();
  site = await serveSite(carelessPages);
  key = await service.key('pro');
  const { id } = await startScan(service, key, { url: `${site.origin}/`, pageLimit: 5 });
  scan = await untilEnded(service, key, id);
});
after(async () => {
  await site.close();
  await service.stop();
});

const send = (body: unknown, { id = scan.id, apiKey }: { id?: string; apiKey?: string | undefined } = {}) =>
  rest(service, apiKey === undefined ? `/api/scan/${id}/reports` : `/api/v1/scans/${id}/reports`, {
    method: 'POST',
    ...(apiKey === undefined ? {} : { key: apiKey }),
    body,
  });
const kept = () => createResultReports(service.repositories.store).list({ limit: 100 });
const messageOf = ({ body }: { body: unknown }): string => Object(Object(body).error).message;

describe('report_result', () => {
  it('REST and MCP keep the result with its evidence and the reason, for the operator', async () => {
    const reply = await send({ checkId: 'S4', reason: `${REASON}\u202e\n<b>` }, { apiKey: key });
    assert.equal(reply.status, 201, reply.text);
    const { output } = await callTool(service, key, 'report_result', { id: scan.id, checkId: 'S4', reason: REASON });
    const [overMcp, overRest] = await kept();
    assert.deepEqual([overMcp?.id, overRest?.id], [Report.parse(output).id, Report.parse(reply.body).id]);
    assert.equal(overRest?.reason, `${REASON} <b>`);
    assert.equal(overRest?.url, `${site.origin}/`);
    const result = scan.siteChecks.find(({ checkId }) => checkId === 'S4');
    assert.equal(overRest?.message, result?.message);
    assert.deepEqual(overRest?.evidence, result?.details.evidence);
    assert.equal(overRest?.page, undefined);
  });

  it('a check of pages is kept with its page: the named one, else the first', async () => {
    const [first, second] = scan.pageResults;
    assert.ok(first !== undefined && second !== undefined);
    const named = await send({ checkId: 'P5', page: second.url, reason: REASON }, { apiKey: key });
    assert.equal(Report.parse(named.body).page, second.url);
    assert.equal(Report.parse((await send({ checkId: 'P5', reason: REASON }, { apiKey: key })).body).page, first.url);
  });

  it('a check in small letters and a page by its path, as get_scan names it, are found', async () => {
    const page = scan.pageResults[1]?.url ?? assert.fail('no second page');
    const path = page.slice(site.origin.length);
    const { output, text } = await callTool(service, key, 'report_result', {
      id: scan.id,
      checkId: 'p5',
      page: path,
      reason: REASON,
    });
    assert.equal(Report.safeParse(output).data?.page, page, text);
    assert.equal(Report.parse(output).checkId, 'P5');
  });

  it('without a key the share token is enough, and the id of an account is not', async () => {
    assert.equal((await send({ checkId: 'S4', reason: REASON }, { id: scan.shareToken })).status, 201);
    assert.equal((await kept())[0]?.accountId, undefined);
    assert.equal((await send({ checkId: 'S4', reason: REASON })).status, 404);
    assert.equal((await send({ checkId: 'S4', reason: REASON }, { apiKey: await service.key('pro') })).status, 404);
  });

  it('a result of an MCP server can be reported too', async () => {
    const server = await serveMcp(modern());
    const { body } = await rest(service, '/api/v1/scan/mcp', { method: 'POST', key, body: { endpoint: server.url } });
    await server.close();
    const { id } = Object(Object(body).scan);
    const reply = await send({ checkId: 'M1', reason: REASON }, { id, apiKey: key });
    assert.equal(reply.status, 201, reply.text);
    assert.equal((await kept())[0]?.url, server.url);
    const withPage = await send({ checkId: 'M1', page: '/', reason: REASON }, { id, apiKey: key });
    assert.deepEqual([withPage.status, /^page: /.test(messageOf(withPage))], [400, true]);
  });

  const refused: readonly [string, Record<string, unknown>, RegExp][] = [
    ['no reason', { checkId: 'S4' }, /^reason: expected what is wrong/],
    ['a blank reason', { checkId: 'S4', reason: '  ' }, /^reason: expected what is wrong/],
    ['an invisible reason', { checkId: 'S4', reason: '\u200b\u202e\u001b' }, /^reason: expected what is wrong/],
    ['a long reason', { checkId: 'S4', reason: 'x'.repeat(1001) }, /^reason: .*1000 characters/],
    ['an unknown check', { checkId: 'Q1', reason: REASON }, /^checkId: expected the id of a check in this scan/],
    ['an unread page', { checkId: 'P5', page: 'https://a.example/', reason: REASON }, /^page: .*did not read that one/],
    ['a check of the site on a page', { checkId: 'S4', page: 'FIRST', reason: REASON }, /^checkId: /],
  ];
  for (const [what, body, says] of refused) {
    it(`${what}: 400 that names the field`, async () => {
      const page = body.page === 'FIRST' ? { page: scan.pageResults[0]?.url } : {};
      const reply = await send({ ...body, ...page }, { apiKey: key });
      assert.equal(reply.status, 400, reply.text);
      assert.match(messageOf(reply), says);
    });
  }
});

describe('the form in the report', () => {
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/wrong-result`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });

  it('is linked from every result', async () => {
    const report = await (await fetch(`${service.url}/s/${scan.shareToken}`)).text();
    assert.match(report, new RegExp(`/wrong-result\\?scan=${scan.shareToken}&amp;check=S4"`));
    const page = await fetch(`${service.url}/wrong-result?scan=${scan.shareToken}&check=%3Cb%3E`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(await page.text(), /<b>/);
  });

  it('refuses a form that another site sends', async () => {
    const reply = await form(
      { scan: scan.shareToken, check: 'S4', reason: REASON },
      { 'sec-fetch-site': 'cross-site' },
    );
    assert.equal(reply.status, 403);
  });

  it('is kept, and says under which id', async () => {
    const reply = await form({ scan: scan.shareToken, check: 'S4', page: '', reason: REASON });
    assert.equal(reply.status, 201);
    assert.match(await reply.text(), new RegExp((await kept())[0]?.id ?? 'none'));
  });

  it('keeps the entered text when it is refused, and gives the reason', async () => {
    const reply = await form({ scan: scan.shareToken, check: 'Q1', reason: REASON });
    assert.equal(reply.status, 400);
    const text = await reply.text();
    assert.match(text, new RegExp(REASON));
    assert.match(text, /role="alert"/);
  });
});

describe('the limit', () => {
  it('a caller without a key sends ten a day', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await send({ checkId: 'S4', reason: REASON }, { id: scan.shareToken })).status);
    }
    assert.equal(statuses.at(-1), 429);
  });
});

describe('the reports kept', () => {
  it('a sweep forgets old ones', async () => {
    const reports = createResultReports(service.repositories.store);
    const count = (await reports.list({ limit: 1000 })).length;
    assert.ok(count > 0);
    assert.equal(await reports.sweep(0), 0);
    assert.equal(await reports.sweep(Date.now() + 1), count);
    assert.deepEqual(await reports.list({ limit: 10 }), []);
  });
});

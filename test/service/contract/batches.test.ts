/** start_batch, get_batch and their cancelling over REST and MCP, with the workers of a real service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { AgentBatchAnswer, Batch, BatchAnswer } from '../../../src/schema/batch.ts';
import { ANSWER_CHARACTERS } from '../../../src/tools/agent-scan/text.ts';
import { simplePage } from '../../fixtures/sites/simple-page.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { callTool, rest } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let service: TestService;
let site: SiteServer;
let key: string;
before(async () => {
  service = await shareTestService();
  site = await serveSite({
    pages: {
      '/': simplePage({ title: 'Flour', seed: 1 }),
      '/docs/': simplePage({ title: 'Bread', seed: 2 }),
    },
  });
  key = await service.key('team');
});
after(async () => {
  await site.close();
  await service.stop();
});

const start = (body: unknown, apiKey = key, headers = {}) =>
  rest(service, '/api/v1/batches', { method: 'POST', key: apiKey, body, headers });
const read = async (id: string, query = '') =>
  BatchAnswer.parse((await rest(service, `/api/v1/batches/${id}${query}`, { key })).body);

async function untilEnded(id: string): Promise<BatchAnswer> {
  for (let tries = 0; tries < 150; tries += 1) {
    const answer = await read(id);
    if (answer.batches[0]?.endedAt !== null) return answer;
    await delay(200);
  }
  return assert.fail('the batch does not end');
}

describe('a batch', () => {
  it('of good and bad lines ends with a table in the order of the list and with faults', async () => {
    const urls = [
      `${site.origin}/docs/`,
      'not a host',
      `${site.origin}/`,
      `${site.origin}/#again`,
      'http://127.0.0.1:1/',
    ];
    const started = await start({ urls, labels: ['client'], pageLimit: 5 });
    assert.equal(started.status, 202);
    const { id, pollUrl } = Batch.parse(started.body);
    assert.equal(started.headers.get('location'), pollUrl);
    const { batches, results } = await untilEnded(id);
    assert.equal(batches[0]?.status, 'completed');
    assert.deepEqual(
      results?.lines.map(({ line, state, score }) => [line, state, score !== null]),
      [
        [1, 'completed', true],
        [2, 'refused', false],
        [3, 'completed', true],
        [4, 'duplicate', false],
        [5, 'failed', false],
      ],
    );
    assert.ok((results?.common.length ?? 0) > 0, 'two pages of one kind share faults');
    const first = results?.common[0];
    assert.deepEqual([first?.sites, first?.of, first?.lines], [2, 2, [1, 3]]);
    const { body } = await rest(service, '/api/v1/sites?label=client', { key });
    // That of the host that does not answer is a site, too.
    assert.equal(Object(body).sites.length, 3);
    const page = await read(id, '?limit=2&cursor=2');
    assert.deepEqual([page.results?.lines.map(({ line }) => line), page.results?.nextCursor], [[3, 4], '4']);
    const listed = BatchAnswer.parse((await rest(service, '/api/v1/batches', { key })).body);
    assert.ok(listed.batches.some((batch) => batch.id === id) && listed.results === undefined);
    assert.equal((await rest(service, `/api/v1/batches/${id}`, { key: await service.key() })).status, 404);
    assert.equal((await rest(service, `/api/v1/batches/${id}`, { method: 'DELETE', key })).status, 409);
  });

  it('is compared with another over REST and MCP; its own id, an unknown one and one without the other are refused', async () => {
    const idOf = async (urls: string[]) => Batch.parse((await start({ urls, pageLimit: 2 })).body).id;
    const before = await idOf([`${site.origin}/`, 'http://127.0.0.1:1/']);
    const after = await idOf([`${site.origin}/docs/`, `${site.origin}/`]);
    await untilEnded(before);
    await untilEnded(after);
    const { batches, results, comparison } = await read(after, `?with=${before}`);
    assert.deepEqual([batches[0]?.id, comparison?.with.id, results], [after, before, undefined]);
    assert.deepEqual(
      comparison?.sites.map(({ url, change }) => [url, change]),
      [[`${site.origin}/`, 0]],
    );
    assert.deepEqual(comparison?.onlyAfter, [`${site.origin}/docs/`]);
    assert.deepEqual(comparison?.onlyBefore, ['http://127.0.0.1:1/']);
    assert.ok(comparison?.faults.every(({ after: { of } }) => of === 2));
    const answer = await callTool(service, key, 'get_batch', { id: after, with: before });
    const forAgents = AgentBatchAnswer.parse(answer.output);
    assert.equal(forAgents.comparison?.sites[0]?.url, `${site.origin}/`);
    const refused = async (path: string) => (await rest(service, `/api/v1/batches${path}`, { key })).status;
    assert.equal(await refused(`/${after}?with=${after}`), 400);
    assert.equal(await refused(`/${after}?with=bat_none`), 404);
    assert.equal(await refused(`/bat_none?with=${after}`), 404);
    assert.match((await callTool(service, key, 'get_batch', { with: after })).text, /with: expected with the id/);
  });

  it('that runs is cancelled by DELETE and by the tool; one that has ended answers already_ended', async () => {
    const held = await serveHeldSite();
    after(() => held.close());
    for (const cancel of ['DELETE', 'tool']) {
      const { id } = Batch.parse((await start({ urls: [`${held.origin}/`] })).body);
      for (let tries = 0; (await read(id)).batches[0]?.counts.running !== 1; tries += 1) {
        assert.ok(tries < 50, 'the scan begins');
        await delay(100);
      }
      if (cancel === 'DELETE')
        assert.equal((await rest(service, `/api/v1/batches/${id}`, { method: 'DELETE', key })).status, 204);
      else assert.deepEqual((await callTool(service, key, 'cancel_scan', { id })).output, { id, status: 'failed' });
      const { batches, results } = await read(id);
      assert.equal(batches[0]?.status, 'cancelled');
      assert.equal(results?.lines[0]?.state, 'cancelled');
      const scan = await rest(service, `/api/v1/scans/${results?.lines[0]?.scanId}`, { key });
      assert.equal(Object(scan.body).error.code, 'cancelled');
    }
  });

  it('with the same Idempotency-Key is one batch', async () => {
    const body = { urls: ['http://127.0.0.1:1/'] };
    const headers = { 'idempotency-key': 'list-1' };
    const [one, two] = [await start(body, key, headers), await start(body, key, headers)];
    assert.equal(Object(one.body).id, Object(two.body).id);
    assert.equal((await start({ urls: ['http://127.0.0.1:2/'] }, key, headers)).status, 422);
  });

  it('of 1,000 long lines is taken, and its answers for agents stay within 4,000 tokens', async () => {
    const urls = Array.from({ length: 1000 }, (_, at) => `nonsense ${at} ${'x'.repeat(1950)}`);
    const started = await start({ urls });
    assert.equal(started.status, 202, started.text);
    const { id, counts } = Batch.parse(started.body);
    assert.equal(counts.refused, 1000);
    let cursor: string | undefined;
    let seen = 0;
    do {
      const { output, text } = await callTool(
        service,
        key,
        'get_batch',
        cursor === undefined ? { id } : { id, cursor },
      );
      assert.ok(JSON.stringify(output).length + text.length <= ANSWER_CHARACTERS * 1.1);
      const { results } = AgentBatchAnswer.parse(output);
      seen += results?.lines.length ?? 0;
      cursor = results?.nextCursor;
    } while (cursor !== undefined);
    assert.equal(seen, 1000);
  });

  const refused: [string, unknown, number][] = [
    ['no list', {}, 400],
    ['an empty list', { urls: [] }, 400],
    ['1,001 lines', { urls: Array.from({ length: 1001 }, () => 'a.example') }, 400],
    ['a number in the list', { urls: [1] }, 400],
    ['no pages', { urls: ['a.example'], pageLimit: 0 }, 400],
    ['an unknown cadence', { urls: ['a.example'], watch: 'yearly' }, 400],
    ['2.6 MB', { urls: ['x'.repeat(2_600_000)] }, 413],
  ];
  for (const [name, body, status] of refused) {
    it(`${name}: ${status}`, async () => assert.equal((await start(body)).status, status));
  }

  it('of a Pro account has at most 100 lines', async () => {
    const urls = Array.from({ length: 101 }, () => 'a.example');
    assert.equal((await start({ urls }, await service.key('pro'))).status, 400);
  });
});

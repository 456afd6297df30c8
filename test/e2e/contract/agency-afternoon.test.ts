/** What an agency does in an afternoon, through MCP over HTTP: 30 sites in, a table out, faults named, reports sent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { logoUri } from '../../../src/scanner/parse/images/logo.ts';
import { AgentBatchAnswer } from '../../../src/schema/batch.ts';
import { AgentSiteList } from '../../../src/schema/site.ts';
import { type SimplePage, simplePage } from '../../fixtures/sites/simple-page.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const SITES = 30;
const LOGO = logoUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'));

let service: TestService;
let key: string;
const sites: SiteServer[] = [];
before(async () => {
  service = await startTestService();
  key = await service.key('team');
  for (let at = 0; at < SITES; at += 1) {
    const page = (more: Partial<SimplePage>) => simplePage({ title: `Shop ${at}`, seed: at + 1, ...more });
    // Every third one has a list for agents.
    const files = at % 3 === 0 ? { '/llms.txt': { body: `# Shop ${at}\n\n- [About](/about): who runs it\n` } } : {};
    sites.push(
      await serveSite({ pages: { '/': page({ links: ['/about'] }), '/about': page({ seed: at + 50 }), ...files } }),
    );
  }
});
after(async () => {
  for (const site of sites) await site.close();
  await service.stop();
});

const call = async (name: string, input: unknown) => (await callTool(service, key, name, input)).output;
const readBatch = async (id: string, cursor?: string) =>
  AgentBatchAnswer.parse(await call('get_batch', cursor === undefined ? { id } : { id, cursor }));

async function untilEnded(id: string) {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await readBatch(id);
    if (answer.batches[0]?.status !== 'running') return answer;
    await delay(300);
  }
  return assert.fail('the batch does not end');
}

describe('the afternoon of an agency', () => {
  it('30 sites go in and a table comes out, with the worst faults over all of them named', async () => {
    const { id } = Object(
      await call('start_batch', { urls: sites.map(({ origin }) => origin), pageLimit: 2, labels: ['client'] }),
    );
    const first = await untilEnded(String(id));
    assert.equal(first.batches[0]?.counts.completed, SITES);
    const lines = [...(first.results?.lines ?? [])];
    for (let cursor = first.results?.nextCursor; cursor !== undefined; ) {
      const { results } = await readBatch(String(id), cursor);
      lines.push(...(results?.lines ?? []));
      cursor = results?.nextCursor;
    }
    assert.deepEqual(
      lines.map(({ text }) => text),
      sites.map(({ origin }) => origin),
    );
    assert.ok(lines.every(({ score }) => score !== null));
    const faults = [...(first.results?.telling ?? []), ...(first.results?.common ?? [])];
    assert.ok(faults.length >= 3);
    const missing = faults.find(({ checkId }) => checkId === 'S13');
    assert.equal(missing?.sites, 20, 'as many as have no llms.txt');
    assert.equal(missing?.of, SITES);
    assert.equal(missing?.examples.length, 5);
  });

  it('the worst are found by label, and two reports with a logo are sent', async () => {
    const { sites: worst } = AgentSiteList.parse(await call('list_sites', { label: 'client', sort: 'worst' }));
    assert.ok(worst.length >= 2);
    for (const { url, scanId } of worst.slice(0, 2)) {
      await call('label_site', { host: url, report: { title: 'For the client', logo: LOGO, note: 'As agreed.' } });
      const { report: path } = Object(await call('get_scan', { id: scanId }));
      const report: string = await (await fetch(`${service.url}${path}`, { headers: { accept: 'text/html' } })).text();
      assert.match(report, /<p class="cover-title">For the client</);
      assert.ok(report.includes(LOGO.slice(0, 26)));
      assert.match(report, /under rubric \d/);
    }
  });

  it('ten sites are watched weekly', async () => {
    for (const { origin } of sites.slice(0, 10))
      await call('watch_site', { url: origin, cadence: 'weekly', pageLimit: 2 });
    const { watches } = Object(await call('list_watches', {}));
    assert.equal(watches.length, 10);
  });

  it('a batch that was started by mistake is cancelled', async () => {
    const held = await serveHeldSite();
    const { id } = Object(
      await call('start_batch', {
        urls: [`${held.origin}/`, ...sites.map(({ origin }) => `${origin}/about`)],
        pageLimit: 2,
      }),
    );
    const { text } = await callTool(service, key, 'cancel_scan', { id });
    assert.match(text, /cancelled/);
    const { batches } = await readBatch(String(id));
    assert.equal(batches[0]?.status, 'cancelled');
    assert.equal(batches[0]?.counts.waiting, 0);
    await held.close();
  });
});

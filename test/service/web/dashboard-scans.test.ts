/** The scans of an account in the dashboard and the reports: older ones, deleted ones, and none of other accounts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMcpScans } from '../../../src/scans/mcp-scans.ts';
import type { ScanRecord } from '../../../src/scans/scan-record.ts';
import { createScans } from '../../../src/scans/scans.ts';
import { createSites } from '../../../src/sites/sites.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { dashboardMember } from '../../support/dashboard-member.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { mcpScanOf } from '../../support/stored-scan.ts';

const SITE = 'https://site.example/docs/';

let service: TestService;
before(async () => {
  service = await startTestService({ withWorkers: false });
});
after(() => service.stop());

async function member(email: string) {
  const { account, send } = await dashboardMember(service, email);
  return { account, get: (path: string) => send(path), post: send };
}

/** A scan that has ended with a score. */
async function scanned(accountId: string, score: number, rootUrl = SITE): Promise<ScanRecord> {
  const { store } = service.repositories;
  const scans = createScans(store, Date.now, createSites(store).observer);
  const { id } = await scans.start({ accountId, rootUrl, pageLimit: 10 });
  await store.jobs.remove(id);
  await scans.beginRun(id, 1);
  await scans.end(id, 1, {
    status: 'completed',
    pagesDiscovered: 3,
    pagesScanned: 3,
    siteChecks: [],
    llmsTxtChecks: [],
    score: { score, raw: score, cap: undefined, coverage: 1, lowConfidence: false },
    llmsTxtScore: 7,
    host: 'site.example',
    entersCorpus: false,
    basis: {
      tallies: {},
      pages: {
        discovered: 3,
        scanned: 3,
        not200: 0,
        unreadable: { wall: 0, shell: 0, both: 0 },
        homepageStatus: 200,
        cutShort: false,
      },
      llmsTxt: undefined,
    },
  });
  return (await scans.byId(id)) ?? assert.fail('the scan is gone');
}

const linksIn = (text: string, path: string): string[] =>
  [...text.matchAll(new RegExp(`href="(/${path}/\\w+)"`, 'g'))].map(([, href = '']) => href);

describe('the dashboard', () => {
  it('leads from page to page through all scans of websites, and a site leads to its newest', async () => {
    const { account, get } = await member('many@example.com');
    const made: string[] = [];
    for (let at = 0; at < 102; at += 1) made.unshift(`/s/${(await scanned(account.id, at % 100)).shareToken}`);
    const first = await get('/dashboard/scans');
    const [, next = ''] = /href="(\/dashboard\/scans\?before=[^"]+)"/.exec(first.text) ?? [];
    const second = await get(next);
    assert.match(second.text, /<h1 id="scans">Older scans</);
    assert.deepEqual([...linksIn(first.text, 's'), ...linksIn(second.text, 's')], made);
    const sites = (await get('/dashboard')).text;
    assert.ok(sites.includes(`href="${made[0]}"`), 'a site leads to its newest report');
    // The line goes from the oldest to the newest.
    assert.match(sites, /Scores, oldest first: [\d, ]*99, 0, 1"/);
    assert.doesNotMatch(second.text, /\?before=/);
  });

  it('has a line for every address, for parts of a site have scores of their own', async () => {
    const { account, get } = await member('parts@example.com');
    for (const [score, path] of [
      [40, ''],
      [90, 'docs/'],
      [50, ''],
    ] as const) {
      await scanned(account.id, score, `https://parts.example/${path}`);
    }
    const [sites = ''] = /<h2 id="sites">.*?<\/table>/s.exec((await get('/dashboard?sort=name')).text) ?? [];
    assert.deepEqual(
      [...sites.matchAll(/<th scope="row"><a href="\/s\/\w+">([^<]+)</g)].map(([, address]) => address),
      ['parts.example', 'parts.example/docs/'],
    );
    assert.deepEqual(
      [...sites.matchAll(/oldest first: ([\d, ]+)"/g)].map(([, scores]) => scores),
      ['40, 50', '90'],
    );
  });

  it('starts a scan of the requested number of pages, and reports how many were started', async () => {
    const { account, get, post } = await member('starts@example.com');
    const { text, formToken } = await get('/dashboard');
    assert.match(text, /Started here today: 0 of 200\./);
    const wrong = await post('/dashboard', { formToken, url: 'http://192.0.2.1/', pageLimit: '2001' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /name="pageLimit" value="2001"/);
    assert.match(wrong.text, /id="scan-fault" role="alert">[^<]*from 1 to 2000/);
    assert.match(wrong.text, /id="pageLimit"[^>]* aria-invalid="true" aria-describedby="scan-fault"/);
    assert.equal((await post('/dashboard', { formToken, url: 'http://127.0.0.1:9/', pageLimit: '7' })).status, 303);
    const scans = await createScans(service.repositories.store).list(account.id, { limit: 5 });
    assert.deepEqual(
      scans.map(({ pageLimit }) => pageLimit),
      [7],
    );
    assert.match((await get('/dashboard')).text, /Started here today: 1 of 200\./);
    const inside = await post('/dashboard', { formToken, url: '192.168.0.1', pageLimit: '7' });
    assert.equal(inside.status, 400);
    assert.match(inside.text, /role="alert">The address leads to a private network/);
    assert.match(
      inside.text,
      /id="url"[^>]* value="192.168.0.1"[^>]* aria-invalid="true" aria-describedby="scan-fault"/,
    );
  });

  it('cancels a running scan with the button on its page, which its owner alone has', async () => {
    const site = await serveHeldSite();
    after(() => site.close());
    const { account, get, post } = await member('cancels@example.com');
    const { formToken } = await get('/dashboard');
    await post('/dashboard', { formToken, url: `${site.origin}/`, pageLimit: '7' });
    const scans = createScans(service.repositories.store);
    const [running] = await scans.list(account.id, { limit: 1 });
    assert.ok(running !== undefined);
    const { text } = await get(`/s/${running.shareToken}`);
    const [, action = ''] = /<form method="post" action="([^"]+)"[^>]*>.*?Cancel the scan/s.exec(text) ?? [];
    assert.equal(action, `/dashboard/scans/${running.id}/cancel`);
    const stranger = await member('others@example.com');
    assert.doesNotMatch((await stranger.get(`/s/${running.shareToken}`)).text, /Cancel the scan/);
    const { formToken: theirs } = await stranger.get('/dashboard');
    assert.equal((await stranger.post(action, { formToken: theirs })).status, 404);
    assert.equal((await post(action, {})).status, 403);
    assert.equal((await post(action, { formToken })).status, 303);
    const cancelled = (await get(`/s/${running.shareToken}`)).text;
    assert.match(cancelled, /The scan was cancelled by its owner/);
    // A second press leads to the report too.
    assert.equal((await post(action, { formToken })).status, 303);
  });

  it('shows all scans of MCP servers and deletes one once that is confirmed, for its owner alone', async () => {
    const { account, get, post } = await member('servers@example.com');
    const thief = await member('thief@example.com');
    const mcpScans = createMcpScans(service.repositories.store);
    const made: string[] = [];
    for (let at = 0; at < 22; at += 1) {
      const { scan } = await mcpScans.add({ accountId: account.id, scan: mcpScanOf(`server-${at}.example`) });
      made.unshift(`/m/${scan.shareToken}`);
    }
    const first = await get('/dashboard/scans');
    const [, next = ''] = /href="(\/dashboard\/scans\?mcp-before=[^"]+)"/.exec(first.text) ?? [];
    const second = await get(next);
    assert.deepEqual([...linksIn(first.text, 'm'), ...linksIn(second.text, 'm')], made);

    const [, path = ''] = /href="(\/dashboard\/mcp-scans\/mcp_\w+\/delete)"/.exec(second.text) ?? [];
    const asked = await get(path);
    assert.match(asked.text, /The report of <strong>https:\/\/server-1\.example\/mcp</);
    const foreign = await thief.get(path);
    assert.equal(foreign.status, 404);
    assert.doesNotMatch(foreign.text, /server-1/);
    const { formToken: stolen } = await thief.get('/dashboard');
    assert.equal((await thief.post(path, { formToken: stolen })).status, 404);
    assert.equal((await get(made[20] ?? '')).status, 200);
    assert.equal((await post(path, { formToken: '' })).status, 403);
    assert.equal((await post(path, { formToken: asked.formToken })).status, 303);
    assert.equal((await get(made[20] ?? '')).status, 404);
    assert.equal((await post(path, { formToken: asked.formToken })).status, 404);
    assert.deepEqual(linksIn((await get(next)).text, 'm'), [made[21]]);
  });
});

describe('the history of a site', () => {
  it('is in the report for the account that scanned it, and for no other visitor', async () => {
    const owner = await member('owner@example.com');
    const other = await member('other@example.com');
    const [old, elsewhere, late] = [
      await scanned(owner.account.id, 40),
      await scanned(owner.account.id, 50, 'https://site.example/blog/'),
      await scanned(owner.account.id, 75),
    ];
    await scanned(other.account.id, 90);
    const path = `/s/${late.shareToken}`;
    const seen = await owner.get(path);
    assert.match(seen.text, /aria-label="Scores, oldest first: 40, 75"/);
    assert.ok(seen.text.includes(`/s/${old.shareToken}"`));
    assert.ok(!seen.text.includes(elsewhere.shareToken));
    assert.match(seen.headers.get('vary') ?? '', /Cookie/);
    assert.match(seen.headers.get('cache-control') ?? '', /private/);

    for (const cookie of [undefined, 'legible=Fe26.2**forged', 'legible=']) {
      const anyone = await fetch(service.url + path, { headers: cookie === undefined ? {} : { cookie } });
      assert.doesNotMatch(await anyone.text(), /over time/i);
      assert.deepEqual(anyone.headers.getSetCookie(), [], 'a reader of a report is given no cookie');
    }
    assert.doesNotMatch((await other.get(path)).text, /over time/i);
    const { formToken } = await owner.get('/dashboard');
    await owner.post('/dashboard/sign-out', { formToken });
    assert.doesNotMatch((await owner.get(path)).text, /over time/i);
  });
});

describe('watched sites', () => {
  it('are begun, changed, and ended in the dashboard', async () => {
    const { get, post } = await member('watcher@example.com');
    const { text, formToken } = await get('/dashboard/watches');
    assert.match(text, /No site is watched yet/);
    const send = (fields: Record<string, string>) => post('/dashboard/watches', { formToken, ...fields });
    assert.equal((await send({ url: 'http://127.0.0.1:1', cadence: 'daily', pageLimit: '' })).status, 303);
    const shown = (await get('/dashboard/watches')).text;
    assert.match(shown, /<h3 class="address">http:\/\/127\.0\.0\.1:1\/<\/h3>\n<p>daily, at most 100 pages; no run yet/);
    const refused = await send({ url: 'http://127.0.0.1:1', cadence: 'hourly', pageLimit: '500' });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /role="alert"/);
    assert.match(refused.text, /value="500"/);
    assert.equal((await send({ url: 'http://127.0.0.1:1/', cadence: 'off' })).status, 303);
    assert.match((await get('/dashboard/watches')).text, /No site is watched yet/);
  });

  it('are shown with the limits of the plan', async () => {
    const { account, get } = await member('team-watcher@example.com');
    assert.match((await get('/dashboard/watches')).text, /Up to 20 sites and 5,000 pages a day; hourly at most 25/);
    await service.repositories.accounts.setPlan(account.email, 'team');
    assert.match((await get('/dashboard/watches')).text, /Up to 1,000 sites and 30,000 pages a day/);
  });
});

describe('the form of the dashboard', () => {
  it('scans an MCP server, and finds scans by a part of their address', async () => {
    const { get, post, account } = await member('mcp-owner@example.com');
    await scanned(account.id, 70);
    const server = await serveMcp(modern());
    const { formToken } = await get('/dashboard');
    const started = await post('/dashboard', { formToken, kind: 'mcp', url: server.url, pageLimit: '5' });
    await server.close();
    assert.equal(started.status, 303);
    assert.match(started.headers.get('location') ?? '', /^\/m\//);
    const found = await get('/dashboard/scans?q=SITE.example');
    assert.match(found.text, /https:\/\/site\.example\/docs\//);
    assert.doesNotMatch(found.text, new RegExp(server.url));
    assert.match(
      (await get(`/dashboard/scans?q=${encodeURIComponent(server.url.slice(7))}`)).text,
      new RegExp(server.url),
    );
    const none = await get('/dashboard/scans?q=%3Cb%3E');
    assert.match(none.text, /No address has these words/);
    assert.doesNotMatch(none.text, /<b>/);
  });
});

describe('the form for the cover of a report', () => {
  const PATH = /\/dashboard\/scans\/[^"/]+\/cover/;
  const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';
  const open = async (email: string) => {
    const { account, get, post } = await member(email);
    const { shareToken } = await scanned(account.id, 50);
    const page = await get(`/s/${shareToken}`);
    const path = PATH.exec(page.text)?.[0] ?? assert.fail('there is no form');
    const send = (fields: Record<string, string>, logo = '') => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ formToken: page.formToken, dates: 'de', ...fields }))
        form.set(name, value);
      form.set('logo', new Blob([logo]), 'logo.svg');
      return post(path, form);
    };
    return { send, report: async () => (await get(`/s/${shareToken}`)).text };
  };

  const refused: [string, string, Record<string, string>, number, RegExp][] = [
    ['a logo that is no picture', 'logo', {}, 400, /The logo cannot be shown: /],
    ['a logo of 200 KB', 'x'.repeat(200_000), {}, 413, /The logo is larger than 100 KB\. Choose a smaller file\./],
    ['a title of 101 characters', '', { title: 'x'.repeat(101) }, 400, /Write a title of at most 100 characters\./],
    ['a note of 2,001 characters', '', { note: 'x'.repeat(2001) }, 400, /Write a note of at most 2,000 characters\./],
  ];
  for (const [at, [title, logo, fields, status, message]] of refused.entries()) {
    it(`${title}: is shown again with its reason and all that was written`, async () => {
      const { send, report } = await open(`cover-${at}@example.com`);
      const written = { title: 'For <ACME>', note: 'One\r\nTwo', ...fields };
      const answered = await send(written, logo);
      assert.equal(answered.status, status);
      assert.match(answered.text, message);
      assert.match(answered.text, PATH);
      assert.doesNotMatch(answered.text, /report\./i);
      assert.ok(answered.text.includes(`value="${written.title.replace('<ACME>', '&lt;ACME&gt;')}"`));
      assert.ok(answered.text.includes(`>${written.note.replace('\r\n', '\n')}</textarea>`));
      assert.match(answered.text, /<option value="de" selected>/);
      assert.equal(answered.text.match(/aria-invalid="true"/g)?.length, 1);
      assert.doesNotMatch(await report(), /class="cover"/);
    });
  }

  it('keeps the logo where other fields change, and removes it when that is chosen', async () => {
    const { send, report } = await open('cover-kept@example.com');
    assert.equal((await send({ title: 'One', note: '' }, LOGO)).status, 303);
    assert.equal((await send({ title: 'Two', note: `${'x'.repeat(999)}\r\n${'y'.repeat(1000)}` })).status, 303);
    assert.match(await report(), /class="cover-logo"/);
    assert.match(await report(), /<p class="cover-title">Two</);
    const refused = await send({ title: 'x'.repeat(101), note: '', withoutLogo: '1' });
    assert.match(refused.text, /name="withoutLogo" value="1" checked/);
    assert.equal((await send({ title: 'Two', note: '', withoutLogo: '1' })).status, 303);
    assert.doesNotMatch(await report(), /cover-logo/);
  });
});

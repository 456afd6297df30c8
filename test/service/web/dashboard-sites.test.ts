/** The first page of the dashboard: a list of sites, and actions on several of them at once. Then batches. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createScans } from '../../../src/scans/scans.ts';
import { createSites } from '../../../src/sites/sites.ts';
import { dashboardMember, type Send } from '../../support/dashboard-member.ts';
import { completedReport } from '../../support/ended-scan.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ withWorkers: false });
});
after(() => service.stop());

/** A visitor that sends with each form the token of the page that it saw last. */
async function member(email: string) {
  const { account, send: ask } = await dashboardMember(service, email, 'team');
  let formToken = '';
  const send: Send = async (path, body) => {
    const page = await ask(path, body);
    formToken = page.formToken || formToken;
    return page;
  };
  await send('/dashboard');
  const act = (fields: readonly (readonly [string, string])[]) =>
    send('/dashboard/sites', new URLSearchParams([['formToken', formToken], ...fields.map(([a, b]) => [a, b])]));
  const upload = (fields: Record<string, string>, file = '') => {
    const form = new FormData();
    form.set('formToken', formToken);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([file]), 'sites.txt');
    return send('/dashboard/batches', form);
  };
  return { account, get: (path: string) => send(path), post: send, act, upload, token: () => formToken };
}

async function scanned(accountId: string, rootUrl: string, score: number, pageLimit = 10): Promise<void> {
  const { store } = service.repositories;
  const scans = createScans(store, Date.now, createSites(store).observer);
  const { id } = await scans.start({ accountId, rootUrl, pageLimit });
  await store.jobs.remove(id);
  await scans.beginRun(id, 1);
  await scans.end(id, 1, completedReport(score, ['S2']));
}

const namesIn = (text: string) =>
  [...text.matchAll(/<th scope="row"><a href="\/s\/\w+">([^<]+)</g)].map(([, name]) => name);
const url = (name: string) => `http://127.0.0.1:1/${name}/`;

describe('the first page of the dashboard', () => {
  it('sorts by each column and back, filters by label and searches names and labels', async () => {
    const { account, get, act } = await member('lists@example.com');
    for (const [name, score] of [
      ['a', 50],
      ['b', 90],
      ['c', 70],
    ] as const)
      await scanned(account.id, url(name), score);
    const shown = async (query: string) =>
      namesIn((await get(`/dashboard?${query}`)).text)
        .map((each) => each?.at(-2))
        .join('');
    assert.equal(await shown('sort=worst'), 'acb');
    assert.equal(await shown('sort=worst&reverse=1'), 'bca');
    assert.equal(await shown('sort=name'), 'abc');
    assert.match(
      (await get('/dashboard?sort=name')).text,
      /aria-sort="ascending"><a href="\/dashboard\?sort=name&amp;reverse=1">Site/,
    );
    const labelled = await act([
      ['site', url('a')],
      ['site', url('c')],
      ['newLabel', '<shop>'],
      ['action', 'label'],
    ]);
    assert.equal(labelled.status, 303);
    assert.equal(await shown('sort=name&label=%3Cshop%3E'), 'ac');
    assert.equal(await shown('sort=name&q=SHOP'), 'ac');
    assert.equal(await shown('sort=name&q=1/b'), 'b');
    const { text } = await get('/dashboard?q=nothing-like-it');
    assert.match(text, /No site has these words/);
    assert.match(text, /<option value="&lt;shop&gt;">&lt;shop&gt; \(2\)/);
    await act([
      ['all', '1'],
      ['q', 'SHOP'],
      ['newLabel', '<shop>'],
      ['action', 'unlabel'],
    ]);
    assert.equal(await shown('q=SHOP'), '');
  });

  it('exports what the filter leaves as CSV and JSON', async () => {
    const { account, get } = await member('exports@example.com');
    await scanned(account.id, url('a'), 50);
    await scanned(account.id, url('b'), 90);
    const csv = (await get('/dashboard/sites.csv?q=1/b')).text.trimEnd().split('\r\n');
    assert.equal(csv.length, 2);
    assert.match(csv[1] ?? '', /^http:\/\/127\.0\.0\.1:1\/b\/,,90,/);
    const json: { sites: { url: string }[] } = JSON.parse((await get('/dashboard/sites.json?sort=name')).text);
    assert.deepEqual(
      json.sites.map((site) => site.url),
      [url('a'), url('b')],
    );
  });

  it('scans the chosen sites again with no fewer pages, watches them, and lays two side by side', async () => {
    const { account, get, act } = await member('acts@example.com');
    await scanned(account.id, url('a'), 50, 7);
    await scanned(account.id, url('b'), 90, 12);
    const both = [
      ['site', url('a')],
      ['site', url('b')],
    ] as const;
    const compared = await act([...both, ['action', 'compare']]);
    assert.match(compared.location, /^\/compare\?/);
    const { text } = await get(compared.location);
    assert.match(text, /Two parts|Two sites side by side|What changed on/);
    assert.equal((await act([...both, ['action', 'watch'], ['cadence', 'weekly']])).status, 303);
    assert.match((await get('/dashboard')).text, /weekly<br>/);
    const batch = await act([...both, ['action', 'scan']]);
    assert.match(batch.location, /^\/dashboard\/batches\/bat_/);
    const page = (await get(batch.location)).text;
    assert.match(page, /A batch of 2 lines/);
    assert.match(page, /at most 12 pages/);
  });

  it('names the missing input, and does nothing for a form of another site', async () => {
    const { act, post, account } = await member('wrong@example.com');
    await scanned(account.id, url('a'), 50);
    assert.match((await act([['action', 'scan']])).text, /Choose at least one site/);
    assert.match(
      (
        await act([
          ['site', url('a')],
          ['action', 'compare'],
        ])
      ).text,
      /exactly two/,
    );
    assert.match(
      (
        await act([
          ['site', url('a')],
          ['action', 'label'],
        ])
      ).text,
      /Write a label/,
    );
    assert.equal(
      (
        await act([
          ['site', url('a')],
          ['action', 'x'],
        ])
      ).status,
      400,
    );
    const forged = new URLSearchParams({ formToken: 'forged', site: url('a'), action: 'scan' });
    assert.equal((await post('/dashboard/sites', forged)).status, 403);
  });
});

describe('labels of the dashboard', () => {
  it('are refused where they show nothing or are too long, and for a site without an owner', async () => {
    const { account, get, act } = await member('labels@example.com');
    await scanned(account.id, url('a'), 50);
    const label = (newLabel: string, ...names: string[]) =>
      act([...names.map((name) => ['site', url(name)] as const), ['newLabel', newLabel], ['action', 'label']]);
    for (const hidden of ['', ' ', '\u0007', '\u200b\u202e', 'x'.repeat(41)]) {
      const refused = await label(hidden, 'a');
      assert.equal(refused.status, 400, JSON.stringify(hidden));
      assert.match(refused.text, /Write a label of 1 to 40 visible characters\./);
    }
    const missing = await label('shop', 'a', 'not-mine');
    assert.equal(missing.status, 404);
    assert.match(missing.text, /1 of 2 chosen sites cannot be found in your account\. No label was changed\./);
    assert.doesNotMatch((await get('/dashboard')).text, /class="labels"/);
  });

  it('are removed by the same text that added them', async () => {
    const { account, get, act } = await member('unlabelled@example.com');
    await scanned(account.id, url('a'), 50);
    for (const [action, labels] of [
      ['label', 1],
      ['unlabel', 0],
    ] as const) {
      await act([
        ['site', url('a')],
        ['newLabel', 'big \t \u200bshop'],
        ['action', action],
      ]);
      assert.equal((await get('/dashboard')).text.match(/class="labels"/g)?.length ?? 0, labels);
    }
  });
});

describe('/dashboard/batches', () => {
  it('starts a batch of pasted lines and of a file, cancels it, and lets no other account see it', async () => {
    const { get, upload, post, token } = await member('batches@example.com');
    const fields = { list: `${url('a')}\n# no site\nnot a url`, pageLimit: '3', labels: 'client, shop', watch: '' };
    const started = await upload(fields, `${url('b')}\n${url('a')}\n`);
    assert.equal(started.status, 303, started.text);
    const { text } = await get(started.location);
    assert.match(text, /A batch of 4 lines/);
    assert.match(text, /labels client, shop/);
    assert.match(text, /<span class="state refused">/);
    assert.match(text, /Same as line 1\./);
    assert.match((await get('/dashboard/batches')).text, new RegExp(started.location));
    const other = await member('others@example.com');
    assert.equal((await other.get(started.location)).status, 404);
    const absent = await fetch(`${service.url}/api/v1/batches/bat_none`, {
      headers: { authorization: `Bearer ${await service.key('team')}` },
    });
    assert.match(await absent.text(), /no such batch\. GET \/api\/v1\/batches lists those it has\./);
    assert.equal((await post(`${started.location}/cancel`, new URLSearchParams({ formToken: token() }))).status, 303);
    assert.doesNotMatch((await get(started.location)).text, /Cancel the batch/);
    assert.match((await get(`${started.location}/table.csv`)).text, /^line,site,state,/);
  });

  it('compares a batch with another of the account, and not of others', async () => {
    const { get, upload } = await member('two-batches@example.com');
    const fields = { list: `${url('a')}\nhttp://127.0.0.1:1/`, pageLimit: '2', labels: '', watch: '' };
    const one = (await upload(fields)).location;
    assert.doesNotMatch((await get(one)).text, /Compare with/);
    const two = (await upload({ ...fields, list: url('a') })).location;
    const { text } = await get(two);
    const id = /<option value="(bat_[a-z0-9]+)"/.exec(text)?.[1];
    assert.equal(`/dashboard/batches/${id}`, one);
    const compared = await get(`${two}/compare?with=${id}`);
    assert.equal(compared.status, 200);
    assert.match(compared.text, /Two batches side by side/);
    assert.match(compared.text, /1 site in both batches|Of 1 site with a score in both/);
    assert.match(compared.text, /Only in the first batch \(1\)/);
    const unchosen = await get(`${two}/compare`);
    assert.equal(unchosen.status, 400);
    assert.match(unchosen.text, /Choose the batch to compare with\./);
    assert.match(text, /UTC, 2 lines/);
    const other = await member('two-others@example.com');
    assert.equal((await other.get(`${two}/compare?with=${id}`)).status, 404);
  });

  it('takes 1,000 lines of 100 characters, and keeps the text where it refuses', async () => {
    const { upload } = await member('many@example.com');
    const line = (at: number) => `http://127.0.0.1:1/${String(at).padEnd(80, 'x')}/`;
    const list = Array.from({ length: 1000 }, (_, at) => line(at)).join('\n');
    const base = { pageLimit: '1', labels: '', watch: '' };
    assert.equal((await upload({ ...base, list })).status, 303);
    const refused = await upload({ ...base, list: `${list}\n${line(1000)}` });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /names 1,001 sites/);
    const wrong = await upload({ ...base, list: 'a.example', labels: '<b>', pageLimit: '0' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /value="&lt;b&gt;"/);
    assert.match((await upload({ ...base, list: '' })).text, /names no site/);
    for (const labels of ['x'.repeat(41), 'shop, \u200b', Array.from({ length: 21 }, (_, at) => `l${at}`).join(',')]) {
      const unfit = await upload({ ...base, list: 'a.example', labels });
      assert.equal(unfit.status, 400);
      assert.match(unfit.text, /Write at most 20 labels of 1 to 40 visible characters, with commas between them\./);
    }
  });
});

describe('an account whose plan has ended', () => {
  it('reads every site and batch it has, filters and cancels them, and starts none', async () => {
    const { account, get, upload, post, token, act } = await member('ended@example.com');
    for (let at = 100; at < 153; at += 1) await scanned(account.id, url(`s${at}`), 50);
    await act([
      ['site', url('s100')],
      ['newLabel', 'shop'],
      ['action', 'label'],
    ]);
    const fields = { list: url('new'), pageLimit: '3', labels: '', watch: '' };
    const batch = (await upload(fields)).location;
    await service.repositories.accounts.setPlan(account.email, 'free');

    const first = await get('/dashboard?sort=name');
    assert.match(first.text, /53 sites/);
    assert.equal(namesIn(first.text).length, 50);
    const more = /href="(\/dashboard\?[^"]*cursor=[^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&');
    const names = namesIn((await get(more ?? assert.fail('there is no second page'))).text);
    assert.deepEqual(names, ['127.0.0.1:1/s150/', '127.0.0.1:1/s151/', '127.0.0.1:1/s152/']);
    assert.deepEqual(namesIn((await get('/dashboard?label=shop')).text), ['127.0.0.1:1/s100/']);

    assert.match((await get('/dashboard/batches')).text, new RegExp(batch));
    assert.equal((await get(batch)).status, 200);
    assert.equal((await get(`${batch}/table.csv`)).status, 200);
    assert.equal((await post(`${batch}/cancel`, new URLSearchParams({ formToken: token() }))).status, 303);
    const refused = await upload(fields);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /This needs a Pro plan; this account is on the Free plan\./);
    assert.doesNotMatch(refused.text, /account of this key/);
  });
});

/** What a caller with a key may choose for a scan, on every transport, and what no transport takes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Explanation } from '../../../src/schema/explanation.ts';
import type { Scan } from '../../../src/schema/scan.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const html = (title: string, body: string) =>
  `<html><title>${title}</title><main><h1>${title}</h1><p>Words about it.</p>${body}</main></html>`;
const links = '<a href="/about">About</a> <a href="/tags/one">A tag</a>';

let service: TestService;
let site: SiteServer;
let key: string;
let whole: Scan;
before(async () => {
  site = await serveSite({
    pages: {
      '/': { body: html('Home', links) },
      '/about': { body: html('About', links) },
      '/tags/one': { body: html('A tag', links) },
    },
  });
  service = await startTestService();
  key = await service.key('team');
  whole = await scanWith({});
});
after(async () => {
  await service.stop();
  await site.close();
});

async function scanWith(choices: Record<string, unknown>): Promise<Scan> {
  const { id } = await startScan(service, key, { url: `${site.origin}/`, ...choices });
  return untilEnded(service, key, id);
}
const explanationOf = async (id: string) =>
  Explanation.parse((await rest(service, `/api/v1/scans/${id}/explanation`, { key })).body);
const pathsOf = ({ pageResults }: Scan) => pageResults.map(({ url }) => new URL(url).pathname).sort();

describe('the choices of a scan', () => {
  it('exclude leaves pages out', async () => {
    assert.deepEqual(pathsOf(whole), ['/', '/about', '/tags/one']);
    assert.deepEqual(pathsOf(await scanWith({ exclude: ['/tags/'] })), ['/', '/about']);
  });

  it('canonicalOrigin reads the links of a preview as those of the published site', async () => {
    const production = 'https://www.production.example';
    const preview = await serveSite({
      pages: {
        '/': { body: html('Home', `<a href="${production}/about">About</a>`) },
        '/about': { body: html('About', '') },
      },
    });
    after(() => preview.close());
    const { id } = await startScan(service, key, { url: `${preview.origin}/`, canonicalOrigin: production });
    assert.deepEqual(pathsOf(await untilEnded(service, key, id)), ['/', '/about']);
  });

  it('checks selects the reported and fixed checks; the score counts all checks', async () => {
    const { output } = await callTool(service, key, 'start_scan', {
      url: `${site.origin}/`,
      checks: ['S2', 'L1', 'P11'],
    });
    const scan = await untilEnded(service, key, String(Object(output).id));
    assert.equal(scan.siteScore, whole.siteScore);
    assert.equal(scan.llmstxtScore, whole.llmstxtScore);
    assert.deepEqual(
      scan.siteChecks.map(({ checkId }) => checkId),
      ['S2'],
    );
    assert.deepEqual(
      scan.llmstxtChecks.map(({ checkId }) => checkId),
      ['L1'],
    );
    assert.equal(scan.pageResults.length, whole.pageResults.length);
    for (const { checks } of scan.pageResults) for (const { checkId } of checks) assert.equal(checkId, 'P11');
    const [all, some] = [await explanationOf(whole.id), await explanationOf(scan.id)];
    assert.deepEqual(some.selection, ['S2', 'L1', 'P11']);
    assert.deepEqual(some.categories, all.categories);
    assert.ok(all.fixes.some(({ checkId }) => checkId !== 'P11'));
    assert.deepEqual(
      some.fixes.filter(({ checkId }) => checkId !== 'S2' && checkId !== 'P11'),
      [],
    );
    const report = await (await fetch(`${service.url}/s/${scan.shareToken}`)).text();
    assert.deepEqual([...report.matchAll(/<details class="check" id="(\w+)"/g)].map(([, id]) => id).sort(), [
      'L1',
      'P11',
      'S2',
    ]);
  });

  it('get_scan, explain_scan and the report page show the numbers of one explanation', async () => {
    const { siteScore, categories, fixes } = await explanationOf(whole.id);
    const { text } = await callTool(service, key, 'get_scan', { id: whole.id });
    const report = await (await fetch(`${service.url}/s/${whole.shareToken}`)).text();
    assert.equal(siteScore, whole.siteScore);
    assert.ok(fixes.length > 0 && categories.length > 0);
    for (const { checkId, gain, scoreAfter } of fixes.slice(0, 5)) {
      assert.ok(text.includes(`${checkId} +${gain.toFixed(1)} (to ${scoreAfter})`), checkId);
    }
    const gains = [...report.matchAll(/<p class="gain">\+([\d.]+)<small>points, to (\d+)/g)].map(([, gain, to]) => [
      gain,
      to,
    ]);
    assert.deepEqual(
      gains.slice(0, fixes.length),
      fixes.map(({ gain, scoreAfter }) => [gain.toFixed(1), String(scoreAfter)]),
    );
    for (const { points, possible } of categories) {
      assert.ok(report.includes(`${points.toFixed(1)} of ${possible.toFixed(1)}`));
    }
  });

  const WRONG: readonly [string, unknown, RegExp][] = [
    ['canonicalOrigin', 'ftp://example.com', /canonicalOrigin: expected an http or https origin/],
    ['canonicalOrigin', 'https://example.com/docs', /canonicalOrigin: expected an http or https origin/],
    ['canonicalOrigin', 'https://user@example.com', /canonicalOrigin: expected an http or https origin/],
    ['exclude', ['tags'], /exclude\.0: expected a path pattern/],
    ['exclude', Array(101).fill('/a'), /exclude: expected a list of 1 to 100/],
    ['checks', ['M1'], /checks\.0: scans of websites have no check "M1"/],
    ['checks', [], /checks: expected a list of check ids/],
  ];
  for (const [field, value, expected] of WRONG) {
    it(`${field} ${JSON.stringify(value).slice(0, 40)} is refused by its name`, async () => {
      const body = { url: `${site.origin}/`, [field]: value };
      const refused = await rest(service, '/api/v1/scans', { method: 'POST', key, body });
      assert.equal(refused.status, 400);
      assert.match(refused.text.replaceAll('\\"', '"'), expected);
      const { failed, text } = await callTool(service, key, 'start_scan', body);
      assert.ok(failed);
      assert.match(text, expected);
    });
  }

  it('without a key a choice is refused, and costs nothing of the free quota', async () => {
    const body = { url: `${site.origin}/`, checks: ['S2'] };
    for (let tries = 0; tries < 4; tries += 1) {
      const refused = await rest(service, '/api/scan', { method: 'POST', body });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /checks: only a call with an API key/);
    }
    assert.equal((await rest(service, '/api/scan', { method: 'POST', body: { url: `${site.origin}/` } })).status, 202);
  });
});

describe('what only the command line of the own machine may choose', () => {
  const LOCAL = { ignoreRobots: true, userAgent: 'Other/1', headers: { authorization: 'Bearer x' } };

  for (const [field, value] of Object.entries(LOCAL)) {
    it(`${field} is an unknown argument over MCP`, async () => {
      const { failed, text } = await callTool(service, key, 'start_scan', { url: `${site.origin}/`, [field]: value });
      assert.ok(failed);
      assert.match(text, new RegExp(`"${field}": start_scan has no such argument`));
    });
  }

  it('REST passes over it like any unknown member', async () => {
    const scan = await scanWith(LOCAL);
    assert.equal(scan.siteScore, whole.siteScore);
    assert.ok(site.requests.every(({ userAgent }) => userAgent !== 'Other/1'));
  });

  it('no description of an input names it', async () => {
    const openApi = await (await fetch(`${service.url}/openapi.json`)).text();
    for (const field of Object.keys(LOCAL).filter((name) => name !== 'headers'))
      assert.ok(!openApi.includes(field), field);
  });

  it('an unknown argument is refused with the nearest known name', async () => {
    const { text } = await callTool(service, key, 'start_scan', { url: `${site.origin}/`, page_limit: 3 });
    assert.equal(text, 'invalid_request: "page_limit": start_scan has no such argument. Did you mean pageLimit?');
  });
});

describe('a service without a browser', () => {
  it('refuses browser: true by field and remedy, and costs nothing of the quota', async () => {
    const without = await startTestService({ settings: { BROWSER: 'off' } });
    const own = await without.key('pro');
    const body = { url: `${site.origin}/`, browser: true };
    for (let tries = 0; tries < 11; tries += 1) {
      const refused = await rest(without, '/api/v1/scans', { method: 'POST', key: own, body });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /"unsupported_option".*browser: no process of this service has one\. Leave it out/);
    }
    const { text } = await callTool(without, own, 'start_scan', body);
    assert.match(text, /^unsupported_option: browser: no process/);
    assert.ok((await startScan(without, own, { url: `${site.origin}/`, browser: false })).id);
    await without.stop();
  });
});

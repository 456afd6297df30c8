/** A report with a title, a logo and a note, on the page and in the file; the rest stays. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RUBRIC } from '../../../src/scanner/checks/rubric.ts';
import { logoUri } from '../../../src/scanner/parse/images/logo.ts';
import { Scan, StartScanResponse } from '../../../src/schema/scan.ts';
import { LabelledSites } from '../../../src/schema/site.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, rest, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0h9"/></svg>';
const LOGO = logoUri(Buffer.from(SVG));

let service: TestService;
let site: SiteServer;
let key: string;
let shareToken: string;
let host: string;
before(async () => {
  [service, site] = await Promise.all([startTestService(), serveSite(tinyLegit)]);
  key = await service.key('team');
  host = new URL(site.origin).host;
  const started = await rest(service, '/api/v1/scans', { method: 'POST', key, body: { url: `${site.origin}/` } });
  const { id } = StartScanResponse.parse(started.body);
  await untilEnded(service, key, id);
  ({ shareToken } = Scan.parse((await rest(service, `/api/v1/scans/${id}`, { key })).body));
});
after(async () => {
  await site.close();
  await service.stop();
});

const patch = (report: unknown, apiKey = key) =>
  rest(service, `/api/v1/sites/${encodeURIComponent(host)}`, { method: 'PATCH', key: apiKey, body: { report } });
const page = async (path = '') =>
  (await fetch(`${service.url}/s/${shareToken}${path}`, { headers: { accept: 'text/html' } })).text();

describe('a report with a cover', () => {
  it('begins with title, logo and note on the page and in the file; dates, score and rubric stay readable', async () => {
    const answered = await patch({ title: '<b>For ACME</b>', logo: LOGO, note: 'One\nTwo', dates: 'de' });
    assert.equal(answered.status, 200, answered.text);
    assert.deepEqual(LabelledSites.parse(answered.body).sites[0]?.report, {
      title: '<b>For ACME</b>',
      note: 'One\nTwo',
      dates: 'de',
      hasLogo: true,
    });
    for (const text of [await page(), await page('/report.html')]) {
      assert.match(text, /<p class="cover-title">&lt;b&gt;For ACME&lt;\/b&gt;<\/p>/);
      assert.match(text, /<title>&lt;b&gt;For ACME/);
      assert.match(text, /<p>One<\/p><p>Two<\/p>/);
      assert.ok(text.includes(`under rubric ${RUBRIC.version}`));
      assert.match(text, /<time datetime="[^"]+" lang="de">\d+\. [^<]+ um /);
      assert.ok(text.includes(`<h1>${host}</h1>`), 'the site is named as before');
      const [, base64 = ''] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(text) ?? [];
      const logo = Buffer.from(base64, 'base64').toString();
      assert.match(logo, /<path/);
      assert.doesNotMatch(logo, /script/);
    }
  });

  it('is set by agents as well; other labels stay, and {} takes it away', async () => {
    await rest(service, `/api/v1/sites/${encodeURIComponent(host)}`, {
      method: 'PATCH',
      key,
      body: { labels: ['client'] },
    });
    const { output } = await callTool(service, key, 'label_site', { host, report: { title: 'By an agent' } });
    assert.deepEqual(LabelledSites.parse(output).sites[0]?.labels, ['client']);
    assert.match(await page(), /By an agent/);
    assert.doesNotMatch(await page(), /cover-logo/);
    assert.equal((await patch({})).status, 200);
    assert.doesNotMatch(await page(), /class="cover"/);
  });

  const refused: [string, unknown][] = [
    ['a title of 101 characters', { title: 'x'.repeat(101) }],
    ['a logo that is no data: URI', { logo: 'https://a.example/logo.png' }],
    ['a language that does not exist', { dates: 'x-nothing' }],
    ['a text', 'ACME'],
  ];
  for (const [title, report] of refused) {
    it(`${title}: 400 over REST, an error for agents`, async () => {
      const answered = await patch(report);
      assert.equal(answered.status, 400);
      assert.match(answered.text, /report/);
      assert.match((await callTool(service, key, 'label_site', { host, report })).text, /^invalid_request: report/);
    });
  }

  it('is not set by another account, and shows no form to readers', async () => {
    assert.equal((await patch({ title: 'Theirs' }, await service.key())).status, 404);
    assert.doesNotMatch(await page(), /For somebody else/);
  });
});

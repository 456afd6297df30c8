import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserReport } from '../../../../src/schema/scan.ts';
import { browserMissing, CHROMIUM } from '../../../support/browser.ts';
import { legibleUnder } from '../../../support/service-process.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

const page = (title: string, body: string) => ({
  body: `<!doctype html><html lang="en"><title>${title}</title><nav><a href="/">Home</a> <a href="/boats/osprey">Osprey</a>
<a href="/contact">Contact</a></nav><form action="/search"><label>Search <input type="search" name="q"></label></form>
<main><h1>${title}</h1><p>${'Six boats a day cross the sound all year round. '.repeat(8)}</p>${body}</main></html>`,
});
const site = {
  pages: {
    '/': page('Sound ferries', '<div style="cursor:pointer" onclick="1">Winter timetable</div>'),
    '/boats/osprey': page('Osprey', '<button></button><button></button>'),
    '/contact': page(
      'Contact',
      '<form method="post" action="/send" aria-label="Write to us"><label>Name <input name="n"></label><input name="x"><button>Send</button></form>',
    ),
    '/search': ({ search }: { search: string }) =>
      page('Results', `<ul><li>First result for ${search.slice(3)}<li>Second result for ${search.slice(3)}</ul>`),
  },
};

describe('legible scan --browser', { skip: browserMissing }, () => {
  let server: SiteServer;
  before(async () => {
    server = await serveSite(site);
  });
  after(() => server.close());

  const scan = (env: Record<string, string>, ...options: string[]) =>
    legibleUnder(
      { BROWSER_SANDBOX: 'off', ...env },
      ...['scan', `${server.origin}/`, '--allow-private', '--browser', ...options],
    );

  it('adds the browser score and its findings, and leaves the site score alone', async () => {
    const { code, stdout, stderr } = await scan({ BROWSER: CHROMIUM }, '--format', 'json');
    assert.equal(code, 0, stderr);
    const { browser, siteScore } = JSON.parse(stdout) as { browser: BrowserReport; siteScore: number };
    assert.match(browser.browser ?? '', /^Chromium \d+/);
    assert.deepEqual(browser.pages.map(({ url, outcome }) => [new URL(url).pathname, outcome]).sort(), [
      ['/', 'read'],
      ['/boats/osprey', 'read'],
      ['/contact', 'read'],
    ]);
    const found = browser.findings.map(({ checkId }) => checkId).sort();
    assert.deepEqual(found, ['B3', 'B4', 'B6']);
    const search = browser.pages.flatMap(({ checks }) => checks.filter(({ checkId }) => checkId === 'B7'));
    assert.ok(search.some(({ status, details }) => status === 'pass' && details.notApplicable !== true));
    assert.ok(browser.browserScore !== null && browser.browserScore > 50 && browser.browserScore < 100);
    assert.ok(!server.requests.some(({ method }) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'));

    const without = await legibleUnder({}, 'scan', `${server.origin}/`, '--allow-private', '--format', 'json');
    const plain = JSON.parse(without.stdout) as { siteScore: number; browser?: unknown };
    assert.deepEqual([plain.siteScore, plain.browser], [siteScore, undefined]);
  });

  it('says how to get a browser where none is, and grades the site', async () => {
    const { code, stdout } = await scan({ BROWSER: '/nowhere/chromium' });
    assert.equal(code, 0);
    assert.match(stdout, /^Site score \d+/m);
    assert.match(stdout, /^In a real browser:\n {2}No browser score: .*apt-get install chromium/m);
  });
});

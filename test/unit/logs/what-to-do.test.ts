import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddressList } from '../../../src/logs/address-lists.ts';
import { pathOf } from '../../../src/logs/answers.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { redirectsOf } from '../../../src/logs/nearest-page.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { logLines } from '../../../src/logs/report/log-lines.ts';
import { parseRobotsTxt } from '../../../src/scanner/parse/robots/robots-txt.ts';

const ADDRESS = '203.0.113.7';
const OWN = JSON.stringify({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] });

interface Requests {
  readonly agent: string;
  readonly path: string;
  readonly status: number;
  readonly count: number;
}
async function reportOf(
  rows: readonly Requests[],
  lists = new Map<string, ReturnType<typeof readAddressList>>(),
  robots?: ReturnType<typeof parseRobotsTxt>,
) {
  const lines = rows.flatMap(({ agent, path, status, count }) =>
    Array.from(
      { length: count },
      () => `${ADDRESS} - - [12/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 900 "-" "${agent}/1.0"`,
    ),
  );
  const chunks = (async function* () {
    yield Buffer.from(`${lines.join('\n')}\n`);
  })();
  const read = await readLog([{ name: 'a.log', chunks }], { identities: createIdentities(lists), robots });
  return logReportOf({ read, lists: [...lists.values()], asksDns: false, hasRobots: robots !== undefined });
}
const titlesOf = async (...of: Parameters<typeof reportOf>): Promise<string[]> =>
  (await reportOf(...of)).toDo.map(({ title, why }) => `${title} ${why}`);
const page = (agent: string): Requests => ({ agent, path: '/about', status: 200, count: 50 });

describe('what to do about refusals', () => {
  it('is to let an assistant in', async () => {
    const [first = ''] = await titlesOf([
      page('ChatGPT-User'),
      { agent: 'ChatGPT-User', path: '/fees', status: 403, count: 20 },
    ]);
    assert.match(first, /^Let ChatGPT-User in: .*firewall, CDN or security plugin/);
  });
  it('is to raise a limit that it meets', async () => {
    const [first = ''] = await titlesOf([
      page('Claude-User'),
      { agent: 'Claude-User', path: '/fees', status: 429, count: 20 },
    ]);
    assert.match(first, /^Let Claude-User in: .*Raise the rate limit/);
  });
  it('is to find out first whose requests they were, where a crawler was not verified', async () => {
    const rows = [page('Googlebot'), { agent: 'Googlebot', path: '/fees', status: 403, count: 20 }];
    assert.match((await titlesOf(rows)).join('\n'), /^Find out whether Googlebot is refused/m);
    const lists = new Map([['googlebot.json', readAddressList('googlebot.json', OWN)]]);
    assert.match((await titlesOf(rows, lists)).join('\n'), /^Let Googlebot in/m);
  });
  it('is to keep them where attackers use the name', async () => {
    const titles = await titlesOf([
      page('ChatGPT-User'),
      { agent: 'ChatGPT-User', path: '/wp-login.php', status: 403, count: 300 },
    ]);
    assert.match(titles.join('\n'), /^Keep refusing ChatGPT-User at \/wp-login\.php/m);
    assert.doesNotMatch(titles.join('\n'), /^Let /m);
  });
});

describe('what to do otherwise', () => {
  it('is to decide about training crawlers that are refused, all in one line', async () => {
    const [only = '', ...others] = await titlesOf([
      page('GPTBot'),
      { agent: 'GPTBot', path: '/fees', status: 429, count: 50 },
      { agent: 'Bytespider', path: '/', status: 403, count: 9 },
    ]);
    assert.match(
      only,
      /^Decide whether .*: 2 training crawlers were refused\. Refused: GPTBot 50 %, Bytespider 100 %\./,
    );
    assert.deepEqual(others, []);
  });
  it('is to add llms.txt when agents ask for it, and it has no nearest page', async () => {
    const report = await reportOf([
      page('Claude-User'),
      { ...page('Claude-User'), path: '/llms.txt', status: 404, count: 2 },
    ]);
    assert.match(report.toDo[0]?.title ?? '', /^Add \/llms\.txt: /);
    assert.deepEqual(report.missing, [{ path: '/llms.txt', requests: 2, assistants: 2, nearest: null }]);
  });
  it('leaves out addresses that attackers try from the missing pages', async () => {
    const { missing } = await reportOf(
      ['/.env', '/wp-json/wp/v2/users', '/wp-content/plugins/gallery/readme.txt', '/old'].map((path) => ({
        ...{ agent: 'python-requests', path, status: 404, count: 3 },
      })),
    );
    assert.deepEqual(
      missing.map(({ path }) => path),
      ['/old'],
    );
  });
  it('is nothing where agents got what they asked for, and the report says so', async () => {
    const report = await reportOf([page('ChatGPT-User'), page('GPTBot')]);
    assert.deepEqual(report.toDo, []);
    const text = logLines(report).join('\n');
    assert.match(text, /What to do\n {2}Nothing: agents got what they asked for\./);
    assert.match(
      text,
      /^Assistants that fetched for people: ChatGPT-User 50\.\nNo assistant and no search crawler was refused\.$/m,
    );
  });
});

describe('what to do about requests that robots.txt forbids', () => {
  const rules = parseRobotsTxt('User-agent: *\nDisallow: /wp-admin/\nDisallow: /drafts/\n');
  const asked = (path: string) => [page('Googlebot'), { agent: 'Googlebot', path, status: 200, count: 20 }];

  it('is to decide about the agent', async () => {
    assert.match(
      (await titlesOf(asked('/drafts/a'), undefined, rules)).join('\n'),
      /^Decide on Googlebot: .*20 of 70/m,
    );
  });

  it('is not to block an agent by a name that attackers use', async () => {
    const titles = (await titlesOf(asked('/wp-admin/'), undefined, rules)).join('\n');
    assert.match(titles, /^Find out who requests \/wp-admin\/ under the names of agents\. .*Googlebot 20 of 70/m);
    assert.doesNotMatch(titles, /Decide on/);
    const lists = new Map([['googlebot.json', readAddressList('googlebot.json', OWN)]]);
    assert.match((await titlesOf(asked('/wp-admin/'), lists, rules)).join('\n'), /^Decide on Googlebot/m);
  });
});

describe('missing pages', () => {
  it('are listed with the requests that were for people, and a redirect is advised where it can be pasted', async () => {
    const report = await reportOf([
      page('ChatGPT-User'),
      { agent: 'ChatGPT-User', path: '/about-us', status: 404, count: 3 },
      { agent: 'GPTBot', path: '/about|x', status: 404, count: 9 },
    ]);
    assert.match(logLines(report).join('\n'), /3 {2}\/about-us {2}for people: 3 {2}nearest: \/about/);
    const [first] = report.toDo;
    assert.equal(first?.title, 'Redirect 1 missing page to the nearest that exists.');
    assert.match(first?.why ?? '', /^Agents asked for it 3 times/);
  });
  it('in .md are Markdown that is wanted of a page that exists, and no redirect', async () => {
    const report = await reportOf([
      page('ChatGPT-User'),
      page('Claude-User'),
      { agent: 'ChatGPT-User', path: '/about.md', status: 404, count: 30 },
      { agent: 'Claude-User', path: '/about.md', status: 404, count: 20 },
    ]);
    assert.deepEqual(
      report.toDo.map(({ title }) => title),
      ['Serve the Markdown version of 1 page that agents asked for.', 'Bring back the pages that 2 agents miss.'],
    );
    assert.match(report.toDo[1]?.why ?? '', /ChatGPT-User 30 of 80, Claude-User 20 of 70\. /);
    assert.deepEqual(redirectsOf(report.missing), []);
  });
});

describe('the path of a request', () => {
  const rows: readonly (readonly [target: string, path: string])[] = [
    ['/about?x=1#y', '/about'],
    ['/about%3Ftoken=secret', '/about'],
    ['/cart;jsessionid=1A2B3C4D5E?x=1', '/cart'],
    ['/a;b', '/a;b'],
    ['/user/max.mustermann@example.org/orders', '/user/…/orders'],
    ['/user/max%40example.org', '/user/…'],
    ['/order/4111111111111111', '/order/…'],
    ['/reset/eyJhbGciOi.abc123.def', '/reset/…'],
    ['/t/0123456789abcdef0123456789abcdef', '/t/…'],
    [
      '/2026/11/27/how-to-make-10-things-for-the-garden-in-autumn',
      '/2026/11/27/how-to-make-10-things-for-the-garden-in-autumn',
    ],
    [
      '/wiki/List_of_towns_in_the_valley_of_the_river_by_population_2026',
      '/wiki/List_of_towns_in_the_valley_of_the_river_by_population_2026',
    ],
    ['/@someone/post', '/@someone/post'],
    ['/products/12345678', '/products/12345678'],
  ];
  for (const [target, path] of rows) it(`of ${target} is ${path}`, () => assert.equal(pathOf(target), path));
});

/** MediaWiki and DokuWiki of Debian: scanned as they come, and with the gateway before them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadArticles } from '../../../src/library/articles.ts';
import { codeIn } from '../../support/code-blocks.ts';
import { unpassed } from '../../support/recipe-scan.ts';
import { dokuwikiMissing, startDokuWiki } from '../../support/systems/dokuwiki.ts';
import { gatewayBefore, type RunningGateway, untilListed } from '../../support/systems/gateway-before.ts';
import { type MediaWiki, mediawikiMissing, startMediaWiki } from '../../support/systems/mediawiki.ts';
import type { ContentSystem } from '../../support/systems/system.ts';
import { scanSystem } from '../../support/systems/system-scan.ts';

const WIKIS = [
  {
    name: 'MediaWiki',
    missing: mediawikiMissing(),
    start: startMediaWiki,
    page: '/wiki/Concepts',
    // Its pages have no description, Open Graph or JSON-LD, and its special pages count as pages.
    least: { score: 81, gain: 9 },
  },
  {
    name: 'DokuWiki',
    missing: dokuwikiMissing(),
    start: startDokuWiki,
    page: '/concepts',
    least: { score: 90, gain: 6 },
  },
];

for (const { name, missing, start, page, least } of WIKIS) {
  describe(name, { skip: missing }, () => {
    let site: ContentSystem;
    let gateway: RunningGateway;
    before(async () => {
      site = await start();
      gateway = await gatewayBefore(site.origin, true);
      await untilListed(gateway.origin, 22);
    });
    after(async () => {
      await gateway?.close();
      await site?.close();
    });

    it('rises behind the gateway', async () => {
      const alone = await scanSystem(site.origin);
      const behind = await scanSystem(gateway.origin);
      console.log(`${name}: ${alone.score} as it comes, ${behind.score} behind the gateway; left: ${behind.open}`);
      assert.deepEqual(unpassed(behind.records, ['P22', 'P23', 'P24', 'S10', 'S13', 'S15', 'L1']), []);
      assert.ok(behind.score >= least.score, `${behind.score}`);
      assert.ok(behind.score - alone.score >= least.gain, `${alone.score} rose to ${behind.score} only`);
    });

    it('answers Markdown that starts no session, and passes it unconverted to who has one', async () => {
      const headers = { accept: 'text/markdown' };
      const markdown = await fetch(gateway.origin + page, { headers });
      assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.equal(markdown.headers.get('set-cookie'), null);
      assert.match(await markdown.text(), /^# concepts$/im);
      const member = await fetch(gateway.origin + page, { headers: { ...headers, cookie: 'DokuWiki=1; session=2' } });
      assert.match(member.headers.get('content-type') ?? '', /^text\/html/);
    });

    it('without --anonymous-is-public its pages stay HTML, because they say that they are private', async () => {
      const wary = await gatewayBefore(site.origin, false);
      const answer = await fetch(wary.origin + page, { headers: { accept: 'text/markdown' } });
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      await wary.close();
    });
  });
}

describe('MediaWiki with the lines of its recipe', { skip: mediawikiMissing() }, () => {
  let site: MediaWiki;
  let gateway: RunningGateway;
  before(async () => {
    site = await startMediaWiki();
    await site.addSettings(phpOfArticle());
    gateway = await gatewayBefore(site.origin, true);
    await untilListed(gateway.origin, 22);
  });
  after(async () => {
    await gateway?.close();
    await site?.close();
  });

  it('rises further behind the gateway', async () => {
    const { score, open } = await scanSystem(gateway.origin);
    console.log(`MediaWiki with its lines: ${score}; left: ${open}`);
    assert.ok(score >= 84, `${score}`);
  });

  it('writes the first paragraph of an article as its description, and JSON-LD', async () => {
    const html = await (await fetch(`${gateway.origin}/wiki/Concepts`)).text();
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
    assert.equal(description?.slice(0, 34), 'Pelwick knows four things. Everyth');
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    assert.equal(JSON.parse(json).url, `${gateway.origin}/wiki/Concepts`);
    assert.match(html, new RegExp(`<link rel="canonical" href="${gateway.origin}/wiki/Concepts"`));
  });

  it('its own sitemap leads to articles whose other ways robots.txt closes', async () => {
    const closed = `User-agent: *\nDisallow: /wiki/Special:\n\n`;
    const map = await gatewayBefore(site.origin, true);
    await site.addSiteFiles(map.origin, `${closed}Sitemap: ${map.origin}/sitemaps/sitemap-index-wiki.xml\n`);
    await untilListed(map.origin, 22);
    const listed = await (await fetch(`${map.origin}/llms.txt`)).text();
    assert.doesNotMatch(listed, /Special:/);
    const answer = await fetch(`${map.origin}/wiki/Cargo-rules`);
    assert.match(answer.headers.get('link') ?? '', /rel="alternate"/);
    await map.close();
  });
});

function phpOfArticle(): string {
  const article = loadArticles().find(({ path }) => path === '/docs/recipes/mediawiki') ?? assert.fail();
  return codeIn(article.body, 'php')[0] ?? assert.fail();
}

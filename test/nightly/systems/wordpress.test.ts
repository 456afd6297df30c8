/** WordPress of Debian: scanned as it comes, with its recipe, with the gateway before it, and with both. */
import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { loadArticles } from '../../../src/library/articles.ts';
import { startGateway } from '../../../src/middleware/gateway/gateway.ts';
import { codeIn } from '../../support/code-blocks.ts';
import { freePort } from '../../support/npm-tools.ts';
import { assertFixed, blocksOf, unpassed } from '../../support/recipe-scan.ts';
import { gatewayBefore, type RunningGateway, untilListed } from '../../support/systems/gateway-before.ts';
import { SITE_TITLE } from '../../support/systems/system.ts';
import { type SystemScan, scanSystem } from '../../support/systems/system-scan.ts';
import { startWordPress, THEMES, type WordPress, wordpressMissing } from '../../support/systems/wordpress.ts';
import { startServer } from '../../support/web-servers.ts';

const skip = wordpressMissing();
const PAGES = 22;
/** Checks that the HTML, the menu or the sitemap of WordPress decides, which no header and no further file can fix. */
const OF_THE_HTML = ['P11', 'P12', 'P14', 'P15', 'P16', 'P17', 'S11', 'S16', 'S18', 'S19'];
/** What the files of the recipe fix. */
const OF_THE_RECIPE = ['L1', 'P14', 'P16', 'S11', 'S13', 'S14', 'S15', 'S18'];

/** The blocks of the recipe under the names that their comments give them. */
function muPlugins(): Record<string, string> {
  const files = blocksOf('wordpress', 'php').map((block) => {
    const name = /\/\* wp-content\/mu-plugins\/(\S+) \*\//.exec(block)?.[1] ?? assert.fail(block);
    return [name, block] as const;
  });
  return Object.fromEntries(files);
}

describe('WordPress', { skip }, () => {
  let site: WordPress;
  let gateway: RunningGateway;
  before(async () => {
    site = await startWordPress();
    gateway = await gatewayBefore(site.origin, false);
    await untilListed(gateway.origin, PAGES);
  });
  after(async () => {
    await gateway?.close();
    await site?.close();
  });

  for (const theme of THEMES) {
    it(`${theme}: the gateway adds Markdown and llms.txt, and leaves faults of the HTML alone`, async () => {
      await site.setTheme(theme);
      const alone = await scanSystem(site.origin);
      const behind = await scanSystem(gateway.origin);
      console.log(`${theme}: ${alone.score} as it comes, ${behind.score} behind the gateway; left: ${behind.open}`);
      assert.deepEqual(unpassed(behind.records, ['P22', 'P23', 'P24', 'S13', 'L1']), []);
      assert.deepEqual(
        behind.open.filter((id) => !OF_THE_HTML.includes(id)),
        [],
      );
      assert.ok(behind.score >= alone.score + 5, `${alone.score} rose to ${behind.score} only`);
      assert.ok(behind.score >= 90, `${behind.score}`);
    });
  }

  it('people get every byte of the HTML as WordPress wrote it', async () => {
    for (const path of ['/', '/concepts/', '/diary/', '/cargo-rules/', '/feed/', '/wp-sitemap.xml', '/no-such-page/']) {
      const [own, passed] = await Promise.all([site.origin, gateway.origin].map((origin) => textAt(origin, path)));
      assert.equal(passed, own, path);
    }
  });

  it('the nginx of the article sends agents to the gateway, and people past it', async () => {
    const trusting = await startGateway({
      ...{ target: new URL(site.origin), host: '127.0.0.1', port: 0, trustsClients: true },
      origin: 'http://www.example.com',
    });
    const port = await freePort();
    const outside = gatewayBlock()
      .replace('server {', `server {\nlisten 127.0.0.1:${port};`)
      .replaceAll('http://127.0.0.1:8080', site.origin)
      .replaceAll('http://127.0.0.1:8081', trusting.url);
    const server = await startServer('nginx', { outside, site: 'return 204;' });
    try {
      const origin = `http://127.0.0.1:${port}`;
      const people = await headersAt(origin, '/concepts/', 'text/html');
      const agents = await headersAt(origin, '/concepts/', 'text/markdown, text/html;q=0.9');
      const file = await headersAt(origin, '/concepts.md', '*/*');
      assert.deepEqual(
        [people, agents, file].map((headers) => headers['content-type']?.split(';')[0]),
        ['text/html', 'text/markdown', 'text/markdown'],
      );
      assert.deepEqual(
        [people, agents].map(({ via, vary }) => [via, vary]),
        [
          [undefined, undefined],
          [undefined, 'Accept'],
        ],
      );
      assert.match(String(agents.link), /<http:\/\/www\.example\.com\/concepts\/>; rel="canonical"/);
      // It grows during the crawl, which takes long on a machine with other work.
      let listed = '';
      for (let turn = 0; turn < 60 && !listed.includes('/concepts/index.md'); turn += 1) {
        listed = await textAt(origin, '/llms.txt');
        await delay(500);
      }
      assert.match(listed, /\/concepts\/index\.md/);
    } finally {
      await server.close();
      await trusting.close(0);
    }
  });

  describe('with the files of the recipe', () => {
    let before: SystemScan;
    let mended: SystemScan;
    it(`fixes ${OF_THE_RECIPE.join(', ')}, none of which passes without them`, async () => {
      before = await scanSystem(site.origin);
      await site.upload(
        'llms.txt',
        `# ${SITE_TITLE}\n\n> How to run jobs on small servers, and a diary.\n\n## Pages\n\n` +
          `- [Getting started](${site.origin}/getting-started/): install it and run a first job\n`,
      );
      await site.setMuPlugins(muPlugins());
      mended = await scanSystem(site.origin);
      console.log(`the recipe: ${before.score} rose to ${mended.score}; left: ${mended.open}`);
      assert.deepEqual(unpassed(before.records, OF_THE_RECIPE), OF_THE_RECIPE);
      assertFixed('wordpress', mended.records, OF_THE_RECIPE);
      assert.ok(mended.score >= 91, `${mended.score}`);
    });

    it('guesses no post for a wrong address, and lists no author', async () => {
      const wrong = await fetch(`${site.origin}/getting-star/`, { redirect: 'manual' });
      assert.equal(wrong.status, 404);
      assert.doesNotMatch(await (await fetch(`${site.origin}/wp-sitemap.xml`)).text(), /users/);
    });

    it('and with the gateway it reaches 97', async () => {
      const both = await scanSystem(gateway.origin);
      console.log(`the recipe and the gateway: ${both.score}; left: ${both.open}`);
      assert.ok(both.score >= 97, `${both.score}`);
    });
  });
});

function gatewayBlock(): string {
  const article = loadArticles().find(({ path }) => path === '/docs/gateway') ?? assert.fail();
  return codeIn(article.body, 'nginx')[0] ?? assert.fail();
}

function headersAt(origin: string, path: string, accept: string): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers: { host: 'www.example.com', accept } }, (answer) => {
      answer.resume();
      resolve(answer.headers);
    }).once('error', reject);
  });
}

/** Under one name, which WordPress repeats in its addresses. */
async function textAt(origin: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers: { host: 'www.example.com' } }, (answer) => {
      text(answer).then(resolve, reject);
    }).once('error', reject);
  });
}

/** What the pages of WordPress cost an agent: as HTML, as tools turn the whole page into Markdown, and by the gateway. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installTools } from '../../support/npm-tools.ts';
import { gatewayBefore, type RunningGateway, untilListed } from '../../support/systems/gateway-before.ts';
import { startWordPress, THEMES, type WordPress, wordpressMissing } from '../../support/systems/wordpress.ts';

/** A tokenizer (o200k_base by default), and the converter of common fetch tools. */
const tools = await installTools({ 'gpt-tokenizer': '3.4.0', turndown: '7.2.0' });
const PAGES = 22;

interface Tools {
  tokensIn(text: string): number;
  wholePage(html: string): string;
}

function load(folder: string): Tools {
  const packageOf = createRequire(join(folder, 'package.json'));
  const { countTokens } = packageOf('gpt-tokenizer');
  const Turndown = packageOf('turndown');
  const converter = new Turndown();
  converter.remove(['script', 'style', 'noscript']);
  return { tokensIn: (text) => countTokens(text), wholePage: (html) => converter.turndown(html) };
}

describe('tokens of WordPress', { skip: wordpressMissing() || (tools.problem ?? false) }, () => {
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
    it(`${theme}: Markdown of the gateway costs at most a quarter of the HTML, and half of the whole page`, async () => {
      await site.setTheme(theme);
      const { tokensIn, wholePage } = load(tools.folder ?? '');
      const listed = await (await fetch(`${gateway.origin}/llms.txt`)).text();
      const urls = [...listed.matchAll(/\]\((\S*)index\.md\)/g)].map(([, url = '']) => url);
      assert.ok(urls.length >= PAGES);
      const sums = { html: 0, whole: 0, markdown: 0 };
      for (const url of urls) {
        const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
        const answer = await fetch(url, { headers: { accept: 'text/markdown, text/html;q=0.9' } });
        assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/, url);
        sums.html += tokensIn(html);
        sums.whole += tokensIn(wholePage(html));
        sums.markdown += tokensIn(await answer.text());
      }
      console.log(`${theme}, ${urls.length} pages: ${JSON.stringify(sums)}`);
      assert.ok(sums.markdown <= 0.25 * sums.html, JSON.stringify(sums));
      assert.ok(sums.markdown <= 0.5 * sums.whole, JSON.stringify(sums));
    });
  }
});

/** The login, the editor and the REST API of WordPress through the gateway, in Chromium. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { browserMissing, sharedChromium } from '../../support/browser.ts';
import { gatewayBefore, type RunningGateway } from '../../support/systems/gateway-before.ts';
import { ADMIN } from '../../support/systems/system.ts';
import { startWordPress, type WordPress, wordpressMissing } from '../../support/systems/wordpress.ts';

const TITLE = 'Oats before the pass';
const SENTENCE = 'Two spoons of oats, a pinch of salt, and the stove on its lowest flame.';
const markdown = { accept: 'text/markdown' };

for (const anonymousIsPublic of [false, true]) {
  describe(`WordPress behind the gateway${anonymousIsPublic ? ' with --anonymous-is-public' : ''}`, {
    skip: wordpressMissing() || browserMissing,
  }, () => {
    let site: WordPress;
    let gateway: RunningGateway;
    let context: BrowserContext;
    before(async () => {
      site = await startWordPress();
      gateway = await gatewayBefore(site.origin, anonymousIsPublic);
      context = await (await sharedChromium()).newContext({ baseURL: gateway.origin, reducedMotion: 'reduce' });
    });
    after(async () => {
      await context?.close();
      await gateway?.close();
      await site?.close();
    });

    it('signs in', async () => {
      const page = await context.newPage();
      await page.goto('/wp-login.php');
      await page.fill('#user_login', ADMIN.name);
      await page.fill('#user_pass', ADMIN.password);
      await page.click('#wp-submit');
      await page.waitForURL('**/wp-admin/');
      assert.match((await page.textContent('#wpadminbar')) ?? '', /admin/);
      await page.close();
    });

    it('writes a post in the editor and publishes it', async () => {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      await page.goto('/wp-admin/post-new.php');
      // The tour for those who are new hides the editor.
      await page.getByRole('button', { name: 'Close', exact: false }).first().click();
      const title = page.locator('.editor-post-title__input');
      await title.fill(TITLE);
      await title.press('Enter');
      await page.keyboard.type(SENTENCE);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const panel = page.locator('.editor-post-publish-panel');
      await panel.getByRole('button', { name: 'Publish', exact: true }).click();
      await panel.getByRole('link', { name: 'View Post' }).first().waitFor();
      assert.deepEqual(faults, []);
      await page.close();
    });

    it('shows the post to the author as HTML, and to an agent as Markdown', async () => {
      const page = await context.newPage();
      await page.goto('/oats-before-the-pass/');
      assert.ok(await page.getByText(SENTENCE).isVisible());
      assert.ok(await page.locator('#wpadminbar').isVisible());
      const answer = await fetch(`${gateway.origin}/oats-before-the-pass/`, { headers: markdown });
      const text = await answer.text();
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.ok(text.includes(`# ${TITLE}`) && text.includes(SENTENCE));
      assert.doesNotMatch(text, /Howdy|Log Out/);
      await page.close();
    });

    it('reads and writes over REST', async () => {
      const posts = `${gateway.origin}/wp-json/wp/v2/posts`;
      const headers = { authorization: site.restAuthorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ title: 'Over REST', content: '<p>Sent by a program.</p>', status: 'draft' });
      const made = await fetch(posts, { method: 'POST', headers, body });
      assert.equal(made.status, 201);
      const { id } = (await made.json()) as { id: number };
      assert.equal((await fetch(`${posts}/${id}`)).status, 401);
      assert.equal((await fetch(`${posts}/${id}?context=edit`, { headers })).status, 200);
      assert.equal((await fetch(`${posts}/${id}?force=true`, { method: 'DELETE', headers })).status, 200);
    });

    it('a draft is for its author alone, in either form', async () => {
      const page = await context.newPage();
      const headers = { authorization: site.restAuthorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ title: 'A secret draft', content: '<p>Nobody reads this.</p>', status: 'draft' });
      const made = await fetch(`${gateway.origin}/wp-json/wp/v2/posts`, { method: 'POST', headers, body });
      const { id } = (await made.json()) as { id: number };
      const preview = `/?p=${id}&preview=true`;
      await page.goto(preview);
      assert.ok(await page.getByText('Nobody reads this.').isVisible());
      for (const path of [preview, `/?p=${id}`, `/index.md?p=${id}&preview=true`]) {
        const answer = await fetch(gateway.origin + path, { headers: markdown });
        assert.doesNotMatch(await answer.text(), /Nobody reads this/, path);
      }
      await page.close();
    });

    it('signs out', async () => {
      const page = await context.newPage();
      await page.goto('/wp-admin/');
      const href = await page.locator('#wp-admin-bar-logout a').getAttribute('href');
      await page.goto(href ?? '');
      await page.goto('/wp-admin/');
      assert.match(page.url(), /wp-login\.php/);
      await page.close();
    });
  });
}

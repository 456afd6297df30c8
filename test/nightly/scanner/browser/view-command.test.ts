import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { browserMissing, CHROMIUM } from '../../../support/browser.ts';
import { legibleUnder } from '../../../support/service-process.ts';
import { serveSite } from '../../../support/site-server.ts';

const PAGE = `<!doctype html><title>Ferry</title><h1>Ferry</h1><p id="p">Six boats a day.</p><button></button>
<script>document.getElementById('p').insertAdjacentHTML('afterend', '<p>The first boat leaves at ten past six.</p>')</script>`;

describe('legible view --as browser', { skip: browserMissing }, () => {
  it('says what a browser sees, and keeps the picture', async () => {
    const server = await serveSite({ pages: { '/': { body: PAGE } } });
    const folder = mkdtempSync(join(tmpdir(), 'legible-view-'));
    const picture = join(folder, 'first.jpg');
    try {
      const { code, stdout, stderr } = await legibleUnder(
        { BROWSER: CHROMIUM, BROWSER_SANDBOX: 'off' },
        ...['view', `${server.origin}/`, '--as', 'browser', '--allow-private', '--picture', picture],
      );
      assert.equal(code, 0, stderr);
      assert.match(stdout, /added by scripts/);
      assert.match(stdout, /1 control, 1 without a name/);
      assert.match(stdout, /Only with scripts:\n\+ The first boat leaves at ten past six\./);
      assert.match(stdout, /Accessibility snapshot.*\n- heading "Ferry" \[level=1\]\n- paragraph: Six boats a day\./);
      assert.deepEqual([...readFileSync(picture).subarray(0, 2)], [0xff, 0xd8]);
    } finally {
      rmSync(folder, { recursive: true });
      await server.close();
    }
  });

  it('reads nothing where robots.txt is broken, nor on a private network without permission', async () => {
    const server = await serveSite({ pages: { '/': { body: PAGE }, '/robots.txt': { status: 500, body: 'broken' } } });
    const view = (...options: string[]) =>
      legibleUnder(
        { BROWSER: CHROMIUM, BROWSER_SANDBOX: 'off' },
        ...['view', `${server.origin}/`, '--as', 'browser', ...options],
      );
    try {
      const closed = await view('--allow-private');
      assert.equal(closed.code, 64);
      assert.match(closed.stderr, /robots\.txt does not let/);
      const unasked = await view();
      assert.match(unasked.stderr, /--allow-private permits it/);
      assert.notEqual(unasked.code, 0);
      assert.ok(!server.requests.some(({ path }) => path === '/'));
    } finally {
      await server.close();
    }
  });

  it('says how to get a browser where none is', async () => {
    const server = await serveSite({ pages: { '/': { body: PAGE } } });
    try {
      const { code, stderr } = await legibleUnder(
        { BROWSER: '/nowhere/chromium' },
        ...['view', `${server.origin}/`, '--as', 'browser', '--allow-private'],
      );
      assert.equal(code, 64);
      assert.match(stderr, /apt-get install chromium/);
    } finally {
      await server.close();
    }
  });
});

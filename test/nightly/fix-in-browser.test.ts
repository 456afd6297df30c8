/** What visitors see of a build is the same, pixel by pixel, before and after `legible fix`. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { readBuild } from '../../src/fix/build.ts';
import { serveBuild } from '../../src/fix/serve-build.ts';
import { browserMissing, sharedChromium } from '../support/browser.ts';
import { copyOfSite, fixFolder } from '../support/build-folder.ts';

const SITES = [
  { name: 'hugo', origin: 'https://www.wexcombewalkers.example', paths: ['/', '/walks/beacon-round/'] },
  { name: 'sphinx', origin: 'https://quillcart.example', paths: ['/', '/api.html'] },
];

describe('a fixed build in a browser', { skip: browserMissing }, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedChromium();
  });

  async function picturesOf(folder: string, paths: readonly string[]): Promise<Buffer[]> {
    const server = await serveBuild(await readBuild(folder));
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' });
    const pictures: Buffer[] = [];
    try {
      await page.route('**/*', (route) =>
        route.request().url().startsWith(server.origin) ? route.continue() : route.abort(),
      );
      for (const path of paths) {
        await page.goto(server.origin + path);
        pictures.push(await page.screenshot({ fullPage: true }));
      }
      return pictures;
    } finally {
      await page.close();
      await server.close();
    }
  }

  for (const { name, origin, paths } of SITES) {
    it(`${name}: every pixel is what it was`, async () => {
      const folder = await copyOfSite(name);
      const was = await picturesOf(folder, paths);
      const { changes } = await fixFolder(folder, { origin });
      const changed = changes.map(({ path }) => path);
      assert.ok(
        paths.every((path) => changed.includes(path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1))),
        'the pages in the pictures were changed',
      );
      const is = await picturesOf(folder, paths);
      for (const [at, picture] of was.entries()) {
        assert.ok(picture.length > 5000, 'the picture shows a page');
        assert.ok(picture.equals(is[at] ?? Buffer.alloc(0)), paths[at]);
      }
    });
  }
});

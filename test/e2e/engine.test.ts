/** The engine inside another program, from its sources. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectLegible, ScanFailed, type ScanProgress, scan } from '../../src/legible.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { folderOf } from '../support/build-folder.ts';
import { inWhole } from '../support/exhaustive.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';

let site: SiteServer;
before(async () => {
  site = await serveSite(tinyLegit);
});
after(() => site.close());

describe('scan', () => {
  it('grades a site, and reports progress', async () => {
    const seen: ScanProgress[] = [];
    const result = await scan(site.origin, { allowPrivate: true, onProgress: (progress) => seen.push(progress) });
    assert.equal(result.url, `${site.origin}/`);
    assert.ok(result.score > 0 && result.pagesScanned > 0 && result.readers.length > 0);
    assert.ok(result.findings.every(({ message, howToFix }) => message !== '' && howToFix !== ''));
    assert.ok(seen.length > 0);
    expectLegible(result).toPass('S2').toScore(result.score);
  });

  inWhole(() =>
    it('two scans at once do not disturb each other', async () => {
      const options = { allowPrivate: true, pageLimit: 1 };
      const [one, other] = await Promise.all([scan(site.origin, options), scan(site.origin, options)]);
      assert.deepEqual(one, other);
    }),
  );

  inWhole(() =>
    it('a site that does not answer rejects with the reason and what to do', async () => {
      await assert.rejects(scan('http://127.0.0.1:1/', { allowPrivate: true }), (error) => {
        assert.ok(error instanceof ScanFailed);
        assert.match(error.message, /\w+ .+\. \w+/);
        return true;
      });
    }),
  );

  it('grades the output folder of a generator, under no port', async () => {
    const folder = await folderOf({
      'index.html': '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1><p>Words of the home page.</p>',
    });
    const result = await scan({ dist: folder });
    assert.equal(result.url, folder);
    assert.doesNotMatch(JSON.stringify(result), /127\.0\.0\.1:\d/);
    assert.deepEqual(result.findings.find(({ checkId }) => checkId === 'P11')?.pages, ['/']);
    const published = await scan({ dist: folder }, { canonicalOrigin: 'https://www.example.com' });
    assert.equal(published.url, 'https://www.example.com/');
    await assert.rejects(
      Reflect.apply(scan, undefined, [{ dist: folder, pages: 2 }]),
      /expected a URL, or \{ dist: folder \}/,
    );
  });

  it('a private address needs allowPrivate', async () => {
    await assert.rejects(scan(site.origin), /private/);
  });

  it('a wrong option is named', async () => {
    await assert.rejects(scan(site.origin, { allowPrivate: true, pageLimit: 0 }), /pageLimit: expected a whole number/);
  });

  it('an option that there is not is named, with those that there are', async () => {
    const options = { allowPrivate: true, pages: 5 };
    await assert.rejects(
      scan(site.origin, options),
      /^TypeError: scan: there is no option pages\. Known are pageLimit, /,
    );
  });

  inWhole(() =>
    it('an abort ends it with its reason', async () => {
      const held = await serveHeldSite();
      const abort = new AbortController();
      const running = scan(held.origin, { allowPrivate: true, signal: abort.signal });
      setTimeout(() => abort.abort(new Error('enough')), 1500);
      await assert.rejects(running, /enough/);
      await held.close();
    }),
  );
});

/** The adapters, as Astro and Docusaurus call them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { astro, docusaurus } from '../../../src/fix/adapters.ts';
import { readBuild } from '../../../src/fix/build.ts';
import { folderOf } from '../../support/build-folder.ts';

const HTML =
  '<!doctype html><html lang="en"><head><title>The old mill</title></head><body><main><h1>The old mill</h1><p>A mill in the valley that grinds wheat and rye.</p></main></body></html>';

const docusaurusEvent = (outDir: string) => ({
  siteConfig: { url: 'https://mill.example', baseUrl: '/' },
  outDir,
  i18n: { currentLocale: 'en', defaultLocale: 'en' },
});

describe('adapters for builds', () => {
  it('of Astro takes the origin of the site, and logs one line', async () => {
    const folder = await folderOf({ 'index.html': HTML });
    const { hooks } = astro();
    hooks['astro:config:done']({ config: { site: 'https://mill.example/', base: '/' } });
    const lines: string[] = [];
    await hooks['astro:build:done']({ dir: pathToFileURL(`${folder}/`), logger: { info: (line) => lines.push(line) } });
    assert.match(lines.join('\n'), /^5 files written in /);
    assert.match(await readFile(join(folder, 'index.md'), 'utf8'), /canonical: "https:\/\/mill\.example\/"/);
  });

  it('of Docusaurus leaves the sitemap to the plugin that writes it at the same time', async () => {
    const folder = await folderOf({ 'index.html': HTML });
    await docusaurus({}, { skip: ['S1'] }).postBuild(docusaurusEvent(folder));
    assert.deepEqual([...(await readBuild(folder)).files.keys()], ['index.html', 'index.md', 'llms.txt']);
  });

  it('of Docusaurus leaves out other locales, which are below the root', async () => {
    const folder = await folderOf({ 'index.html': HTML });
    await docusaurus({}).postBuild({
      ...docusaurusEvent(folder),
      siteConfig: { url: 'https://mill.example', baseUrl: '/fr/' },
      i18n: { currentLocale: 'fr', defaultLocale: 'en' },
    });
    assert.deepEqual([...(await readBuild(folder)).files.keys()], ['index.html']);
  });

  it('refuse a site without an origin, and one below a base path', async () => {
    const folder = await folderOf({ 'index.html': HTML });
    const { hooks } = astro();
    assert.throws(() => hooks['astro:config:done']({ config: { base: '/docs' } }), /base path is \/docs/);
    const done = { dir: pathToFileURL(`${folder}/`), logger: { info() {} } };
    await assert.rejects(hooks['astro:build:done'](done), /origin: expected a scheme and a host/);
  });
});

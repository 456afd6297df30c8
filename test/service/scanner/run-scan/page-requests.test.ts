/** What README, /bot and the library promise: three requests a page, and up to two more for each of the first three. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TWIN_FORMS, twinUrl } from '../../../../src/scanner/crawl/markdown-twin.ts';
import { simplePage } from '../../../fixtures/sites/simple-page.ts';
import { ORIGIN } from '../../../support/artifacts.ts';
import { scanInMemory } from '../../../support/scan-in-memory.ts';
import type { Site } from '../../../support/site-server.ts';

const REQUESTS = 3;
const FIRST_PAGES = 3;
/** Of the first pages: the other places, and the two other ways of asking (six more a site). */
const MORE_AT_FIRST = 4;

/** Pages of every shape of address; folders have the most places where Markdown may be. */
const PATHS = ['/', ...['a/', 'b/', 'c/', 'd.html', 'e'].flatMap((name) => [`/one-${name}`, `/two-${name}`])];

const SITE: Site = {
  pages: Object.fromEntries(
    PATHS.map((path, at) => [path, simplePage({ title: `Page ${at}`, seed: at, links: PATHS })]),
  ),
};

/** Requests for the text of each page, as HTML or Markdown, in scan order. */
async function requestsByPage(): Promise<number[]> {
  const { report, ledger } = await scanInMemory(SITE);
  assert.equal(report.status, 'completed');
  const ofPages = ledger.entries.filter(({ purpose }) => purpose === 'page' || purpose === 'twin');
  const counts = PATHS.map((path) => {
    const own = new Set([ORIGIN + path, ...TWIN_FORMS.map((form) => twinUrl(ORIGIN + path, form))]);
    return ofPages.filter(({ url }) => own.has(url)).length;
  });
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    ofPages.length,
    'every request is for one of the pages',
  );
  return counts.sort((a, b) => b - a);
}

describe('requests for a page', () => {
  it('are three, and at most seven for each of the first three pages', async () => {
    const counts = await requestsByPage();
    for (const [at, count] of counts.entries()) {
      assert.ok(count <= REQUESTS + (at < FIRST_PAGES ? MORE_AT_FIRST : 0), `${counts}`);
    }
    assert.equal(counts[0], REQUESTS + MORE_AT_FIRST, 'a folder among the first pages is asked for in every form');
  });
});

/** Addresses in place of which a site answers with its home page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordOf, scanSite } from '../../../support/scan-site.ts';
import { type Page, serveSite } from '../../../support/site-server.ts';

const PARTS = ['boats', 'nets', 'ropes', 'sails', 'tides'];
const HOME = `<h1>The harbour</h1><p>${'Fishing boats leave this harbour before dawn and return with the tide at noon. '.repeat(12)}</p>`;
const toHome: Page = { status: 302, headers: { location: '/' } };

const pageOf = (name: string, body: string): Page => ({
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name} of the harbour</title>
    <nav>${PARTS.map((part) => `<a href="/${part}">All ${part}</a>`).join(' ')} <a href="/home">Home</a></nav><main>${body}</main>`,
});
const textOf = (part: string) =>
  pageOf(part, `<h1>${part}</h1><p>${`The ${part} are described here in full. `.repeat(12)}</p>`);

/** @param sent pages that redirect to the home page */
async function scan(sent: readonly string[]) {
  const pages = PARTS.map((part): [string, Page] => [`/${part}`, sent.includes(part) ? toHome : textOf(part)]);
  const server = await serveSite({
    pages: { '/': pageOf('Map', HOME), '/home': toHome, ...Object.fromEntries(pages) },
  });
  return scanSite(server).finally(() => server.close());
}

describe('links that redirect to the home page', () => {
  it('are dead where many do, and cost the score as much as missing pages do', async () => {
    const { report, pages } = await scan(PARTS);
    assert.match(recordOf(pages[0]?.checks ?? [], 'P17').message, /5 lead to dead addresses/);
    assert.ok((report.score?.score ?? 100) < 50, `score ${report.score?.score}`);
    assert.equal(pages.length, 1);
  });
  it('are other names of it where few do', async () => {
    const { report, pages } = await scan(PARTS.slice(0, 2));
    assert.doesNotMatch(recordOf(pages[0]?.checks ?? [], 'P17').message, /dead/);
    assert.ok((report.score?.score ?? 0) >= 70, `score ${report.score?.score}`);
  });
});

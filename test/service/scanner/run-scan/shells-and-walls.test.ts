import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loginWall, totalLoginWall } from '../../../fixtures/sites/login-wall.ts';
import { parrot, spaShell, spaShellInDisguise } from '../../../fixtures/sites/spa-shell.ts';
import { tinyLegit } from '../../../fixtures/sites/tiny-legit.ts';
import { unmarkedShells } from '../../../fixtures/sites/unmarked-shells.ts';
import { recordOf, serveAndScan, statusesOf } from '../../../support/scan-site.ts';
import type { Site } from '../../../support/site-server.ts';

describe('a scan of a site without readable text', () => {
  const shells: Readonly<Record<string, Site>> = {
    'one shell for every path': spaShell,
    'one shell for every path, typed by its ending': spaShellInDisguise,
    'one shell, and one text for every other path': parrot,
    ...unmarkedShells,
  };
  for (const [name, site] of Object.entries(shells)) {
    it(`stays below 40 and finds nothing in ${name}`, async () => {
      const { report, pages } = await serveAndScan(site);
      assert.equal(report.status, 'completed');
      assert.ok(report.score);
      assert.ok(report.score.score < 40, `score ${report.score.score}`);
      assert.equal(report.llmsTxtScore, 0);

      const found = statusesOf(report.siteChecks);
      for (const id of ['S9', 'S10', 'S13']) assert.notEqual(found[id], 'pass', id);
      assert.equal(found.S10, 'fail');
      assert.equal(found.S13, 'fail');
      assert.notEqual(found.S1, 'pass');
      assert.equal(recordOf(report.llmsTxtChecks, 'L1').status, 'fail');
      assert.equal(report.pagesDiscovered, 1);
      assert.equal(pages.length, 1);
      const page = statusesOf(pages[0]?.checks ?? []);
      assert.equal(page.P5, 'fail');
      assert.notEqual(page.P22, 'pass');
    });
  }

  it('stays below 40 when every listed page redirects to a sign-in', async () => {
    const { report, pages, progress } = await serveAndScan(loginWall);
    assert.equal(report.status, 'completed');
    assert.ok(report.score);
    assert.ok(report.score.score < 40, `score ${report.score.score}`);
    assert.equal(pages.length, 7);
    for (const { url, checks } of pages) assert.equal(recordOf(checks, 'P4').status, 'fail', url);
    // The finding is there from the first page on, and counts the pages until the last.
    const told = progress.filter(({ phase }) => phase.name === 'pages').map(({ fails }) => fails?.P4);
    assert.deepEqual(told, [1, 2, 3, 4, 5, 6, 7]);
    assert.equal(progress.at(-1)?.fails?.P4, 7);
  });

  it('stays below 40 when the sign-in is all there is', async () => {
    const { report } = await serveAndScan(totalLoginWall);
    assert.ok((report.score?.score ?? 0) < 40, `score ${report.score?.score}`);
  });
});

describe('a scan of a small honest site', () => {
  it('does not take two pages of eighty words for empty shells', async () => {
    const { report, pages } = await serveAndScan(tinyLegit);
    assert.equal(report.status, 'completed');
    assert.equal(report.score?.cap, undefined);
    assert.equal(report.score?.lowConfidence, false);
    assert.equal(pages.length, 2);
    for (const { url, checks } of pages) {
      const statuses = statusesOf(checks);
      assert.equal(statuses.P5, 'pass', url);
      assert.equal(statuses.P4, 'pass', url);
      // Eighty words need no version of their own for agents.
      assert.equal(statuses.P22, 'na', url);
    }
    assert.ok((report.score?.score ?? 0) >= 60, `score ${report.score?.score}`);
    assert.equal(recordOf(report.siteChecks, 'S13').status, 'fail');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { carelessLlmsTxt } from '../../../fixtures/sites/careless-llms-txt.ts';
import { curatedLlmsTxt } from '../../../fixtures/sites/curated-llms-txt.ts';
import { htmlForLlmsTxt } from '../../../fixtures/sites/html-for-llms-txt.ts';
import { previewDeploy } from '../../../fixtures/sites/preview-deploy.ts';
import { recordOf, type ScannedSite, scanSite, statusesOf } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

async function scan(site: Site): Promise<ScannedSite> {
  const server = await serveSite(site);
  try {
    return await scanSite(server, { pageLimit: 12 });
  } finally {
    await server.close();
  }
}

describe('a scan of a site with an llms.txt', () => {
  it('has nothing against a selection, dashes, lists in lists and API descriptions', async () => {
    const { report, requests } = await scan(curatedLlmsTxt);
    const { L15, ...others } = statusesOf(report.llmsTxtChecks);
    assert.equal(L15, 'na');
    assert.deepEqual(
      Object.entries(others).filter(([, status]) => status !== 'pass'),
      [],
    );
    assert.equal(report.llmsTxtScore, 100);
    assert.match(recordOf(report.llmsTxtChecks, 'L8').message, /^8 of 8 /);
    assert.match(recordOf(report.llmsTxtChecks, 'L11').message, /selection/);
    assert.ok(
      requests.every(({ path, accept }) => !(path.endsWith('.md') && accept.includes('text/markdown'))),
      'no .md file is asked for by type',
    );
  });

  it('does not hold it against a preview that it names the published site', async () => {
    const { report } = await scan(previewDeploy);
    const { L7, L8, L15, ...others } = statusesOf(report.llmsTxtChecks);
    assert.deepEqual({ L7, L8, L15 }, { L7: 'pass', L8: 'pass', L15: 'na' });
    assert.deepEqual(
      Object.entries(others).filter(([, status]) => status !== 'pass' && status !== 'na'),
      [],
    );
    assert.match(recordOf(report.llmsTxtChecks, 'L11').message, /6 of 6/);
    assert.equal(report.llmsTxtScore, 100);
  });

  it('does not take index.html for one', async () => {
    const { report } = await scan(htmlForLlmsTxt);
    const { L1, L15, ...others } = statusesOf(report.llmsTxtChecks);
    assert.deepEqual({ L1, L15 }, { L1: 'fail', L15: 'fail' });
    assert.deepEqual([...new Set(Object.values(others))], ['na']);
    assert.equal(report.llmsTxtScore, 0);
    assert.match(recordOf(report.siteChecks, 'S13').evidence?.draft ?? '', /^# Orchard/);
  });

  it('finds the faults of a careless one', async () => {
    const { report } = await scan(carelessLlmsTxt);
    const { L7, L8, L10, L11, L12, L13, L14, L15 } = statusesOf(report.llmsTxtChecks);
    const failing = { L7, L8, L10, L11, L12, L14, L15 };
    assert.deepEqual(
      Object.entries(failing).filter(([, status]) => status !== 'fail'),
      [],
    );
    assert.equal(L13, 'warn');
  });
});

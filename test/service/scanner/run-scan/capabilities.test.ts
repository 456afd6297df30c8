import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenCapabilities, capableSite } from '../../../fixtures/sites/capable-site.ts';
import { parrot, spaShell, spaShellInDisguise } from '../../../fixtures/sites/spa-shell.ts';
import { recordOf, scanSite, statusesOf } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

const IDS = ['S19', 'S20', 'S21', 'S22', 'S23', 'S24', 'S25'];
/** Requests of the gatherers of S19 to S25: names under which they ask, at whatever time. */
const PLACES =
  /^\/(?:\.well-known\/(?!http|tdm|llms|legible)|AGENTS|agents\.md|openapi|swagger|api\/openapi|mcp|auth\.md|feed)/;

async function scan(site: Site) {
  const server = await serveSite(site);
  try {
    const { report, requests } = await scanSite(server);
    assert.equal(report.status, 'completed');
    return {
      records: report.siteChecks,
      asked: requests.map(({ path }) => path).filter((path) => PLACES.test(path)),
      requests,
    };
  } finally {
    await server.close();
  }
}

const statuses = (records: Parameters<typeof statusesOf>[0]) => {
  const all = statusesOf(records);
  return Object.fromEntries(IDS.map((id) => [id, all[id]]));
};
const all = (status: string) => Object.fromEntries(IDS.map((id) => [id, status]));

describe('what a site offers agents', () => {
  it('passes when it is declared and there', async () => {
    const { records, asked, requests } = await scan(capableSite);
    assert.deepEqual(statuses(records), all('pass'));
    assert.ok(asked.length <= 22, `${asked.length}: ${asked.join(' ')}`);
    assert.ok(
      requests.every(({ method }) => method === 'GET'),
      'nothing is called',
    );
  });

  it('fails when it is declared and broken', async () => {
    const { records } = await scan(brokenCapabilities);
    assert.deepEqual(statuses(records), all('fail'));
    for (const id of IDS) {
      const { message, howToFix } = recordOf(records, id);
      assert.doesNotMatch(`${message} ${howToFix}`, /Lamp|Welcome|gone/, `${id} quotes nobody`);
    }
  });

  for (const [name, site] of Object.entries({ spaShell, spaShellInDisguise, parrot })) {
    it(`is not seen in a site that answers everything: ${name}`, async () => {
      const { records, asked } = await scan(site);
      for (const id of IDS.slice(1)) assert.equal(recordOf(records, id).status, 'na', id);
      assert.ok(asked.length <= 9, `${asked.length}: ${asked.join(' ')}`);
    });
  }
});

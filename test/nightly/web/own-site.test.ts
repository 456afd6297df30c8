/** The service's own site, graded by itself. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scan } from '../../../src/schema/scan.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startScan, untilEnded } from '../../support/service-doors.ts';

const PAGES = 50;

describe('our own site', () => {
  let service: TestService;
  let scan: Scan;
  before(async () => {
    service = await startTestService({ settings: { ALLOWED_PRIVATE_HOSTS: 'localhost' } });
    const key = await service.key();
    const { id } = await startScan(service, key, { url: `${service.url}/`, pageLimit: PAGES });
    scan = await untilEnded(service, key, id, 120_000);
  });
  after(() => service.stop());

  it('is excellent, with at least 95', () => {
    assert.equal(scan.status, 'completed');
    assert.equal(scan.pagesScanned, PAGES);
    assert.ok(scan.siteScore >= 95, `our own site has ${scan.siteScore}: ${failures(scan).join('; ')}`);
    assert.equal(scan.siteRating, 'excellent');
  });

  it('has an llms.txt without a fault', () => {
    assert.equal(scan.llmstxtScore, 100, failures(scan).join('; '));
  });

  it('fails no check of the site, and none on a page of the documentation', () => {
    const ofDocs = scan.pageResults.filter(({ url }) => new URL(url).pathname.startsWith('/docs'));
    assert.ok(ofDocs.length > PAGES / 2);
    assert.deepEqual(failures({ ...scan, pageResults: ofDocs }), []);
  });
});

const failures = ({ siteChecks, llmstxtChecks, pageResults }: Scan): string[] =>
  [{ url: 'site', checks: [...siteChecks, ...llmstxtChecks] }, ...pageResults].flatMap(({ url, checks }) =>
    checks.filter(({ status }) => status === 'fail').map(({ checkId, message }) => `${url} ${checkId}: ${message}`),
  );

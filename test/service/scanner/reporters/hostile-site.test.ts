import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wordsOf } from '../../../../src/scanner/checks/catalogue.ts';
import { presentResult } from '../../../../src/scanner/checks/present.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { REPORTERS } from '../../../../src/scanner/reporters/registry.ts';
import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';

import {
  collectFindings,
  collectPageFindings,
  explainScore,
  type Findings,
} from '../../../../src/scanner/scoring/explain.ts';
import { hostileWords } from '../../../fixtures/sites/hostile-words.ts';
import { injectingUrls } from '../../../fixtures/sites/injecting-urls.ts';
import { scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';
import { gradedReport } from '../../../unit/scanner/reporters/report-fixture.ts';
import { trustedText } from '../../../unit/scanner/reporters/trusted-text.ts';

const present = (record: CheckRecord) => presentResult(record, wordsOf(record.id));

/** The data of a report on a real scan of the site. */
async function reportOn(site: Site): Promise<ReportData> {
  const server = await serveSite(site);
  try {
    const { report, pages } = await scanSite(server);
    assert.ok(report.basis !== undefined);
    const findings: Findings = new Map();
    collectFindings(findings, [...report.siteChecks, ...report.llmsTxtChecks]);
    collectPageFindings(findings, pages);
    const rootUrl = `${server.origin}/`;
    return {
      scan: {
        ...gradedReport().scan,
        rootUrl,
        siteChecks: report.siteChecks.map(present),
        llmstxtChecks: report.llmsTxtChecks.map(present),
        pageResults: pages.map(({ url, checks }) => ({ url, checks: checks.map(present) })),
      },
      explanation: explainScore({ id: 'scn_1', rootUrl, rubricVersion: '1.0.0' }, report.basis, findings),
    };
  } finally {
    await server.close();
  }
}

describe('reports on a site that speaks to their reader', () => {
  for (const [what, site, words] of [
    ['in its texts', hostileWords, /xyzzy|ignore (?:all )?previous/i],
    ['in its addresses', injectingUrls, /pwned|ignore-all-previous|passwd|alert\(1\)/i],
  ] as const) {
    it(what, async () => {
      const data = await reportOn(site);
      for (const { name, render } of REPORTERS) {
        const report = render(data);
        assert.match(report, words, `${name} quotes the site, so the test can fail`);
        assert.doesNotMatch(trustedText(report), words, name);
      }
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlReport } from '../../../../src/web/report/html-report.ts';
import { failedReport, gradedReport } from '../../scanner/reporters/report-fixture.ts';

const HOSTILE = '</style><script>alert(1)</script><img src=x onerror=alert(1)>';

describe('the report as one HTML file', () => {
  const text = htmlReport.render(gradedReport({ snippet: HOSTILE, draft: HOSTILE, query: '?"><script>' }));

  it('loads nothing, runs nothing, and holds no form', () => {
    assert.doesNotMatch(text, /<script|<form|<link|<img|<iframe/);
    assert.match(text, /Content-Security-Policy" content="default-src 'none'/);
    assert.equal(text.match(/<style>/g)?.length, 1);
  });

  it('leads nowhere on a service, and within itself only to what is there', () => {
    assert.doesNotMatch(text, /href="\/(?!\/)/);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const missing = [...text.matchAll(/href="#([a-z][^"]*)"/g)].flatMap(([, id = '']) => (ids.has(id) ? [] : [id]));
    assert.deepEqual(missing, []);
  });

  it('holds score, fixes, checks and pages', () => {
    assert.match(text, /Site score: \d+ of 100/);
    assert.match(text, /What to fix first/);
    assert.match(text, /id="S2"/);
    assert.match(text, /<table class="pages">/);
  });

  it('of a scan without a grade says so', () => {
    assert.match(htmlReport.render(failedReport()), /The scan has no grade/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserArtifact, BrowserPage } from '../../../../src/scanner/model/browser.ts';
import { browserHead, findingQuotes, findingWords } from '../../../../src/scanner/reporters/browser.ts';
import { browserReport } from '../../../../src/scanner/scoring/browser-report.ts';
import { seenPage } from '../../../support/seen-page.ts';

const onBug = (id: string) => assert.fail(id);
const reportOf = (pages: readonly BrowserPage[], leftOut = 0) =>
  browserReport({ there: true, version: 'Chromium 156', pages, leftOut }, onBug);
const UNNAMED = { chars: 4000, controls: 20, unnamed: 5, examples: ['<a\u202e href="/x">'] };

describe('the report of a browser pass', () => {
  it('has a full score and no finding for healthy pages', () => {
    const report = reportOf([seenPage()]);
    assert.deepEqual([report.browserScore, report.reason, report.findings.length], [100, null, 0]);
    assert.deepEqual(browserHead(report), [
      'Browser score 100/100.',
      'Chromium 156 looked at 1 page; the site score does not depend on it.',
      'It found nothing to fix.',
    ]);
  });

  it('ranks findings by what the score would gain, with the worst page first', () => {
    const slightly = { ...UNNAMED, unnamed: 1 };
    const report = reportOf([
      seenPage({ url: 'https://site.example/a', tree: slightly }),
      seenPage({
        url: 'https://site.example/b',
        tree: UNNAMED,
        text: { words: 10, withoutScripts: 0, added: 10, example: 'x' },
      }),
    ]);
    assert.deepEqual(
      report.findings.map(({ checkId, status, pages }) => [checkId, status, pages.length]),
      [
        ['B3', 'fail', 2],
        ['B2', 'fail', 1],
      ],
    );
    const [names, text] = report.findings;
    assert.equal(names?.pages[0], 'https://site.example/b');
    // B2, B3, B4, B5, B9 and B11 apply: 49 of the weight.
    assert.equal(names?.gain, Math.round((1000 * 14 * 0.15) / 49) / 10);
    assert.equal(text?.gain, Math.round((1000 * 1 * 0.5) / 49) / 10);
    assert.match(
      findingWords(report.findings[0] ?? assert.fail()),
      /^\+4\.3 B3 \(2 pages\): On the worst page: 5 of 20/,
    );
  });

  it('cleans and cuts what it quotes of the site', () => {
    const report = reportOf([seenPage({ tree: UNNAMED })]);
    assert.deepEqual(findingQuotes(report.findings[0] ?? assert.fail(), report), ['<a href="/x">']);
    const [page] = report.pages;
    const { details } = page?.checks.find(({ checkId }) => checkId === 'B3') ?? assert.fail();
    assert.deepEqual((details.evidence as { examples: string[] }).examples, ['<a href="/x">']);
  });

  it('counts a page that hangs against the score, and says so', () => {
    const report = reportOf([seenPage(), seenPage({ outcome: 'hung', url: 'https://site.example/loop' })], 3);
    assert.equal(report.browserScore, 50);
    assert.deepEqual(
      report.findings.map(({ checkId, gain }) => [checkId, gain]),
      [['B1', 50]],
    );
    assert.ok(browserHead(report).includes('3 pages could not be looked at in time.'));
  });

  it('has no score where no page answered', () => {
    const report = reportOf([seenPage({ outcome: 'no-answer' })]);
    assert.equal(report.browserScore, null);
    assert.match(browserHead(report)[0] ?? '', /^No browser score: no page answered/);
  });

  it('says how to get a browser where there is none', () => {
    const absent: BrowserArtifact = { there: false, why: 'no-browser' };
    const report = browserReport(absent, onBug);
    assert.deepEqual([report.browserScore, report.pages.length], [null, 0]);
    assert.equal(browserHead(report).length, 1);
    assert.match(browserHead(report)[0] ?? '', /apt-get install chromium/);
  });
});

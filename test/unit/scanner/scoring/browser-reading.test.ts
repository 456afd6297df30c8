import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserPage } from '../../../../src/scanner/model/browser.ts';
import { browserActs, browserShares } from '../../../../src/scanner/scoring/browser-reading.ts';
import { browserReport } from '../../../../src/scanner/scoring/browser-report.ts';
import { seenPage } from '../../../support/seen-page.ts';

const reportOf = (...pages: readonly Partial<BrowserPage>[]) =>
  browserReport({ there: true, version: 'Chromium 156', pages: pages.map((page) => seenPage(page)), leftOut: 0 }, () =>
    assert.fail(),
  );
const text = (words: number, withoutScripts: number) => ({ words, withoutScripts, added: 0, example: '' });

describe('what a browser had of its pages', () => {
  it('counts walls and pages that do not open as no answer, and text that scripts take away as no text', () => {
    const shares = browserShares(reportOf({}, { status: 403 }, { text: text(0, 200) }, { text: text(50, 200) }));
    assert.deepEqual(shares, {
      delivered: 0.3125,
      robots: 0,
      refused: 0,
      noWay: 0,
      noAnswer: 0.25,
      noText: 0.4375,
      cutOff: 0,
      pages: 4,
    });
  });

  it('leaves pages without an answer out, and is not there without pages', () => {
    assert.equal(browserShares(reportOf({}, { outcome: 'no-answer' }))?.pages, 1);
    assert.equal(browserShares(reportOf({ outcome: 'no-answer' })), undefined);
    assert.equal(browserShares({ pages: [] }), undefined);
  });

  it('names what it tried, and where that works', () => {
    const form = {
      name: '',
      fields: 2,
      filled: 2,
      problems: [],
      hasButton: true,
      hasCaptcha: false,
      deadEnd: undefined,
    };
    const report = reportOf(
      { forms: [form], search: { outcome: 'results', word: 'boat' } },
      { forms: [{ ...form, hasCaptcha: true }] },
    );
    assert.deepEqual(browserActs(report), ['fill forms on 1 of 2', 'search on 1 of 1']);
    assert.deepEqual(browserActs(reportOf({})), []);
  });
});

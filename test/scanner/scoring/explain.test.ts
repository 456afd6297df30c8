import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  collectFindings,
  collectPageFindings,
  explainScore,
  type Findings,
} from '../../../src/scanner/scoring/explain.ts';
import { Explanation } from '../../../src/schema/explanation.ts';
import { idsOf, record, tallyOf, totals } from './score-records.ts';

const SCAN = { id: 'scn_x', rootUrl: 'https://site.example/', rubricVersion: '0.1.0' };

describe('the explanation of a score', () => {
  const site = [...idsOf('S'), ...idsOf('L')].map((id) => record(id, id === 'S1' ? 'warn' : 'pass'));
  const pages = Array.from({ length: 12 }, (_, at) => ({
    url: `https://site.example/${at}`,
    checks: idsOf('P').map((id) => record(id, id === 'P11' ? (at === 5 ? 'fail' : 'warn') : 'pass')),
  }));
  const findings: Findings = new Map();
  collectFindings(findings, site);
  collectPageFindings(findings, pages);
  const tallies = Object.fromEntries(tallyOf([...site, ...pages.flatMap(({ checks }) => checks)]));
  const explanation = explainScore(
    SCAN,
    { tallies, pages: totals(), llmsTxt: { charCount: 10, linkCount: 1 } },
    findings,
  );

  it('has the shape that is promised', () => assert.deepEqual(Explanation.parse(explanation), explanation));

  it('adds up: checks and categories both come to the raw score', () => {
    const sum = (parts: readonly { points: number }[]) => parts.reduce((total, { points }) => total + points, 0);
    assert.ok(Math.abs(sum(explanation.checks) - explanation.rawScore) < 0.01);
    assert.ok(Math.abs(sum(explanation.categories) - explanation.rawScore) < 0.01);
    const possible = explanation.checks.reduce((total, part) => total + part.possible, 0);
    assert.ok(Math.abs(possible - 100) < 0.01);
  });

  it('counts the pages a finding is on and names ten of them, with the worst finding', () => {
    const fix = explanation.fixes.find(({ checkId }) => checkId === 'P11');
    assert.equal(fix?.affectedPages, 12);
    assert.equal(fix?.examples.length, 10);
    const share = explanation.checks.find(({ checkId }) => checkId === 'P11');
    assert.deepEqual([share?.passes, share?.warns, share?.fails], [0, 11, 1]);
    assert.equal(findings.get('P11')?.record?.status, 'fail');
    assert.equal(explanation.fixes.find(({ checkId }) => checkId === 'S1')?.affectedPages, 0);
  });

  it('says which cap sets the score', () => {
    const capped = explainScore(
      SCAN,
      { tallies, pages: totals({ homepageStatus: 500, not200: 60 }), llmsTxt: undefined },
      findings,
    );
    assert.equal(capped.siteScore, 39);
    assert.deepEqual(
      capped.caps.map(({ id, binding }) => [id, binding]),
      [
        ['homepage-status', true],
        ['broken-pages', false],
      ],
    );
    assert.equal(capped.llmstxt.score, 0);
  });
});

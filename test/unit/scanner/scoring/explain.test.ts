import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titlesOf } from '../../../../src/scanner/checks/catalogue.ts';
import {
  collectFindings,
  collectPageFindings,
  explainScore,
  type Findings,
} from '../../../../src/scanner/scoring/explain.ts';
import { Explanation } from '../../../../src/schema/explanation.ts';
import { basisOf, delivered, idsOf, record, tallyOf, totals } from './score-records.ts';

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

  it('has categories in one order, whichever checks apply', () => {
    // Without S4 the first check of the policy is P3, which comes after all of the site.
    const { S4: _, ...others } = tallies;
    const basis = { tallies: others, pages: totals(), llmsTxt: undefined };
    const orderOf = ({ categories }: Explanation) => categories.map(({ category }) => category);
    assert.ok(orderOf(explanation).indexOf('policy') < orderOf(explanation).indexOf('transport'));
    assert.deepEqual(orderOf(explainScore(SCAN, basis, findings)), orderOf(explanation));
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

  it('does not name a check as passed that has no points because another one failed', () => {
    const statusOf = (id: string) => (id === 'S13' ? 'fail' : id === 'S14' ? 'na' : 'pass');
    const basis = basisOf(tallyOf(idsOf('S').map((id) => record(id, statusOf(id)))), totals(), delivered());
    const share = explainScore(SCAN, basis, new Map()).checks.find(({ checkId }) => checkId === 'S14');
    assert.deepEqual([share?.points, share?.fails, share?.name], [0, 0, titlesOf('S14').fail]);
  });

  it('names the way to Markdown that counts in full as the fix, where another way costs points', () => {
    const alternate = pages.map(({ url, checks }, at) => ({
      url,
      checks: checks.map((each) => (each.id === 'P24' && at < 11 ? record('P24', 'pass', 0.8) : each)),
    }));
    const found: Findings = new Map();
    collectPageFindings(found, alternate);
    const { fixes, checks } = explainScore(
      SCAN,
      {
        tallies: Object.fromEntries(tallyOf(alternate.flatMap((page) => page.checks))),
        pages: totals(),
        llmsTxt: undefined,
      },
      found,
    );
    const fix = fixes.find(({ checkId }) => checkId === 'P23');
    assert.equal(fix?.affectedPages, 11);
    assert.equal(fix?.examples.length, 10);
    assert.match(fix?.message ?? '', /counts only in part \(P24\)/);
    assert.match(fix?.howToFix ?? '', /Accept: text\/markdown/);
    assert.equal(checks.find(({ checkId }) => checkId === 'P23')?.affectedPages, 0, 'the check itself passes');
    assert.equal(fixes.at(-1)?.scoreAfter, 100);
  });

  it('accounts for the text: by reader and cause, and together with the checks for the whole score', () => {
    const lost = { robots: 0, edge: 0.1, 'no-way': 0.2, 'no-answer': 0, 'no-text': 0.1, 'cut-off': 0 };
    const delivery = delivered(0.3, {
      rootOnly: 0.5,
      isRefused: true,
      readers: [{ reader: 'fetch-tool', delivered: 0.6, lost }],
    });
    const told = explainScore(
      SCAN,
      { tallies, pages: totals(), llmsTxt: undefined, delivery, siteKind: 'blog' },
      findings,
    );
    assert.deepEqual(Explanation.parse(told), told);
    const { all, readers, points, unverifiedRefusal, siteKind } = told.delivery ?? assert.fail();
    assert.deepEqual([readers[0]?.name, unverifiedRefusal, siteKind], ['Fetch tool', true, 'blog']);
    assert.equal(all.delivered, 0.3);
    assert.equal(all.noWay, 0.5, 'what cannot be found from a root that stands alone');
    const { delivered: reaches, ...losses } = all;
    assert.ok(Math.abs(Object.values(losses).reduce((sum, loss) => sum + loss, reaches) - 1) < 1e-3);
    const ofChecks = told.checks.reduce((sum, check) => sum + check.points, 0);
    assert.ok(Math.abs(points + ofChecks - told.rawScore) < 0.01);
    assert.equal(explanation.delivery, null, 'rubric 1 followed no text');
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

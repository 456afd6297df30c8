import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../../../../src/scanner/checks/define.ts';
import { type CheckOf, runChecks } from '../../../../src/scanner/checks/run.ts';
import type { SiteArtifacts } from '../../../../src/scanner/model/artifacts.ts';
import type { Outcome } from '../../../../src/scanner/model/result.ts';
import { site } from '../../../support/artifacts.ts';

const checkOf = (id: string, evaluate: () => Outcome, needs: readonly (keyof SiteArtifacts)[] = ['target']) =>
  defineCheck({
    id,
    slug: 'a-check',
    series: 'site',
    category: 'access',
    titles: { pass: 'A check passes', fail: 'A check fails', action: 'Make it pass' },
    why: 'For the test.',
    rule: 'Passes.',
    sources: ['https://www.rfc-editor.org/rfc/rfc9309'],
    needs,
    evaluate,
  });

function run(checks: readonly CheckOf<'site'>[], artifacts: Partial<SiteArtifacts> = site()) {
  const bugs: [string, unknown][] = [];
  const records = runChecks<'site'>(checks, artifacts, (checkId, thrown) => bugs.push([checkId, thrown]));
  return { records, bugs };
}

describe('runChecks', () => {
  const outcomes: [string, Outcome, object][] = [
    ['a pass', pass('Good.'), { status: 'pass', message: 'Good.' }],
    ['what does not apply', notApplicable('Not here.'), { status: 'na', message: 'Not here.' }],
    [
      'a warning with a credit of its own',
      warn('Nearly.', { howToFix: 'Do this.', credit: 0.75 }),
      { status: 'warn', message: 'Nearly.', howToFix: 'Do this.', credit: 0.75 },
    ],
    ['a fail', fail('Bad.', { howToFix: 'Do that.' }), { status: 'fail', message: 'Bad.', howToFix: 'Do that.' }],
    ['what could not be measured', unmeasured('No answer.'), { status: 'error', message: 'No answer.' }],
  ];
  for (const [what, outcome, expected] of outcomes) {
    it(`keeps ${what}, under the check's id`, () => {
      const { records, bugs } = run([checkOf('S1', () => outcome)]);
      assert.deepEqual([records, bugs], [[{ id: 'S1', ...expected }], []]);
    });
  }

  it('cleans the evidence', () => {
    const evidence = { url: 'https://site.example/', status: 200, snippet: `a\u202e\n b${'c'.repeat(500)}` };
    const [record] = run([checkOf('S1', () => pass('Good.', evidence))]).records;
    assert.equal(record?.evidence?.snippet, `a b${'c'.repeat(196)}…`);
    assert.equal(record.evidence.status, 200);
  });

  it('turns a throw into an error that says nothing of it, tells us, and goes on', () => {
    const thrown = new Error('secret of ours');
    const { records, bugs } = run([
      checkOf('S1', () => {
        throw thrown;
      }),
      checkOf('S2', () => pass('Good.')),
    ]);
    assert.deepEqual(
      records.map(({ id, status }) => [id, status]),
      [
        ['S1', 'error'],
        ['S2', 'pass'],
      ],
    );
    assert.deepEqual(bugs, [['S1', thrown]]);
    assert.ok(!JSON.stringify(records).includes('secret of ours'));
  });

  it('does not ask a check whose artifact is missing', () => {
    const never = () => assert.fail('asked without its artifact');
    const { robotsTxt: _, ...others } = site();
    const { records, bugs } = run(
      [checkOf('S1', never, ['target', 'robotsTxt']), checkOf('S2', () => pass('Good.'))],
      others,
    );
    assert.deepEqual(
      records.map(({ status }) => status),
      ['error', 'pass'],
    );
    assert.match(records[0]?.message ?? '', /robotsTxt/);
    assert.deepEqual(bugs, []);
  });

  it('answers one record a check, in their order', () => {
    const ids = ['S3', 'S1', 'S2'];
    assert.deepEqual(
      run(ids.map((id) => checkOf(id, () => pass('Good.')))).records.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(run([]).records, []);
  });
});

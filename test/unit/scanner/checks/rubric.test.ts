import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CATALOGUE } from '../../../../src/scanner/checks/catalogue.ts';
import { evidenceFor, isGate, LLMS_TXT_RUBRIC, RUBRIC, SITE_WEIGHTS } from '../../../../src/scanner/checks/rubric.ts';

const checks: readonly { readonly id: string }[] = CATALOGUE;

describe('the rubrics of a site', () => {
  for (const { version } of [RUBRIC, LLMS_TXT_RUBRIC])
    it(`have a version that percentiles can be kept apart by: ${version}`, () =>
      assert.match(version, /^\d+\.\d+\.\d+$/));

  it('weigh every check and nothing else', () => {
    assert.deepEqual(Object.keys(SITE_WEIGHTS).sort(), checks.map(({ id }) => id).sort());
  });

  it('name the evidence of every weight', () => {
    for (const { id } of checks) assert.match(evidenceFor(id) ?? '', /^[A-D]$/, id);
  });

  it('weigh no gate', () => {
    for (const id of RUBRIC.gates) assert.equal(SITE_WEIGHTS[id], 0, id);
    assert.ok(isGate('P5') && !isGate('P11'));
  });

  it('let a check depend on another one, in one step', () => {
    const worthOf: Readonly<Record<string, string>> = RUBRIC.worthOf;
    for (const [id, parent] of Object.entries(worthOf)) {
      assert.ok(id in SITE_WEIGHTS && parent in SITE_WEIGHTS, id);
      assert.equal(worthOf[parent], undefined, parent);
    }
    for (const [id, others] of Object.entries(RUBRIC.fixedWith))
      for (const other of others) assert.ok(id in SITE_WEIGHTS && other in SITE_WEIGHTS && other !== id, other);
  });

  it('scale by size what an llms.txt says', () => {
    for (const id of LLMS_TXT_RUBRIC.scaledBySize.checks) assert.ok(id in LLMS_TXT_RUBRIC.weighings, id);
  });

  it('cannot be changed', () => {
    for (const each of [RUBRIC, LLMS_TXT_RUBRIC]) {
      assert.ok(Object.isFrozen(each));
      assert.ok(Object.isFrozen(each.weighings));
    }
  });
});

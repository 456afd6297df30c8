import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CATALOGUE } from '../../../../src/scanner/checks/catalogue.ts';
import { RUBRIC } from '../../../../src/scanner/checks/rubric.ts';

const checks: readonly { readonly id: string }[] = CATALOGUE;
const weights: Readonly<Record<string, number>> = RUBRIC.weights;

describe('the rubric', () => {
  it('has a version that percentiles can be kept apart by', () => assert.match(RUBRIC.version, /^\d+\.\d+\.\d+$/));

  it('weighs every check and nothing else', () => {
    assert.deepEqual(Object.keys(weights).sort(), checks.map(({ id }) => id).sort());
  });

  it('weighs in the tiers of the catalogue', () => {
    for (const [id, weight] of Object.entries(weights))
      assert.ok([10, 7, 4, 2, 1, 0].includes(weight), `${id}: ${weight}`);
  });

  it('scales checks that there are, none by itself, none of them twice', () => {
    const { scaledByServerRendering, scaledBySitemap, scaledByLlmsTxtSize } = RUBRIC;
    const scaled: readonly string[] = [
      ...scaledByServerRendering.checks,
      ...scaledBySitemap.checks,
      ...scaledByLlmsTxtSize.checks,
    ];
    for (const id of [...scaled, scaledByServerRendering.by, scaledBySitemap.by]) assert.ok(id in weights, id);
    assert.deepEqual(scaled, [...new Set(scaled)]);
    for (const by of [scaledByServerRendering.by, scaledBySitemap.by]) assert.ok(!scaled.includes(by), by);
    assert.ok(scaledByLlmsTxtSize.checks.every((id) => id.startsWith('L')));
  });

  it('scales Markdown by whether it is found', () => {
    const { checks: scaled, by } = RUBRIC.scaledByDiscovery;
    for (const id of [...scaled, by]) assert.ok(id in weights, id);
  });

  it('cannot be changed', () => {
    assert.ok(Object.isFrozen(RUBRIC));
    assert.ok(Object.isFrozen(RUBRIC.weights));
  });
});

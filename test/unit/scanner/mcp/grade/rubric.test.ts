import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MCP_CHECKS } from '../../../../../src/scanner/checks/catalogue.ts';
import { MCP_RUBRIC } from '../../../../../src/scanner/mcp/grade/score.ts';

const checks: readonly { readonly id: string }[] = MCP_CHECKS;
const weights: Readonly<Record<string, number>> = MCP_RUBRIC.weights;

describe('the rubric of MCP servers', () => {
  it('has a version', () => assert.match(MCP_RUBRIC.version, /^\d+\.\d+\.\d+$/));

  it('weighs every check and nothing else', () => {
    assert.deepEqual(Object.keys(weights).sort(), checks.map(({ id }) => id).sort());
  });

  it('sums to 100, so that a weight is a percentage', () => {
    assert.equal(
      Object.values(weights).reduce((sum, weight) => sum + weight, 0),
      100,
    );
  });

  it('cannot be changed', () => {
    assert.ok(Object.isFrozen(MCP_RUBRIC));
    assert.ok(Object.isFrozen(MCP_RUBRIC.weights));
  });
});

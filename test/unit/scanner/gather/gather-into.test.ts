import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defineGatherer,
  type GatherContext,
  type Gathered,
  gatherInto,
} from '../../../../src/scanner/gather/define.ts';
import { site } from '../../../support/artifacts.ts';

// These gatherers ask nothing of the network.
const CONTEXT = {} as GatherContext;
const { target, robotsTxt } = site();

const throwing = defineGatherer({
  artifact: 'robotsTxt',
  needs: ['target'],
  gather: () => Promise.reject(new Error('on purpose')),
});
const working = defineGatherer({ artifact: 'robotsTxt', needs: ['target'], gather: async () => robotsTxt });

function start(artifacts: Gathered) {
  const bugs: string[] = [];
  const controller = new AbortController();
  const onBug = (name: string, thrown: unknown) => bugs.push(`${name}: ${String(thrown)}`);
  return { bugs, controller, gather: gatherInto(artifacts, CONTEXT, onBug, controller.signal) };
}

describe('gatherInto', () => {
  it('adds the gathered artifacts', async () => {
    const artifacts: Gathered = { target };
    const { bugs, gather } = start(artifacts);
    await gather(working);
    assert.equal(artifacts.robotsTxt, robotsTxt);
    assert.deepEqual(bugs, []);
  });

  it('leaves out a gatherer that throws, and reports its error', async () => {
    const artifacts: Gathered = { target };
    const { bugs, gather } = start(artifacts);
    await gather(throwing);
    assert.equal(artifacts.robotsTxt, undefined);
    assert.deepEqual(bugs, ['gatherer:robotsTxt: Error: on purpose']);
  });

  it('requests nothing when a needed artifact is missing', async () => {
    const artifacts: Gathered = {};
    const { bugs, gather } = start(artifacts);
    await gather(throwing);
    assert.deepEqual([bugs, artifacts], [[], {}]);
  });

  it('rejects for the reason of the abort, which is no bug', async () => {
    const { bugs, controller, gather } = start({ target });
    const reason = new Error('the scan is over');
    controller.abort(reason);
    await assert.rejects(gather(throwing), reason);
    assert.deepEqual(bugs, []);
  });
});

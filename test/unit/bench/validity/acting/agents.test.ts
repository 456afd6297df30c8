import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ActFault, ALL_DEAD } from '../../../../../bench/validity/acting/act-faults.ts';
import { apiAgent } from '../../../../../bench/validity/acting/api-agent.ts';
import { formAgent } from '../../../../../bench/validity/acting/form-agent.ts';
import { service } from '../../../../../bench/validity/acting/service.ts';
import { shop } from '../../../../../bench/validity/acting/shop.ts';
import { siteVariant } from '../../../../../bench/validity/site-variant.ts';

const ORIGIN = 'https://site.example';
const AGENTS = { form: formAgent, api: apiAgent };

/** The kinds of tasks of which an agent completes none, some or all. */
async function outcome(agent: keyof typeof AGENTS, site: 'shop' | 'service', acts: ActFault) {
  const base = site === 'shop' ? shop() : service();
  const act = AGENTS[agent](siteVariant(base, { acts }), ORIGIN);
  const done = new Map<string, boolean[]>();
  for (const task of base.acts.tasks) {
    const isDone = await act(task);
    if (isDone !== undefined) done.set(task.kind, [...(done.get(task.kind) ?? []), isDone]);
  }
  const failed = [...done].filter(([, all]) => all.includes(false)).map(([kind]) => kind);
  return { kinds: [...done.keys()], failed };
}

describe('agents without a browser', () => {
  it('complete every task of the bases', async () => {
    for (const agent of ['form', 'api'] as const) {
      for (const site of ['shop', 'service'] as const) assert.deepEqual((await outcome(agent, site, {})).failed, []);
    }
  });

  it('complete none where every action is dead', async () => {
    for (const agent of ['form', 'api'] as const) {
      for (const site of ['shop', 'service'] as const) {
        const { kinds, failed } = await outcome(agent, site, ALL_DEAD);
        assert.deepEqual(failed, kinds);
      }
    }
  });

  const CASES: readonly (readonly [
    agent: keyof typeof AGENTS,
    site: 'shop' | 'service',
    acts: ActFault,
    failed: string[],
  ])[] = [
    ['form', 'shop', { form: 'captcha' }, ['form']],
    ['form', 'shop', { cart: 'script' }, ['cart']],
    ['form', 'service', { search: 'nothing' }, ['search']],
    ['form', 'service', { list: 'same' }, ['list']],
    ['form', 'shop', { figures: 'script' }, ['figure']],
    ['form', 'shop', { fields: 'placeholder' }, []],
    ['form', 'service', { form: 'token' }, []],
    ['api', 'shop', { jsonLd: 'disagrees' }, ['figure']],
    ['api', 'service', { api: 'html' }, ['api']],
    ['api', 'service', { tools: 'dead' }, ['tool']],
  ];
  for (const [agent, site, acts, failed] of CASES) {
    it(`${agent} on ${site} with ${JSON.stringify(acts)} fails at ${failed.join(' ') || 'nothing'}`, async () => {
      assert.deepEqual((await outcome(agent, site, acts)).failed, failed);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tdmRepProblem } from '../../../../../src/scanner/parse/agent-files/usage-policy.ts';

const rule = (overrides: Record<string, unknown> = {}) => ({ location: '/', 'tdm-reservation': 1, ...overrides });

describe('tdmRepProblem', () => {
  const rows: [what: string, value: unknown, problem: RegExp | undefined][] = [
    ['a reservation', [rule()], undefined],
    ['none', [rule({ 'tdm-reservation': 0 })], undefined],
    ['a policy', [rule(), rule({ location: '/a', 'tdm-policy': 'https://site.example/policy.json' })], undefined],
    ['an object', rule(), /no array/],
    ['an empty array', [], /no rule/],
    ['null', null, /no array/],
    ['a rule that is null', [rule(), null], /rule 2/],
    ['no location', [rule({ location: undefined })], /rule 1/],
    ['a reservation that is a text', [rule({ 'tdm-reservation': '1' })], /rule 1/],
    ['a reservation of 2', [rule({ 'tdm-reservation': 2 })], /rule 1/],
    ['a policy that is no URL', [rule({ 'tdm-policy': 'policy' })], /rule 1/],
  ];
  for (const [what, value, problem] of rows) {
    it(what, () => {
      const found = tdmRepProblem(JSON.stringify(value));
      if (problem === undefined) assert.equal(found, undefined);
      else assert.match(found ?? 'none', problem);
    });
  }
  it('no JSON', () => assert.match(tdmRepProblem('tdm-reservation: 1') ?? 'none', /not JSON/));
});

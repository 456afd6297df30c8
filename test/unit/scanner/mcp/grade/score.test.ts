import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MCP_RUBRIC, type McpScoreFacts, scoreMcp } from '../../../../../src/scanner/mcp/grade/score.ts';
import type { CheckRecord } from '../../../../../src/scanner/model/result.ts';
import { runsOf } from '../../../../support/exhaustive.ts';

const RUNS = { seed: 1, numRuns: runsOf(300) };

type Status = CheckRecord['status'];

const WEIGHTS: Readonly<Record<string, number>> = MCP_RUBRIC.weights;
const IDS = Object.keys(WEIGHTS);
const OUTSIDE = ['M1', 'M5', 'M6', 'M7'];
const PUBLIC: McpScoreFacts = {
  toolCount: 5,
  searchesTools: false,
  contextTokens: 900,
  authorizationOnly: false,
  isPartlyUnread: false,
};
const PROTECTED: McpScoreFacts = { ...PUBLIC, toolCount: undefined, contextTokens: 0, authorizationOnly: true };

const record = (id: string, status: Status): CheckRecord => ({ id, status, message: 'A finding.' });
/** Every check passes but for those named. */
const records = (others: Readonly<Record<string, Status>> = {}) => IDS.map((id) => record(id, others[id] ?? 'pass'));
/** What a server behind authorization comes to. */
const guarded = (others: Readonly<Record<string, Status>> = {}) =>
  IDS.map((id) => record(id, others[id] ?? (OUTSIDE.includes(id) ? 'pass' : 'error')));
const capIds = (list: readonly CheckRecord[], facts = PUBLIC) => scoreMcp(list, facts).caps.map(({ id }) => id);

describe('the score of an MCP server', () => {
  const rows: [string, Readonly<Record<string, Status>>, number][] = [
    ['nothing to find', {}, 100],
    ['a warning earns half', { M14: 'warn' }, 97],
    ['a failure earns nothing', { M14: 'fail' }, 93],
    ['an error earns nothing either', { M14: 'error' }, 93],
    ['half a point is rounded up', { M2: 'warn' }, 99],
    ['what does not apply leaves the denominator', { M6: 'na', M22: 'na', M23: 'na', M14: 'fail' }, 92],
  ];
  for (const [when, others, expected] of rows) {
    it(when, () => assert.equal(scoreMcp(records(others), PUBLIC).score, expected));
  }
  it('is that of the rule where a check names its own credit', () => {
    const [first, ...rest] = records({ M1: 'warn' });
    assert.ok(first);
    assert.equal(scoreMcp([{ ...first, credit: 0.75 }, ...rest], PUBLIC).raw, 99);
  });
  it('is 0 without records', () => {
    const { score, raw, coverage } = scoreMcp([], PUBLIC);
    assert.deepEqual({ score, raw, coverage }, { score: 0, raw: 0, coverage: 0 });
  });
});

describe('caps', () => {
  const rows: [string, readonly CheckRecord[], McpScoreFacts, string[], number][] = [
    ['none', records(), PUBLIC, [], 100],
    ['no session', records({ M1: 'fail' }), PUBLIC, ['no-session'], 0],
    ['a session that could not be tried', records({ M1: 'error' }), PUBLIC, ['no-session'], 0],
    ['a session with a warning', records({ M1: 'warn' }), PUBLIC, [], 99],
    ['hidden text', records({ M24: 'fail' }), PUBLIC, ['unsafe-text'], 49],
    ['injected text', records({ M25: 'fail' }), PUBLIC, ['unsafe-text'], 49],
    ['text that is only suspicious', records({ M24: 'warn', M25: 'warn' }), PUBLIC, [], 96],
    ['text that was not read', records(), { ...PUBLIC, isPartlyUnread: true }, ['unread-text'], 49],
    ['plain http', records({ M5: 'fail' }), PUBLIC, ['insecure-transport'], 69],
    ['a foreign Origin', records({ M5: 'warn' }), PUBLIC, [], 98],
    ['128 tools', records(), { ...PUBLIC, toolCount: 128 }, [], 100],
    ['129 tools', records(), { ...PUBLIC, toolCount: 129 }, ['oversized-catalogue'], 74],
    ['256 tools with a search', records(), { ...PUBLIC, toolCount: 256, searchesTools: true }, [], 100],
    [
      '257 tools with a search',
      records(),
      { ...PUBLIC, toolCount: 257, searchesTools: true },
      ['oversized-catalogue'],
      74,
    ],
    ['32,000 tokens', records(), { ...PUBLIC, contextTokens: 32_000 }, [], 100],
    ['32,001 tokens', records(), { ...PUBLIC, contextTokens: 32_001 }, ['oversized-catalogue'], 74],
    ['broken lists', records({ M8: 'fail' }), PUBLIC, ['broken-contract'], 89],
    ['broken names', records({ M11: 'fail' }), PUBLIC, ['broken-contract'], 89],
    ['broken schemas', records({ M17: 'fail' }), PUBLIC, ['broken-contract'], 89],
    [
      'several, of which the lowest binds',
      records({ M17: 'fail', M5: 'fail', M25: 'fail' }),
      PUBLIC,
      ['unsafe-text', 'insecure-transport', 'broken-contract'],
      49,
    ],
    ['authorization', guarded(), PROTECTED, ['low-coverage', 'behind-authorization'], 49],
  ];
  for (const [when, given, facts, ids, score] of rows) {
    it(when, () => {
      assert.deepEqual(capIds(given, facts), ids);
      assert.equal(scoreMcp(given, facts).score, score);
    });
  }
  it('give their reason in trusted text, with the check', () => {
    const [cap] = scoreMcp(records({ M25: 'fail' }), PUBLIC).caps;
    assert.match(cap?.reason ?? '', /\(M25\)\.$/);
  });
});

describe('coverage', () => {
  it('is the weight that came to a result, what does not apply included', () => {
    assert.equal(scoreMcp(records({ M6: 'na', M14: 'error' }), PUBLIC).coverage, 0.93);
  });
  it('caps below one half, not at it', () => {
    const half: Record<string, Status> = {};
    let weight = 0;
    for (const id of IDS.slice(1)) {
      if (weight + (WEIGHTS[id] ?? 0) > 50) continue;
      half[id] = 'error';
      weight += WEIGHTS[id] ?? 0;
    }
    assert.equal(weight, 50);
    assert.deepEqual(capIds(records(half)), []);
    const next = IDS.slice(1).find((id) => half[id] === undefined) ?? '';
    assert.deepEqual(capIds(records({ ...half, [next]: 'error' })), ['low-coverage']);
  });
});

describe('behind authorization', () => {
  it('leaves out what could not be seen', () => {
    assert.equal(scoreMcp(guarded(), PROTECTED).raw, 100);
    assert.equal(scoreMcp(guarded({ M6: 'fail' }), PROTECTED).raw, 67);
  });
  it('counts an error of a check that needs no session', () => {
    assert.equal(scoreMcp(guarded({ M6: 'error' }), PROTECTED).raw, 67);
  });
});

const RANK: readonly Status[] = ['error', 'fail', 'warn', 'pass'];
const anyStatus = fc.constantFrom<Status>('pass', 'pass', 'pass', 'warn', 'fail', 'na', 'error');
const anyFacts = fc.record({
  toolCount: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
  searchesTools: fc.boolean(),
  contextTokens: fc.integer({ min: 0, max: 60_000 }),
  authorizationOnly: fc.constant(false),
  isPartlyUnread: fc.boolean(),
});
const anyRecords = fc
  .tuple(...IDS.map(() => anyStatus))
  .map((statuses) => IDS.map((id, at) => record(id, statuses[at] ?? 'pass')));
/** Records of a server behind authorization: an error wherever a session is needed. */
const anyGuarded = fc
  .tuple(...OUTSIDE.map(() => anyStatus))
  .map((statuses) => guarded(Object.fromEntries(OUTSIDE.map((id, at) => [id, statuses[at] ?? 'pass']))));
const anyGrade = fc.oneof(fc.tuple(anyRecords, anyFacts), fc.tuple(anyGuarded, fc.constant(PROTECTED)));

describe('the score of any MCP server', () => {
  it('is a whole number from 0 to 100, at most the raw score and every cap', () => {
    fc.assert(
      fc.property(anyGrade, ([given, facts]) => {
        const { score, raw, coverage, caps } = scoreMcp(given, facts);
        for (const value of [score, raw]) assert.ok(Number.isInteger(value) && value >= 0 && value <= 100);
        assert.equal(score, Math.min(raw, ...caps.map(({ limit }) => limit)));
        assert.ok(coverage >= 0 && coverage <= 1);
      }),
      RUNS,
    );
  });

  it('does not know the order of the records', () => {
    const anyOrder = anyGrade.chain(([given, facts]) =>
      fc.record({
        given: fc.constant(given),
        facts: fc.constant(facts),
        shuffled: fc.shuffledSubarray([...given], { minLength: given.length }),
      }),
    );
    fc.assert(
      fc.property(anyOrder, ({ given, facts, shuffled }) => {
        assert.deepEqual(scoreMcp(shuffled, facts), scoreMcp(given, facts));
      }),
      RUNS,
    );
  });

  it('never rises when one check gets worse', () => {
    fc.assert(
      fc.property(anyGrade, ([given, facts]) => {
        const before = scoreMcp(given, facts);
        for (const [at, { id, status }] of given.entries()) {
          for (const lower of RANK.slice(0, Math.max(0, RANK.indexOf(status)))) {
            const after = scoreMcp(given.with(at, record(id, lower)), facts);
            // An unmeasured check proves nothing, so a failure that turns into an error lifts its cap.
            if (status !== 'fail') assert.ok(after.score <= before.score, `${id}: ${status} to ${lower}`);
            assert.ok(after.raw <= before.raw, `${id}: ${status} to ${lower}`);
          }
        }
      }),
      RUNS,
    );
  });

  it('shows 100 only when every check that applies passed', () => {
    fc.assert(
      fc.property(anyRecords, (given) => {
        const isWhole = given.every(({ status }) => status === 'pass' || status === 'na');
        assert.equal(scoreMcp(given, PUBLIC).raw === 100, isWhole && given.some(({ status }) => status === 'pass'));
      }),
      RUNS,
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expectLegible, type SiteResult } from '../../src/legible.ts';

const RESULT: SiteResult = {
  url: 'https://site.example/',
  score: 72,
  rating: 'good',
  llmsTxtScore: 0,
  rubricVersion: '2.0.0',
  pagesScanned: 20,
  pagesDiscovered: 20,
  readers: [
    { id: 'coding-assistant', name: 'Coding assistant', delivered: 0.9 },
    { id: 'fetch-tool', name: 'Fetch tool', delivered: 0.4 },
  ],
  findings: [
    {
      checkId: 'S2',
      status: 'fail',
      title: 'robots.txt blocks AI assistants',
      message: 'It shuts out 2 of 10.',
      howToFix: 'Allow them.',
      affectedPages: 0,
      pages: [],
    },
    {
      checkId: 'P11',
      status: 'warn',
      title: 'Titles repeat',
      message: '3 titles are the same.',
      howToFix: 'Write one for each page.',
      affectedPages: 3,
      pages: ['https://site.example/a', 'https://site.example/b'],
    },
  ],
  fixes: [{ checkId: 'S2', title: 'Allow them', gain: 4.25, scoreAfter: 76, howToFix: 'Allow them.' }],
  unmeasured: ['S8'],
};
const expectation = expectLegible(RESULT);

describe('expectations of a scan', () => {
  it('hold, and chain', () => {
    assert.equal(expectation.toScore(72).toPass('S1', 'P10').toReachReaders(0.4), expectation);
  });

  it('refuse calls that would assert nothing', () => {
    const call = (of: (...given: never[]) => unknown, ...given: unknown[]) => Reflect.apply(of, undefined, given);
    const wrong: readonly (readonly [() => unknown, RegExp])[] = [
      [() => call(expectLegible, RESULT, { score: 80 }), /expectLegible: expected one argument/],
      [() => call(expectLegible, Promise.resolve(RESULT)), /Write expectLegible\(await scan\(url\)\)/],
      [() => call(expectLegible), /expected what scan\(\) resolves to/],
      [() => call(expectation.toScore), /toScore: expected a number from 0 to 100, and got undefined/],
      [() => call(expectation.toScore, 70, 'S2'), /toScore: expected one number/],
      [() => call(expectation.toPass), /toPass: expected ids/],
      [() => call(expectation.toReachReaders, 40), /from 0 to 1, and got 40/],
    ];
    for (const [of, message] of wrong) assert.throws(of, { name: 'TypeError', message });
  });

  it('a low score names the best fixes', () => {
    assert.throws(() => expectation.toScore(80), {
      name: 'AssertionError',
      actual: 72,
      expected: 80,
      message: /scores 72, expected at least 80[\s\S]+S2 \(\+4\.3\): Allow them\./,
    });
  });

  it('a low score names the agent that gets least of the text, where much is lost', () => {
    assert.throws(() => expectation.toScore(80), { message: /agents: Fetch tool gets 40 % of it\./ });
    const readers = RESULT.readers.map((reader) => ({ ...reader, delivered: 0.96 }));
    assert.throws(() => expectLegible({ ...RESULT, readers }).toScore(80), { message: /^(?!.*Fetch tool)/s });
  });

  const failing = [
    [
      'a failed check',
      'S2',
      /^S2 fail: robots\.txt blocks AI assistants\n {2}It shuts out 2 of 10\.\n {2}Fix: Allow them\.$/,
    ],
    ['a warning', 'P11', /P11 warn: .+\n.+\n.+\n {2}On 3 pages, such as https:\/\/site\.example\/a/],
    ['a check that could not be measured', 'S8', /^S8 could not be measured: /],
  ] as const;
  for (const [what, id, message] of failing) {
    it(`${what} does not pass`, () => assert.throws(() => expectation.toPass('S1', id), { message }));
  }

  it('readers that get too little are named', () => {
    assert.throws(() => expectation.toReachReaders(0.5), /less than 50 % [\s\S]+\n {2}Fetch tool: 40 %$/);
  });

  it('an unknown check is a mistake of the test', () => {
    assert.throws(() => expectation.toPass('Q1'), {
      name: 'TypeError',
      message: /scans of websites have no check Q1/,
    });
  });
});

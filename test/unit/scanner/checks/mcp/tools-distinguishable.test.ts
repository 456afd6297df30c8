import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import check from '../../../../../src/scanner/checks/mcp/tools-distinguishable.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { cpuMs } from '../../../../support/cpu-time.ts';
import { handshake, TOOLS, tool } from '../../../../support/mcp-artifacts.ts';

/** Tools by name, each with its description. */
const given = (descriptions: Readonly<Record<string, unknown>>) => ({
  handshake: handshake(),
  tools: Object.entries(descriptions).map(([name, description]) => tool(name, { description })),
});
/** Tools of these names whose descriptions have nothing in common. */
const named = (...names: string[]) =>
  given(
    Object.fromEntries(names.map((name, at) => [name, Array.from('abcdef', (letter) => `${letter}${at}x`).join(' ')])),
  );
const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ');

checkTable(check, [
  { when: 'two tools', given: { handshake: handshake(), tools: TOOLS }, expect: 'pass' },
  { when: 'one tool', given: named('search'), expect: 'na' },
  { when: 'no tool', given: named(), expect: 'na' },
  {
    when: 'the same description',
    given: given({ one: 'Reads a page.', two: 'Writes a page.', three: 'reads  a page' }),
    expect: 'fail',
    says: /1 of 3 tools have the description of another/,
  },
  { when: 'no descriptions at all', given: given({ one: '', two: undefined, three: 7 }), expect: 'pass' },
  {
    when: '8 of 10 words shared',
    given: given({ one: words(0, 9), two: words(1, 10) }),
    expect: 'warn',
    says: /1 pair with nearly the same description/,
  },
  { when: '7 of 9 words shared', given: given({ one: words(0, 8), two: words(1, 9) }), expect: 'pass' },
  { when: '4 of 5 words shared', given: given({ one: words(0, 5), two: words(0, 4) }), expect: 'pass' },
  { when: '5 of 6 words shared', given: given({ one: words(0, 6), two: words(0, 5) }), expect: 'warn' },
  {
    when: 'small words shared',
    given: given({ one: 'a b c to of it is x1y', two: 'a b c to of it is x2y' }),
    expect: 'pass',
  },
  {
    when: 'a script without spaces',
    given: given({ one: '搜索文档并返回结果的工具', two: '搜索文档并返回结果之工具' }),
    expect: 'warn',
  },
  {
    when: 'a plural twin',
    given: named('get_page', 'get_pages'),
    expect: 'warn',
    says: /1 pair with nearly the same name/,
  },
  { when: 'a short plural twin', given: named('page', 'pages'), expect: 'pass' },
  { when: 'a punctuation twin', given: named('getpage', 'get_page'), expect: 'warn' },
  {
    when: 'the same name twice, which is for M11',
    given: { handshake: handshake(), tools: [tool('get_page'), tool('get_page', { description: words(0, 9) })] },
    expect: 'pass',
  },
  {
    when: '9 of 10 in one style',
    given: named(...Array.from({ length: 9 }, (_, at) => `tool_x${at}`), 'otherTool'),
    expect: 'pass',
  },
  {
    when: '8 of 9 in one style',
    given: named(...Array.from({ length: 8 }, (_, at) => `tool_x${at}`), 'otherTool'),
    expect: 'warn',
    says: /1 of 9 names in another style than snake_case/,
  },
  { when: 'single words beside one style', given: named('search', 'list', 'fetchPage', 'sendMail'), expect: 'pass' },
]);

describe('M12', () => {
  it('looks for near descriptions among the first 200 tools only', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`t${at}`, words(at * 10, at * 10 + 10)]));
    assert.equal(check.evaluate(given({ ...many, late: words(0, 9) })).status, 'pass');
    assert.equal(check.evaluate(given({ early: words(0, 9), ...many })).status, 'warn');
  });
  it('finds the same description wherever it is', () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`t${at}`, words(at * 10, at * 10 + 10)]));
    assert.equal(check.evaluate(given({ ...many, late: words(8990, 9000) })).status, 'fail');
  });
  it('takes little time for many long descriptions that nearly match', () => {
    const base = Array.from({ length: 500 }, (_, at) => at.toString(36).padStart(3, '0'));
    const many = Array.from({ length: 1000 }, (_, at) => {
      const own = base.map((word, position) =>
        position % 5 === at % 5 && position < 60 + (at % 3) ? `${word}${at % 9}` : word,
      );
      return tool(`t${at}`, { description: `${own.join(' ')} ${at}` });
    });
    const tookMs = cpuMs(() => check.evaluate({ handshake: handshake(), tools: many }));
    assert.ok(tookMs < 3000, `${Math.round(tookMs)} ms`);
  });
  it('names the pairs', () => {
    assert.deepEqual(check.evaluate(named('get_page', 'get_pages')).evidence?.examples, ['get_page / get_pages']);
  });
  it('lists the names in another style', () => {
    assert.deepEqual(check.evaluate(named('get_page', 'list_all', 'searchDocs')).evidence?.examples, ['searchDocs']);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import check, { descriptionQuality } from '../../../../../src/scanner/checks/mcp/tool-descriptions.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';
import { assertQuick } from '../../parse/assert-quick.ts';

const described = (description: unknown) => tool('get_page', { title: 'Fetch page', description });
const good = (count: number) => Array.from({ length: count }, (_, at) => tool(`good_${at}`));
const of = (...tools: ReturnType<typeof tool>[]) => ({ handshake: handshake(), tools });

const QUALITY: readonly [string, unknown, number][] = [
  ['none', undefined, 0],
  ['blank', ' \n ', 0],
  ['no text', ['a'], 0],
  ['the name', 'get_page', 0.25],
  ['the name in words', 'Get page.', 0.25],
  ['the title', 'Fetch page', 0.25],
  ['three words of 20 characters', 'Retrieves documentation pages', 0.5],
  ['four words of 19 characters', 'Reads one page here', 0.5],
  ['four words of 20 characters', 'Reads one page there', 0.75],
  ['six words', 'Reads one page of the manual', 0.75],
  ['seven words', 'Reads one page of the manual whole', 1],
  ['Japanese, without spaces', '指定したパスのページを読み、その本文を返します。', 1],
  ['a short Chinese phrase', '读取页面', 0.5],
  ['Russian', 'Читает одну страницу документации и возвращает текст', 1],
];
for (const [what, description, quality] of QUALITY) {
  it(`worth ${quality}: ${what}`, () => assert.equal(descriptionQuality(described(description)), quality));
}

it('a description of a megabyte is no burden', () => {
  assertQuick(() => assert.equal(descriptionQuality(described('word '.repeat(200_000))), 1));
});

checkTable(check, [
  { when: 'all say enough', given: of(...good(3)), expect: 'pass' },
  // .6 * (9 + .5) / 10 + .4 * .5 = .77
  {
    when: 'one of ten contradicts its schema',
    given: of(...good(9), described('Returns one page of the manual. The `page` parameter is its number.')),
    expect: 'warn',
    says: /1 of 10 descriptions/,
  },
  // .6 * (3 + .75) / 4 + .4 * .75 = .8625
  { when: 'one of four is short', given: of(...good(3), described('Reads one page there')), expect: 'pass' },
  // .6 * (1 + .75) / 2 + .4 * .75 = .825
  {
    when: 'one of two is short',
    given: of(...good(1), described('Reads one page there')),
    expect: 'warn',
    says: /^1 of 2 descriptions say too little; the worst is worth 0\.75/,
  },
  // .6 * (2 + .25) / 3 + .4 * .25 = .55; with seven good ones .6 * 7.25 / 8 + .1 = .64375
  { when: 'one of three repeats its name', given: of(...good(2), described('get page')), expect: 'fail' },
  { when: 'one of eight repeats its name', given: of(...good(7), described('get page')), expect: 'warn' },
  // .6 * (2 + .5) / 3 + .4 * .5 = .7; .6 * .5 + .4 * .5 = .5
  { when: 'one of three is very short', given: of(...good(2), described('Reads pages')), expect: 'warn' },
  { when: 'all are very short', given: of(described('Reads pages')), expect: 'fail' },
  {
    when: 'one of many is missing',
    given: of(...good(30), described(undefined)),
    expect: 'fail',
    says: /^1 of 31 tools has no description/,
  },
  { when: 'there are no tools', given: of(), expect: 'na' },
]);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isNoindex,
  noindexedAgents,
  robotsDirectives,
} from '../../../../../src/scanner/parse/html/robots-directives.ts';

const fromHeader = (value: string) =>
  robotsDirectives([], value).map(
    ({ agent, name, value: given }) => `${agent} ${name}${given === '' ? '' : `=${given}`}`,
  );

describe('robots directives', () => {
  const rows: readonly (readonly [value: string, directives: string[]])[] = [
    ['NoIndex, nofollow', ['robots noindex', 'robots nofollow']],
    ['max-snippet: 0, max-image-preview:large', ['robots max-snippet=0', 'robots max-image-preview=large']],
    ['unavailable_after: 25 Jun 2027 15:00:00 PST', ['robots unavailable_after=25 jun 2027 15:00:00 pst']],
    ['googlebot: noindex, nosnippet', ['googlebot noindex', 'googlebot nosnippet']],
    ['otherbot: noindex, nosnippet', []],
    ['otherbot: noindex, googlebot: max-snippet:5', ['googlebot max-snippet=5']],
    ['gptbot: noindex', []],
    [' , ,', []],
    [
      'unavailable_after: Wed, 25 Jun 2031 15:00:00 GMT, noindex',
      ['robots unavailable_after=wed, 25 jun 2031 15:00:00 gmt', 'robots noindex'],
    ],
    [
      'unavailable_after: June 25, 2031 15:00:00 EST, nosnippet',
      ['robots unavailable_after=june 25, 2031 15:00:00 est', 'robots nosnippet'],
    ],
    [
      'googlebot: unavailable_after: Wednesday, 25-Jun-31 15:00:00 GMT, bingbot: noindex',
      ['googlebot unavailable_after=wednesday, 25-jun-31 15:00:00 gmt', 'bingbot noindex'],
    ],
    [
      'unavailable_after: 2031-06-25T15:00:00Z noindex',
      ['robots unavailable_after=2031-06-25t15:00:00z', 'robots noindex'],
    ],
    ['noindex nofollow', ['robots noindex', 'robots nofollow']],
    ['max-snippet: -1 noindex', ['robots max-snippet=-1', 'robots noindex']],
    ['max-snippet:-1 max-image-preview:large', ['robots max-snippet=-1', 'robots max-image-preview=large']],
    ['nosnippet googlebot: noindex', ['robots nosnippet', 'googlebot noindex']],
    ['chatgpt agent: noindex', ['chatgpt agent noindex']],
    ['noindex: true', ['robots noindex', 'robots true']],
    ['index, noindex', ['robots index', 'robots noindex']],
  ];
  for (const [value, directives] of rows) it(value, () => assert.deepEqual(fromHeader(value), directives));

  it('come from meta tags too', () => {
    const metas = [
      { key: 'robots', content: 'noindex' },
      { key: 'perplexity-user', content: 'nosnippet' },
      { key: 'description', content: 'noindex' },
    ];
    assert.deepEqual(
      robotsDirectives(metas, undefined).map(({ agent, name }) => [agent, name]),
      [
        ['robots', 'noindex'],
        ['perplexity-user', 'nosnippet'],
      ],
    );
  });
  it('noindex a page for those whom they name', () => {
    const directives = robotsDirectives(
      [{ key: 'googlebot', content: 'none' }],
      'oai-searchbot: noindex, bingbot: nosnippet',
    );
    assert.deepEqual(noindexedAgents(directives), ['googlebot', 'oai-searchbot']);
    assert.equal(isNoindex(directives), false);
  });
  it('noindex a page for everybody without a name', () => {
    assert.equal(isNoindex(robotsDirectives([{ key: 'robots', content: 'none' }], undefined)), true);
    assert.equal(isNoindex(robotsDirectives([], 'noindex')), true);
    assert.equal(isNoindex(robotsDirectives([{ key: 'bingbot', content: 'noindex' }], 'index')), false);
  });
  const today = Date.parse('2026-11-27T12:00:00Z');
  const days: readonly (readonly [value: string, isOver: boolean])[] = [
    ['unavailable_after: Wed, 25 Jun 2025 15:00:00 GMT', true],
    ['unavailable_after: Wed, 25 Jun 2031 15:00:00 GMT', false],
    ['unavailable_after: 25 Jun 2025 15:00:00 PST', true],
    ['unavailable_after: 25-Jun-25 15:00:00 EST', true],
    ['unavailable_after: 2025-06-25', true],
    ['unavailable_after: 2025-06-25T15:00:00+02:00', true],
    ['unavailable_after: 2026-11-27T13:00:00', false],
    ['unavailable_after: 2026-11-27T11:00:00', true],
    ['unavailable_after: soon', false],
    ['bingbot: unavailable_after: 2025-06-25', false],
  ];
  for (const [value, isOver] of days)
    it(`${value} is ${isOver ? '' : 'not '}over`, () => {
      assert.equal(isNoindex(robotsDirectives([], value), today), isOver);
      assert.equal(isNoindex(robotsDirectives([], value)), false);
    });
});

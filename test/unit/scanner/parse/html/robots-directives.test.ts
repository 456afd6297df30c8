import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNoindex, robotsDirectives } from '../../../../../src/scanner/parse/html/head.ts';

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
  it('noindex a page for everybody or for Googlebot', () => {
    assert.equal(isNoindex(robotsDirectives([{ key: 'googlebot', content: 'none' }], undefined)), true);
    assert.equal(isNoindex(robotsDirectives([], 'noindex')), true);
    assert.equal(isNoindex(robotsDirectives([{ key: 'bingbot', content: 'noindex' }], 'index')), false);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseLinkHeader } from '../../../../../src/scanner/parse/http-headers/link-header.ts';
import { assertQuick } from '../assert-quick.ts';

const parsed = (value: string) => {
  const { links, malformedCount } = parseLinkHeader(value);
  return { links: links.map(({ href, rel, params }) => [href, rel, { ...params }]), malformedCount };
};

describe('Link headers', () => {
  const rows: readonly (readonly [when: string, value: string, links: unknown[], malformed?: number])[] = [
    ['nothing', '', []],
    [
      'one',
      '</llms.txt>; rel="describedby"; type="text/plain"',
      [['/llms.txt', ['describedby'], { type: 'text/plain' }]],
    ],
    [
      'several',
      '<a>; rel=next, <b>;rel=prev',
      [
        ['a', ['next'], {}],
        ['b', ['prev'], {}],
      ],
    ],
    ['several relations', '<a>; rel="start HTTP://example.net/R"', [['a', ['start', 'http://example.net/r'], {}]]],
    [
      'commas and semicolons inside',
      '<a,b;c>; title="x, y; \\"z\\""; rel=next',
      [['a,b;c', ['next'], { title: 'x, y; "z"' }]],
    ],
    ['the first of two rels counts', '<a>; rel=next; rel=prev', [['a', ['next'], {}]]],
    [
      'white space',
      '  <a>  ;  rel = next  ,,  <b> ; REL=prev ',
      [
        ['a', ['next'], {}],
        ['b', ['prev'], {}],
      ],
    ],
    ['no rel', '<a>', [['a', [], {}]]],
    ['a parameter without value', '<a>; crossorigin; rel=preload', [['a', ['preload'], { crossorigin: '' }]]],
    ['an empty target', '<>; rel=self', [['', ['self'], {}]]],
    ['no target', 'a; rel=next, <b>; rel=prev', [['b', ['prev'], {}]], 1],
    ['a target without end', '<a; rel=next', [], 1],
    ['a string without end', '<a>; title="x, <b>; rel=next', [['a', [], { title: 'x, <b>; rel=next' }]]],
    [
      'noise after the target',
      '<a> rel=next, <b>; rel=prev',
      [
        ['a', [], {}],
        ['b', ['prev'], {}],
      ],
      1,
    ],
    [
      'names of the prototype',
      '<a>; __proto__=x; constructor=y',
      [['a', [], { ['__proto__']: 'x', constructor: 'y' }]],
    ],
  ];
  for (const [when, value, links, malformedCount = 0] of rows) {
    it(when, () => assert.deepEqual(parsed(value), { links, malformedCount }));
  }
  it('reads at most 200 links', () => assert.equal(parseLinkHeader('<a>; rel=next,'.repeat(500)).links.length, 200));
  it('is linear', () => {
    assertQuick(() => {
      for (const noise of ['<', '"', '<a>;', '<a>;x="', ',', '<a> ,', ';=']) parseLinkHeader(noise.repeat(64_000));
    });
  });
  it('never throws', () => {
    const piece = fc.constantFrom('<', '>', ';', ',', '"', '\\', '=', ' ', 'rel', 'a', '*', '\0');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => parseLinkHeader(pieces.join('')).links.length >= 0),
      { seed: 1 },
    );
  });
});

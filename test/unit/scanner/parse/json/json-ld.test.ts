import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonLdNodes, textOf } from '../../../../../src/scanner/parse/json/json.ts';
import { assertQuick } from '../assert-quick.ts';

/** "Type" for a node on top that is schema.org's, "(Type)" for an inner one, "Type?" for another vocabulary's. */
const shapes = (document: unknown): string[] =>
  jsonLdNodes(document).map(({ types, isSchemaOrg, isTopLevel }) => {
    const name = `${types.join('+')}${isSchemaOrg ? '' : '?'}`;
    return isTopLevel ? name : `(${name})`;
  });
const CONTEXT = { '@context': 'https://schema.org' };

describe('JSON-LD nodes', () => {
  const rows: readonly (readonly [when: string, document: unknown, nodes: string[]])[] = [
    ['one node', { ...CONTEXT, '@type': 'Article' }, ['Article']],
    ['several types', { ...CONTEXT, '@type': ['Article', 'Product'] }, ['Article+Product']],
    [
      'an array',
      [
        { ...CONTEXT, '@type': 'A' },
        { ...CONTEXT, '@type': 'B' },
      ],
      ['A', 'B'],
    ],
    ['a graph', { ...CONTEXT, '@graph': [{ '@type': 'A' }, { '@type': 'B' }] }, ['A', 'B']],
    ['a node with a graph', { ...CONTEXT, '@type': 'A', '@graph': { '@type': 'B' } }, ['A', 'B']],
    [
      'nested nodes, in order',
      { ...CONTEXT, '@type': 'A', x: [{ '@type': 'B', y: { '@type': 'C' } }], z: { '@type': 'D' } },
      ['A', '(B)', '(C)', '(D)'],
    ],
    ['a node inside one without type', { ...CONTEXT, x: { '@type': 'B' } }, ['(B)']],
    [
      'contexts by another spelling',
      [
        { '@context': 'http://www.schema.org/', '@type': 'A' },
        { '@context': 'http://schema.org/docs/jsonld.html', '@type': 'B' },
      ],
      ['A', 'B'],
    ],
    ['contexts with a vocabulary', { '@context': [{ '@vocab': 'https://schema.org/' }], '@type': 'A' }, ['A']],
    ['contexts with an alias', { '@context': { schema: 'http://schema.org/' }, '@type': 'schema:A' }, ['A']],
    ['types as IRIs, without context', { '@type': 'https://schema.org/A' }, ['A']],
    ['another context', { '@context': 'https://w3id.org/openbadges', '@type': 'A' }, ['A?']],
    ['a host that only looks alike', { '@context': 'https://schema.org.evil.example', '@type': 'A' }, ['A?']],
    [
      'a context of its own inside',
      { ...CONTEXT, '@type': 'A', x: { '@context': 'https://w3id.org/x', '@type': 'B' } },
      ['A', '(B?)'],
    ],
    ['no context', { '@type': 'A' }, ['A?']],
    ['junk', [null, 1, 'x', [], {}, { '@type': 5 }, { '@type': [''] }], []],
  ];
  for (const [when, document, nodes] of rows) it(when, () => assert.deepEqual(shapes(document), nodes));

  it('stops at 32 levels and 2,000 nodes', () => {
    let deep: object = { '@type': 'Innermost' };
    for (let level = 0; level < 10_000; level += 1) deep = { '@type': 'Level', x: deep };
    assert.equal(shapes(deep).length, 33);
    assert.equal(shapes(Array.from({ length: 5000 }, () => ({ '@type': 'A' }))).length, 2000);
    assertQuick(() => shapes(Array.from({ length: 200_000 }, (_, number) => ({ x: number }))));
  });
  it('reads the text of a property', () => {
    assert.equal(textOf(' a '), 'a');
    assert.equal(textOf(5), '5');
    assert.equal(textOf([{ '@value': 'a', '@language': 'en' }]), 'a');
    assert.equal(textOf(['', null, {}, 'b']), 'b');
    assert.equal(textOf({ name: 'a' }), undefined);
  });
  it('never throws', () => {
    const key = fc.constantFrom('@context', '@type', '@graph', 'name');
    const document = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), fc.dictionary(key, tie('value')), fc.array(tie('value'))),
    })).value;
    fc.assert(
      fc.property(document, (value) => jsonLdNodes(value).every(({ types }) => types.length > 0)),
      { seed: 1 },
    );
  });
});

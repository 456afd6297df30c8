import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { textOf } from '../../../../../src/scanner/parse/json/json.ts';
import { jsonLdNodes } from '../../../../../src/scanner/parse/json/json-ld.ts';
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

  describe('name their properties as schema.org does', () => {
    const spelled: readonly (readonly [when: string, document: object])[] = [
      ['words', { ...CONTEXT, '@type': 'Article', headline: 'Looms' }],
      ['a vocabulary', { '@context': { '@vocab': 'https://schema.org/' }, '@type': 'Article', headline: 'Looms' }],
      [
        'a prefix of the context',
        { '@context': { s: 'http://schema.org/' }, '@type': 's:Article', 's:headline': 'Looms' },
      ],
      ['the usual prefix', { '@type': 'schema:Article', 'schema:headline': 'Looms' }],
      ['IRIs', { '@type': 'https://schema.org/Article', 'http://www.schema.org/headline': [{ '@value': 'Looms' }] }],
      [
        'terms of their own',
        {
          '@context': {
            s: 'https://schema.org/',
            art: '@type',
            titel: { '@id': 's:headline' },
            Artikel: 'https://schema.org/Article',
          },
          art: 'Artikel',
          titel: 'Looms',
        },
      ],
      [
        'keywords by other words',
        { '@context': ['https://schema.org', { type: '@type' }], type: 'Article', headline: 'Looms' },
      ],
      [
        'a context that adds a language',
        { ...CONTEXT, '@graph': [{ '@context': { '@language': 'en' }, '@type': 'Article', headline: 'Looms' }] },
      ],
      ['a list', { ...CONTEXT, '@type': 'Article', headline: { '@list': ['Looms'] } }],
      ['the same name in two spellings', { ...CONTEXT, '@type': 'Article', 'schema:headline': '', headline: 'Looms' }],
    ];
    for (const [when, document] of spelled)
      it(when, () => {
        const [node] = jsonLdNodes(document);
        assert.deepEqual([node?.types, node?.isSchemaOrg], [['Article'], true]);
        assert.equal(textOf(node?.properties.headline), 'Looms');
      });
    it('unless they are of another vocabulary', () => {
      const [node] = jsonLdNodes({
        '@context': { '@vocab': 'https://schema.org/', dc: 'http://purl.org/dc/terms/' },
        '@type': 'dc:Text',
        'dc:title': 'Looms',
        name: 'Mill',
      });
      assert.deepEqual(node, {
        types: ['dc:Text'],
        isSchemaOrg: false,
        isTopLevel: true,
        properties: { '@type': ['dc:Text'], 'dc:title': 'Looms', name: 'Mill' },
      });
    });
  });

  it('have the nodes that their references name, from other documents too', () => {
    const nodes = jsonLdNodes([
      { ...CONTEXT, '@graph': [{ '@type': 'Product', name: 'Loom', offers: { '@id': '#offer' } }] },
      { ...CONTEXT, '@type': 'Offer', '@id': '#offer', price: 9, seller: [{ '@type': 'Person', '@id': '#a' }] },
      { ...CONTEXT, '@type': 'Person', '@id': '#a', name: 'A. Weaver', makesOffer: { '@id': '#offer' } },
    ]);
    assert.deepEqual(nodes[0]?.properties.offers, {
      '@type': ['Offer'],
      '@id': '#offer',
      price: 9,
      seller: [
        {
          '@type': ['Person'],
          '@id': '#a',
          name: 'A. Weaver',
          makesOffer: { '@type': ['Offer'], '@id': '#offer', price: 9, seller: [{ '@type': ['Person'], '@id': '#a' }] },
        },
      ],
    });
  });
  it('keep references that lead nowhere', () => {
    const [node] = jsonLdNodes({ ...CONTEXT, '@type': 'Product', offers: { '@id': '#none' } });
    assert.deepEqual(node?.properties.offers, { '@id': '#none' });
  });
  it('cost no more for references in circles', () => {
    const ids = Array.from({ length: 500 }, (_, at) => ({ '@id': `#${at}` }));
    const graph = ids.map((id) => ({ ...id, '@type': 'Thing', name: 'x', about: ids }));
    assertQuick(() => jsonLdNodes({ ...CONTEXT, '@graph': graph.slice(0, 40) }));
  });

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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAiCatalog } from '../../../../../src/scanner/parse/agent-files/agent-cards.ts';

const ENTRY = {
  identifier: 'urn:air:site.example:mcp',
  type: 'application/mcp-server-card+json',
  url: '/mcp/server-card',
};
const catalog = (entries: unknown, rest: object = {}) => readAiCatalog({ specVersion: '1.0', entries, ...rest });

describe('readAiCatalog', () => {
  const rows: { when: string; given: ReturnType<typeof readAiCatalog>; errors?: RegExp; warnings?: RegExp }[] = [
    { when: 'a valid one', given: catalog([ENTRY]) },
    { when: 'an empty one', given: catalog([]) },
    { when: 'namespaces', given: catalog([{ ...ENTRY, identifier: 'urn:air:site.example:a:b:c' }]) },
    { when: 'data instead of an address', given: catalog([{ ...ENTRY, url: undefined, data: {} }]) },
    { when: 'no entries', given: readAiCatalog({ specVersion: '1.0' }), errors: /no list/ },
    { when: 'collections alone', given: readAiCatalog({ collections: [] }), errors: /collections/ },
    { when: 'collections beside entries', given: catalog([ENTRY], { collections: [] }), errors: /collections/ },
    { when: 'a text for an entry', given: catalog(['x']), errors: /no objects/ },
    { when: 'no identifier', given: catalog([{ ...ENTRY, identifier: ' ' }]), errors: /1 entries have no identifier/ },
    { when: 'no type', given: catalog([{ ...ENTRY, type: 1 }]), errors: /no type/ },
    { when: 'both sources', given: catalog([{ ...ENTRY, data: {} }]), errors: /exactly one/ },
    { when: 'neither source', given: catalog([{ ...ENTRY, url: undefined }]), errors: /exactly one/ },
    { when: 'no version', given: readAiCatalog({ entries: [ENTRY] }), warnings: /specVersion/ },
    { when: 'another identifier', given: catalog([{ ...ENTRY, identifier: 'https://x' }]), warnings: /urn:air/ },
  ];
  for (const { when, given, errors, warnings } of rows) {
    it(when, () => {
      assert.match(given.errors.join('; '), errors ?? /^$/);
      assert.match(given.warnings.join('; '), warnings ?? /^$/);
    });
  }

  it('keeps the entries that can be followed', () => {
    const { entries } = catalog([{ ...ENTRY, type: ' Application/X ' }, { ...ENTRY, type: '' }, null]);
    assert.deepEqual(entries, [{ type: 'application/x', url: '/mcp/server-card', data: undefined }]);
    assert.equal(catalog(Array(5000).fill(ENTRY)).entries.length, 200);
  });
});

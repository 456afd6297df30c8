import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advertisedText } from '../../../src/scanner/mcp/advertised-text.ts';
import { readTools } from '../../../src/scanner/mcp/read-tools.ts';
import { listing, listings, undeclared } from '../../support/mcp-artifacts.ts';

const NOTHING = { resources: undeclared, resourceTemplates: undeclared, prompts: undeclared };
const textsOf = (items: readonly unknown[], serverInfo?: Record<string, unknown>, instructions?: unknown) =>
  advertisedText({ serverInfo, instructions }, listings({ ...NOTHING, tools: listing(items) }));

describe('advertised text', () => {
  it('is every string and key, in the order in which a client meets them', () => {
    const tool = { name: 'search', inputSchema: { properties: { q: { enum: ['a', 5, null, 'b'] } } } };
    assert.deepEqual(
      textsOf([tool, 'junk', { title: 'nameless' }], { name: 's' }, 'Hello.').map(
        ({ path, kind, text }) => `${path} ${kind} ${text}`,
      ),
      [
        'serverInfo.name key name',
        'serverInfo.name value s',
        'instructions value Hello.',
        'tools.search.name key name',
        'tools.search.name value search',
        'tools.search.inputSchema key inputSchema',
        'tools.search.inputSchema.properties key properties',
        'tools.search.inputSchema.properties.q key q',
        'tools.search.inputSchema.properties.q.enum key enum',
        'tools.search.inputSchema.properties.q.enum[0] value a',
        'tools.search.inputSchema.properties.q.enum[3] value b',
        'tools[1] value junk',
        'tools[2].title key title',
        'tools[2].title value nameless',
      ],
    );
  });

  it('names the four lists', () => {
    const one = listing([{ name: 'x' }]);
    const all = listings({ tools: one, resources: one, resourceTemplates: one, prompts: one });
    assert.deepEqual(
      advertisedText({ serverInfo: undefined, instructions: undefined }, all)
        .filter(({ kind }) => kind === 'value')
        .map(({ path }) => path),
      ['tools.x.name', 'resources.x.name', 'resourceTemplates.x.name', 'prompts.x.name'],
    );
  });

  it('is bounded in number and length', () => {
    const many = textsOf([Array.from({ length: 60_000 }, () => 'x')]);
    assert.equal(many.length, 50_000);
    const [long] = textsOf(['x'.repeat(2_000_000)]);
    assert.equal(long?.text.length, 16_384);
    const paths = textsOf([{ name: 'n'.repeat(1000), ['k'.repeat(1000)]: 'v' }]).map(({ path }) => path.length);
    assert.ok(Math.max(...paths) < 150);
  });
});

describe('tools', () => {
  it('are objects with a string name; nothing else about them is sure', () => {
    const items = [null, 7, 'x', [], {}, { name: 5 }, { name: 'a', annotations: [], description: 7 }];
    assert.deepEqual(readTools(items), [
      {
        name: 'a',
        title: undefined,
        description: 7,
        inputSchema: undefined,
        outputSchema: undefined,
        annotations: {},
        contextBytes: '{"name":"a","description":7}'.length,
      },
    ]);
  });

  it('cost what name, description and input schema take in UTF-8', () => {
    const [tool] = readTools([{ name: 'é', description: 'd', inputSchema: { type: 'object' }, title: 'free' }]);
    assert.equal(
      tool?.contextBytes,
      Buffer.byteLength('{"name":"é","description":"d","inputSchema":{"type":"object"}}'),
    );
  });
});

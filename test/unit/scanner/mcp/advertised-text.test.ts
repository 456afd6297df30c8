import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advertisedText, MAX_CHARS, MIN_CHARS, readTools } from '../../../../src/scanner/mcp/read.ts';
import { TOO_DEEP } from '../../../../src/scanner/model/mcp.ts';
import { listing, listings, noExchange, plainAnswer, undeclared } from '../../../support/mcp-artifacts.ts';

const NOTHING = { resources: undeclared, resourceTemplates: undeclared, prompts: undeclared };
const SILENT = { serverInfo: undefined, instructions: undefined, protocolVersion: undefined, supportedVersions: [] };
const advertisedBy = (items: readonly unknown[], speaker: Partial<Parameters<typeof advertisedText>[0]> = {}) =>
  advertisedText({ ...SILENT, ...speaker }, listings({ ...NOTHING, tools: listing(items) }));
const textsOf = (...given: Parameters<typeof advertisedBy>) => advertisedBy(...given).texts;

describe('advertised text', () => {
  it('is every string and key: first the texts for models, then the server’s own description, _meta last', () => {
    const tool = {
      _meta: { note: 'm' },
      name: 'search',
      inputSchema: { properties: { q: { enum: ['a', 5, null, 'b'] } } },
    };
    assert.deepEqual(
      textsOf([tool, 'junk', { title: 'nameless' }], {
        serverInfo: { name: 's' },
        instructions: 'Hello.',
        protocolVersion: 'v',
        supportedVersions: ['v', 'w'],
      }).map(({ path, kind, text }) => `${path} ${kind} ${text}`),
      [
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
        'protocolVersion value v',
        'supportedVersions[0] value v',
        'supportedVersions[1] value w',
        'serverInfo.name key name',
        'serverInfo.name value s',
        'tools.search._meta key _meta',
        'tools.search._meta.note key note',
        'tools.search._meta.note value m',
      ],
    );
  });

  it('names the four lists', () => {
    const one = listing([{ name: 'x' }]);
    const all = listings({ tools: one, resources: one, resourceTemplates: one, prompts: one });
    assert.deepEqual(
      advertisedText(SILENT, all)
        .texts.filter(({ kind }) => kind === 'value')
        .map(({ path }) => path),
      ['tools.x.name', 'prompts.x.name', 'resources.x.name', 'resourceTemplates.x.name'],
    );
  });

  it('has of a second listing only the differences from the first', () => {
    const tools = listing([{ name: 'a', description: 'A' }, { name: 'b' }]);
    const toolsAgain = listing([{ name: 'b' }, { description: 'other', name: 'a' }, { name: 'c' }]);
    const paths = advertisedText(SILENT, listings({ ...NOTHING, tools, toolsAgain }))
      .texts.filter(({ kind, path }) => kind === 'value' && path.startsWith('toolsAgain'))
      .map(({ path, text }) => `${path} ${text}`);
    assert.deepEqual(paths, ['toolsAgain.a.description other', 'toolsAgain.a.name a', 'toolsAgain.c.name c']);
  });

  it('is bounded, and text beyond the bound is counted', () => {
    const most = MAX_CHARS / MIN_CHARS;
    const { texts, unread } = advertisedBy([Array.from({ length: Math.ceil(most) + 10 }, () => 'x')]);
    assert.deepEqual([texts.length, unread], [Math.floor(most), 11]);
    const whole = advertisedBy(['x'.repeat(MAX_CHARS)]);
    assert.deepEqual([whole.texts[0]?.text.length, whole.unread], [MAX_CHARS, 0]);
    const longer = advertisedBy(['x'.repeat(MAX_CHARS + 1), 'y']);
    assert.deepEqual([longer.texts[0]?.text.length, longer.unread], [MAX_CHARS, 2]);
  });

  it('counts a character as often as it is there once it is resolved', () => {
    // U+FDFA becomes 18 characters, and whole pieces of 16,384 are read.
    const { texts, unread } = advertisedBy(['\ufdfa'.repeat(MAX_CHARS / 17)]);
    assert.equal(unread, 1);
    assert.equal(texts[0]?.text.length, Math.floor(MAX_CHARS / 18 / 16_384) * 16_384);
  });

  it('loses no text next to any number of empty strings', () => {
    const { texts, unread } = advertisedBy([{ name: 'a', x: Array.from({ length: 300_000 }, () => '') }]);
    assert.deepEqual([texts.length, unread], [3, 0]);
  });

  it('knows what it did not see', () => {
    assert.deepEqual([advertisedBy([TOO_DEEP]).unread, advertisedBy([TOO_DEEP]).texts], [1, []]);
    const seen = (overrides: Parameters<typeof listings>[0]) => advertisedText(SILENT, listings(overrides));
    assert.deepEqual(seen({ tools: listing([], { trouble: 'limit' }) }).cutLists, ['tools']);
    const unanswered = listing([], { trouble: 'unanswered', pages: [noExchange('timeout')] });
    assert.deepEqual(seen({ prompts: unanswered }).cutLists, ['prompts']);
    assert.deepEqual(seen({ prompts: listing([], { trouble: 'error' }) }).cutLists, []);
    assert.equal(seen({ tools: listing([], { trouble: 'error', pages: [plainAnswer(401)] }) }).isWithheld, true);
    assert.equal(seen({}).isWithheld, false);
  });

  it('has short paths', () => {
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

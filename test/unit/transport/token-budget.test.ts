/** What our own list of tools costs a conversation (decisions.md, section 3), and that it says what hosts need. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAID_TOOLS, TOOLS } from '../../../src/tools/registry.ts';
import { listTools } from '../../../src/transport/features/tools.ts';

const MAX_LIST_TOKENS = 3000;
const CHARACTERS_PER_TOKEN = 4;
/** The most that any host of today shows of a description (VS Code). */
const MAX_DESCRIPTION_CHARACTERS = 1024;
/** Of an installation that sells scans: the longest list. */
const tools = listTools([...TOOLS, ...PAID_TOOLS]);

describe('tools/list', () => {
  it('holds at most 3,000 tokens of names, descriptions and inputs', () => {
    const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
    const longest = shown
      .map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }))
      .sort((a, b) => b.tokens - a.tokens)
      .map(({ name, tokens }) => `${name} ${tokens}`);
    const tokens = tokensOf(shown);
    assert.ok(
      tokens <= MAX_LIST_TOKENS,
      `the list takes ${tokens} tokens, ${tokens - MAX_LIST_TOKENS} too many. Shorten descriptions: ${longest.join(', ')}`,
    );
  });

  it('shows a caller without a key no argument that only a key may send', () => {
    const properties = (hasKey: boolean) =>
      Object.keys(
        Object(listTools(TOOLS, { hasKey }).find(({ name }) => name === 'start_scan')?.inputSchema.properties),
      );
    const keyed = ['exclude', 'canonicalOrigin', 'checks', 'browser', 'idempotencyKey'];
    assert.deepEqual(properties(false), ['url', 'pageLimit', 'fresh', 'waitSeconds']);
    assert.deepEqual(
      properties(true).filter((name) => !properties(false).includes(name)),
      keyed,
    );
  });

  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    it(`${name}: a name every host takes, title, description, four hints, described parameters, an output schema`, () => {
      assert.match(name, /^[a-z_]{1,40}$/);
      assert.ok(title.length > 0 && description.length > 0, 'there are words');
      assert.ok(description.length <= MAX_DESCRIPTION_CHARACTERS, `${description.length} characters`);
      assert.deepEqual(Object.keys(annotations).sort(), [
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      const parameters: Record<string, unknown> = Object(inputSchema.properties);
      for (const [parameter, schema] of Object.entries(parameters)) {
        assert.equal(typeof Object(schema).description, 'string', parameter);
      }
      assert.equal(outputSchema.type, 'object');
      assert.ok(Object.keys(Object(outputSchema.properties)).length > 0, 'it names what is answered');
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeLines, driftOf, LockFile, lockOf } from '../../../../../src/scanner/mcp/across-servers/lock.ts';
import { handshake, listing, listings } from '../../../../support/mcp-artifacts.ts';

const seen = (tools: readonly object[], version = '1.0.0', instructions: unknown = 'Call search first.') => ({
  calls: [],
  handshake: handshake({ serverInfo: { name: 's', version }, instructions }),
  listings: listings({ tools: listing(tools), prompts: listing([{ name: 'p', description: 'A prompt.' }]) }),
});
const search = {
  name: 'search',
  description: 'Searches the docs.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  annotations: { readOnlyHint: true },
};
const drift = (before: readonly object[], after: readonly object[]) =>
  driftOf(lockOf(seen(before), '2026-11-01'), lockOf(seen(after), '2026-11-28'));

describe('the lock of a server', () => {
  it('has a hash of each part with day and version, and is what its reader takes', () => {
    const lock = lockOf(seen([search]), '2026-11-01');
    assert.deepEqual(Object.keys(lock), ['instructions', 'tool search', 'prompt p']);
    const item = lock['tool search'];
    assert.deepEqual([item?.since, item?.version], ['2026-11-01', '1.0.0']);
    assert.deepEqual(Object.keys(item?.parts ?? {}), ['description', 'inputSchema', 'annotations']);
    assert.match(item?.parts.description?.hash ?? '', /^[0-9a-f]{64}$/);
    const file = { lockVersion: 1, servers: { s: lock } };
    assert.deepEqual(LockFile.parse(JSON.parse(JSON.stringify(file))), file);
  });

  it('the same server has no drift, whatever the order of its tools and keys', () => {
    const other = { ...search, name: 'other' };
    const { annotations, inputSchema, description, name } = search;
    assert.deepEqual(drift([search, other], [other, { annotations, inputSchema, description, name }]), []);
  });

  it('an unchanged item keeps its day and version, a changed one gets new ones', () => {
    const first = lockOf(seen([search, { name: 'b', description: 'B.' }]), '2026-11-01');
    const second = lockOf(seen([search, { name: 'b', description: 'Other.' }], '2.0.0'), '2026-11-28', first);
    assert.deepEqual([second['tool search']?.since, second['tool search']?.version], ['2026-11-01', '1.0.0']);
    assert.deepEqual([second['tool b']?.since, second['tool b']?.version], ['2026-11-28', '2.0.0']);
  });

  it('every part that changes is drift: description, schema, annotation, instructions, a tool more or less', () => {
    const parts = (after: object) =>
      drift([search], [after]).flatMap(({ kind, changes }) => [kind, ...changes.map(({ part }) => part)]);
    assert.deepEqual(parts({ ...search, description: 'Else.' }), ['changed', 'description']);
    assert.deepEqual(parts({ ...search, inputSchema: { type: 'object' } }), ['changed', 'inputSchema']);
    assert.deepEqual(parts({ ...search, annotations: { readOnlyHint: false } }), ['changed', 'annotations']);
    assert.deepEqual(parts({ ...search, outputSchema: { type: 'object' } }), ['changed', 'outputSchema']);
    assert.deepEqual(
      drift([search], [{ ...search, name: 'find' }]).map(({ kind, item }) => [kind, item]),
      [
        ['added', 'tool find'],
        ['removed', 'tool search'],
      ],
    );
    const told = driftOf(lockOf(seen([]), '2026-11-01'), lockOf(seen([], '1.0.0', 'Else.'), '2026-11-28'));
    assert.deepEqual(
      told.map(({ item }) => item),
      ['instructions'],
    );
  });

  it('a second tool of the same name, and one called __proto__, are items of their own', () => {
    assert.deepEqual(
      drift([search], [search, search]).map(({ kind, item }) => [kind, item]),
      [['added', 'tool search (2)']],
    );
    assert.deepEqual(
      drift([], [{ name: '__proto__' }]).map(({ item }) => item),
      ['tool __proto__'],
    );
  });
});

describe('a change as a person reads it', () => {
  it('of text shows the piece that is different with its surroundings', () => {
    const long = 'x'.repeat(300);
    const lines = changeLines({
      part: 'description',
      before: `${long}first${long}`,
      after: `${long}second, and more${long}`,
    });
    assert.deepEqual(lines, [
      `- …${'x'.repeat(40)}first${'x'.repeat(40)}…`,
      `+ …${'x'.repeat(40)}second, and more${'x'.repeat(40)}…`,
    ]);
    assert.deepEqual(changeLines({ part: 'description', before: undefined, after: 'New.' }), ['+ New.']);
  });

  it('of JSON shows the members that are different', () => {
    const before = JSON.stringify({ properties: { q: { type: 'string' } }, type: 'object' });
    const after = JSON.stringify({ properties: { note: { type: 'string' }, q: { type: 'number' } }, type: 'object' });
    assert.deepEqual(changeLines({ part: 'inputSchema', before, after }), [
      '- properties.q.type: "string"',
      '+ properties.q.type: "number"',
      '+ properties.note.type: "string"',
    ]);
  });

  it('of huge values stays short', () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at])));
    const lines = changeLines({ part: 'inputSchema', before: '{}', after: many });
    assert.equal(lines.length, 21);
    assert.match(lines.at(-1) ?? '', /more lines/);
    assert.deepEqual(changeLines({ part: 'description', before: null, after: 'x' }), [
      'too long to be shown; the hash is another',
    ]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNameSet } from '../../../../src/sites/census/name-set.ts';

describe('a set of names', () => {
  it('knows each of many names, and none besides, while it grows', () => {
    const names = createNameSet();
    const all = Array.from({ length: 20_000 }, (_, at) => `host-${at}.example`);
    assert.ok(all.every((name) => names.add(name)));
    assert.ok(all.every((name) => names.has(name) && !names.add(name)));
    assert.equal(names.size, all.length);
    assert.ok(!all.some((name) => names.has(`${name}.`)));
  });
});
